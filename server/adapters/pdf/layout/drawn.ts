import type { Engine } from '../pdfium.ts'
import { fontLook } from './looks.ts'
import type { LayoutBox, TextLook } from './words.ts'

/** What is drawn on a page: rules, of which tables are made, pictures, and where letters are bold or slanted. */

/** Across, at `at` from `from` to `to`; or upright. */
export interface DrawnRule {
  at: number
  from: number
  to: number
}

/** How an object of PDFium lies on the page, from its lower left corner. */
export interface PlacedDrawing {
  object: number
  matrix: Matrix
}

export type Picture = LayoutBox & PlacedDrawing

export interface Drawn {
  across: DrawnRule[]
  upright: DrawnRule[]
  pictures: Picture[]
  looks: (LayoutBox & TextLook)[]
}

const [TEXT, PATH, IMAGE, FORM] = [1, 2, 3, 5]
const MOST_OBJECTS = 20_000
const MOST_SEGMENTS = 40_000
const MOST_PICTURES = 50
const SHORTEST = 6
const STRAIGHT = 0.8
const DEEPEST = 3

type Matrix = [a: number, b: number, c: number, d: number, e: number, f: number]
const PLAIN: Matrix = [1, 0, 0, 1, 0, 0]

const joined = ([a, b, c, d, e, f]: Matrix, [A, B, C, D, E, F]: Matrix): Matrix => [
  a * A + b * C,
  a * B + b * D,
  c * A + d * C,
  c * B + d * D,
  e * A + f * C + E,
  e * B + f * D + F,
]

interface Looking {
  engine: Engine
  height: number
  drawn: Drawn
  left: { objects: number; segments: number }
  /** By their fonts. */
  known: Map<number, TextLook | undefined>
}

export function drawnOn(engine: Engine, page: number, height: number): Drawn {
  const drawn: Drawn = { across: [], upright: [], pictures: [], looks: [] }
  const left = { objects: MOST_OBJECTS, segments: MOST_SEGMENTS }
  const looking: Looking = { engine, height, drawn, left, known: new Map() }
  const { pdfium } = engine
  for (let n = 0; n < pdfium.FPDFPage_CountObjects(page); n++)
    lookAt(looking, pdfium.FPDFPage_GetObject(page, n), PLAIN, 0)
  return drawn
}

function lookAt(looking: Looking, object: number, outer: Matrix, depth: number): void {
  if (looking.left.objects-- <= 0) return
  const { pdfium } = looking.engine
  const type = pdfium.FPDFPageObj_GetType(object)
  if (type === TEXT) addLook(looking, object, outer)
  else if (type === PATH) addRules(looking, object, joined(matrixOf(looking, object), outer))
  else if (type === IMAGE) addPicture(looking, object, outer)
  else if (type === FORM && depth < DEEPEST) {
    const inner = joined(matrixOf(looking, object), outer)
    for (let n = 0; n < pdfium.FPDFFormObj_CountObjects(object); n++)
      lookAt(looking, pdfium.FPDFFormObj_GetObject(object, n), inner, depth + 1)
  }
}

function numbers({ engine }: Looking, count: number, fill: (at: number) => boolean): number[] | undefined {
  const at = engine.bytes(count * 4)
  const found = fill(at)
    ? Array.from({ length: count }, (_, n) => engine.pdfium.pdfium.getValue(at + n * 4, 'float'))
    : undefined
  engine.free(at)
  return found
}

const matrixOf = (looking: Looking, object: number): Matrix =>
  (numbers(looking, 6, at => looking.engine.pdfium.FPDFPageObj_GetMatrix(object, at)) as Matrix | undefined) ?? PLAIN

/** In points from the upper left corner. */
function boundsOf(looking: Looking, object: number, [a, b, c, d, e, f]: Matrix): LayoutBox | undefined {
  const { engine, height } = looking
  const edges = numbers(looking, 4, at => engine.pdfium.FPDFPageObj_GetBounds(object, at, at + 4, at + 8, at + 12))
  if (!edges) return undefined
  const [left, bottom, right, top] = edges as [number, number, number, number]
  const [x0, x1] = [a * left + c * bottom + e, a * right + c * top + e].sort((one, other) => one - other)
  const [y0, y1] = [b * left + d * bottom + f, b * right + d * top + f].sort((one, other) => one - other)
  return { x0: x0!, y0: height - y1!, x1: x1!, y1: height - y0! }
}

function addPicture(looking: Looking, object: number, outer: Matrix): void {
  const { pictures } = looking.drawn
  const box = pictures.length < MOST_PICTURES && boundsOf(looking, object, outer)
  if (box) pictures.push({ ...box, object, matrix: joined(matrixOf(looking, object), outer) })
}

function addLook(looking: Looking, object: number, outer: Matrix): void {
  const { engine, known, drawn } = looking
  const font = engine.pdfium.FPDFTextObj_GetFont(object)
  if (!known.has(font)) known.set(font, fontLook(engine, font))
  const look = known.get(font)
  const box = look && boundsOf(looking, object, outer)
  if (box) drawn.looks.push({ ...box, ...look })
}

const [LINE, MOVE] = [0, 2]

function addRules(looking: Looking, object: number, [a, b, c, d, e, f]: Matrix): void {
  const { engine, height, left } = looking
  const { pdfium } = engine
  const count = pdfium.FPDFPath_CountSegments(object)
  let [start, last]: [number[] | undefined, number[] | undefined] = [undefined, undefined]
  for (let n = 0; n < count && left.segments-- > 0; n++) {
    const segment = pdfium.FPDFPath_GetPathSegment(object, n)
    const point = numbers(looking, 2, at => pdfium.FPDFPathSegment_GetPoint(segment, at, at + 4))
    if (!point) return
    const [x, y] = point as [number, number]
    const here = [a * x + c * y + e, height - (b * x + d * y + f)]
    const type = pdfium.FPDFPathSegment_GetType(segment)
    if (type === MOVE) start = here
    else if (type === LINE && last) addRule(looking.drawn, last, here)
    if (start && pdfium.FPDFPathSegment_GetClose(segment)) addRule(looking.drawn, here, start)
    last = here
  }
}

function addRule({ across, upright }: Drawn, [x0, y0]: number[], [x1, y1]: number[]): void {
  const [width, height] = [Math.abs(x1! - x0!), Math.abs(y1! - y0!)]
  if (height < STRAIGHT && width > SHORTEST)
    across.push({ at: (y0! + y1!) / 2, from: Math.min(x0!, x1!), to: Math.max(x0!, x1!) })
  else if (width < STRAIGHT && height > SHORTEST)
    upright.push({ at: (x0! + x1!) / 2, from: Math.min(y0!, y1!), to: Math.max(y0!, y1!) })
}
