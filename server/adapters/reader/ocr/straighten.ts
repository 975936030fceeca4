import { join } from 'node:path'
import type { Desk } from '../desk.ts'

/** How a page lies in its picture: tesseract is lost on lines that lean by a few degrees, and on pages that lie on their side. */

const SIDE = 900
const MOST_DEGREES = 20
const POINTS = 60_000
/** Ink is darker than what lies so near, by so much: paper may be bright here and dim there, and the table under it darker still. */
const AROUND = 12
const DARKER = 0.8
/** Below this it is read well as it is. */
const WORTH_DEGREES = 0.4
/** Rows of a page of text differ fifty times as much as the rows across its lines do; of a photograph, twice. */
const LINED = 12
const TILES = 8
/** Of the light of its brightest parts the darkest have less than this. */
const UNEVEN = 0.75

export interface Lay {
  /** By how many degrees the lines fall to the right. */
  degrees: number
  /** The lines run up or down. */
  sideways: boolean
  /** There are lines at all. */
  lined: boolean
  /** It was lit unevenly, as by a lamp from the side. */
  shaded: boolean
}

export async function layOf(picture: string): Promise<Lay> {
  const { default: sharp } = await import('sharp')
  const { data, info } = await sharp(picture)
    .flatten({ background: '#ffffff' })
    .greyscale()
    .resize({ width: SIDE, height: SIDE, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return layIn(data, info.width, info.height)
}

export function layIn(grey: Uint8Array, width: number, height: number): Lay {
  const shaded = isShaded(grey, width, height)
  const ink = inkOf(grey, width, height)
  if (ink.length < 400) return { degrees: 0, sideways: false, lined: false, shaded }
  const rows = leaning(ink, width, height)
  const columns = leaning(mirrored(ink), height, width)
  const lined = Math.max(rows.clearness, columns.clearness) >= LINED
  const sideways = lined && columns.clearness > rows.clearness * 2
  return { degrees: sideways ? 0 : rows.degrees, sideways, lined, shaded }
}

export type ImagePoint = [x: number, y: number]

/** A picture, and the way back from its pixels to places, 0..1, of the one that it was made of. */
export interface SheetCorners {
  path: string
  width: number
  height: number
  back(point: ImagePoint): ImagePoint
}

export async function sheetOf(path: string): Promise<SheetCorners> {
  const { default: sharp } = await import('sharp')
  const { width, height } = await sharp(path).metadata()
  return { path, width, height, back: ([x, y]) => [x / width, y / height] }
}

/** Turned clockwise around its middle, on paper that is large enough. */
export async function turned(sheet: SheetCorners, degrees: number, target: string): Promise<SheetCorners> {
  const { default: sharp } = await import('sharp')
  const made = sharp(sheet.path).rotate(degrees, { background: '#ffffff' }).png({ compressionLevel: 1 })
  const { width, height } = await made.toFile(target)
  const angle = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const back = ([x, y]: ImagePoint): ImagePoint => {
    const [dx, dy] = [x - width / 2, y - height / 2]
    return sheet.back([sheet.width / 2 + dx * cos + dy * sin, sheet.height / 2 - dx * sin + dy * cos])
  }
  return { path: target, width, height, back }
}

/** The given one when it is straight already. */
export const straightened = async (sheet: SheetCorners, { degrees }: Lay, desk: Desk): Promise<SheetCorners> =>
  Math.abs(degrees) < WORTH_DEGREES ? sheet : turned(sheet, -degrees, join(desk.folder, 'straight.png'))

interface Leaning {
  degrees: number
  /** How much more the rows differ at this angle than they do at most others. */
  clearness: number
}

/** Where the ink lies in lines, the rows of a level page differ the most. */
function leaning(ink: Int32Array, width: number, height: number): Leaning {
  const at = (degrees: number) => ({ degrees, score: contrast(ink, degrees, width, height) })
  const coarse = Array.from({ length: 4 * MOST_DEGREES + 1 }, (_, n) => at(n / 2 - MOST_DEGREES))
  const highest = (angles: { degrees: number; score: number }[]) => angles.reduce((a, b) => (b.score > a.score ? b : a))
  const about = highest(coarse)
  const best = highest([about, ...[-0.4, -0.3, -0.2, -0.1, 0.1, 0.2, 0.3, 0.4].map(by => at(about.degrees + by))])
  const usual = coarse.map(({ score }) => score).sort((a, b) => a - b)[coarse.length >> 2]!
  // A photograph has no lines, and no angle is much better than another.
  const level = at(0).score
  return { degrees: best.score > level * 1.15 ? best.degrees : 0, clearness: best.score / Math.max(usual, 1) }
}

function mirrored(ink: Int32Array): Int32Array {
  const other = new Int32Array(ink.length)
  for (let i = 0; i < ink.length; i += 2) {
    other[i] = ink[i + 1]!
    other[i + 1] = ink[i]!
  }
  return other
}

/** By the middle brightness of each part, which is the paper's. */
function isShaded(grey: Uint8Array, width: number, height: number): boolean {
  const parts: number[] = []
  for (let row = 0; row < TILES; row++)
    for (let column = 0; column < TILES; column++) {
      const part: number[] = []
      const [top, bottom] = [Math.floor((row * height) / TILES), Math.floor(((row + 1) * height) / TILES)]
      const [left, right] = [Math.floor((column * width) / TILES), Math.floor(((column + 1) * width) / TILES)]
      for (let y = top; y < bottom; y += 2) for (let x = left; x < right; x += 2) part.push(grey[y * width + x]!)
      part.sort((a, b) => a - b)
      parts.push(part[part.length >> 1] ?? 0)
    }
  parts.sort((a, b) => a - b)
  return parts[TILES]! < parts[TILES * TILES - TILES]! * UNEVEN
}

/** Points darker than what surrounds them, as x and y in turn; thinned out when they are many. */
function inkOf(grey: Uint8Array, width: number, height: number): Int32Array {
  const sums = integral(grey, width, height)
  const isInk = (x: number, y: number) => {
    const [left, top] = [Math.max(0, x - AROUND), Math.max(0, y - AROUND)]
    const [right, bottom] = [Math.min(width, x + AROUND + 1), Math.min(height, y + AROUND + 1)]
    const at = (column: number, row: number) => sums[row * (width + 1) + column]!
    const sum = at(right, bottom) - at(left, bottom) - at(right, top) + at(left, top)
    return grey[y * width + x]! * (right - left) * (bottom - top) < sum * DARKER
  }
  const points: number[] = []
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) if (isInk(x, y)) points.push(x, y)
  const every = Math.max(1, Math.ceil(points.length / 2 / POINTS))
  return every === 1 ? Int32Array.from(points) : thinned(points, every)
}

function thinned(points: number[], every: number): Int32Array {
  const few = new Int32Array(Math.floor(points.length / 2 / every) * 2)
  for (let i = 0; i < few.length; i += 2) {
    few[i] = points[i * every]!
    few[i + 1] = points[i * every + 1]!
  }
  return few
}

/** At each place the sum of all above and to the left of it. */
function integral(grey: Uint8Array, width: number, height: number): Float64Array {
  const sums = new Float64Array((width + 1) * (height + 1))
  for (let y = 0; y < height; y++) {
    let row = 0
    for (let x = 0; x < width; x++) {
      row += grey[y * width + x]!
      sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1]! + row
    }
  }
  return sums
}

function contrast(ink: Int32Array, degrees: number, width: number, height: number): number {
  const slope = Math.tan((degrees * Math.PI) / 180)
  const margin = Math.ceil(Math.abs(slope) * width)
  const rows = new Int32Array(height + 2 * margin + 2)
  for (let i = 0; i < ink.length; i += 2) {
    const row = Math.round(ink[i + 1]! - ink[i]! * slope) + margin
    rows[row]!++
  }
  let score = 0
  for (let i = 1; i < rows.length; i++) score += (rows[i]! - rows[i - 1]!) ** 2
  return score
}
