import { EN_MONTHS, RU_MONTHS } from '../../lib/when/names.ts'
import { anyOf, MONTHS } from '../../lib/when/words.ts'
import { normalise, termOf } from '../../lib/words.ts'

/** A day is the same in figures and in words: 12.03.2025, 2025-03-12, 12 марта 2025, March 12, 2025. */

const MONTH = `(?<month>${anyOf([...MONTHS.keys()].filter(name => name.length > 2))})(?!\\p{L})\\.?`
const YEAR = '(?<year>\\d{4})(?!\\d)'
const WRITTEN = [
  `(?<![\\d.])(?<day>\\d{1,2})[./-](?<month>\\d{1,2})[./-]${YEAR}`,
  `(?<!\\d)(?<year>\\d{4})[./-](?<month>\\d{1,2})[./-](?<day>\\d{1,2})(?!\\d)`,
  `(?<!\\d)(?<day>\\d{1,2})\\s+${MONTH}(?:,?\\s+${YEAR})?`,
  `(?<!\\p{L})${MONTH}\\s+(?<day>\\d{1,2})(?!\\d)(?:,?\\s+${YEAR})?`,
].map(pattern => new RegExp(pattern, 'gu'))

interface Written {
  /** All of it, and its parts as they are typed. */
  text: string
  day: string
  month: string
  year?: string
  number: number
}

function datesIn(question: string): Written[] {
  if (!/\d/.test(question)) return []
  const text = normalise(question)
  return WRITTEN.flatMap(pattern =>
    Array.from(text.matchAll(pattern), ({ 0: text, groups }) => {
      const { day, month, year } = groups as { day: string; month: string; year?: string }
      return { text, day, month, year, number: MONTHS.get(month) ?? Number(month) }
    }),
  ).filter(({ day, number }) => Number(day) >= 1 && Number(day) <= 31 && number >= 1 && number <= 12)
}

/** The question, where it is a day of a year and nothing more. */
function wholeDate(question: string): Written | undefined {
  const bare = normalise(question)
    .trim()
    .replace(/(?<=\d)\s*г(?:ода?)?\.?$/, '')
  return datesIn(bare).find(({ text, year }) => year !== undefined && text === bare)
}

export const isDate = (question: string) => wholeDate(question) !== undefined

/** Its year, month and day in figures, where the month is a word: 3/4/2026 is another day in America. */
export function dayInWords(text: string): [string, string, string] | undefined {
  const date = wholeDate(text)
  return date?.year && MONTHS.has(date.month) ? [date.year, String(date.number), date.day] : undefined
}

const padded = (value: number | string) => String(Number(value)).padStart(2, '0')

/** The words with which that day is written in texts; none where the question is no date. */
export function waysToWrite(question: string): string[][] {
  const date = wholeDate(question)
  if (!date) return []
  const [day, dayInTwo, month, year] = [String(Number(date.day)), padded(date.day), padded(date.number), date.year!]
  const of = RU_MONTHS.genitive[date.number - 1]!
  const full = EN_MONTHS[date.number - 1]!.toLowerCase()
  const ways = [day, dayInTwo].flatMap(one => [
    [one, month, year],
    [year, month, one],
    [one, of, year],
    [one, full, year],
    [full, one, year],
  ])
  return [...new Map(ways.map(way => [way.join(' '), way])).values()]
}

/** Terms that stand for parts of the dates in a question, each with the term that it stands for. */
export function otherDates(question: string): { term: string; of: string }[] {
  return datesIn(question)
    .flatMap(({ day, month, number }) => {
      const names = [...MONTHS].filter(([, other]) => other === number).map(([name]) => name)
      // Short forms of other names are left out: "мар" is the term of Мария too.
      const full = names.filter(name => !names.some(longer => longer !== name && longer.startsWith(name)))
      return [
        ...[String(Number(day)), padded(day)].map(term => ({ term, of: day })),
        ...[padded(number), ...full.map(termOf)].map(term => ({ term, of: termOf(month) })),
      ]
    })
    .filter(({ term, of }) => term !== of)
}

/** Dates in figures, joined as codes are: no code, or one in words could not stand beside them. */
export const joinedDates = (question: string) =>
  new Set(datesIn(question).flatMap(({ day, month, year }) => [`${day}${month}${year}`, `${year}${month}${day}`]))
