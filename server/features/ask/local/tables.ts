/** Rows of tables in a text, each read with its header: "Month: March; Hot water: 3". */

export interface TableRow {
  /** UTF-16 range of the line, without blanks at its ends. */
  start: number
  end: number
  /** As a sentence; of a header its cells. */
  reading: string
  isHeader: boolean
  /** One of many of a kind, as the rows under a header are; the lines of a form are all about one thing. */
  isRecord: boolean
}

interface Line {
  start: number
  end: number
  text: string
}

/** The last are the dots that lead from a word to its number. */
const SIGNS = ['\t', '|', ';', ',', '  ', '....'] as const
type Sign = (typeof SIGNS)[number]

const LONGEST_CELL = 80
const MOST_CELLS = 40

/** A comma stands in prose too: only more lines of the same shape are a table. */
const LEAST_LINES: Record<Sign, number> = { '\t': 2, '|': 2, ';': 2, ',': 3, '  ': 2, '....': 2 }

export function rowsIn(text: string): TableRow[] {
  const lines = linesOf(text)
  const rows: TableRow[] = []
  for (let at = 0; at < lines.length; ) {
    const found = SIGNS.map(sign => blockAt(lines, at, sign)).find(block => block !== undefined)
    if (found) rows.push(...readBlock(found.rows))
    at = found ? found.next : at + 1
  }
  return rows
}

function linesOf(text: string): Line[] {
  const lines: Line[] = []
  let from = 0
  for (const piece of text.split('\n')) {
    const start = from + (piece.length - piece.trimStart().length)
    const trimmed = piece.trim()
    lines.push({ start, end: start + trimmed.length, text: trimmed })
    from += piece.length + 1
  }
  return lines
}

interface Parted {
  line: Line
  cells: string[]
}

/** Lines from here on with as many cells each. */
function blockAt(lines: Line[], from: number, sign: Sign): { rows: Parted[]; next: number } | undefined {
  const rows: Parted[] = []
  let at = from
  for (; at < lines.length; at++) {
    const line = lines[at]!
    if (rows.length > 0 && (line.text === '' || isRule(line.text))) continue
    const cells = cellsOf(line.text, sign)
    if (!cells || (rows.length > 0 && !sameShape(cells, rows[0]!.cells, sign))) break
    rows.push({ line, cells })
  }
  const least = sign === ',' && (rows[0]?.cells.length ?? 0) > 2 ? 2 : LEAST_LINES[sign]
  return rows.length >= least ? { rows, next: at } : undefined
}

/** Empty cells at the end may be left out between tabs. */
const sameShape = (cells: string[], first: string[], sign: Sign) =>
  cells.length === first.length || (sign === '\t' && cells.length <= first.length)

/** What parts the header of a table in Markdown. */
const isRule = (line: string) => /^[|:+\-=\s]{3,}$/u.test(line)

function cellsOf(line: string, sign: Sign): string[] | undefined {
  if (line === '' || line.length > LONGEST_CELL * MOST_CELLS) return undefined
  const bare = sign === '|' ? line.replace(/^\|/u, '').replace(/\|$/u, '') : line
  const cells = split(bare, sign).map(cell => cell.trim())
  if (cells.length < 2 || cells.length > MOST_CELLS) return undefined
  if (cells.filter(Boolean).length < 2) return undefined
  // Cells are words and numbers, no sentences.
  if (cells.some(cell => cell.length > LONGEST_CELL || /[.!?…]\s+\p{Lu}\p{Ll}+\s/u.test(cell))) return undefined
  // Nor is a clause behind its number one.
  if (cells.length === 2 && CLAUSE.test(cells[0]!) && cells[1]!.split(/\s+/u).length > 3) return undefined
  if ((sign === ',' || sign === ';') && /\p{L}{5}[.!?…]$/u.test(line)) return undefined
  return cells
}

const CLAUSE = /^\(?(?:\d{1,2}(?:\.\d{1,2}){0,3}|[\p{L}])[.)]?$/u

function split(line: string, sign: Sign): string[] {
  if (sign === '  ') return line.split(/ {2,}/u)
  if (sign === '....') return line.split(/\.{4,}/u)
  if (!line.includes('"')) return line.split(sign)
  const cells: string[] = ['']
  let quoted = false
  for (const letter of line) {
    if (letter === '"') quoted = !quoted
    else if (letter === sign && !quoted) cells.push('')
    else cells[cells.length - 1] += letter
  }
  return cells
}

const YEAR = /^(19|20)\d\d(\s?(г\.?|год|year))?$/u

const hasLetter = (cell: string) => /\p{L}/u.test(cell)
const isNumber = (cell: string | undefined) => cell !== undefined && /\d/u.test(cell) && !hasLetter(cell)

/** Names of columns: words, or years; or words with numbers in them ("Flat 12") above a column of numbers alone. */
const isHeader = (cells: string[], next: string[][]) =>
  (cells.every(cell => !/\d/u.test(cell) || YEAR.test(cell)) &&
    cells.filter(hasLetter).length >= Math.min(2, cells.length - 1)) ||
  (cells.length > 2 &&
    cells.every(hasLetter) &&
    cells.some((_, at) => next.length > 0 && next.every(row => isNumber(row[at]))))

const NEXT_ROWS = 3

function readBlock(rows: Parted[]): TableRow[] {
  const next = rows.slice(1, 1 + NEXT_ROWS).map(({ cells }) => cells)
  const header = isHeader(rows[0]!.cells, next) ? rows[0]!.cells : undefined
  const isRecord = rows[0]!.cells.length > 2 || (header !== undefined && !rows[0]!.cells[0]!.endsWith(':'))
  return rows.map(({ line, cells }, at) => ({
    start: line.start,
    end: line.end,
    reading: header && at > 0 ? withHeader(header, cells) : cells.filter(Boolean).join('; '),
    isHeader: header !== undefined && at === 0,
    isRecord,
  }))
}

const withHeader = (header: string[], cells: string[]) =>
  cells
    .map((cell, at) => (cell === '' ? '' : header[at] ? `${header[at]}: ${cell}` : cell))
    .filter(Boolean)
    .join('; ')
