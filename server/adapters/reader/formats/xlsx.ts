import { failed, WHY } from '../failures.ts'
import { LIMITS } from '../limits.ts'
import type { Manuscript } from '../manuscript.ts'
import { writeChart } from './charts.ts'
import { officeProperties } from './office-facts.ts'
import type { XmlHandler, Zip } from './zipped.ts'

/** A workbook: each sheet a page, its name as a heading, cells between tabs, one row a line. */
export async function readXlsx(zip: Zip, out: Manuscript): Promise<void> {
  if (!zip.parts.has('xl/workbook.xml')) throw failed(WHY.damaged)
  const { title, facts } = await officeProperties(zip)
  out.title = title
  Object.assign(out.facts, facts)
  const book = await openBook(zip)
  for (const sheet of book.sheets) {
    out.startPage()
    out.startHeading(1)
    out.write(sheet.name)
    out.endHeading()
    out.gap('\n')
    await zip.xml(sheet.part, rows(out, book))
    await readBeside(zip, sheet.part, out)
  }
  out.facts.sheets = book.sheets.slice(0, LIMITS.listedEntries).map(({ name }) => name)
  out.facts.page_count = book.sheets.length
}

/** What lies on the cells: boxes of text, titles of charts, comments. */
async function readBeside(zip: Zip, sheet: string, out: Manuscript): Promise<void> {
  const beside = [...(await zip.relations(sheet)).values()]
  // A talk is kept a second time for old programs, with a word to them.
  const talks = beside.some(({ type }) => type === 'threadedComment')
  for (const { target, type } of beside) {
    out.gap('\n')
    if (type === 'drawing') await readDrawing(zip, target, out)
    else if (type === 'threadedComment') await zip.xmlBeside(target, lines(out, 'text', 'threadedComment'))
    else if (type === 'comments' && !talks) await zip.xmlBeside(target, lines(out, 't', 'comment'))
  }
}

async function readDrawing(zip: Zip, drawing: string, out: Manuscript): Promise<void> {
  await zip.xmlBeside(drawing, lines(out, 't', 'p'))
  for (const { target, type } of (await zip.relations(drawing)).values()) {
    if (type === 'chart') await writeChart(zip, target, out, false)
    else if (type === 'diagramData') await zip.xmlBeside(target, lines(out, 't', 'p'))
  }
}

/** The text inside of one tag; where another ends, so does a line. */
function lines(out: Manuscript, said: string, line: string): XmlHandler {
  let inText = false
  return {
    open(name) {
      if (name === said) inText = true
    },
    text(text) {
      if (inText) out.write(text.replace(/(?<!\s)\s*\n\s*/g, ' '))
    },
    close(name) {
      if (name === said) inText = false
      if (name === line) out.gap('\n')
    },
  }
}

/** What is needed to show any of its cells. */
export async function openBook(zip: Zip): Promise<Book> {
  const { sheets, since1904 } = await workbook(zip)
  return { sheets, since1904, shared: await sharedStrings(zip), dates: await dateStyles(zip) }
}

async function workbook(zip: Zip) {
  const relations = await zip.relations('xl/workbook.xml')
  const sheets: { name: string; part: string }[] = []
  let since1904 = false
  await zip.xml('xl/workbook.xml', {
    open(tag, { name, id, date1904 }) {
      if (tag === 'workbookPr') since1904 = date1904 === '1' || date1904 === 'true'
      const part = tag === 'sheet' ? relations.get(id ?? '')?.target : undefined
      if (part) sheets.push({ name: name ?? '', part })
    },
  })
  return { sheets, since1904 }
}

/** Strings that cells point at by number; when they are more than may be read the rest stays empty. */
async function sharedStrings(zip: Zip): Promise<string[]> {
  const strings: string[] = []
  let [current, inText, phonetic, size] = ['', false, false, 0]
  await zip.xml('xl/sharedStrings.xml', {
    open(name) {
      if (name === 'si') current = ''
      else if (name === 't') inText = true
      else if (name === 'rPh') phonetic = true
    },
    text(text) {
      if (inText && !phonetic && size < LIMITS.textChars) current += text
    },
    close(name) {
      if (name === 't') inText = false
      else if (name === 'rPh') phonetic = false
      else if (name === 'si') {
        strings.push(current)
        size += current.length
      }
    },
  })
  return strings
}

type Shown = 'date' | 'time' | 'both' | 'percent'

