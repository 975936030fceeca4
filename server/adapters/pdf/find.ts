import { loadRussian } from '../../lib/russian.ts'
import type { FoundPlaces } from '../../ports/documents.ts'
import { matchesOf, type SearchPhrase, wantedOf } from './phrases.ts'
import { type PageSize, type PageWord, pagesOf } from './words.ts'

/** Every place where a word, a name or a number stands on the pages. Runs in the document worker. */

const MOST_PLACES = 1000

const isInLine = (last: PageWord, word: PageWord) =>
  Math.abs(last.y0 - word.y0) < (word.y1 - word.y0) * 0.5 && word.x0 >= last.x0

/** Words of one line get one box; a phrase that is broken at the end of a line gets several. */
function boxesOf(words: PageWord[]): PageWord[] {
  const boxes: PageWord[] = []
  for (const word of words) {
    const last = boxes.at(-1)
    if (last && isInLine(last, word))
      Object.assign(last, {
        y0: Math.min(last.y0, word.y0),
        x1: Math.max(last.x1, word.x1),
        y1: Math.max(last.y1, word.y1),
        text: `${last.text} ${word.text}`,
      })
    else boxes.push({ ...word })
  }
  return boxes
}

/** More of a page than a phrase has, at its end and at its beginning. */
const MOST_ACROSS = 80
/** What may stand between the text of two pages: its number and a footer, a header. */
const BETWEEN = [0, 1, 2]

function linesOf(words: PageWord[]): PageWord[][] {
  const lines: PageWord[][] = []
  for (const word of words) {
    const line = lines.at(-1)
    if (line && isInLine(line.at(-1)!, word)) line.push(word)
    else lines.push([word])
  }
  return lines
}

/** Runs of words that begin on one page and end on the next, without the lines that may stand between. */
function matchesAcross(
  before: PageWord[],
  after: PageWord[],
  wanted: SearchPhrase[],
): [before: PageWord[], after: PageWord[]][] {
  const [tail, head] = [linesOf(before), linesOf(after)]
  const first = new Set(before)
  const known = new Set<PageWord>()
  const found: [PageWord[], PageWord[]][] = []
  for (const footer of BETWEEN)
    for (const header of BETWEEN) {
      const words = [...tail.slice(0, tail.length - footer), ...head.slice(header)].flat()
      for (const match of matchesOf(words, wanted)) {
        const parts: [PageWord[], PageWord[]] = [
          match.filter(word => first.has(word)),
          match.filter(word => !first.has(word)),
        ]
        if (parts.some(({ length }) => length === 0) || match.every(word => known.has(word))) continue
        for (const word of match) known.add(word)
        found.push(parts)
      }
    }
  return found
}

const share = (value: number) => Math.min(1, Math.max(0, Number(value.toFixed(5))))

/** Fewer beside a picture may be a stamp or the number of a page that was scanned. */
const FEW_WORDS = 10
/** Of a page: a picture of most of it that has so little text over it was not read. */
const [MOST_OF_IT, LITTLE_TEXT] = [0.5, 0.05]

const areaOf = (words: PageWord[]) => words.reduce((sum, { x0, y0, x1, y1 }) => sum + (x1 - x0) * (y1 - y0), 0)

/** Is there text that was looked at, or may the page be a picture of text? `covered`: how much of it pictures cover. */
const isUnread = (words: PageWord[], covered: number) =>
  words.length === 0 ||
  (words.length < FEW_WORDS && covered > 0) ||
  (covered > MOST_OF_IT && areaOf(words) < LITTLE_TEXT)

export interface Sought {
  /** The words of all pages. */
  file: string
  sizes: PageSize[]
  query: string
  /** What `pdfimages -list` tells; without it pictures may be anywhere. */
  pictures?: string
}

export async function findPlaces({ file, sizes, query, pictures }: Sought): Promise<FoundPlaces> {
  // Without the dictionary the endings alone must do.
  if (/\p{Script=Cyrillic}/u.test(query)) await loadRussian().catch(() => {})
  const wanted = wantedOf(query)
  const covered = pictures === undefined ? undefined : coveredBy(pictures, sizes)
  const found: FoundPlaces = { places: [], pages_without_text: [], cut: false }
  const add = (page: number, matches: PageWord[][]) => {
    for (const { text, x0, y0, x1, y1 } of found.cut ? [] : matches.flatMap(boxesOf)) {
      found.cut ||= found.places.length >= MOST_PLACES
      if (!found.cut && x1 > x0 && y1 > y0)
        found.places.push({ page, x0: share(x0), y0: share(y0), x1: share(x1), y1: share(y1), text })
    }
  }
  let [page, before]: [number, PageWord[]] = [0, []]
  for await (const words of pagesOf(file, sizes)) {
    page++
    if (isUnread(words, covered ? (covered.get(page) ?? 0) : Number.MIN_VALUE)) found.pages_without_text.push(page)
    for (const [last, first] of found.cut ? [] : matchesAcross(before, words.slice(0, MOST_ACROSS), wanted)) {
      add(page - 1, [last])
      add(page, [first])
    }
    if (!found.cut) add(page, matchesOf(words, wanted))
    before = words.slice(-MOST_ACROSS)
  }
  return found
}

/** How much of each page, from 1, is covered by pictures. A scan may be in strips, and one in black and white is a stencil. */
function coveredBy(list: string, sizes: PageSize[]): Map<number, number> {
  const covered = new Map<number, number>()
  for (const row of list.split('\n').slice(2)) {
    const columns = row.trim().split(/\s+/)
    const [page, , type, width, height] = columns
    const size = sizes[Number(page) - 1]
    if (!size || (type !== 'image' && type !== 'stencil')) continue
    // Counted from the end, since of a picture inside of the page's content there is a column less.
    const [across, upright] = [Number(columns.at(-4)), Number(columns.at(-3))]
    const area = across > 0 && upright > 0 ? ((Number(width) / across) * Number(height) * 72 * 72) / upright : 0
    const share = area / (size.width * size.height) || Number.MIN_VALUE
    covered.set(Number(page), (covered.get(Number(page)) ?? 0) + share)
  }
  return covered
}
