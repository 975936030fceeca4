import { loadRussian } from '../../lib/russian.ts'
import type { FoundPlaces } from '../../ports/documents.ts'
import { matchesOf, wantedOf } from './phrases.ts'
import { pagesOf, type Size, type Word } from './words.ts'

/** Every place where a word, a name or a number stands on the pages. Runs in the workshop's child. */

const MOST_PLACES = 1000

/** Words of one line get one box; a phrase that is broken at the end of a line gets several. */
function boxesOf(words: Word[]): Word[] {
  const boxes: Word[] = []
  for (const word of words) {
    const last = boxes.at(-1)
    const height = word.y1 - word.y0
    if (last && Math.abs(last.y0 - word.y0) < height * 0.5 && word.x0 >= last.x0)
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

const share = (value: number) => Math.min(1, Math.max(0, Number(value.toFixed(5))))

/** Fewer beside a picture may be a stamp or the number of a page that was scanned. */
const FEW_WORDS = 10
/** Of a page: a picture of most of it that has so little text over it was not read. */
const [MOST_OF_IT, LITTLE_TEXT] = [0.5, 0.05]

const areaOf = (words: Word[]) => words.reduce((sum, { x0, y0, x1, y1 }) => sum + (x1 - x0) * (y1 - y0), 0)

/** Is there text that was looked at, or may the page be a picture of text? `covered`: how much of it pictures cover. */
const isUnread = (words: Word[], covered: number) =>
  words.length === 0 ||
  (words.length < FEW_WORDS && covered > 0) ||
  (covered > MOST_OF_IT && areaOf(words) < LITTLE_TEXT)

export interface Sought {
  /** The words of all pages. */
  file: string
  sizes: Size[]
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
  let page = 0
  for await (const words of pagesOf(file, sizes)) {
    page++
    if (isUnread(words, covered ? (covered.get(page) ?? 0) : Number.MIN_VALUE)) found.pages_without_text.push(page)
    for (const { text, x0, y0, x1, y1 } of found.cut ? [] : matchesOf(words, wanted).flatMap(boxesOf)) {
      found.cut ||= found.places.length >= MOST_PLACES
      if (!found.cut && x1 > x0 && y1 > y0)
        found.places.push({ page, x0: share(x0), y0: share(y0), x1: share(x1), y1: share(y1), text })
    }
  }
  return found
}

/** How much of each page, from 1, is covered by pictures. A scan may be in strips, and one in black and white is a stencil. */
function coveredBy(list: string, sizes: Size[]): Map<number, number> {
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
