/** What stands before a document and is not part of what it says: stamps of approval, and the mastheads of the United Nations. */

const STAMP =
  /(?:^|[\s«"])(?:утвержд(?:аю|ен[оаы]?|ается)|согласован[оаы]?|рассмотрен[оаы]?|принят[оаы]?|введен[оаы]? в действие)[»":]{0,2}(?!\p{L})/iu

const BEGINS_STAMP = /^[«"\s]{0,3}(?:утвержд|согласован|рассмотрен|принят|введен)/iu

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

/** "КВОТА", "ПЛАН", "ПОЛОЖЕНИЕ О ПОРЯДКЕ": a line in capitals of few words, longer than letters that stand for a name. */
const isCapitals = (line: string) =>
  /^[А-ЯЁ]{4,20}(?: [А-ЯЁ]{1,20}){0,3}\s*$/u.test(line) && !/^[МГФЧ][БОАКГ][А-ЯЁ]{1,4}(?: |$)/u.test(line)

/** Where the document itself begins below a stamp; the stamp's own line where that cannot be told. */
function titleBelow(lines: string[], at: number): number {
  for (let end = at + 1; end < Math.min(lines.length, at + LONGEST_STAMP + 3); end++) {
    const line = lines[end]!
    if (BEGINS.test(line) || (isCapitals(line) && !STAMP.test(line))) return end
    if (line.length > SHORT * 2 || /^\d{1,2}\.\s/.test(line)) return at
  }
  return at
}

/** Where the stamp that begins at a line ends; the line itself where none does. */
function stampEnd(lines: string[], at: number): number {
  const line = lines[at]!
  if (line.length > SHORT * 2 || BEGINS.test(line) || !STAMP.test(line.slice(0, SHORT * 2))) return at
  // "Принят Государственной Думой" is in the text of laws, "принято решение" in that of minutes.
  const stands =
    /^[«"\s]*\p{L}+(?: в действие)?[»":\s]*$/iu.test(line) ||
    /\t|\s{3}|_{2}/.test(line) ||
    // "Ваш заказ принят" is no stamp: there the word comes first.
    (line.length < 60 && BEGINS_STAMP.test(line))
  if (!stands) return at
  const title = titleBelow(lines, at)
  if (title > at) return title
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

/** Who has it printed: a ministry, a school. */
export const INSTITUTION =
  /^(?:(?:не)?государственн|муниципальн|федеральн|автономн|краев|областн|частн)(?:ое|ая|ый) .{0,80}(?:учрежден|предприят|организаци|университет|институт|академи)|^(?:министерство|правительство|администрация|департамент|комитет) |^министерство$|^(?:первый )?заместитель председателя|^(?:united nations|official journal|организация объедин[её]нных)/iu
/** What goes on in the next line: a name in quotes or brackets, or a genitive in capitals. */
const OF_INSTITUTION =
  /^[«"(]|^(?:СОВЕТА|СОБРАНИЯ|КОМИТЕТА|РАЙОНА|ГОРОДА|ОБЛАСТИ|КРАЯ|РЕСПУБЛИКИ|ОКРУГА|УНИВЕРСИТЕТА|НАУКИ|СТАНИЦЫ)(?!\p{L})|^\p{Lu}{3,30}(?:ОГО|ЕГО|ОЙ|ЕЙ|ЫХ|ИХ|НИЯ|ЦИИ)(?!\p{L})/u
const LONGEST_NAME = 5

/** Where the letterhead that begins at a line ends. */
function letterheadEnd(lines: string[], at: number): number {
  if (at > 2 || !INSTITUTION.test(lines[at]!.slice(0, SHORT * 2)) || BEGINS.test(lines[at]!)) return at
  let end = at + 1
  while (
    end < lines.length &&
    end <= at + LONGEST_NAME &&
    !BEGINS.test(lines[end]!) &&
    !STAMP.test(lines[end]!) &&
    OF_INSTITUTION.test(lines[end]!)
  )
    end++
  return end
}

/** Which of the first lines of a text are of the document itself. */
export function isOfDocument(lines: string[]): boolean[] {
  const keep = lines.map(() => true)
  const from = afterMasthead(lines)
  keep.fill(false, 0, from)
  for (let at = from; at < lines.length; ) {
    const end = Math.max(stampEnd(lines, at), letterheadEnd(lines, at))
    keep.fill(false, at, end)
    at = Math.max(end, at + 1)
  }
  return keep
}
