/** Finds the sheet of paper on a photo: the four corners of what stands out from the table it lies on. */

export interface PaperPoint {
  x: number
  y: number
}

/** From the top left, clockwise; as shares of the picture's width and height. */
export type Corners = [PaperPoint, PaperPoint, PaperPoint, PaperPoint]

/** Four bytes a pixel, as a canvas gives them. */
export interface ScanPixels {
  data: Uint8ClampedArray
  width: number
  height: number
}

const LEAST_SHARE = 0.1
/** What fills the photo is no sheet on something. */
const MOST_SHARE = 0.97
/** How much of the four-sided shape is paper: less, and it is no sheet. */
const LEAST_FILLED = 0.87
/** Of the shape around the bright part, how much is bright: print and shadows are holes in a sheet, a lit table is mostly hole. */
const LEAST_SOLID = 0.6
const LEAST_SINE = Math.sin((40 * Math.PI) / 180)

export const WHOLE: Corners = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
]

export function findPaper(picture: ScanPixels): Corners | undefined {
  const found = [brightness(picture), unlikeTheEdge(picture)]
    .map(plane => sheetIn(plane, picture))
    .filter(sheet => sheet !== undefined)
    .sort((one, other) => other.filled - one.filled)
  return found[0]?.corners
}

function brightness({ data }: ScanPixels): Uint8Array {
  const plane = new Uint8Array(data.length / 4)
  for (let at = 0; at < plane.length; at++)
    plane[at] = (data[at * 4]! * 77 + data[at * 4 + 1]! * 151 + data[at * 4 + 2]! * 28) >> 8
  return plane
}

/** How far each colour is from that of the outermost pixels: a sheet on a table that is as bright as it. */
function unlikeTheEdge({ data, width, height }: ScanPixels): Uint8Array {
  const edge: number[] = []
  for (let x = 0; x < width; x++) edge.push(x, (height - 1) * width + x)
  for (let y = 0; y < height; y++) edge.push(y * width, y * width + width - 1)
  const middle = [0, 1, 2].map(channel => {
    const values = edge.map(at => data[at * 4 + channel]!).sort((a, b) => a - b)
    return values[values.length >> 1]!
  })
  const plane = new Uint8Array(width * height)
  for (let at = 0; at < plane.length; at++) {
    const [red, green, blue] = [0, 1, 2].map(channel => data[at * 4 + channel]! - middle[channel]!)
    plane[at] = Math.min(255, Math.hypot(red!, green!, blue!))
  }
  return plane
}

interface Sheet {
  corners: Corners
  filled: number
}

function sheetIn(plane: Uint8Array, { width, height }: ScanPixels): Sheet | undefined {
  const part = largestPart(plane, threshold(plane), width)
  const hull = hullOf(outlineOf(part, width, height))
  if (part.length < LEAST_SOLID * areaOf(hull)) return undefined
  const four = widestFour(hull)
  if (!four) return undefined
  const area = areaOf(four)
  const share = area / (width * height)
  if (share < LEAST_SHARE || share > MOST_SHARE || !isSheetLike(four)) return undefined
  const filled = Math.min(1, area / areaOf(hull))
  if (filled < LEAST_FILLED) return undefined
  const shares = four.map(({ x, y }) => ({ x: x / (width - 1), y: y / (height - 1) }))
  return { corners: fromTopLeft(shares), filled }
}

/** Otsu's: the value that parts dark and bright with the least spread on both sides. */
function threshold(plane: Uint8Array): number {
  const counts = new Array<number>(256).fill(0)
  for (const value of plane) counts[value]! += 1
  const sum = counts.reduce((total, count, value) => total + count * value, 0)
  let [below, belowSum, best, at] = [0, 0, -1, 128]
  for (let value = 0; value < 255; value++) {
    below += counts[value]!
    belowSum += counts[value]! * value
    const above = plane.length - below
    if (below === 0 || above === 0) continue
    const apart = belowSum / below - (sum - belowSum) / above
    if (below * above * apart * apart > best) [best, at] = [below * above * apart * apart, value]
  }
  return at
}

/** The pixels of the largest connected part that is brighter. */
function largestPart(plane: Uint8Array, above: number, width: number): number[] {
  // One that was taken into a part is not looked at again.
  const free = plane.map(value => (value > above ? 1 : 0))
  let largest: number[] = []
  for (let start = 0; start < free.length; start++) {
    if (!free[start]) continue
    const part = connected(free, start, width)
    if (part.length > largest.length) largest = part
  }
  return largest
}

