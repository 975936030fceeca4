import type { Drawn, DrawnRule } from './drawn.ts'
import { markOf } from './lists.ts'
import { centre, contains, type LayoutBox, type LayoutWord, middle } from './words.ts'

/** Tables: those with rules by their rules, others by columns of white between short pieces of text. */

export interface Cell {
  text: string
  bold?: boolean
  /** How many columns it stands over. */
  span: number
}

export interface Table extends LayoutBox {
  rows: Cell[][]
  /** Of each column, in points. */
  widths: number[]
}

const NEAR = 3
const MOST_RULES = 4000
const MOST_CELLS = 20_000

/** Rules at about the same place are one; both edges of a thick line are, too. */
function places(values: number[]): number[] {
  const found: number[] = []
  for (const value of values.toSorted((a, b) => a - b))
    if (found.length === 0 || value - found.at(-1)! > NEAR) found.push(value)
  return found
}

const meet = (across: DrawnRule, upright: DrawnRule) =>
  upright.at >= across.from - NEAR &&
  upright.at <= across.to + NEAR &&
  across.at >= upright.from - NEAR &&
  across.at <= upright.to + NEAR

interface Grid {
  across: DrawnRule[]
  upright: DrawnRule[]
}

/** Rules that touch each other, by way of others or at once. */
function grids({ across, upright }: Drawn): Grid[] {
  if (across.length + upright.length > MOST_RULES) return []
  const group = across.map((_, n) => n)
  const root = (n: number): number => {
    let at = n
    while (group[at] !== at) at = group[at] = group[group[at]!]!
    return at
  }
  const hangs = upright.map(rule => {
    const touched = across.flatMap((other, n) => (meet(other, rule) ? [n] : []))
    for (const n of touched) group[root(n)] = root(touched[0]!)
    return touched[0]
  })
  const found = new Map<number, Grid>()
  const gridAt = (n: number) => found.get(n) ?? found.set(n, { across: [], upright: [] }).get(n)!
  for (const [n, rule] of across.entries()) gridAt(root(n)).across.push(rule)
  for (const [n, rule] of upright.entries()) if (hangs[n] !== undefined) gridAt(root(hangs[n])).upright.push(rule)
  return [...found.values()]
}

export function ruledTables(drawn: Drawn, words: LayoutWord[]): Table[] {
  return grids(drawn)
    .map(grid => ruledTable(grid, words))
    .filter(table => table !== undefined)
    .sort((a, b) => a.y0 - b.y0)
}

/** Many tables have no rules at their sides: there the rules across end, more than one of them. */
function columnEdges({ across, upright }: Grid, words: LayoutWord[]): number[] {
  const xs = places(upright.map(rule => rule.at))
  const left = across.map(rule => rule.from).sort((a, b) => a - b)[1]
  const right = across.map(rule => rule.to).sort((a, b) => b - a)[1]
  if (xs.length === 0 || left === undefined || right === undefined) return xs
  const [y0, y1] = [Math.min(...across.map(rule => rule.at)), Math.max(...across.map(rule => rule.at))]
  const isFilled = (x0: number, x1: number) => words.some(word => contains({ x0, y0, x1, y1 }, centre(word)))
  if (xs[0]! - left > NEAR && isFilled(left, xs[0]!)) xs.unshift(left)
  if (right - xs.at(-1)! > NEAR && isFilled(xs.at(-1)!, right)) xs.push(right)
  return xs
}

function ruledTable({ across, upright }: Grid, words: LayoutWord[]): Table | undefined {
  const [ys, xs] = [places(across.map(rule => rule.at)), columnEdges({ across, upright }, words)]
  const cells = (ys.length - 1) * (xs.length - 1)
  if (ys.length < 2 || xs.length < 2 || cells < 2 || cells > MOST_CELLS) return undefined
  const box = { x0: xs[0]!, y0: ys[0]!, x1: xs.at(-1)!, y1: ys.at(-1)! }
  const inside = words.filter(word => contains(box, centre(word)))
  if (inside.length === 0) return undefined
  const divided = (x: number, y: number) =>
    upright.some(rule => Math.abs(rule.at - x) <= NEAR && rule.from <= y && rule.to >= y)
  const rows = ys.slice(0, -1).map((top, r) => {
    const bottom = ys[r + 1]!
    const mine = inside.filter(word => centre(word).y >= top && centre(word).y < bottom)
    const row: Cell[] = []
    for (let c = 0; c < xs.length - 1; ) {
      let end = c + 1
      while (end < xs.length - 1 && !divided(xs[end]!, (top + bottom) / 2)) end++
      const own = mine.filter(word => centre(word).x >= xs[c]! && centre(word).x < xs[end]!)
      row.push(cellOf(own, end - c))
      c = end
    }
    return row
  })
  const filled = rows.filter(row => row.some(({ text }) => text !== ''))
  return filled.length === 0 ? undefined : { ...box, rows, widths: widthsOf(xs) }
}

