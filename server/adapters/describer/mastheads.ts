/** What stands before a document and is not part of what it says: stamps of approval, and the mastheads of the United Nations. */

const STAMP =
  /(?:^|[\s«"])(?:утвержд(?:аю|ен[оаы]?|ается)|согласован[оаы]?|рассмотрен[оаы]?|принят[оаы]?|введен[оаы]? в действие)[»":]{0,2}(?!\p{L})/iu

/** Who approves, by which decision, when, and the line for the signature. */
const OF_STAMP = [
  /^(?:на (?:заседании|общем|основании|педагогическ)|решени|постановлени|приказ|протокол|распоряжени|(?:общим|общего) собрани)/i,
  /^(?:и\. ?о\. ?|врио )?(?:генеральн|директор|руководител|заведующ|председател|ректор|проректор|глав[аы] |начальник|министр|президент)/i,
  /^(?:педагогическ|управляющ|попечительск|уч[её]н)\p{L}{2,4} совет|^от(?: |$)|^№|^г\. ?$|^[«"]?\s?_|^\/|_{3}/iu,
  /^[«"]?\d{1,2}[»"]? ?\p{L}{3,8} ?\d{4}/u,
  /\p{Lu}\. ?\p{Lu}\. ?\p{Lu}\p{Ll}|\p{Lu}\p{Ll}{2,20} \p{Lu}\. ?\p{Lu}\./u,
  /^(?:МБ|МО|МА|МК|ГБ|ГА|ЧО|ФГ)\p{Lu}{1,4}(?!\p{L})|^(?:с|ст|г|пос|д)\. ?\p{Lu}/u,
]

/** The word for the document itself, in capitals or with what it is about, ends a stamp. */
const BEGINS =
  /^(?:(?:ПОЛОЖЕНИЕ|ПРАВИЛА|ПОРЯДОК|УСТАВ|ПРОГРАММА|ПЛАН|ИНСТРУКЦИЯ|РЕГЛАМЕНТ|КОДЕКС|ОТЧ[ЕЁ]Т)(?!\p{L})|(?:Положение|Правила|Порядок|Устав|Программа|План|Инструкция|Регламент|Отч[её]т)(?:\s{0,9}$|\s+об? |\s+\p{Ll}))/u

const LONGEST_STAMP = 10
const SHORT = 120

/** Where the stamp that begins at a line ends; the line itself where none does. */
function stampEnd(lines: string[], at: number): number {
  const line = lines[at]!
  if (line.length > SHORT * 2 || BEGINS.test(line) || !STAMP.test(line.slice(0, SHORT * 2))) return at
  // "Принят Государственной Думой" is in the text of laws, "принято решение" in that of minutes.
  const stands =
    /^[«"\s]*\p{L}+(?: в действие)?[»":\s]*$/iu.test(line) || /\t|\s{3}|_{2}/.test(line) || line.length < 60
  if (!stands) return at
  let end = at + 1
  while (
    end < lines.length &&
    end <= at + LONGEST_STAMP &&
    lines[end]!.length < SHORT &&
    !BEGINS.test(lines[end]!) &&
    (OF_STAMP.some(form => form.test(lines[end]!)) || STAMP.test(lines[end]!))
  )
    end++
  return end
}

const DISTRIBUTION = /^distr\b/i
const SESSION = /(?:^|\s)(?:session|сессия)(?:[,\s]|$)|^(?:original|язык оригинала)\s?:|^(?:russian|english|русский)$/i
const HALL = /^(?:женева|geneva|new york|нью-йорк),? ?\d|^\d{1,2}(?: \p{L}+)?\s?[-–—]\s?\d{1,2} \p{L}+/iu

/** Behind the names of the organisation, the symbol, the committee and its session. */
function afterMasthead(lines: string[]): number {
  if (!lines.slice(0, 14).some(line => DISTRIBUTION.test(line))) return 0
  const last = lines.slice(0, 24).findLastIndex(line => SESSION.test(line) || HALL.test(line))
  return last + 1
}

/** Which of the first lines of a text are of the document itself. */
export function isOfDocument(lines: string[]): boolean[] {
  const keep = lines.map(() => true)
  const from = afterMasthead(lines)
  keep.fill(false, 0, from)
  for (let at = from; at < lines.length; ) {
    const end = stampEnd(lines, at)
    keep.fill(false, at, end)
    at = Math.max(end, at + 1)
  }
  return keep
}