function connected(free: Uint8Array, start: number, width: number): number[] {
  const part: number[] = []
  const take = (at: number) => {
    if (!free[at]) return
    free[at] = 0
    part.push(at)
  }
  take(start)
  for (let next = 0; next < part.length; next++) {
    const at = part[next]!
    const x = at % width
    if (x > 0) take(at - 1)
    if (x < width - 1) take(at + 1)
    take(at - width)
    take(at + width)
  }
  return part
}

/** The left and right ends of every line: the hull needs no more. */
function outlineOf(part: number[], width: number, height: number): PaperPoint[] {
  const left = new Array<number>(height).fill(width)
  const right = new Array<number>(height).fill(-1)
  for (const at of part) {
    const [x, y] = [at % width, Math.floor(at / width)]
    left[y] = Math.min(left[y]!, x)
    right[y] = Math.max(right[y]!, x)
  }
  return left.flatMap((x, y) =>
    right[y]! < 0
      ? []
      : [
          { x, y },
          { x: right[y]!, y },
        ],
  )
}

const cross = (from: PaperPoint, one: PaperPoint, other: PaperPoint) =>
  (one.x - from.x) * (other.y - from.y) - (one.y - from.y) * (other.x - from.x)

/** Andrew's monotone chain. */
function hullOf(points: PaperPoint[]): PaperPoint[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y)
  const half = (ordered: PaperPoint[]) => {
    const chain: PaperPoint[] = []
    for (const point of ordered) {
      while (chain.length > 1 && cross(chain.at(-2)!, chain.at(-1)!, point) <= 0) chain.pop()
      chain.push(point)
    }
    return chain.slice(0, -1)
  }
  return [...half(sorted), ...half(sorted.reverse())]
}

function areaOf(shape: PaperPoint[]): number {
  let twice = 0
  for (let at = 0; at < shape.length; at++) {
    const [here, next] = [shape[at]!, shape[(at + 1) % shape.length]!]
    twice += here.x * next.y - next.x * here.y
  }
  return Math.abs(twice) / 2
}

const MOST_HULL = 90

/** Of all shapes with four corners of the hull the one with the largest area. */
function widestFour(hull: PaperPoint[]): PaperPoint[] | undefined {
  const step = Math.ceil(hull.length / MOST_HULL)
  const points = hull.filter((_, at) => at % step === 0)
  if (points.length < 4) return undefined
  let [best, four] = [0, undefined as PaperPoint[] | undefined]
  const farthest = (one: PaperPoint, other: PaperPoint, from: number, to: number) => {
    let [most, at] = [-1, -1]
    for (let each = from; each < to; each++) {
      const far = Math.abs(cross(one, other, points[each % points.length]!))
      if (far > most) [most, at] = [far, each % points.length]
    }
    return { most, at }
  }
  for (let one = 0; one < points.length; one++)
    for (let other = one + 2; other < points.length; other++) {
      const [a, b] = [points[one]!, points[other]!]
      const inner = farthest(a, b, one + 1, other)
      const outer = farthest(a, b, other + 1, one + points.length)
      if (inner.at < 0 || outer.at < 0 || inner.most + outer.most <= best) continue
      best = inner.most + outer.most
      four = [a, points[inner.at]!, b, points[outer.at]!]
    }
  return four
}

/** No corner that is nearly straight or nearly shut. */
function isSheetLike(four: PaperPoint[]): boolean {
  return four.every((corner, at) => {
    const [before, after] = [four[(at + 3) % 4]!, four[(at + 1) % 4]!]
    const lengths =
      Math.hypot(before.x - corner.x, before.y - corner.y) * Math.hypot(after.x - corner.x, after.y - corner.y)
    return lengths > 0 && Math.abs(cross(corner, before, after)) / lengths > LEAST_SINE
  })
}

function fromTopLeft(four: PaperPoint[]): Corners {
  const middle = {
    x: four.reduce((sum, { x }) => sum + x, 0) / 4,
    y: four.reduce((sum, { y }) => sum + y, 0) / 4,
  }
  const angle = ({ x, y }: PaperPoint) => Math.atan2(y - middle.y, x - middle.x)
  const round = [...four].sort((one, other) => angle(one) - angle(other))
  const first = round.reduce((best, { x, y }, at) => (x + y < round[best]!.x + round[best]!.y ? at : best), 0)
  return [0, 1, 2, 3].map(at => round[(first + at) % 4]!) as Corners
}
