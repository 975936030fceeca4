import type { Wanted } from './wanted.ts'

/** Days and periods that a sentence has, and that are not those which were asked for. */

/** Place and date at the head of a document say when it was made, and nothing of what stands in it. */
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
  /(^|[^\p{L}])(заключ[её]н\p{L}*|заключили|подписан\p{L}*|подписали|составлен\p{L}*|датирован\p{L}*|оформлен\p{L}*|выдан\p{L}*|от какого числа|дата (договора|документа|акта|сч[её]та|справки|приказа|письма|заключения|подписания|составления)|signed|dated|concluded|made|issued|entered into|drawn up|date of)(?!\p{L})/iu

const lastLine = (text: string) => text.trimEnd().split('\n').at(-1)!.trim()

const isDateline = (text: string) => text.length < 400 && DATELINE.test(lastLine(text))

const OF_THE_END =
  /(^|[^\p{L}])(заканчива\p{L}+|законч\p{L}+|оканчива\p{L}+|кончает\p{L}*|истека\p{L}+|истеч\p{L}+|(до|по) как\p{L}+ (числ|дат|дня|год|месяц)\p{L}*|(ends?|ending|expires?|expire|run out|until when|until what|till when))(?!\p{L})/iu
/** How long before something one has to say so is not when it ends. */
const NOTICE =
  /(^|[^\p{L}])(предупре\p{L}+|уведом\p{L}+|извест\p{L}+|расторг\p{L}+|notice|notif\p{L}+|terminat\p{L}+)(?!\p{L})/iu

/** `hasDay`: a day stands in the sentence, not only a period. */
export function isOtherTime(wanted: Wanted, question: string, text: string, hasDay: boolean): boolean {
  if (wanted !== 'time' && wanted !== 'duration') return false
  if (isDateline(text)) return wanted === 'duration' || !OF_THE_DOCUMENT.test(question)
  return OF_THE_END.test(question) && !hasDay && NOTICE.test(text) && !NOTICE.test(question)
}
