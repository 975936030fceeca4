import { describe, expect, test, vi } from 'vitest'
import { daysTitle } from '../../../web/features/calendar/names.ts'
import { formatDayOfYear, formatSum } from '../../../web/lib/document-format.ts'

/** Sums and days as each language writes them. */

const speaking = (variety: string) => vi.stubGlobal('navigator', { language: variety })
const plain = (text: string) => text.replace(/[\u00a0\u2009\u202f]/g, ' ')

describe('a sum', () => {
  test.each([
    ['en-GB', 12500, 'USD', '$12,500'],
    ['en-GB', 115.5, 'EUR', '€115.50'],
    ['en-GB', 640, 'RUB', '₽640'],
    ['en-GB', 640, null, '640'],
    ['ru-RU', 12500, 'RUB', '12 500 ₽'],
    ['ru-RU', 115.5, 'EUR', '115,50 €'],
    ['ru-RU', 640, 'bitcoin', '640 bitcoin'],
  ])('in %s: %d %s', (variety, amount, currency, written) => {
    speaking(variety)
    expect(plain(formatSum(amount, currency))).toBe(written)
  })
})

test('a day is a day, also today', () => {
  const today = new Date().toISOString().slice(0, 10)
  speaking('en-GB')
  expect(formatDayOfYear('2026-11-18')).toBe('18 Nov')
  expect(formatDayOfYear(today)).not.toContain(':')
})

describe('the days that a page of the calendar shows', () => {
  test.each([
    ['en-GB', '2026-11-16', '2026-11-22', false, '16 – 22 November 2026'],
    ['en-GB', '2026-11-30', '2026-12-06', true, '30 Nov – 6 Dec'],
    ['ru-RU', '2026-11-16', '2026-11-22', false, '16–22 ноября 2026'],
    ['ru-RU', '2026-11-16', '2026-11-22', true, '16–22 нояб.'],
    // The year of the last day, not of the day after it.
    ['ru-RU', '2028-12-25', '2028-12-31', false, '25–31 декабря 2028'],
    ['ru-RU', '2026-12-28', '2027-01-03', false, '28 декабря 2026 – 3 января 2027'],
  ])('in %s: %s to %s', (variety, first, last, narrow, written) => {
    speaking(variety)
    expect(plain(daysTitle(first, last, narrow))).toBe(written)
  })
})
