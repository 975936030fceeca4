import { join } from 'node:path'
import type { Desk } from '../desk.ts'

/** Lines that lean by a few degrees are lost on tesseract: the page is turned until its lines lie level. */

const WIDTH = 900
const MOST_DEGREES = 8
const POINTS = 60_000
/** Below this it is read well as it is. */
const WORTH_DEGREES = 0.4

/** Answers the path of a straight picture: the given one when it is straight already. */
export async function straightened(picture: string, desk: Desk): Promise<string> {
  const { default: sharp } = await import('sharp')
  const { data, info } = await sharp(picture)
    .greyscale()
    .resize({ width: WIDTH, withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const degrees = leaning(data, info.width, info.height)
  if (Math.abs(degrees) < WORTH_DEGREES) return picture
  const target = join(desk.folder, 'straight.png')
  await sharp(picture).rotate(-degrees, { background: '#ffffff' }).png({ compressionLevel: 1 }).toFile(target)
  return target
}

/** By how many degrees the lines fall to the right. Where the ink lies in lines, the rows of a level page differ the most. */
export function leaning(grey: Uint8Array, width: number, height: number): number {
  const ink = inkOf(grey, width, height)
  if (ink.length < 400) return 0
  const level = contrast(ink, 0, width, height)
  let [best, bestScore] = [0, level]
  const look = (from: number, to: number, step: number) => {
    for (let degrees = from; degrees <= to; degrees += step) {
      const score = contrast(ink, degrees, width, height)
      if (score > bestScore) [best, bestScore] = [degrees, score]
    }
  }
  look(-MOST_DEGREES, MOST_DEGREES, 0.5)
  look(best - 0.4, best + 0.4, 0.1)
  // A photograph has no lines, and no angle is much better than another.
  return bestScore > level * 1.15 ? best : 0
}

/** Dark points, as x and y in turn; thinned out when they are many. */
function inkOf(grey: Uint8Array, width: number, height: number): Int32Array {
  let sum = 0
  for (const value of grey) sum += value
  const threshold = (sum / Math.max(grey.length, 1)) * 0.75
  let count = 0
  for (const value of grey) if (value < threshold) count++
  const every = Math.max(1, Math.ceil(count / POINTS))
  const points: number[] = []
  let seen = 0
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) if (grey[y * width + x]! < threshold && seen++ % every === 0) points.push(x, y)
  return Int32Array.from(points)
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
