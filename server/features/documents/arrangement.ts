import type { Location } from '../../lib/errors.ts'
import type { Words } from '../../lib/language.ts'
import type { PdfSheet } from '../../ports/documents.ts'
import { assertPage, missing, refuse } from './pages.ts'
import type { PdfOpRequest } from './schema.ts'

/** Pages in another order. */

const ANGLES: Words = { en: 'the angle is 90, 180 or 270', ru: 'угол — 90, 180 или 270' }

export function assertTurn(angle: number, loc: Location): 90 | 180 | 270 {
  if (angle !== 90 && angle !== 180 && angle !== 270) throw refuse(loc, ANGLES, angle)
  return angle
}

function eachOnce(pages: number[], field: 'order' | 'sheets'): Set<number> {
  const seen = new Set<number>()
  for (const [n, page] of pages.entries()) {
    if (seen.has(page))
      throw refuse(
        ['body', field, n],
        { en: `page ${page} is named twice`, ru: `страница ${page} названа дважды` },
        page,
      )
    seen.add(page)
  }
  return seen
}

export function permutation({ order }: PdfOpRequest, count: number): number[] {
  if (!order || order.length === 0) throw missing('order')
  for (const [n, page] of order.entries()) assertPage(page, count, ['body', 'order', n], page)
  const seen = eachOnce(order, 'order')
  const absent = Array.from({ length: count }, (_, n) => n + 1).find(page => !seen.has(page))
  if (absent !== undefined)
    throw refuse(['body', 'order'], {
      en: `the order must name every page once: page ${absent} is missing`,
      ru: `порядок должен назвать каждую страницу один раз: нет страницы ${absent}`,
    })
  return order
}

/** Pages that are not named are removed. */
export function arrangement({ sheets }: PdfOpRequest, count: number): PdfSheet[] {
  if (!sheets) throw missing('sheets')
  for (const [n, { page, angle }] of sheets.entries()) {
    assertPage(page, count, ['body', 'sheets', n, 'page'], page)
    if (angle !== 0) assertTurn(angle, ['body', 'sheets', n, 'angle'])
  }
  const pages = sheets.map(({ page }) => page)
  eachOnce(pages, 'sheets')
  return sheets
}
