import { readFile } from 'node:fs/promises'
import type { FoundPlaces } from '../../ports/documents.ts'
import { stemOf } from '../describer/stems.ts'
import { type Size, type Word, wordsOf } from './words.ts'

/** Every place where a word, a name or a number stands on the pages. Runs in the workshop's child. */

const MOST_PLACES = 1000
const MOST_WORDS = 20

/** Of `+7 (495) 123-45-67` and `4012 888888` the digits count, however they are set apart. */
const FEWEST_DIGITS = 4
const digitsOf = (text: string) => text.replace(/\D/g, '')
const isNumber = (text: string) => /^[\d\s()+.,/№-]+$/.test(text) && digitsOf(text).length >= FEWEST_DIGITS

/** Without the signs around it; endings of names and words do not matter. */
const bareOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu) ?? []
const SHORTEST_STEM = 3
const keyOf = (word: string) => (word.length > SHORTEST_STEM ? stemOf(word) : word.replaceAll('ё', 'е'))

interface Placed {
  word: Word
  key: string
}

const keysOf = (words: Word[]): Placed[] =>
  words.flatMap(word => bareOf(word.text).map(bare => ({ word, key: keyOf(bare) })))

/** Runs of words on one page that say what is asked for. */
function phrases(words: Word[], wanted: string[]): Word[][] {
  const placed = keysOf(words)
  const found: Word[][] = []
  for (let at = 0; at + wanted.length <= placed.length; at++)
    if (wanted.every((key, n) => placed[at + n]!.key === key))
      found.push([...new Set(placed.slice(at, at + wanted.length).map(({ word }) => word))])
  return found
}

const MOST_PIECES = 8

/** A number may be set in several pieces, with other signs between its digits; more digits around it make it another number. */
function numbers(words: Word[], wanted: string): Word[][] {
  const found: Word[][] = []
  for (const [at, word] of words.entries()) {
    if (digitsOf(word.text) === '' || /\p{L}/u.test(word.text)) continue
    let digits = ''
    for (let end = at; end < Math.min(words.length, at + MOST_PIECES); end++) {
      if (/\p{L}/u.test(words[end]!.text)) break
      digits += digitsOf(words[end]!.text)
      if (digits === wanted) found.push(words.slice(at, end + 1))
      if (digits.length >= wanted.length) break
    }
  }
  return found
}

/** Words of one line get one box; a phrase that is broken at the end of a line gets several. */
function boxesOf(words: Word[]): Word[] {
  const boxes: Word[] = []
  for (const word of words) {
    const last = boxes.at(-1)
    const height = word.y1 - word.y0
    if (last && Math.abs(last.y0 - word.y0) < height * 0.5 && word.x0 >= last.x0)
      Object.assign(last, { x1: word.x1, y1: Math.max(last.y1, word.y1), text: `${last.text} ${word.text}` })
    else boxes.push({ ...word })
  }
  return boxes
}

const share = (value: number) => Math.min(1, Math.max(0, Number(value.toFixed(5))))

export async function findPlaces(input: { files: string[]; sizes: Size[]; query: string }): Promise<FoundPlaces> {
  const { files, sizes, query } = input
  const wanted = bareOf(query).slice(0, MOST_WORDS).map(keyOf)
  const found: FoundPlaces = { places: [], pages_without_text: [], cut: false }
  for (const [n, file] of files.entries()) {
    const words = wordsOf(await readFile(file, 'utf8'), sizes[n]!)
    if (words.length === 0) found.pages_without_text.push(n + 1)
    const matches = isNumber(query) ? numbers(words, digitsOf(query)) : wanted.length > 0 ? phrases(words, wanted) : []
    for (const { text, x0, y0, x1, y1 } of matches.flatMap(boxesOf)) {
      if (found.places.length >= MOST_PLACES) return { ...found, cut: true }
      if (x1 > x0 && y1 > y0)
        found.places.push({ page: n + 1, x0: share(x0), y0: share(y0), x1: share(x1), y1: share(y1), text })
    }
  }
  return found
}
