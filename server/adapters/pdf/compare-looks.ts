import sharp from 'sharp'
import { type PageSize, pagesOf } from './words.ts'

/** What pages of two versions show beside their words: pictures, lines, stamps. Runs in the document worker. */

export interface PageLook {
  /** The words of all pages. */
  file: string
  sizes: PageSize[]
  /** A picture of each page, drawn equally fine. */
  pictures: string[]
}

export interface Seen {
  page: number
  places: { x0: number; y0: number; x1: number; y1: number }[]
}

/** In pixels. */
const CELL = 8
const BLUR = 1
const DIFFERS = 40
/** Of the pixels of a cell. */
const MANY = 5
const MOST_PLACES = 50

export async function compareLooks(input: { before: PageLook; after: PageLook }): Promise<Seen[]> {
  const { before, after } = input
  const words = [await boxesOf(before), await boxesOf(after)]
  const seen: Seen[] = []
  const count = Math.min(before.pictures.length, after.pictures.length)
  for (let n = 0; n < count; n++) {
    const read = [words[0]![n] ?? [], words[1]![n] ?? []].flat()
    const places = await placesOn(before.pictures[n]!, after.pictures[n]!, read)
    if (places.length > 0) seen.push({ page: n + 1, places: places.slice(0, MOST_PLACES) })
  }
  return seen
}

type Box = Seen['places'][number]

async function boxesOf({ file, sizes }: PageLook): Promise<Box[][]> {
  const found: Box[][] = []
  for await (const page of pagesOf(file, sizes)) found.push(page.map(({ x0, y0, x1, y1 }) => ({ x0, y0, x1, y1 })))
  return found
}

const greyOf = (path: string) =>
  sharp(path).removeAlpha().greyscale().blur(BLUR).raw().toBuffer({ resolveWithObject: true })

const WHOLE = { x0: 0, y0: 0, x1: 1, y1: 1 }

/** Where they differ, but for where words stand: these are compared as words. */
async function placesOn(before: string, after: string, words: Box[]): Promise<Box[]> {
  const [one, other] = await Promise.all([greyOf(before), greyOf(after)])
  const { width, height } = one.info
  if (other.info.width !== width || other.info.height !== height) return [WHOLE]
  const [columns, rows] = [Math.ceil(width / CELL), Math.ceil(height / CELL)]
  const counts = new Uint16Array(columns * rows)
  for (let at = 0; at < one.data.length; at++)
    if (Math.abs(one.data[at]! - other.data[at]!) > DIFFERS)
      counts[Math.floor(Math.floor(at / width) / CELL) * columns + Math.floor((at % width) / CELL)]!++
  for (const word of words) {
    const cell = (part: number, size: number, most: number) =>
      Math.min(most - 1, Math.max(0, Math.floor((part * size) / CELL)))
    for (let row = cell(word.y0, height, rows); row <= cell(word.y1, height, rows); row++)
      for (let column = cell(word.x0, width, columns); column <= cell(word.x1, width, columns); column++)
        counts[row * columns + column] = 0
  }
  return joined(counts, columns).map(([left, top, right, bottom]) => ({
    x0: (left * CELL) / width,
    y0: (top * CELL) / height,
    x1: Math.min(1, ((right + 1) * CELL) / width),
    y1: Math.min(1, ((bottom + 1) * CELL) / height),
  }))
}

/** Cells beside each other are one place. */
function joined(counts: Uint16Array, columns: number): [number, number, number, number][] {
  const places: [number, number, number, number][] = []
  for (let first = 0; first < counts.length; first++) {
    if (counts[first]! < MANY) continue
    const place: [number, number, number, number] = [columns, counts.length, 0, 0]
    const waiting = [first]
    counts[first] = 0
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const [column, row] = [at % columns, Math.floor(at / columns)]
      place[0] = Math.min(place[0], column)
      place[1] = Math.min(place[1], row)
      place[2] = Math.max(place[2], column)
      place[3] = Math.max(place[3], row)
      for (const dy of [-1, 0, 1])
        for (const dx of [-1, 0, 1]) {
          const next = (row + dy) * columns + column + dx
          if (column + dx < 0 || column + dx >= columns || (counts[next] ?? 0) < MANY) continue
          counts[next] = 0
          waiting.push(next)
        }
    }
    places.push(place)
  }
  return places
}
