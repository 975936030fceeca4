import { codePointCounter } from '../../lib/code-points.ts'
import { sentencesOf, type TextSpan } from '../../lib/sentences.ts'

/** A chunk of a text, about a paragraph, that begins and ends with a sentence. Offsets are in code points. */
export interface TextChunk {
  ord: number
  text: string
  /** In UTF-16 units of the whole text. */
  start: number
  end: number
  charStart: number
  charEnd: number
  page: number | null
}

export interface PageStart {
  page: number
  char_start: number
  char_end: number
}

/** An abstract or a paragraph stays whole; the encoder, too, reads about so much. */
const FULL = 1500
/** What is left over at the end joins the chunk before it, up to this. */
const MOST = 2100
/** A paragraph's end closes a chunk from here on. */
const ENOUGH = 700

/** Chunks that together leave out nothing but blanks. */
export function chunksOf(text: string, pages: PageStart[]): TextChunk[] {
  const points = codePointCounter(text)
  const starts = new Set<number>(pages.map(page => page.char_start))
  const chunks = merged(text, spanEnds(text, starts, points))
  const position = codePointCounter(text)
  let at = 0
  return chunks.map(({ start, end }, ord) => {
    const charStart = position(start)
    const charEnd = position(end)
    while (at + 1 < pages.length && pages[at + 1]!.char_start <= charStart) at++
    return { ord, text: text.slice(start, end), start, end, charStart, charEnd, page: pages[at]?.page ?? null }
  })
}

interface Piece extends TextSpan {
  /** A new page begins here, so a new chunk does. */
  opens: boolean
}

/** Sentences, cut where they are longer than any chunk and where a page begins. */
function spanEnds(text: string, pageStarts: Set<number>, points: (unit: number) => number): Piece[] {
  const pieces: Piece[] = []
  const cuts = [...pageStarts].sort((a, b) => a - b)
  let nextCut = 0
  for (const sentence of sentencesOf(text)) {
    for (let from = sentence.start; from < sentence.end; ) {
      const startsAt = points(from)
      while (nextCut < cuts.length && cuts[nextCut]! < startsAt) nextCut++
      const opens = cuts[nextCut] === startsAt
      if (opens) nextCut++
      const room = Math.min(sentence.end, longSentenceEnd(text, from, sentence.end))
      const to = cutBefore(text, { start: from, end: room }, startsAt, cuts[nextCut])
      pieces.push({ start: from, end: to, opens })
      from = to
    }
  }
  return pieces
}

/** The end of the span, or the page border inside it. */
function cutBefore(text: string, span: TextSpan, startsAt: number, border: number | undefined): number {
  if (border === undefined || border - startsAt >= span.end - span.start) return span.end
  let unit = span.start
  for (let n = startsAt; n < border && unit < span.end; n++) unit += text.codePointAt(unit)! > 0xffff ? 2 : 1
  return Math.min(unit, span.end)
}

function longSentenceEnd(text: string, from: number, end: number): number {
  if (end - from <= FULL) return end
  const limit = from + FULL
  const [least, rest] = [FULL / 3, text.slice(from, limit)]
  for (const sign of ['\n', '; ', ', ', ' ']) {
    const at = rest.lastIndexOf(sign)
    if (at > least) return from + at + sign.length
  }
  return /[\ud800-\udbff]/.test(text[limit - 1]!) ? limit - 1 : limit
}

function merged(text: string, pieces: Piece[]): TextSpan[] {
  const chunks: (TextSpan & { opens: boolean })[] = []
  for (const { opens, ...piece } of pieces) {
    const last = chunks.at(-1)
    if (!last || opens || closes(text, last, piece)) chunks.push({ ...piece, opens })
    else last.end = piece.end
  }
  return joinTails(chunks)
    .map(chunk => trimmed(text, chunk))
    .filter(({ start, end }) => end > start)
}

function closes(text: string, chunk: TextSpan, next: TextSpan): boolean {
  const size = chunk.end - chunk.start
  if (size + (next.end - next.start) > FULL) return true
  return size >= ENOUGH && /\n\s*\n\s*$/.test(text.slice(Math.max(chunk.start, chunk.end - 12), chunk.end))
}

/** A short rest is no chunk of its own, unless it stands on a page of its own. */
function joinTails(chunks: (TextSpan & { opens: boolean })[]): TextSpan[] {
  const joined: (TextSpan & { opens: boolean })[] = []
  for (const chunk of chunks) {
    const last = joined.at(-1)
    const short = chunk.end - chunk.start < FULL / 4
    if (last && short && !chunk.opens && chunk.end - last.start <= MOST) last.end = chunk.end
    else joined.push(chunk)
  }
  return joined
}

function trimmed(text: string, { start, end }: TextSpan): TextSpan {
  let [from, to] = [start, end]
  while (from < to && /\s/.test(text[from]!)) from++
  while (to > from && /\s/.test(text[to - 1]!)) to--
  return { start: from, end: to }
}
