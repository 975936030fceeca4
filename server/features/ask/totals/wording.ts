import type { Language } from '../../../lib/language.ts'
import { asText } from '../clean.ts'
import type { AskedTotal } from './asked.ts'
import type { TotalPaper } from './queries.ts'

/** How a sum or a count is told, with its sources below. */

const NAMES_LISTED = 3

/** Cents are told both or not at all. */
const money = (amount: number, currency: string, language: Language) =>
  new Intl.NumberFormat(language, { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' }).format(amount)

const day = (date: string | null, language: Language) =>
  date ? new Intl.DateTimeFormat(language, { timeZone: 'UTC', dateStyle: 'medium' }).format(new Date(date)) : ''

const NOUNS: Record<Language, Record<string, [one: string, few: string, many: string]>> = {
  ru: {
    file: ['файл', 'файла', 'файлов'],
    invoice: ['счёт', 'счёта', 'счетов'],
    receipt: ['чек', 'чека', 'чеков'],
    contract: ['договор', 'договора', 'договоров'],
    act: ['акт', 'акта', 'актов'],
  },
  en: {
    file: ['file', 'files', 'files'],
    invoice: ['invoice', 'invoices', 'invoices'],
    receipt: ['receipt', 'receipts', 'receipts'],
    contract: ['contract', 'contracts', 'contracts'],
    act: ['act', 'acts', 'acts'],
  },
}

const counted = (count: number, noun: string, language: Language) => {
  const [one, few, many] = NOUNS[language][noun] ?? NOUNS[language].file!
  const form = new Intl.PluralRules(language).select(count)
  return `${count} ${form === 'one' ? one : form === 'few' ? few : many}`
}

/** Amounts are in hundredths where they are added, so that no cent is lost. */
function sums(papers: TotalPaper[]): [string, number][] {
  const found = new Map<string, number>()
  for (const { amount, currency } of papers)
    found.set(currency!, (found.get(currency!) ?? 0) + Math.round((amount ?? 0) * 100))
  return [...found].map(([currency, hundredths]) => [currency, hundredths / 100])
}

/** What the total does not cover. */
export interface Notes {
  unread: number
  /** Beyond it they are not counted. */
  mostUnread: number
  /** Files left out since others have the same content. */
  repeated: number
}

export function totalled(papers: TotalPaper[], asked: AskedTotal, language: Language, notes: Notes): string {
  const { what, docType } = asked
  const lines = papers.map(({ filename, document_date, amount, currency }, at) =>
    [
      `${at + 1}. ${asText(filename)}`,
      day(document_date, language),
      what === 'sum' ? money(amount!, currency!, language) : '',
    ]
      .filter(Boolean)
      .join(' · ')
      .concat(` [${at + 1}]`),
  )
  const found = counted(papers.length, docType, language)
  const total = new Intl.ListFormat(language).format(
    sums(what === 'sum' ? papers : []).map(([currency, sum]) => money(sum, currency, language)),
  )
  const opening =
    what === 'count'
      ? { ru: `По прочитанным файлам: ${found}.`, en: `In the files that were read there are ${found}.` }
      : {
          ru: `По прочитанным файлам всего ${total} (${found}).`,
          en: `In the files that were read: ${total} in total (${found}).`,
        }
  return [[opening[language], ...limitsOf(asked, language, notes)].join(' '), lines.join('\n')].join('\n\n')
}

function limitsOf({ names }: AskedTotal, language: Language, { unread, mostUnread, repeated }: Notes): string[] {
  const few = counted(unread, 'file', language)
  const limits = {
    ru: [
      names.length > 0 && 'Учтены файлы, где это имя есть в имени файла, в заголовке, среди людей или организаций.',
      repeated > 0 && 'Одинаковые файлы учтены один раз.',
      unread > 0 && `Ещё читаются или не прочитаны: ${unread > mostUnread ? `больше ${mostUnread} файлов` : few}.`,
    ],
    en: [
      names.length > 0 &&
        'Counted are files with this name in the file name, the title, the people or the organisations.',
      repeated > 0 && 'Identical files are counted once.',
      unread > 0 &&
        `${unread > mostUnread ? `More than ${mostUnread} files` : few} ${unread === 1 ? 'is' : 'are'} still being read or could not be read.`,
    ],
  }
  return limits[language].filter(limit => limit !== false)
}

type Reason = 'unclear' | 'without text'

const REASONS = {
  ru: {
    sum: 'Точно сложить не получится: дата или сумма не указана однозначно',
    count: 'Точно посчитать не получится: дата не указана однозначно',
    'without text': 'Точно посчитать не получится: нет текста',
  },
  en: {
    sum: 'This cannot be added up exactly: the date or the amount is not clear',
    count: 'This cannot be counted exactly: the date is not clear',
    'without text': 'This cannot be counted exactly: there is no text',
  },
}

/** Of a sum whose figure is not found in the text, the amount is not clear. */
export function beyond(
  papers: TotalPaper[],
  { what }: AskedTotal,
  language: Language,
  reason: Reason = 'unclear',
): string {
  const names = [...new Set(papers.map(({ filename }) => filename))]
  const listed = names.slice(0, NAMES_LISTED).map(name => (language === 'ru' ? `«${name}»` : `“${name}”`))
  const more = names.length - listed.length
  const rest = more > 0 ? { ru: ` и ещё в ${more}`, en: ` and ${more} more` }[language] : ''
  const why = REASONS[language][what === 'count' && reason === 'without text' ? reason : what]
  return `${why} ${language === 'ru' ? 'в' : 'in'} ${asText(listed.join(', '))}${rest}.`
}

export const tooMany = (most: number, language: Language): string =>
  language === 'ru'
    ? `Таких файлов больше ${most}, столько сразу сложить не получится: уточните год, месяц или от кого они.`
    : `There are more than ${most} such files, too many to add up at once: name a year, a month or whom they are from.`
