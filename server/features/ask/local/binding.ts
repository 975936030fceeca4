import { type Word, wordsOf } from '../../../lib/words.ts'
import type { Retrieved } from '../../search/index.ts'
import { isCyrillic } from '../question.ts'
import { type Day, isSameDay } from '../verify/days.ts'
import type { Quantity } from '../verify/figures.ts'
import { isSameName, type Name } from '../verify/names.ts'
import { type ClaimReading, readingOf } from '../verify/reading.ts'
import type { ExpectedAnswer } from './wanted.ts'

/**
 * What a question asks for by year, month, number or name must be in the passage, or in the name, title, folder, names or beginning of its
 * file: another year's contract, another employee's salary is no answer.
 */

export interface BoundTerms {
  days: Day[]
  numbers: (Quantity & { isDesignation: boolean })[]
  /** Words that stand together are one name. */
  names: Name[][]
}

export interface Binding {
  asked: BoundTerms
  /** Undefined where the passage is about what was asked for; else what it is not about. */
  misses(passage: Retrieved): Missing | undefined
  /** Whether a table row, or a sentence that names another year, is about something other than the question. */
  isElsewhere(sentence: { text: string; isRecord: boolean }, passage: Retrieved, prose: string): boolean
}

export type Missing = { day: Day } | { number: Quantity } | { name: Name[] }

/** `isKnown`: whether any file has the word. */
export function bindingOf(
  question: string,
  isKnown: (term: string) => boolean,
  wanted: ExpectedAnswer = 'other',
): Binding {
  const read = readingOf(question)
  const asked: BoundTerms = {
    days: read.figures.days.filter(({ weekday }) => weekday === undefined),
    numbers: read.figures.quantities
      .filter(({ start, end }) => /\d/u.test(question.slice(start, end)))
      .map(number => ({ ...number, isDesignation: DESIGNATION.test(question.slice(0, number.start)) })),
    names: groupsOf(question, read.names),
  }
  const foreign = (text: string) => isCyrillic(text) !== read.cyrillic
  const missing = (there: ClaimReading, named: Word[], isForeign: boolean): Missing | undefined => {
    const day = asked.days.find(one => !containsDay(there, one))
    if (day) return { day }
    const number = asked.numbers.find(one => !containsNumber(there, one))
    if (number) return { number }
    // In the other language a name may be translated: only one that no file has at all is missed there.
    const name = asked.names.find(
      group => !containsName(named, group) && (!isForeign || group.some(({ term }) => !isKnown(term))),
    )
    return name && { name }
  }
  const nothing = asked.days.length + asked.numbers.length + asked.names.length === 0
  return {
    asked,
    misses(passage) {
      if (nothing) return undefined
      const there = readingOf(`${headOf(passage)}\n${passage.opening ?? ''}\n${passage.text}`)
      const named = passage.object.named ? [...there.words, ...wordsOf(passage.object.named)] : there.words
      return missing(there, named, foreign(passage.text))
    },
    isElsewhere({ text, isRecord }, passage, prose) {
      if (nothing) return false
      if (isRecord) {
        const there = readingOf(`${headOf(passage)}\n${prose}\n${text}`)
        return missing(there, there.words, foreign(passage.text)) !== undefined
      }
      return wanted === 'money' && saysAnotherYear(asked.days, readingOf(text))
    },
  }
}

/** What a file is called: its name, title and folder. */
export const headOf = ({ object }: Retrieved): string =>
  [object.folder ?? '', object.filename.replace(/\.\w{1,5}$/u, '').replaceAll('_', ' '), object.title]
    .filter(Boolean)
    .join('\n')

/** Names that stand side by side are one: "Paul Duarte". */
function groupsOf(text: string, names: Name[]): Name[][] {
  const groups: Name[][] = []
  for (const name of names) {
    const last = groups.at(-1)?.at(-1)
    if (last && /^[\s.]+$/u.test(text.slice(last.end, name.start))) groups.at(-1)!.push(name)
    else groups.push([name])
  }
  return groups
}

/** All of it, or its last word where the text has no other first name beside it. */
function containsName(there: Word[], group: Name[]): boolean {
  const has = (name: Name) => there.some(({ word }) => isSameName(name.word, word))
  const met = group.filter(has)
  if (met.length === group.length) return true
  // "Mr Donnelly" and "Хасанов Р. Р." are told by the family name; "Anna Duarte" is not Paul.
  return met.length > 0 && group.length > 1 && group.every(name => has(name) || isInitialThere(there, name))
}

const isInitialThere = (there: Word[], { word }: Name) => there.some(other => other.word === word[0])

const containsDay = ({ figures }: ClaimReading, day: Day) =>
  figures.days.some(said => isSameDay(day, said)) ||
  (day.month === undefined && figures.quantities.some(({ value }) => value === day.year))

/** "Invoice No. 12" is not one of the twelfth of February. */
const DESIGNATION = /(?:№|#|\bno\.?|\bnumber|номер(?:ом|а|у|е)?)\s?$/iu

const containsNumber = ({ figures }: ClaimReading, { value, isDesignation }: BoundTerms['numbers'][number]) =>
  figures.quantities.some(said => said.value === value) ||
  (!isDesignation && figures.days.some(({ day, year }) => day === value || year === value))

const saysAnotherYear = (asked: Day[], { figures }: ClaimReading) => {
  const years = asked.flatMap(({ year }) => year ?? [])
  const said = figures.days.flatMap(({ year }) => year ?? [])
  return years.length > 0 && said.length > 0 && !said.some(year => years.includes(year))
}
