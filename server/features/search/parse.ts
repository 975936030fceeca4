import { normalise, type Word, wordsOf } from '../../lib/words.ts'
import { dayInWords } from './dates.ts'
import { codesOf } from './profile.ts'

/** What a person has typed, taken apart. Nothing typed is an error: what is not understood is looked for as text. */
export interface Question {
  /** The words to be found, in order, those of phrases too. */
  words: Word[]
  /** Joined codes, like INV-17/4. */
  codes: string[]
  /** Each must occur, word for word. */
  phrases: string[][]
  withoutWords: Word[]
  withoutPhrases: string[][]
  filters: Filter[]
  /** The last word, perhaps unfinished. */
  prefix?: string
  hints: string[]
  /** The text without operators, for whoever reads it as a sentence. */
  plain: string
  /** The phrase is in the quotes of print, which may come with a text that was pasted: where no file has it, its words will do. */
  loose?: boolean
}

export type FilterName = 'type' | 'kind' | 'tag' | 'in' | 'before' | 'after'

export interface Filter {
  name: FilterName
  value: string
  not: boolean
}

const NAMES: Record<string, FilterName> = {
  type: 'type',
  тип: 'type',
  kind: 'kind',
  вид: 'kind',
  tag: 'tag',
  тег: 'tag',
  in: 'in',
  папка: 'in',
  before: 'before',
  до: 'before',
  after: 'after',
  после: 'after',
}

export const OPERATORS: FilterName[] = ['type', 'kind', 'tag', 'in', 'before', 'after']

const PART =
  /(?<=^|\s)(?<not>-)?(?:(?<name>\p{L}+):(?:["“«](?<quoted>[^"”»]*)["”»]|(?<value>[^\s"]*))|["“](?<phrase>[^"”]*)["”])|(?<=^|\s)-(?<without>[\p{L}\p{N}][^\s"]*)|["“](?<inner>[^"”]*)["”]/giu

/** Nothing but a text in quotes of print, perhaps with operators. */
const PRINTED = /^([^«»"“”]*)«([^«»"“”]+)»\s*$/u

export function parseQuestion(typed: string): Question {
  const printed = PRINTED.exec(typed)
  const whole = printed && wordsOf(printed[1]!.replaceAll(/\S+:\S+/g, '')).length === 0 && !printed[1]!.endsWith(':')
  const text = whole ? `${printed[1]}"${printed[2]}"` : typed
  const question: Question = {
    words: [],
    codes: [],
    phrases: [],
    withoutWords: [],
    withoutPhrases: [],
    filters: [],
    hints: [],
    plain: '',
    ...(whole ? { loose: true } : {}),
  }
  let rest = ''
  let from = 0
  for (const match of text.matchAll(PART)) {
    const taken = takePart(question, match.groups!)
    rest += `${text.slice(from, match.index)}${taken ?? match[0]}`
    from = match.index + match[0].length
  }
  rest += text.slice(from)
  const ended = /\s$/.test(rest) || from === text.length
  question.plain = rest.replaceAll(/\s+/g, ' ').trim()
  question.words = wordsOf(question.plain)
  question.codes = [...new Set(codesOf(question.plain))]
  const last = question.words.at(-1)
  // A blank or a sign behind it says that the word is finished.
  if (last && last.end === question.plain.length && !ended) question.prefix = last.word
  return question
}

/** What remains of the part as text; undefined leaves it as it was. */
function takePart(question: Question, part: Record<string, string | undefined>): string | undefined {
  const phrase = part.phrase ?? part.inner
  if (phrase !== undefined) return takePhrase(question, phrase, part.not !== undefined)
  if (part.without !== undefined) {
    question.withoutWords.push(...wordsOf(part.without))
    return ' '
  }
  const name = NAMES[part.name!.toLowerCase()]
  const value = (part.quoted ?? part.value ?? '').trim()
  // "note: call" and "https://..." are text; only a known name right before its value is a filter.
  if (!name) {
    if (value && !/^[/\\]|^\d/.test(value)) question.hints.push(part.name!.toLowerCase())
    return undefined
  }
  if (!value) {
    question.hints.push(`${name}:`)
    return ' '
  }
  question.filters.push({ name, value, not: part.not !== undefined })
  return ' '
}

/** Each is looked for in the texts themselves; what is beyond counts by its words. */
const MOST_PHRASES = 10

function takePhrase(question: Question, phrase: string, not: boolean): string {
  const words = wordsOf(phrase).map(({ word }) => word)
  if (words.length === 0) return ' '
  const phrases = not ? question.withoutPhrases : question.phrases
  const isNew = !phrases.some(known => known.join(' ') === words.join(' '))
  if (isNew && phrases.length < MOST_PHRASES) phrases.push(words)
  return not ? ' ' : ` ${phrase} `
}

export interface Period {
  from: Date
  to: Date
}

/** A year, a month or a day, in UTC, in figures or with the month in words. Undefined when it is none. */
export function periodOf(typed: string): Period | undefined {
  const value = normalise(typed)
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(value)
  const [year, month, day] = dotted
    ? [dotted[3], dotted[2], dotted[1]]
    : (/^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(value)?.slice(1) ?? dayInWords(value) ?? [])
  if (!year) return undefined
  const from = new Date(Date.UTC(Number(year), Number(month ?? 1) - 1, Number(day ?? 1)))
  if (from.getUTCMonth() !== Number(month ?? 1) - 1 || from.getUTCDate() !== Number(day ?? 1)) return undefined
  const to = new Date(from)
  if (day) to.setUTCDate(to.getUTCDate() + 1)
  else if (month) to.setUTCMonth(to.getUTCMonth() + 1)
  else to.setUTCFullYear(to.getUTCFullYear() + 1)
  return { from, to }
}
