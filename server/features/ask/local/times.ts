import type { ExpectedAnswer } from './wanted.ts'

/** Days and periods that a sentence has, and that are not those which were asked for. */

/** Place and date at the top of a letter say when it was written; they are no fact of its content. */
const DATE =
  '(?:[«"]?\\d{1,2}[»"]?\\s+\\p{L}{3,10}\\s+\\d{4}|\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}|\\p{Lu}\\p{Ll}{2,9}\\s+\\d{1,2},?\\s+\\d{4})'
const PLACE = '\\p{Lu}[\\p{L}-]{1,30}(?:\\s\\p{Lu}[\\p{L}-]{1,30})?'
/** A lone word before a date may be anything; a place is told by its sign, a comma or the gap of a form. */
const DATELINE = new RegExp(
  `^(?:(?:(?:г|гор)\\.\\s{0,3}|город\\s)${PLACE},?\\s{1,80}|${PLACE}(?:,\\s{1,80}|\\s{3,80}))${DATE}(?:\\s?(?:года|г\\.?))?$`,
  'u',
)

/** The question is about the making of the document itself. */
const OF_THE_DOCUMENT =
  /(^|[^\p{L}])(заключ[еаи]|подписан|подписали|составлен|датирован|оформ[ли]|выдан|выставлен|выписан|написан|издан|утвержд|принят|зарегистрирован|от какого числа|дата (договор|документ|акт|счет|справк|приказ|письм|заключен|подписан|составлен)|signed|written|dated|date on|contract date|concluded|made|issued|entered into|drawn up|date of)/u

/** Whose day and place stand at its head. */
const PAPER =
  /(^|[^\p{L}])(договор|соглашен|контракт|акт|доверенност|приказ|протокол|распоряжен|contract|agreement|lease|deed|act|order|minutes|power of attorney)/u

const lastLine = (text: string) => text.trimEnd().split('\n').at(-1)!.trim()

const isDateline = (text: string) => text.length < 400 && DATELINE.test(lastLine(text))

const OF_THE_END =
  /(^|[^\p{L}])(заканчива|законч|оканчива|кончает|истека|истеч|(до|по) как(ого|ое) (числ|дат|дня|год|месяц)|ends?(?!\p{L})|ending|expire|run out|(until|till) (when|what))/u
/** How long before something one has to say so is not when it ends. */
const NOTICE = /(^|[^\p{L}])(предупре|уведом|извест|расторг|notice|notif|terminat)/u

const plain = (text: string) => text.toLowerCase().replaceAll('ё', 'е')

/** `hasDay`: a day stands in the sentence, not only a period. */
export function isOtherTime(wanted: ExpectedAnswer, question: string, text: string, hasDay: boolean): boolean {
  if (wanted !== 'time' && wanted !== 'duration') return false
  const asked = plain(question)
  const ofTheEnd = OF_THE_END.test(asked)
  if (isDateline(text))
    return wanted === 'duration' || ofTheEnd || (PAPER.test(plain(text)) && !OF_THE_DOCUMENT.test(asked))
  return ofTheEnd && !hasDay && NOTICE.test(plain(text)) && !NOTICE.test(asked)
}
