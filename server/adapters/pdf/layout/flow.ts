import type { Drawn } from './drawn.ts'
import { boxAround, openTables, ruledTables, type Table } from './tables.ts'
import { type Box, centre, holds, type Line, middle, type PageText } from './words.ts'

/** What a page says, in the order in which it is read: headings, paragraphs, items of lists, tables, pictures. */

export type Part =
  | { is: 'text'; text: string; heading: number; list: 'bullet' | 'number' | undefined }
  | { is: 'table'; table: Table }
  | { is: 'picture'; box: Box; object: number }

interface Placed {
  y: number
  part: Part
}

/** Sizes of letters in the whole document: the usual one, and those of headings from the largest. */
export interface Sizes {
  usual: number
  headings: number[]
}

const LARGER = 1.15
const LEVELS = 4

const heightOf = (line: Line) => middle(line.words.map(({ y0, y1 }) => y1 - y0))

export function sizesIn(pages: PageText[]): Sizes {
  const counts = new Map<number, number>()
  for (const line of pages.flatMap(({ lines }) => lines)) {
    const size = Math.round(heightOf(line) * 2) / 2
    counts.set(size, (counts.get(size) ?? 0) + line.words.reduce((sum, { text }) => sum + text.length, 0))
  }
  const usual = [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 12
  const headings: number[] = []
  for (const size of [...counts.keys()].sort((a, b) => b - a))
    if (size >= usual * LARGER && (headings.length === 0 || headings.at(-1)! / size > 1.08)) headings.push(size)
  return { usual, headings: headings.slice(0, LEVELS) }
}

const LONGEST_HEADING = 300

function headingOf(lines: Line[], { usual, headings }: Sizes): number {
  const size = middle(lines.map(heightOf))
  const length = lines.reduce((sum, { words }) => sum + words.length, 0)
  if (size < usual * LARGER || lines.length > 3 || length > LONGEST_HEADING / 5) return 0
  const level = headings.findIndex(heading => size >= heading * 0.96)
  return level < 0 ? headings.length : level + 1
}

const BULLET = /^[•◦▪■●‣∙·–—*\uf0b7\uf0a7-]$/
const NUMBER = /^(\d{1,3})[.)]$/

const markOf = ({ words }: Line): 'bullet' | 'number' | undefined => {
  const first = words[0]?.text ?? ''
  if (words.length < 2) return undefined
  return BULLET.test(first) ? 'bullet' : NUMBER.test(first) ? 'number' : undefined
}

/** Lines of a block that belong together: a mark, an indent, a wider gap or a short line before begins another. */
function paragraphs(lines: Line[]): Line[][] {
  const found: Line[][] = []
  const right = Math.max(...lines.map(({ x1 }) => x1))
  const left = Math.min(...lines.map(({ x0 }) => x0))
  for (const line of lines) {
    const own = found.at(-1)
    const last = own?.at(-1)
    const size = heightOf(line)
    const begins =
      !last ||
      markOf(line) !== undefined ||
      line.y0 - last.y1 > size * 0.7 ||
      Math.abs(heightOf(last) - size) > size * 0.12 ||
      (line.x0 > left + size && last.x0 <= left + size * 0.5 && !markOf(own![0]!)) ||
      (last.x1 < right - (right - left) * 0.2 && /[.!?:;]$/.test(last.words.at(-1)?.text ?? ''))
    if (begins) found.push([line])
    else own!.push(line)
  }
  return found
}

/** A word that was broken at the end of a line becomes whole. */
function joinedText(lines: Line[]): string {
  let text = ''
  for (const { words } of lines) {
    const line = words.map(word => word.text).join(' ')
    const isBroken = /\p{L}[-\u00ad]$/u.test(text.slice(-3)) && /^\p{Ll}/u.test(line)
    text = isBroken ? text.slice(0, -1) + line : text === '' ? line : `${text} ${line}`
  }
  return text
}

function textPart(lines: Line[], sizes: Sizes): Part {
  const mark = markOf(lines[0]!)
  const heading = mark === 'bullet' ? 0 : headingOf(lines, sizes)
  const list = heading > 0 ? undefined : mark
  const text = joinedText(lines)
  return { is: 'text', heading, list, text: list === 'bullet' ? text.replace(/^\S{1,3} /, '') : text }
}

/** Nearly all of the page: a scan under its text, or a background. */
const WHOLE = 0.8
const SMALLEST = 12

/** Tables take words, not lines: what stands in the same line beside a table stays. */
function linesBeside(lines: Line[], tables: Table[]): Line[] {
  return lines.flatMap(line => {
    const words = line.words.filter(word => !tables.some(table => holds(table, centre(word))))
    if (words.length === 0) return []
    return words.length === line.words.length ? [line] : [{ ...line, ...boxAround(words), words }]
  })
}

export function partsOf(page: PageText, drawn: Drawn, sizes: Sizes): { parts: Part[]; columns: boolean } {
  const words = page.lines.flatMap(line => line.words)
  const ruled = ruledTables(drawn, words)
  const free = words.filter(word => !ruled.some(table => holds(table, centre(word))))
  const tables = [...ruled, ...openTables(free, page.width)]
  const placed: Placed[] = []
  const open = linesBeside(page.lines, tables)
  let [lines, block]: [Line[], number] = [[], -1]
  const close = () => {
    for (const paragraph of lines.length > 0 ? paragraphs(lines) : [])
      placed.push({ y: paragraph[0]!.y0, part: textPart(paragraph, sizes) })
    lines = []
  }
  for (const line of open) {
    if (line.block !== block) close()
    block = line.block
    lines.push(line)
  }
  close()
  const pictures = drawn.pictures.filter(
    ({ x0, y0, x1, y1 }) =>
      x1 - x0 > SMALLEST &&
      y1 - y0 > SMALLEST &&
      (words.length === 0 || (x1 - x0) * (y1 - y0) < page.width * page.height * WHOLE),
  )
  // Text stays in the order of its columns; tables and pictures go before the first text that stands below them.
  for (const { object, ...box } of pictures) insert(placed, { y: box.y0, part: { is: 'picture', box, object } })
  for (const table of tables.sort((a, b) => a.y0 - b.y0)) insert(placed, { y: table.y0, part: { is: 'table', table } })
  return { parts: placed.map(({ part }) => part), columns: isInColumns(open) }
}

function insert(placed: Placed[], one: Placed): void {
  const at = placed.findIndex(({ y }) => y > one.y)
  placed.splice(at < 0 ? placed.length : at, 0, one)
}

/** Some text begins above where the text before it ended. */
const isInColumns = (lines: Line[]) =>
  lines.some((line, n) => n > 0 && line.block !== lines[n - 1]!.block && line.y0 < lines[n - 1]!.y0 - 40)
