import type { Corners, ScanPixels } from './paper.ts'

/** Draws the sheet between four corners as if it had been looked at from straight above. */

const A4 = Math.SQRT2

export interface PixelSize {
  width: number
  height: number
}

/** How large the sheet is on the photo; a shape near that of A4 becomes A4, since the slant has shortened one side. */
export function sheetSize(corners: Corners, photo: PixelSize, most: number): PixelSize {
  const [one, two, three, four] = corners.map(({ x, y }) => ({ x: x * photo.width, y: y * photo.height }))
  const apart = (a: typeof one, b: typeof one) => Math.hypot(a!.x - b!.x, a!.y - b!.y)
  const width = Math.max(apart(one, two), apart(four, three), 1)
  const height = Math.max(apart(one, four), apart(two, three), 1)
  const isLike = (ratio: number) => Math.abs(ratio / A4 - 1) < 0.12
  const shape = isLike(height / width) ? A4 : isLike(width / height) ? 1 / A4 : height / width
  const scale = Math.min(1, most / Math.max(width, width * shape))
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(width * shape * scale)),
  }
}

/** From the unit square onto the four corners (Heckbert's square to quad). */
function onto([p0, p1, p2, p3]: Corners): (u: number, v: number) => { x: number; y: number } {
  const [dx1, dx2, sx] = [p1.x - p2.x, p3.x - p2.x, p0.x - p1.x + p2.x - p3.x]
  const [dy1, dy2, sy] = [p1.y - p2.y, p3.y - p2.y, p0.y - p1.y + p2.y - p3.y]
  const whole = dx1 * dy2 - dx2 * dy1 || 1e-9
  const [g, h] = [(sx * dy2 - dx2 * sy) / whole, (dx1 * sy - sx * dy1) / whole]
  const [a, b] = [p1.x - p0.x + g * p1.x, p3.x - p0.x + h * p3.x]
  const [d, e] = [p1.y - p0.y + g * p1.y, p3.y - p0.y + h * p3.y]
  return (u, v) => {
    const w = g * u + h * v + 1
    return { x: (a * u + b * v + p0.x) / w, y: (d * u + e * v + p0.y) / w }
  }
}

export function straighten(photo: ScanPixels, corners: Corners, { width, height }: PixelSize): ScanPixels {
  const place = onto(corners)
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const from = place((x + 0.5) / width, (y + 0.5) / height)
      sample(photo, from, data, (y * width + x) * 4)
    }
  return { data, width, height }
}

/** Between the four pixels around a place, which is given in shares of the photo. */
function sample(photo: ScanPixels, place: { x: number; y: number }, into: Uint8ClampedArray, at: number): void {
  const [x, y] = [place.x * photo.width - 0.5, place.y * photo.height - 0.5]
  const left = Math.min(photo.width - 1, Math.max(0, Math.floor(x)))
  const top = Math.min(photo.height - 1, Math.max(0, Math.floor(y)))
  const [right, bottom] = [Math.min(photo.width - 1, left + 1), Math.min(photo.height - 1, top + 1)]
  const [fx, fy] = [Math.min(1, Math.max(0, x - left)), Math.min(1, Math.max(0, y - top))]
  const [a, b] = [(top * photo.width + left) * 4, (top * photo.width + right) * 4]
  const [c, d] = [(bottom * photo.width + left) * 4, (bottom * photo.width + right) * 4]
  for (let channel = 0; channel < 3; channel++) {
    const above = photo.data[a + channel]! * (1 - fx) + photo.data[b + channel]! * fx
    const below = photo.data[c + channel]! * (1 - fx) + photo.data[d + channel]! * fx
    into[at + channel] = above * (1 - fy) + below * fy
  }
  into[at + 3] = 255
}

const TILE = 32
const PAPER = 245
const MOST_GAIN = 2.5

/** Evens out the light: what is paper becomes white, shadows go, ink stays. */
export function cleanUp(picture: ScanPixels): void {
  const { data, width, height } = picture
  const [columns, rows] = [Math.ceil(width / TILE), Math.ceil(height / TILE)]
  const gains = gainsOf(picture, columns, rows)
  const gainAt = (column: number, row: number) =>
    gains[Math.min(rows - 1, Math.max(0, row)) * columns + Math.min(columns - 1, Math.max(0, column))]!
  for (let y = 0; y < height; y++) {
    const row = y / TILE - 0.5
    const [above, fy] = [Math.floor(row), row - Math.floor(row)]
    for (let x = 0; x < width; x++) {
      const column = x / TILE - 0.5
      const [left, fx] = [Math.floor(column), column - Math.floor(column)]
      const gain =
        (gainAt(left, above) * (1 - fx) + gainAt(left + 1, above) * fx) * (1 - fy) +
        (gainAt(left, above + 1) * (1 - fx) + gainAt(left + 1, above + 1) * fx) * fy
      const at = (y * width + x) * 4
      for (let channel = 0; channel < 3; channel++) data[at + channel] = (data[at + channel]! * gain - 20) * (255 / 225)
    }
  }
}

/** By how much each tile is too dark, judged by its brightest tenth and that of the tiles around it. */
function gainsOf({ data, width, height }: ScanPixels, columns: number, rows: number): Float32Array {
  const bright = new Float32Array(columns * rows)
  for (let tile = 0; tile < bright.length; tile++) {
    const counts = new Uint16Array(256)
    const [fromX, fromY] = [(tile % columns) * TILE, Math.floor(tile / columns) * TILE]
    let total = 0
    for (let y = fromY; y < Math.min(height, fromY + TILE); y++)
      for (let x = fromX; x < Math.min(width, fromX + TILE); x++) {
        const at = (y * width + x) * 4
        counts[(data[at]! * 77 + data[at + 1]! * 151 + data[at + 2]! * 28) >> 8]! += 1
        total += 1
      }
    let value = 255
    for (let seen = 0; value > 0; value--) {
      seen += counts[value]!
      if (seen >= total / 10) break
    }
    bright[tile] = Math.max(1, value)
  }
  return bright.map((_, tile) => {
    const [column, row] = [tile % columns, Math.floor(tile / columns)]
    let most = 0
    for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++)
      for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++)
        most = Math.max(most, bright[y * columns + x]!)
    return Math.min(MOST_GAIN, Math.max(1, PAPER / most))
  })
}

/** Quarter turns to the right. */
export function turned(picture: ScanPixels, turns: number): ScanPixels {
  if (turns % 4 === 0) return picture
  const { data, width, height } = picture
  const to = new Uint8ClampedArray(data.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = (x * height + (height - 1 - y)) * 4
      for (let byte = 0; byte < 4; byte++) to[at + byte] = data[(y * width + x) * 4 + byte]!
    }
  return turned({ data: to, width: height, height: width }, turns - 1)
}
