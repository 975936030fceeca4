import { type Region, regionsOf } from './columns.ts'
import type { Drawn, PlacedDrawing } from './drawn.ts'
import { type Mark, markOf, withTheirMarks } from './lists.ts'
import { afterMark, joinedRuns, runsOf, type StyledRun, textIn, withLooks } from './looks.ts'
import { boxAround, openTables, ruledTables, type Table } from './tables.ts'
import { centre, contains, type LayoutBox, type LayoutLine, middle, type PageText } from './words.ts'

/** What a page says, in the order in which it is read: headings, paragraphs, items of lists, tables, pictures. */

export type FlowBlock =
  | {
      is: 'text'
      text: string
      runs: StyledRun[]
      heading: number
      item?: { mark: Mark; indent: number; bare: StyledRun[] }
    }
  /** What follows stands in so many columns. */
  | { is: 'columns'; count: number }
  | { is: 'table'; table: Table }
  | ({ is: 'picture'; box: LayoutBox } & PlacedDrawing)

interface PositionedBlock {
  y: number
  part: FlowBlock
}

/** What stands in one region of the page. */
interface Area {
  region: Region
  placed: PositionedBlock[]
}

/** Sizes of letters in the whole document: the usual one, and those of headings from the largest. */
export interface Sizes {
  usual: number
  headings: number[]
}

const LARGER = 1.15
const LEVELS = 4

const heightOf = (line: LayoutLine) => middle(line.words.map(({ y0, y1 }) => y1 - y0))

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

function headingOf(lines: LayoutLine[], { usual, headings }: Sizes): number {
  const size = middle(lines.map(heightOf))
  const length = lines.reduce((sum, { words }) => sum + words.length, 0)
  if (size < usual * LARGER || lines.length > 3 || length > LONGEST_HEADING / 5) return 0
  const level = headings.findIndex(heading => size >= heading * 0.96)
  return level < 0 ? headings.length : level + 1
}

const markIn = ({ words }: LayoutLine): Mark | undefined => (words.length < 2 ? undefined : markOf(words[0]!.text))

/** Lines of a block that belong together: a mark, an indent, a wider gap or a short line before begins another. */
function paragraphs(lines: LayoutLine[]): LayoutLine[][] {
  const found: LayoutLine[][] = []
  const right = Math.max(...lines.map(({ x1 }) => x1))
  const left = Math.min(...lines.map(({ x0 }) => x0))
  for (const line of lines) {
    const own = found.at(-1)
    const last = own?.at(-1)
    const size = heightOf(line)
    const begins =
      !last ||
      markIn(line) !== undefined ||
      line.y0 - last.y1 > size * 0.7 ||
      Math.abs(heightOf(last) - size) > size * 0.12 ||
      (line.x0 > left + size && last.x0 <= left + size * 0.5 && !markIn(own![0]!)) ||
      (last.x1 < right - (right - left) * 0.2 && /[.!?:;]$/.test(last.words.at(-1)?.text ?? ''))
    if (begins) found.push([line])
    else own!.push(line)
  }
  return found
}

/** `left`: where the text around it begins. */
function textPart(lines: LayoutLine[], sizes: Sizes, left: number): FlowBlock {
  const mark = markIn(lines[0]!)
  const heading = mark?.format === 'bullet' ? 0 : headingOf(lines, sizes)
  const runs = runsOf(lines)
  const part = { is: 'text' as const, heading, text: textIn(runs), runs }
  if (!mark || heading > 0) return part
  return { ...part, item: { mark, indent: lines[0]!.x0 - left, bare: afterMark(runs) } }
}

/** Nearly all of the page: a scan under its text, or a background. */
const WHOLE = 0.8
const SMALLEST = 12

/** Tables take words, not lines: what stands in the same line beside a table stays. */
function linesBeside(lines: LayoutLine[], tables: Table[]): LayoutLine[] {
  return lines.flatMap(line => {
    const words = line.words.filter(word => !tables.some(table => contains(table, centre(word))))
    if (words.length === 0) return []
    return words.length === line.words.length ? [line] : [{ ...line, ...boxAround(words), words }]
  })
}