const BUILT_IN: Record<number, Shown> = {
  ...Object.fromEntries([14, 15, 16, 17, 27, 30, 36, 50, 57].map(id => [id, 'date'])),
  ...Object.fromEntries([18, 19, 20, 21, 45, 46, 47].map(id => [id, 'time'])),
  22: 'both',
  9: 'percent',
  10: 'percent',
}

/** How the cells of each style show their numbers, where it is not as numbers. */
async function dateStyles(zip: Zip): Promise<Map<string, Shown>> {
  const formats = new Map<number, Shown>()
  const styles = new Map<string, Shown>()
  let [inCells, count] = [false, 0]
  await zip.xmlBeside('xl/styles.xml', {
    open(name, { numFmtId, formatCode }) {
      if (name === 'numFmt') {
        const shown = shownBy(formatCode ?? '')
        if (shown) formats.set(Number(numFmtId), shown)
      } else if (name === 'cellXfs') inCells = true
      else if (name === 'xf' && inCells) {
        const shown = formats.get(Number(numFmtId)) ?? BUILT_IN[Number(numFmtId)]
        if (shown) styles.set(String(count), shown)
        count++
      }
    },
    close(name) {
      if (name === 'cellXfs') inCells = false
    },
  })
  return styles
}

const onOneLine = (text: string) =>
  text.includes('\n')
    ? text
        .split('\n')
        .map(line => line.trim())
        .filter(Boolean)
        .join(' ')
    : text

/** As many signs as the format allows. */
const LONGEST_CODE = 255

function shownBy(given: string): Shown | undefined {
  const code = given.slice(0, LONGEST_CODE)
  const bare = code.replace(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '').split(';')[0]!
  const day = /[dyгд]/i.test(bare)
  const time = /[hsч]/i.test(bare)
  if (day || time) return day && time ? 'both' : day ? 'date' : 'time'
  return bare.includes('%') ? 'percent' : undefined
}

export interface Book {
  sheets: { name: string; part: string }[]
  shared: string[]
  dates: Map<string, Shown>
  since1904: boolean
}

function rows(out: Manuscript, book: Book): XmlHandler {
  let [value, type, style, inValue, column, at] = ['', '', '', false, 0, 0]
  return {
    open(name, { r, t, s }) {
      if (name === 'row') [column, at] = [0, 0]
      else if (name === 'c') {
        column = r ? columnOf(r) : column + 1
        ;[value, type, style] = ['', t ?? 'n', s ?? '']
      } else if (name === 'v' || name === 't') inValue = true
    },
    text(text) {
      if (inValue) value += text
    },
    close(name) {
      if (name === 'v' || name === 't') inValue = false
      else if (name === 'row') out.regap('\n')
      else if (name === 'c' && value !== '') {
        const shown = shownCell(value, type, style, book)
        if (shown === '') return
        if (at > 0) {
          // A wide gap between columns means no more than a narrow one.
          out.regap('')
          out.write('\t'.repeat(Math.min(Math.max(column - at, 1), 8)))
        }
        at = column
        out.write(onOneLine(shown))
      }
    },
  }
}

/** As a person would see it. Formulas are never worked out: a sheet keeps what they last gave. */
export const shownCell = (value: string, type: string, style: string, book: Book): string =>
  type === 'n' ? number(value, book.dates.get(style), book.since1904) : cell(value, type, book)

export function columnOf(reference: string): number {
  let column = 0
  for (let i = 0; i < reference.length; i++) {
    const letter = reference.charCodeAt(i) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  return column
}

function cell(value: string, type: string, { shared }: Book): string {
  if (type === 's') return shared[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  return value
}

const DAY = 86_400_000

function number(value: string, shown: Shown | undefined, since1904: boolean): string {
  const n = Number(value)
  if (!Number.isFinite(n)) return value
  if (shown === 'percent') return `${Number((n * 100).toPrecision(12))}%`
  // Fifteen digits are what a sheet keeps; the rest is the noise of binary fractions.
  if (!shown || n < 0 || n > 2_958_465) return String(Number(n.toPrecision(15)))
  const epoch = since1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, n < 60 ? 31 : 30)
  const moment = new Date(epoch + Math.round((n * DAY) / 1000) * 1000).toISOString()
  const time = moment.slice(11, 19).replace(/:00$/, '')
  if (shown === 'time') return time
  return shown === 'both' && n % 1 !== 0 ? `${moment.slice(0, 10)} ${time}` : moment.slice(0, 10)
}
