import type { PDFDocumentProxy } from 'pdfjs-dist'

/** Finding in pages: blanks, hyphens and capitals do not count, since pages break lines where they like. */

export interface FindMatch {
  page: number
  /** Of the letters that count, on its page. */
  from: number
  to: number
}

const COUNTS_NOT = /[\s\u00ad\u2010-\u2015-]/u

export const isLetter = (char: string) => !COUNTS_NOT.test(char)

export function lettersOf(text: string): string {
  let letters = ''
  for (let at = 0; at < text.length; at++) if (isLetter(text[at]!)) letters += text[at]!.toLowerCase()[0]
  return letters
}

const pages = new WeakMap<PDFDocumentProxy, Map<number, Promise<string>>>()

/** The letters of a page, read once. */
export function lettersOnPage(document: PDFDocumentProxy, number: number): Promise<string> {
  const known = pages.get(document) ?? new Map<number, Promise<string>>()
  pages.set(document, known)
  const ready =
    known.get(number) ??
    document.getPage(number).then(async page => {
      const { items } = await page.getTextContent()
      return items.map(item => ('str' in item ? lettersOf(item.str) : '')).join('')
    })
  known.set(number, ready)
  return ready
}

const MOST = 1000

export async function findAll(document: PDFDocumentProxy, text: string, signal: AbortSignal): Promise<FindMatch[]> {
  const wanted = lettersOf(text)
  const found: FindMatch[] = []
  if (wanted === '') return found
  for (let page = 1; page <= document.numPages && found.length < MOST; page++) {
    const letters = await lettersOnPage(document, page)
    if (signal.aborted) return found
    for (let at = letters.indexOf(wanted); at >= 0; at = letters.indexOf(wanted, at + wanted.length))
      found.push({ page, from: at, to: at + wanted.length })
  }
  return found
}

/** How much of a passage must be there for it to count as found: it may go on on the next page. */
const ENOUGH = 24

/** A passage of the text that was read, on the pages: whole, or as much of it as a page has. */
export async function findPassage(
  document: PDFDocumentProxy,
  text: string,
  likely: number | undefined,
  signal: AbortSignal,
): Promise<FindMatch | undefined> {
  const wanted = lettersOf(text)
  const order = [...Array(document.numPages).keys()].map(index => index + 1)
  if (likely) order.sort((a, b) => Math.abs(a - likely) - Math.abs(b - likely))
  for (const page of order) {
    const letters = await lettersOnPage(document, page)
    if (signal.aborted) return undefined
    const whole = letters.indexOf(wanted)
    if (whole >= 0) return { page, from: whole, to: whole + wanted.length }
    const start = letters.indexOf(wanted.slice(0, ENOUGH))
    if (wanted.length > ENOUGH && start >= 0) {
      let to = start
      while (to < letters.length && letters[to] === wanted[to - start]) to++
      return { page, from: start, to }
    }
  }
  return likely ? { page: likely, from: 0, to: 0 } : undefined
}

interface Range {
  from: number
  to: number
  current: boolean
}

/** Makes ranges of letters visible in the words that lie over a page. */
export function markWords(divs: HTMLElement[], ranges: Range[]): void {
  let at = 0
  for (const div of divs) {
    const text = div.textContent ?? ''
    const owners: (Range | undefined)[] = []
    for (let index = 0; index < text.length; index++) {
      // A blank belongs to what stands before it.
      const counts = isLetter(text[index]!)
      owners.push(counts ? ranges.find(({ from, to }) => from <= at && at < to) : owners.at(-1))
      if (counts) at += 1
    }
    if (owners.some(Boolean) || div.querySelector('mark')) div.replaceChildren(...runsOf(text, owners))
  }
}

function runsOf(text: string, owners: (Range | undefined)[]): (string | HTMLElement)[] {
  const runs: (string | HTMLElement)[] = []
  let from = 0
  for (let to = 1; to <= text.length; to++) {
    if (to < text.length && owners[to] === owners[from]) continue
    runs.push(runOf(text.slice(from, to), owners[from]))
    from = to
  }
  return runs
}

function runOf(text: string, owner: Range | undefined): string | HTMLElement {
  if (!owner) return text
  const mark = document.createElement('mark')
  if (owner.current) mark.dataset.current = ''
  mark.textContent = text
  return mark
}
