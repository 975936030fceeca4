/** Lines that a mail program or a printer has broken to fit a width, in a text that has lists and forms as well. */

const NARROWEST = 60
const WIDEST = 200
/** So many lines up and down are looked at. */
const AROUND = 8
/** Widths are counted in letters, which print in different widths. */
const MOST_EXCEPTIONS = 0.35
/** What begins a line of its own: a point of a list, a field of a form, a cell. */
const BEGINS_ANEW = /^(?:[-–—•*·#>|]|\(?[\p{L}\d]{1,3}[.)]\s|[^\n:]{1,40}:\s)/u
const CELLS = /[\t|]| {3,}/

/** Whether what stands behind the line break at `at` would have stood before it, had the line been longer. */
export function isWrappedAt(text: string, at: number): boolean {
  const before = linesFrom(text, at, -1)
  const after = linesFrom(text, at, 1)
  const [last, next] = [before[0], after[0]]
  if (!last || !next || BEGINS_ANEW.test(next) || beginsAlike(last, next)) return false
  const lines = [...before.reverse(), ...after]
  if (lines.some(line => line.length > WIDEST || CELLS.test(line))) return false
  const width = Math.max(...lines.map(line => line.length))
  if (width < NARROWEST || !isFull(last, next, width)) return false
  // The last line of a paragraph may be short, and a heading or a signature says nothing of the width.
  const telling = lines.slice(1).flatMap((line, i) => {
    const above = lines[i]!
    return above.length < width * 0.6 || ENDED.test(above) ? [] : isFull(above, line, width)
  })
  return telling.filter(full => !full).length <= telling.length * MOST_EXCEPTIONS
}

const ENDED = /[.!?…:;,]["'»”)\]]*$/u

/** As lines of a log, of a list or of a table do. */
function beginsAlike(line: string, next: string): boolean {
  const [first, second] = [line, next].map(each => each.split(/\s/, 1)[0]!.replace(/\d/g, '0'))
  return first === second
}

/** The first word of the next line would not have fitted. */
const isFull = (line: string, next: string, width: number) => line.length + 1 + next.search(/\s|$/) > width * 0.96

/** The nearest first; an empty line ends them. */
function linesFrom(text: string, at: number, step: 1 | -1): string[] {
  const lines: string[] = []
  let edge = at
  while (lines.length < AROUND) {
    const far =
      step > 0 ? text.slice(edge + 1, edge + 2 + WIDEST) : text.slice(Math.max(0, edge - WIDEST - 1), Math.max(0, edge))
    const line = step > 0 ? far.slice(0, endOf(far)) : far.slice(far.lastIndexOf('\n') + 1)
    if (line.trim() === '') break
    lines.push(line.trim())
    edge += step * (line.length + 1)
    if (edge < 0 || edge >= text.length) break
  }
  return lines
}

const endOf = (text: string) => (text.includes('\n') ? text.indexOf('\n') : text.length)
