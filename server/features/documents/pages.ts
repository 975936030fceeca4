import { InvalidInput, invalid, type Location } from '../../lib/errors.ts'
import type { Words } from '../../lib/language.ts'

/** Lists of pages as people write them: `1,3-5,8-`. Pages count from 1. */

export function russianPages(count: number): string {
  const [tens, ones] = [count % 100, count % 10]
  if (tens >= 11 && tens <= 14) return `${count} страниц`
  if (ones === 1) return `${count} страница`
  return ones >= 2 && ones <= 4 ? `${count} страницы` : `${count} страниц`
}

const englishPages = (count: number) => (count === 1 ? '1 page' : `${count} pages`)

export const beyond = (page: number, count: number): Words => ({
  en: `page ${page}: the document has ${englishPages(count)}`,
  ru: `страница ${page}: в документе ${russianPages(count)}`,
})

export const refuse = (loc: Location, words: Words, input?: unknown): InvalidInput =>
  invalid(loc, 'value_error', words, input)

export const missing = (field: string) => new InvalidInput([{ loc: ['body', field], type: 'missing' }])

/** The pages, each once, from the first to the last. */
export function parsePages(text: string, count: number, loc: Location): number[] {
  const found = new Set<number>()
  for (const part of text.split(',').map(piece => piece.trim())) {
    const match = /^(\d{1,9})(?:\s*[-–—]\s*(\d{1,9})?)?$/.exec(part)
    if (!match)
      throw refuse(
        loc,
        {
          en: `"${part}" is not a page or a range of pages. Write them like 1,3-5,8-`,
          ru: `«${part}» — это не страница и не диапазон страниц. Пишите так: 1,3-5,8-`,
        },
        text,
      )
    const from = Number(match[1])
    const to = match[2] !== undefined ? Number(match[2]) : /[-–—]/.test(part) ? count : from
    assertPage(from, count, loc, text)
    if (match[2] !== undefined) assertPage(to, count, loc, text)
    if (to < from)
      throw refuse(
        loc,
        { en: `${part}: the range ends before it begins`, ru: `${part}: диапазон кончается раньше, чем начинается` },
        text,
      )
    for (let page = from; page <= to; page++) found.add(page)
  }
  return [...found].sort((a, b) => a - b)
}

export function assertPage(page: number, count: number, loc: Location, input: unknown): void {
  if (page < 1) throw refuse(loc, { en: 'pages count from 1', ru: 'страницы считаются с 1' }, input)
  if (page > count) throw refuse(loc, beyond(page, count), input)
}

/** `2–3, 7` for people. */
export function shownPages(pages: number[]): string {
  const parts: string[] = []
  for (let at = 0; at < pages.length; ) {
    let end = at
    while (end + 1 < pages.length && pages[end + 1] === pages[end]! + 1) end++
    parts.push(end === at ? `${pages[at]}` : `${pages[at]}–${pages[end]}`)
    at = end + 1
  }
  return parts.length > 8 ? `${parts.slice(0, 8).join(', ')}…` : parts.join(', ')
}
