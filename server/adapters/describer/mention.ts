/** Something found in the text, at a place in UTF-16 units. */
export interface Mention {
  text: string
  start: number
  end: number
  [understood: string]: unknown
}

export const mention = (
  text: string,
  start: number,
  end: number,
  understood: Record<string, unknown> = {},
): Mention => ({
  text: text.slice(start, end),
  start,
  end,
  ...understood,
})

/** Which of the places are taken already: of overlapping mentions the first one asked for stays. */
export class Taken {
  readonly #spans: { start: number; end: number }[] = []

  free(start: number, end: number): boolean {
    return !this.#spans.some(span => span.start < end && start < span.end)
  }

  /** True when the place was free, and is taken from now on. */
  take(start: number, end: number): boolean {
    if (!this.free(start, end)) return false
    this.#spans.push({ start, end })
    return true
  }
}
