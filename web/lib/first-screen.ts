let over = false

/** From now on the page is the app's. */
export function endFirst(): void {
  over = true
}

export const isFirstOver = (): boolean => over
