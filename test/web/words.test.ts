import { expect, test } from 'vitest'
import { shortDate } from '../../web/lib/format.ts'
import { grouped, pluralEn, pluralRu } from '../../web/lib/language.ts'

/** What is done by hand for speed says what the platform's own rules say. */

const NUMBERS = [...Array(240).keys(), 999, 1000, 1001, 4999, 5000, 12_345, 100_011, 1_000_021, 7_654_322]

test('numbers choose their words as the rules of both languages have it', () => {
  const forms = { one: 'one #', few: 'few #', many: 'many #', other: 'other #' }
  for (const [of, plural] of [
    ['en', pluralEn],
    ['ru', pluralRu],
  ] as const) {
    const [rules, numbers] = [new Intl.PluralRules(of), new Intl.NumberFormat(of)]
    for (const n of NUMBERS) {
      expect(plural(n, forms)).toBe(`${rules.select(n)} ${numbers.format(n)}`)
      expect(grouped(n, of)).toBe(numbers.format(n))
    }
  }
})

test('days and times are written as the platform writes them', () => {
  const OPTIONS = {
    time: { hour: '2-digit', minute: '2-digit' },
    day: { day: 'numeric', month: 'short' },
    year: { day: 'numeric', month: 'short', year: 'numeric' },
  } as const
  for (const variety of ['en-GB', 'en-US', 'ru', 'ru-RU'])
    for (let month = 0; month < 12; month++)
      for (const hour of [0, 9, 12, 23])
        for (const part of ['time', 'day', 'year'] as const) {
          const date = new Date(2025, month, 3 + month * 2, hour, 5)
          expect(shortDate(date, part, variety)).toBe(new Intl.DateTimeFormat(variety, OPTIONS[part]).format(date))
        }
  expect(shortDate(new Date(), 'day', 'en-CA')).toBeUndefined()
})
