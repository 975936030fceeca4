import { decodeBytes } from '../../lib/decode.ts'
import type { Reading } from '../../ports/reader.ts'
import { WHY } from './failures.ts'
import { LIMITS } from './limits.ts'

type Gap = '' | ' ' | '\t' | '\n' | '\n\n'
const RANK: Record<Gap, number> = { '': 0, ' ': 1, '\t': 2, '\n': 3, '\n\n': 4 }

/** The text is as long as it may be: the rest of the file need not be read. */
export class Enough extends Error {
  override name = 'Enough'
}

/**
 * Gathers the text of one document, its pages and its headings. Places are counted in UTF-16 units while it is written, which
 * is free, and become code points once, at the end.
 */
export class Manuscript {
  title = ''
  facts: Record<string, unknown> = {}
  ocrPages = 0
  needsManual: Reading['needsManual'] = null
  locked = false
  length = 0
  readonly #parts: string[] = []
  #last = ''
  #gap: Gap = ''
  #pageStart = -1
  #heading: { level: number; start: number } | undefined
  #attachment: string | undefined
  readonly #pages: { start: number; end: number; attachment?: string }[] = []
  readonly #headings: { level: number; start: number; end: number }[] = []

  /** Text as it is, but for line ends. */
  write(text: string): void {
    if (text === '') return
    if (this.#gap !== '') {
      const gap = this.#gap
      this.#gap = ''
      if (this.length > Math.max(this.#pageStart, 0)) this.#put(gap)
    }
    if (this.#heading && this.#heading.start < 0) this.#heading.start = this.length
    this.#put(text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text)
  }

  /** What stands between this and the next text, if there is a next; the larger of two gaps wins. */
  gap(gap: Gap): void {
    if (RANK[gap] > RANK[this.#gap]) this.#gap = gap
  }

  /** In place of whatever gap there was: the end of a cell outweighs the end of its last paragraph. */
  regap(gap: Gap): void {
    this.#gap = gap
  }

  /** Text whose white space means nothing, as in HTML. */
  flow(text: string): void {
    const words = text.replace(/[ \t\n\r\f]+/g, ' ')
    if (words.startsWith(' ')) this.gap(' ')
    // Only the plain space is nothing: one that must not break stands between two words.
    this.write(words.replace(/^ | $/g, ''))
    if (words.endsWith(' ')) this.gap(' ')
  }

  /** `attachment`: the name of the attached file whose text it is. */
  startPage(attachment?: string): void {
    this.endPage()
    if (this.length > 0) this.#put('\n')
    this.#gap = ''
    this.#pageStart = this.length
    this.#attachment = attachment
  }

  endPage(): void {
    if (this.#pageStart < 0) return
    if (this.#pages.length < LIMITS.pages)
      this.#pages.push({ start: this.#pageStart, end: this.length, attachment: this.#attachment })
    else {
      this.#pages.at(-1)!.end = this.length
      this.cut()
    }
    this.#pageStart = -1
  }

  /** A page break inside of running text: it counts only when the page before it holds something. */
  breakPage(): void {
    if (this.#pageStart < 0) this.#pageStart = 0
    if (this.length > this.#pageStart) this.startPage()
  }

  startHeading(level: number): void {
    this.#heading = { level: Math.min(Math.max(level, 1), 9), start: -1 }
  }

  /** Answers what the heading says. */
  endHeading(): string {
    const heading = this.#heading
    this.#heading = undefined
    if (!heading || heading.start < 0) return ''
    this.#headings.push({ ...heading, end: this.length })
    return this.#since(heading.start)
  }

  /** A heading at a place of text that is already written. */
  markHeading(level: number, start: number, end: number): void {
    this.#headings.push({ level, start, end })
  }

  #since(start: number): string {
    const whole = this.#last.length >= this.length - start ? this.#last : this.#parts.join('') + this.#last
    return whole.slice(whole.length - (this.length - start))
  }

  #put(text: string): void {
    const room = LIMITS.textChars - this.length
    const taken = text.length > room ? text.slice(0, room) : text
    this.length += taken.length
    this.#last += taken
    if (this.#last.length > 65_536) {
      this.#parts.push(this.#last)
      this.#last = ''
    }
    if (taken.length < text.length) throw new Enough()
  }

  cut(): void {
    this.facts.truncated = true
    this.needsManual ??= WHY.cut
  }

  finish(): Reading {
    this.endHeading()
    this.endPage()
    if (this.#headings.length > LIMITS.headings) this.facts.truncated = true
    this.#parts.push(this.#last)
    // PostgreSQL cannot hold NUL or half a pair; a sign in its place keeps the offsets.
    const text = western(this.#parts.join('')).replaceAll('\0', '\ufffd').toWellFormed()
    const at = codePoints(text)
    if (this.#pages.length === 0 && text !== '') this.#pages.push({ start: 0, end: text.length })
    return {
      text,
      pages: this.#pages.map(({ start, end, attachment }, n) => ({
        page: n + 1,
        char_start: at(start),
        char_end: at(end),
        ...(attachment === undefined ? {} : { attachment: storable({ attachment }).attachment as string }),
      })),
      headings: this.#headings
        .slice(0, LIMITS.headings)
        .filter(({ start, end }) => end > start)
        .map(({ level, start, end }) => ({ level, char_start: at(start), char_end: at(end) })),
      title: western(this.title).replace(/\s+/g, ' ').trim().slice(0, 500).replaceAll('\0', '').toWellFormed(),
      facts: storable(this.facts),
      ocrPages: this.ocrPages,
      needsManual: this.needsManual,
      locked: this.locked,
    }
  }
}

/** Signs of Windows that somebody took for Latin-1: quotes, dashes, the euro. As control signs they stand in no text. */
const western = (text: string) =>
  /[\u0080-\u009f]/.test(text)
    ? text.replace(/[\u0080-\u009f]/g, sign => decodeBytes(Uint8Array.of(sign.charCodeAt(0)), 'windows-1252'))
    : text

/** What came out of a file, as JSON that a database takes. */
const storable = (facts: Record<string, unknown>): Record<string, unknown> =>
  JSON.parse(
    JSON.stringify(facts, (_key, value) =>
      typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed().slice(0, 2000) : value,
    ),
  )

/** From UTF-16 places, asked in any order, to code points: a pair is one sign. */
export function codePoints(text: string): (place: number) => number {
  const pairs: number[] = []
  for (const { index } of text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)) pairs.push(index)
  if (pairs.length === 0) return place => place
  return place => {
    let [low, high] = [0, pairs.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (pairs[middle]! < place) low = middle + 1
      else high = middle
    }
    return place - low
  }
}
