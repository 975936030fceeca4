import { withoutEnd } from '../../../lib/trim.ts'

/** Questions that ask several things at once, each by itself. */

const MOST_PARTS = 3
const LEAST_WORDS = 2

const RU_ASKING =
  'кто|кого|кому|кем|что|чего|где|куда|откуда|когда|сколько|скольким|почему|зачем|чей|чья|чь[её]|чьи|как(?:ой|ая|ое|ие|ого|ому|им|ом|ую|их|ова|ов|ово|овы)?'
const EN_ASKING = 'who|whom|whose|what|where|when|why|which|how'
const BEFORE_RU = '(?:(?:в|во|на|с|со|к|ко|до|по|у|от|о|об|за|из|для|под|при|после)\\s+)?'
const BEFORE_EN = '(?:(?:at|by|in|on|for|from|to|until|till|since|with|of|under)\\s+)?'
const ASKS = `(?:${BEFORE_RU}(?:${RU_ASKING})|${BEFORE_EN}(?:${EN_ASKING})|\\p{L}+\\s+ли)(?!\\p{L})`
const JOINT = '(?:[,;]?\\s+(?:и|а также|а|and|and also|as well as)\\s+|\\s*;\\s*|\\?\\s+(?:(?:и|а|and)\\s+)?)'

const SPLIT = new RegExp(`${JOINT}(?=${ASKS})`, 'giu')
const ONLY_ASKS = new RegExp(`^${ASKS}$`, 'iu')
const BEGINS = new RegExp(`^${ASKS}`, 'iu')

/** Clauses that hang on a verb before: "скажи, когда", "the day when". */
const HANGS =
  /(^|[\s,])(скажи|подскажи|напомни|узнай|найди|покажи|знаешь|известно|tell me|know|day|date|year|time|place|дата|день|место|время|год|тот|то|том|того)$/iu

export function partsOf(question: string): string[] {
  const text = question.replaceAll(/\s+/gu, ' ').trim()
  const bare = withoutEnd(text, /[?.!\s]/u)
  const pieces: string[] = []
  let from = 0
  for (const { index, 0: joint } of bare.matchAll(SPLIT)) {
    const before = bare.slice(from, index)
    if (HANGS.test(before)) continue
    pieces.push(before)
    from = index + joint.length
  }
  pieces.push(bare.slice(from))
  const parts = shared(pieces.map(piece => piece.trim()).filter(Boolean))
  if (parts.length > 1 && parts.length <= MOST_PARTS && parts.every(isWhole)) return parts.map(part => `${part}?`)
  return byYear(text) ?? [text]
}

const isWhole = (part: string) => part.split(' ').length >= LEAST_WORDS

/** "Когда и где подписан договор": both ask about the same. */
function shared(pieces: string[]): string[] {
  const last = pieces.at(-1) ?? ''
  const asks = BEGINS.exec(last)?.[0]
  if (asks === undefined) return pieces
  // "Кому я дала в долг и сколько": the second asks about what the first says.
  const told = last.slice(asks.length).trim() === '' ? pieces[0]! : last
  const rest = told.slice(BEGINS.exec(told)?.[0].length ?? 0).trim()
  if (rest === '') return pieces
  return pieces.map(piece => (ONLY_ASKS.test(piece) ? `${piece} ${rest}` : piece))
}

const YEARS =
  /(?<!(?:между|between|from|с|со)\s+)(?<!\d)(?:(в|за|на|in|for)\s+)?((?:19|20)\d\d)(\s+год[ау]?|\s+г\.)?\s*(?:,|и|and|or|или|vs)\s*(?:(?:в|за|на|in|for|from)\s+)?((?:19|20)\d\d)(\s+год[аыу]х?|\s+г\.)?/iu

/** "In 2025 and 2026": once for each year. */
function byYear(question: string): string[] | undefined {
  const met = YEARS.exec(question)
  if (!met) return undefined
  const [all, before = '', first, , second, behind = ''] = met
  const at = (year: string) => question.replace(all, [before, year].filter(Boolean).join(' ') + behind)
  return [at(first!), at(second!)]
}