const widthsOf = (xs: number[]) => xs.slice(1).map((x, n) => x - xs[n]!)

/** Words in lines, from the top. */
export function linesOf(words: LayoutWord[]): LayoutWord[][] {
  const lines: LayoutWord[][] = []
  for (const word of words.toSorted((a, b) => centre(a).y - centre(b).y)) {
    const line = lines.at(-1)
    const height = word.y1 - word.y0
    if (line && centre(word).y - middle(line.map(one => centre(one).y)) < height * 0.5) line.push(word)
    else lines.push([word])
  }
  return lines.map(line => line.sort((a, b) => a.x0 - b.x0))
}

const textOf = (words: LayoutWord[]) =>
  linesOf(words)
    .map(line => line.map(({ text }) => text).join(' '))
    .join(' ')

const cellOf = (words: LayoutWord[], span: number): Cell => ({
  text: textOf(words),
  span,
  bold: words.length > 0 && words.every(({ bold }) => bold),
})

interface Piece extends LayoutBox {
  words: LayoutWord[]
}

interface Row {
  pieces: Piece[]
  y0: number
  y1: number
}

export const boxAround = (boxes: LayoutBox[]): LayoutBox => ({
  x0: Math.min(...boxes.map(({ x0 }) => x0)),
  y0: Math.min(...boxes.map(({ y0 }) => y0)),
  x1: Math.max(...boxes.map(({ x1 }) => x1)),
  y1: Math.max(...boxes.map(({ y1 }) => y1)),
})

/** A line in pieces: between two of them is more white than between words. */
function rowOf(line: LayoutWord[]): Row {
  const height = middle(line.map(({ y0, y1 }) => y1 - y0))
  const groups: LayoutWord[][] = []
  for (const word of line) {
    const last = groups.at(-1)?.at(-1)
    if (last && word.x0 - last.x1 < Math.max(height * 0.45, 4)) groups.at(-1)!.push(word)
    else groups.push([word])
  }
  const { y0, y1 } = boxAround(line)
  return { pieces: groups.map(words => ({ ...boxAround(words), words })), y0, y1 }
}

const LONGEST_PIECE = 0.6
/** Of the height of a line: lines of one cell stand nearer than rows do. */
const [SAME_CELL, OTHER_ROW] = [0.15, 0.25]

/** Tables without lines: rows below each other whose pieces are in the same columns. */
export function openTables(words: LayoutWord[], width: number): Table[] {
  const rows = linesOf(words).map(rowOf)
  const runs: Row[][] = []
  let run: Row[] = []
  const close = () => {
    while (run.length > 0 && run.at(-1)!.pieces.length < 2) run.pop()
    if (run.length > 0) runs.push(run)
    run = []
  }
  for (const row of rows) {
    const last = run.at(-1)
    const height = row.y1 - row.y0
    if (last && row.y0 - last.y1 > height * 2) close()
    if (row.pieces.some(piece => piece.x1 - piece.x0 > width * LONGEST_PIECE)) close()
    else if (row.pieces.length >= 2 || (run.length > 0 && isContinued(row, run))) run.push(row)
    else close()
  }
  close()
  return runs.map(run => openTable(run, width)).filter(table => table !== undefined)
}

const gapBetween = (above: Row, below: Row) => (below.y0 - above.y1) / (below.y1 - below.y0)

const usualGap = (rows: Row[]) => middle(rows.slice(1).map((row, n) => gapBetween(rows[n]!, row)))

/** What goes on under a cell of the row before: not where rows begin, unless these stand further apart. */
function isContinued(row: Row, run: Row[]): boolean {
  const first = Math.min(...run.map(({ pieces }) => pieces[0]!.x0))
  const apart = run.length > 1 && usualGap(run) > OTHER_ROW
  return gapBetween(run.at(-1)!, row) < SAME_CELL && (apart || row.pieces[0]!.x0 > first + NEAR)
}

