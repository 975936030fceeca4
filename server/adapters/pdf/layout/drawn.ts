import type { Engine } from '../pdfium.ts'
import type { Box } from './words.ts'

/** What is drawn on a page beside its letters: rules, of which tables are made, and pictures. */

/** Across, at `at` from `from` to `to`; or upright. */
export interface Rule {
  at: number
  from: number
  to: number
}

export interface Drawn {
  across: Rule[]
  upright: Rule[]
  pictures: (Box & { object: number })[]
}

const [PATH, IMAGE, FORM] = [2, 3, 5]
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
}

export function drawnOn(engine: Engine, page: number, height: number): Drawn {
  const drawn: Drawn = { across: [], upright: [], pictures: [] }
  const looking = { engine, height, drawn, left: { objects: MOST_OBJECTS, segments: MOST_SEGMENTS } }
  const { pdfium } = engine
  for (let n = 0; n < pdfium.FPDFPage_CountObjects(page); n++)
    lookAt(looking, pdfium.FPDFPage_GetObject(page, n), PLAIN, 0)
  return drawn
}

function lookAt(looking: Looking, object: number, outer: Matrix, depth: number): void {
  if (looking.left.objects-- <= 0) return
  const { pdfium } = looking.engine
  const type = pdfium.FPDFPageObj_GetType(object)
  if (type === PATH) addRules(looking, object, joined(matrixOf(looking, object), outer))
  else if (type === IMAGE && depth === 0) addPicture(looking, object)
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

function addPicture(looking: Looking, object: number): void {
  const { engine, height, drawn } = looking
  if (drawn.pictures.length >= MOST_PICTURES) return
  const edges = numbers(looking, 4, at => engine.pdfium.FPDFPageObj_GetBounds(object, at, at + 4, at + 8, at + 12))
  if (!edges) return
  const [left, bottom, right, top] = edges as [number, number, number, number]
  drawn.pictures.push({ x0: left, y0: height - top, x1: right, y1: height - bottom, object })
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