export function partsOf(page: PageText, drawn: Drawn, sizes: Sizes): { parts: FlowBlock[]; columns: boolean } {
  const lines = withLooks(page.lines, drawn.looks)
  const words = lines.flatMap(line => line.words)
  const ruled = ruledTables(drawn, words)
  const free = words.filter(word => !ruled.some(table => contains(table, centre(word))))
  const tables = [...ruled, ...openTables(free, page.width)]
  const pictures = drawn.pictures.filter(
    ({ x0, y0, x1, y1 }) =>
      x1 - x0 > SMALLEST &&
      y1 - y0 > SMALLEST &&
      (words.length === 0 || (x1 - x0) * (y1 - y0) < page.width * page.height * WHOLE),
  )
  const regions = regionsOf(withTheirMarks(linesBeside(lines, tables)), [...tables, ...pictures], page.width)
  const areas = regions.map((region): Area => ({ region, placed: textsIn(region, sizes) }))
  // Text stays in the order of its columns; tables and pictures go before the first text that stands below them.
  for (const { object, matrix, ...box } of pictures) insert(areas, box, { is: 'picture', box, object, matrix })
  for (const table of tables.sort((a, b) => a.y0 - b.y0)) insert(areas, table, { is: 'table', table })
  return {
    parts: inSections(areas),
    columns: regions.some(({ columns, lines }) => columns === 1 && isInColumns(lines)),
  }
}

function textsIn({ lines, x0 }: Region, sizes: Sizes): PositionedBlock[] {
  const placed: PositionedBlock[] = []
  let [own, block]: [LayoutLine[], number] = [[], -1]
  const close = () => {
    for (const paragraph of own.length > 0 ? paragraphs(own) : [])
      placed.push({ y: paragraph[0]!.y0, part: textPart(paragraph, sizes, x0) })
    own = []
  }
  for (const line of lines) {
    if (line.block !== block) close()
    block = line.block
    own.push(line)
  }
  close()
  return placed
}

function insert(areas: Area[], box: LayoutBox, part: FlowBlock): void {
  const { x, y } = centre(box)
  const isIn = ({ region }: Area) =>
    region.columns === 1 ? y < region.y1 : contains({ ...region, y0: Math.min(region.y0, y) }, { x, y })
  const { placed } = areas.find(isIn) ?? areas.at(-1)!
  const at = placed.findIndex(other => other.y > box.y0)
  placed.splice(at < 0 ? placed.length : at, 0, { y: box.y0, part })
}

/** The parts in their order, and where columns begin and end. */
function inSections(areas: Area[]): FlowBlock[] {
  const parts: FlowBlock[] = []
  let count = 1
  for (const [n, { region, placed }] of areas.entries()) {
    if (region.columns !== count) parts.push({ is: 'columns', count: region.columns })
    count = region.columns
    const own = placed.map(({ part }) => part)
    const goesOn = n > 0 && count > 1 && areas[n - 1]!.region.columns === count && joinedParts(parts.at(-1), own[0])
    if (goesOn) parts.splice(-1, 1, goesOn)
    parts.push(...(goesOn ? own.slice(1) : own))
  }
  if (count > 1) parts.push({ is: 'columns', count: 1 })
  return parts
}

/** A paragraph that is broken at the end of a column is one. */
function joinedParts(before: FlowBlock | undefined, after: FlowBlock | undefined): FlowBlock | undefined {
  if (before?.is !== 'text' || after?.is !== 'text' || before.heading > 0 || after.heading > 0 || after.item)
    return undefined
  if (!/^\p{Ll}/u.test(after.text) || /[.!?:;]$/.test(before.text)) return undefined
  const runs = joinedRuns(before.runs, after.runs)
  const item = before.item && { ...before.item, bare: joinedRuns(before.item.bare, after.runs) }
  return { ...before, runs, text: textIn(runs), item }
}

/** Some text begins above where the text before it ended. */
const isInColumns = (lines: LayoutLine[]) =>
  lines.some((line, n) => n > 0 && line.block !== lines[n - 1]!.block && line.y0 < lines[n - 1]!.y0 - 40)
