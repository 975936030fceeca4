import { lazy } from './lazy.ts'
import { isWrappedAt } from './wrapped-lines.ts'

/** Sentences of a text, in any language, as half-open ranges of UTF-16 units that leave nothing out. */

export interface TextSpan {
  start: number
  end: number
}

const segmenter = lazy(() => new Intl.Segmenter('ru', { granularity: 'sentence' }))

/** The segmenter is given pieces of this size at most: it is slow on texts without any end of sentence. */
const PIECE = 20_000

const ABBREVIATION =
  /(?:^|[\s(«"'])(?:т|г|гг|в|вв|с|стр|рис|табл|гл|ст|п|пп|ч|им|ул|д|кв|корп|стр|пл|пер|обл|р|руб|коп|тыс|млн|млрд|см|ср|др|пр|проф|акад|доц|инж|тел|напр|прим|ред|изд|кг|км|мм|мл|мин|сек|ок|род|ум|св|mr|mrs|ms|dr|prof|st|vs|etc|inc|ltd|co|corp|jr|sr|no|nos|vol|fig|figs|pp|ed|eds|al|gen|col|lt|sgt|rev|hon|gov|sen|rep|dept|univ|approx|ca|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|e\.g|i\.e|u\.s|[A-ZА-ЯЁ])\.\s*$/iu

/** The number of a clause or of a point in a list, which belongs to what follows: "2.1.", "b)". */
const NUMBERING = /^\s*(?:\d{1,3}(?:\.\d{1,3}){0,4}[.)]|\(?[\p{L}\d]{1,2}\))[ \t]*$/u

/** Lines of one width may be anything; a sentence ends at some time. */
const LONGEST_WRAPPED = 600

/** It ended with a shortened word or an initial, or what follows goes on in small letters. */
function goesOn(text: string, last: TextSpan, segment: string): boolean {
  const before = text.slice(Math.max(last.start, last.end - 40), last.end)
  const after = segment.slice(0, 8)
  if (NUMBERING.test(before)) return true
  const gap = before.slice(before.trimEnd().length)
  if (gap.includes('\n')) {
    if (gap.indexOf('\n') !== gap.lastIndexOf('\n') || /[.!?…]["'»”)\]]*\s*$/.test(before)) return false
    const isShort = last.end - last.start < LONGEST_WRAPPED
    return /^\s*\p{Ll}/u.test(after) || (isShort && isWrappedAt(text, last.end - gap.length + gap.indexOf('\n')))
  }
  if (/^\s*\p{Ll}/u.test(after)) return true
  if (/^\s*[,;:)]/.test(after)) return true
  return ABBREVIATION.test(before.slice(-24))
}

export function sentencesOf(text: string): TextSpan[] {
  const spans: TextSpan[] = []
  for (let from = 0; from < text.length; ) {
    const to = pieceEnd(text, from)
    for (const { index, segment } of segmenter().segment(text.slice(from, to))) {
      const start = from + index
      const last = spans.at(-1)
      if (last && start > 0 && goesOn(text, last, segment)) last.end = start + segment.length
      else spans.push({ start, end: start + segment.length })
    }
    from = to
  }
  return spans
}

/** At the end of a line or a word, never inside a character. */
function pieceEnd(text: string, from: number): number {
  const limit = from + PIECE
  if (limit >= text.length) return text.length
  // Only within the piece: a text may have no blank at all.
  const piece = text.slice(from, limit + 1)
  for (const blank of ['\n', ' ']) {
    const at = piece.lastIndexOf(blank)
    if (at > PIECE / 2) return from + at + 1
  }
  return /[\ud800-\udbff]/.test(text[limit - 1]!) ? limit + 1 : limit
}
