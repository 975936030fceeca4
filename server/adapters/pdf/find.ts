import { readFile } from 'node:fs/promises'
import { loadRussian } from '../../lib/russian.ts'
import type { FoundPlaces } from '../../ports/documents.ts'
import { matchesOf, wantedOf } from './phrases.ts'
import { type Size, type Word, wordsOf } from './words.ts'

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

export async function findPlaces(input: { files: string[]; sizes: Size[]; query: string }): Promise<FoundPlaces> {
  const { files, sizes, query } = input
  // Without the dictionary the endings alone must do.
  if (/\p{Script=Cyrillic}/u.test(query)) await loadRussian().catch(() => {})
  const wanted = wantedOf(query)
  const found: FoundPlaces = { places: [], pages_without_text: [], cut: false }
  for (const [n, file] of files.entries()) {
    const words = wordsOf(await readFile(file, 'utf8'), sizes[n]!)
    if (words.length === 0) found.pages_without_text.push(n + 1)
    for (const { text, x0, y0, x1, y1 } of matchesOf(words, wanted).flatMap(boxesOf)) {
      if (found.places.length >= MOST_PLACES) return { ...found, cut: true }
      if (x1 > x0 && y1 > y0)
        found.places.push({ page: n + 1, x0: share(x0), y0: share(y0), x1: share(x1), y1: share(y1), text })
    }
  }
  return found
}
