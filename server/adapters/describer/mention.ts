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

/** Which places of a text are taken already, a mark for each: asking costs as much as the place is long. */
export class Taken {
  readonly #marks: Uint8Array

  constructor(text: string, spans: { start: number; end: number }[] = []) {
    this.#marks = new Uint8Array(text.length)
    for (const { start, end } of spans) this.#marks.fill(1, start, end)
  }

  free(start: number, end: number): boolean {
    for (let at = start; at < end; at++) if (this.#marks[at]) return false
    return true
  }

  /** Taken from its beginning to its end. */
  covers(start: number, end: number): boolean {
    for (let at = start; at < end; at++) if (!this.#marks[at]) return false
    return true
  }

  /** True when the place was free, and is taken from now on. */
  take(start: number, end: number): boolean {
    if (!this.free(start, end)) return false
    this.#marks.fill(1, start, end)
    return true
  }
}
