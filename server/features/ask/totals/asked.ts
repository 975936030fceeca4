import { MONTHS } from '../../../lib/when/words.ts'
import { isStopWord, wordsOf } from '../../../lib/words.ts'
import { figuresIn } from '../verify/figures.ts'

/** Questions that add up or count papers of one kind: "сколько всего по счетам за 2026 год", "how many contracts". */

export interface AskedTotal {
  what: 'sum' | 'count'
  docType: string
  year?: number
  month?: number
  /** Whose papers are meant, in small letters. */
  names: string[]
}

const PLURALS: [string, RegExp][] = [
  ['invoice', /(?<!\p{L})(счета|счетов|счетам|счетами|счетах|invoices|bills)(?!\p{L})/u],
  ['receipt', /(?<!\p{L})(чеки|чеков|чекам|чеками|чеках|receipts)(?!\p{L})/u],
  ['contract', /(?<!\p{L})(договоры|договора|договоров|договорам|договорами|договорах|contracts|agreements)(?!\p{L})/u],
  ['act', /(?<!\p{L})(акты|актов|актам|актами|актах)(?!\p{L})/u],
]
const SUM =
  /(?<!\p{L})(сколько всего|всего сколько|общая сумма|общую сумму|общей сумме|в сумме|суммарно|сложи|на какую сумму|итоговая сумма|in total|total|altogether|sum of|add up|sum up|in all)(?!\p{L})/u
const COUNT =
  /(?<!\p{L})(сколько|how many)\s(?:(?:у|меня|нас|всего|было|есть|different|разных)\s){0,3}(счетов|чеков|договоров|актов|invoices|bills|receipts|contracts|agreements)(?!\p{L})/u

export function totalAskedBy(question: string): AskedTotal | undefined {
  const text = question.toLowerCase().replaceAll('ё', 'е')
  const docType = PLURALS.find(([, plural]) => plural.test(text))?.[0]
  const what = COUNT.test(text) ? 'count' : SUM.test(text) ? 'sum' : undefined
  if (!docType || !what) return undefined
  const { days, quantities } = figuresIn(question)
  // A number or a day of its own asks for one paper, not for all of them.
  const [period] = days
  if (quantities.length > 0 || days.length > 1 || period?.day !== undefined || period?.weekday !== undefined)
    return undefined
  return { what, docType, year: period?.year, month: period?.month, names: namesIn(question) }
}

/** Words with a capital, but for the first. */
const namesIn = (question: string): string[] =>
  wordsOf(question).flatMap(({ word, start }, at) =>
    at > 0 && /\p{Lu}/u.test(question[start] ?? '') && !isStopWord(word) && !MONTHS.has(word) ? word : [],
  )
