/** A text as rows of cells, and values that stand behind, beside or below their label. */

export interface FieldLine {
  text: string
  cells: string[]
}

/** What is longer is prose, and its beginning is enough. */
const LONGEST = 400
const MOST = 2500

const COLUMNS = /\t+| {3,}|\s?\|\s?/

export function linesOf(text: string): FieldLine[] {
  const lines: FieldLine[] = []
  for (const match of text.matchAll(/[^\n\f]+/g)) {
    const line = match[0].slice(0, LONGEST).replaceAll('\u00a0', ' ').trim()
    if (line === '') continue
    const cells = line
      .split(COLUMNS)
      .map(cell => plain(cell))
      .filter(cell => cell !== '')
    if (cells.length > 0) lines.push({ text: line, cells })
    if (lines.length >= MOST) break
  }
  return lines
}

/** Without the marks of lists and of bold letters. */
const plain = (cell: string) =>
  cell
    .replaceAll('**', '')
    .replace(/^[\s•·*#>-]{1,9}/, '')
    .trim()

const lowered = (text: string) => text.toLowerCase().replaceAll('ё', 'е')

export type Labels = readonly string[]

/** Longest first, so that "total due" is not read as "total". */
export const labels = (words: string): Labels =>
  [...new Set(words.split(/[,\n]/).map(word => lowered(word.trim())))]
    .filter(word => word !== '')
    .sort((a, b) => b.length - a.length)

/** What follows the label at the beginning of the cell; undefined when the cell has another one. */
export function afterLabel(cell: string, known: Labels): string | undefined {
  const lower = lowered(cell.slice(0, 60))
  const label = known.find(each => lower.startsWith(each) && !/^[\p{L}\p{N}]/u.test(lower.slice(each.length)))
  return label === undefined ? undefined : withoutSigns(cell.slice(label.length))
}

/** "(USD):", "№", "#": what stands between a label and its value. */
const withoutSigns = (rest: string) =>
  rest
    .replace(/^\s{0,9}\([^()]{0,40}\)/, '')
    .replace(/^[\s:.;№#=–—-]{1,40}/u, '')
    .trim()

export const isBareLabel = (cell: string, known: Labels) => /:$/.test(cell) || afterLabel(cell, known) === ''

/**
 * Each value that a label names: behind it in the cell, in the next cell, under it in a table, on the next line, or as far
 * down as the label stands in a column of labels.
 */
export function* valuesOf<Value>(
  lines: FieldLine[],
  wanted: Labels,
  all: Labels,
  read: (text: string) => Value | undefined,
): Generator<{ value: Value; line: number }> {
  for (const [at, { cells }] of lines.entries())
    for (const [column, cell] of cells.entries()) {
      const rest = afterLabel(cell, wanted)
      if (rest === undefined) continue
      const beside = rest === '' ? cells.slice(column + 1) : [rest, ...cells.slice(column + 1)]
      const under = rest === '' ? cellBelow(lines, at, column, all) : undefined
      const found = firstRead(beside, read) ?? (under === undefined ? undefined : read(under))
      if (found !== undefined) yield { value: found, line: at }
    }
}

function firstRead<Value>(texts: string[], read: (text: string) => Value | undefined): Value | undefined {
  for (const text of texts.slice(0, 3)) {
    const value = read(text)
    if (value !== undefined) return value
  }
  return undefined
}

const MOST_LABELS = 12

/** The cell under a label of a table, or the line that belongs to it in a column of labels. */
function cellBelow(lines: FieldLine[], at: number, column: number, all: Labels): string | undefined {
  const { cells } = lines[at]!
  if (cells.length > 1) {
    const next = lines[at + 1]
    return next?.cells.length === cells.length ? next.cells[column] : undefined
  }
  const isLabel = (line: FieldLine | undefined) => line?.cells.length === 1 && isBareLabel(line.cells[0]!, all)
  let first = at
  let last = at
  while (at - first < MOST_LABELS && isLabel(lines[first - 1])) first--
  while (last - at < MOST_LABELS && isLabel(lines[last + 1])) last++
  const line = lines[last + 1 + (at - first)]
  return line?.cells.length === 1 ? line.cells[0] : undefined
}