const NARROWEST = 3.5
const FORGIVEN = 0.1

/** Between columns is white in all rows, or nearly all: a heading may stand over several. */
function columnsOf(rows: Row[]): LayoutBox[] {
  const words = rows.map(({ pieces }) => pieces.flatMap(piece => piece.words))
  const { x0, x1 } = boxAround(words.flat())
  const from = Math.floor(x0)
  const covered = new Array<number>(Math.ceil(x1) - from + 1).fill(0)
  for (const row of words) {
    const own = new Set<number>()
    for (const word of row) for (let x = Math.floor(word.x0); x < word.x1; x++) own.add(x - from)
    for (const x of own) if (covered[x] !== undefined) covered[x]++
  }
  const allowed = Math.floor(rows.length * FORGIVEN)
  const columns: LayoutBox[] = []
  let white = Number.POSITIVE_INFINITY
  for (const [x, count] of covered.entries()) {
    if (count <= allowed) {
      white++
      continue
    }
    if (white >= NARROWEST) columns.push({ x0: from + x, x1: from + x + 1, y0: 0, y1: 0 })
    else columns.at(-1)!.x1 = from + x + 1
    white = 0
  }
  return columns
}

function nearest(columns: LayoutBox[], word: LayoutBox): number {
  const { x } = centre(word)
  const away = columns.map(({ x0, x1 }) => Math.max(0, x0 - x, x - x1))
  return away.indexOf(Math.min(...away))
}

const [FEWEST_RUNNING, FILLED, GOING_ON] = [6, 0.75, 0.5]

/** Text that fills the lines of a column and goes on from one to the next: cells of a table do not. */
export function isRunning(lines: Piece[]): boolean {
  if (lines.length < FEWEST_RUNNING) return false
  const { x0, x1 } = boxAround(lines)
  const goOn = lines.filter(({ words }) => /^\p{Ll}/u.test(words[0]!.text))
  return middle(lines.map(line => line.x1 - line.x0)) > (x1 - x0) * FILLED && goOn.length > lines.length * GOING_ON
}

/** What stands in each column, row by row. */
const byColumn = (rows: Row[], columns: LayoutBox[]): LayoutWord[][][] =>
  rows.map(({ pieces }) => {
    const own = columns.map((): LayoutWord[] => [])
    for (const word of pieces.flatMap(piece => piece.words)) own[nearest(columns, word)]!.push(word)
    return own
  })

/** Columns of running text look like columns of a table. */
function isProse(rows: Row[], columns: LayoutBox[], width: number): boolean {
  const wide = middle(rows.flatMap(({ pieces }) => pieces.map(({ x0, x1 }) => x1 - x0))) > width * 0.25
  if (columns.length < 4 && wide) return true
  const filled = byColumn(rows, columns)
  return columns.every((_, c) =>
    isRunning(filled.flatMap(row => (row[c]!.length > 0 ? [{ ...boxAround(row[c]!), words: row[c]! }] : []))),
  )
}

/** A mark and what it marks is an item of a list. */
const isList = (rows: Row[], columns: LayoutBox[]) =>
  columns.length === 2 &&
  byColumn(rows, columns).every(([first]) => first!.length === 0 || (first!.length === 1 && markOf(first![0]!.text)))

function openTable(rows: Row[], width: number): Table | undefined {
  const columns = columnsOf(rows)
  if (columns.length < 2 || rows.length < (columns.length > 2 ? 2 : 3)) return undefined
  if (isProse(rows, columns, width) || isList(rows, columns)) return undefined
  const apart = usualGap(rows) > OTHER_ROW
  const cells: LayoutWord[][][] = []
  let before: Row | undefined
  for (const [n, own] of byColumn(rows, columns).entries()) {
    const row = rows[n]!
    const near = before !== undefined && gapBetween(before, row) < SAME_CELL
    if (near && (apart || own[0]!.length === 0))
      for (const [c, words] of own.entries()) cells.at(-1)![c]!.push(...words)
    else cells.push(own)
    before = row
  }
  const box = boxAround(rows.flatMap(({ pieces }) => pieces))
  const starts = [...columns.map(({ x0 }) => x0), box.x1 + 6]
  const texts = cells.map(row => row.map(words => cellOf(words, 1)))
  return { ...box, rows: texts, widths: widthsOf(starts) }
}
