import { boxAround, isRunning } from './tables.ts'
import { centre, type LayoutBox, type LayoutLine, middle } from './words.ts'

/** Text in columns: where it is plain that there are some, each is read before the one to its right. */

/** A part of the page that is read as a whole before the next one. */
export interface Region extends LayoutBox {
  lines: LayoutLine[]
  /** How many such stand beside each other. */
  columns: number
}

const [LEFTMOST, RIGHTMOST, STEP] = [0.3, 0.7, 2]
const FEWEST_LINES = 3
/** More is no page that people read. */
const MOST_LINES = 2000
const FEWEST_WORDS = 3
/** Of the shorter column, beside the other. */
const BESIDE = 0.5

const lettersOf = ({ words }: LayoutLine) => words.reduce((sum, { text }) => sum + text.length, 0)
const crosses = (x: number) => (box: LayoutBox) => box.x0 < x && box.x1 > x
const isLeft = (x: number) => (box: LayoutBox) => box.x1 <= x

/** The middle of the white between two columns: there most letters stand beside each other, and fewest across. */
function gutterOf(lines: LayoutLine[], left: number, width: number): number | undefined {
  const sized = lines.map(line => ({ ...line, letters: lettersOf(line) }))
  let [best, from, to] = [0, 0, 0]
  for (let x = left + width * LEFTMOST; x <= left + width * RIGHTMOST; x += STEP) {
    const letters = { across: 0, left: 0, right: 0 }
    for (const line of sized) letters[crosses(x)(line) ? 'across' : isLeft(x)(line) ? 'left' : 'right'] += line.letters
    const score = Math.min(letters.left, letters.right) * 2 - letters.across
    if (score > best) [best, from, to] = [score, x, x]
    // Two gutters may be as good: the first is taken, and not the middle of both.
    else if (score === best && x - to <= STEP * 1.5) to = x
  }
  return best > 0 ? (from + to) / 2 : undefined
}

/** Two columns of running text: labels and what is filled in beside them are read line by line. */
function isPlain(left: LayoutLine[], right: LayoutLine[]): boolean {
  if (Math.min(left.length, right.length) < FEWEST_LINES) return false
  const [one, other] = [boxAround(left), boxAround(right)]
  const beside = Math.min(one.y1, other.y1) - Math.max(one.y0, other.y0)
  const isText = (lines: LayoutLine[]) =>
    middle(lines.map(({ words }) => words.length)) >= FEWEST_WORDS || isRunning(lines)
  return beside > Math.min(one.y1 - one.y0, other.y1 - other.y0) * BESIDE && isText(left) && isText(right)
}

/** One of two columns may be several itself. */
function columnsIn(lines: LayoutLine[]): LayoutLine[][] {
  const { x0, x1 } = boxAround(lines)
  const x = lines.length < FEWEST_LINES * 2 ? undefined : gutterOf(lines, x0, x1 - x0)
  if (x === undefined || lines.some(crosses(x))) return [lines]
  const [left, right] = [lines.filter(isLeft(x)), lines.filter(line => !isLeft(x)(line))]
  return isPlain(left, right) ? [...columnsIn(left), ...columnsIn(right)] : [lines]
}

/** `solid`: tables and pictures, which part what stands above from what stands below where they lie across columns. */
export function regionsOf(lines: LayoutLine[], solid: LayoutBox[], width: number): Region[] {
  const whole: Region = { ...boxAround(lines), lines, columns: 1 }
  const x = lines.length < FEWEST_LINES * 2 || lines.length > MOST_LINES ? undefined : gutterOf(lines, 0, width)
  if (x === undefined) return [whole]
  const walls = [...lines, ...solid].filter(crosses(x)).sort((a, b) => a.y0 - b.y0)
  const bands = Array.from(Array(walls.length + 1), (): LayoutLine[] => [])
  for (const line of lines)
    if (!crosses(x)(line)) bands[walls.filter(wall => centre(wall).y < centre(line).y).length]!.push(line)
  const regions: Region[] = []
  let above: LayoutLine[] = []
  const close = () => {
    if (above.length > 0) regions.push({ ...boxAround(above), lines: above, columns: 1 })
    above = []
  }
  for (const [band, own] of bands.entries()) {
    const [left, right] = [own.filter(isLeft(x)), own.filter(line => !isLeft(x)(line))]
    if (isPlain(left, right)) {
      close()
      const columns = [...columnsIn(left), ...columnsIn(right)]
      for (const column of columns) regions.push({ ...boxAround(column), lines: column, columns: columns.length })
    } else above.push(...own)
    const wall = walls[band]
    if (wall && 'words' in wall) above.push(wall as LayoutLine)
  }
  close()
  return regions.some(({ columns }) => columns > 1) ? regions : [whole]
}
