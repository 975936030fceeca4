import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { DocumentRefused } from '../../ports/documents.ts'
import { ReadingFailed } from '../../ports/reader.ts'
import { failed, WHY } from '../reader/failures.ts'
import { columnOf, openBook, shownCell } from '../reader/formats/xlsx.ts'
import { type XmlHandler, Zip } from '../reader/formats/zipped.ts'

/** The cells of a workbook where they stand, for a table that people look at. What is more than one looks through is cut. */

export interface SheetsInput {
  path: string
  mime: string
  to: string
}

const MOST = { sheets: 100, rows: 20_000, columns: 200, cells: 300_000, chars: 2000, allChars: 16_000_000 }

interface Sheet {
  name: string
  rows: string[][]
  /** There is more than is told. */
  cut: boolean
}

export async function writeSheets({ path, mime, to }: SheetsInput): Promise<void> {
  const sheets = await readSheets(path, mime).catch(error => {
    throw error instanceof ReadingFailed ? new DocumentRefused('damaged', error.words) : error
  })
  const file = createWriteStream(to)
  file.end(JSON.stringify(sheets))
  await finished(file)
}

async function readSheets(path: string, mime: string): Promise<{ sheets: Sheet[]; cut: boolean }> {
  const zip = await Zip.open(path)
  const pile = new Pile()
  try {
    if (/opendocument/.test(mime)) await readOds(zip, pile)
    else await readXlsx(zip, pile)
  } catch (error) {
    if (!(error instanceof Enough)) throw error
  } finally {
    zip.close()
  }
  return pile.finish()
}

class Enough extends Error {}

/** Gathers cells, and stops when there are more than anybody looks through. */
class Pile {
  readonly #sheets: Sheet[] = []
  #cells = 0
  #chars = 0
  #cut = false

  begin(name: string): void {
    if (this.#sheets.length >= MOST.sheets) this.#stop()
    this.#sheets.push({ name: name.slice(0, 200), rows: [], cut: false })
  }

  /** Rows and columns count from 0. False: this sheet takes no more rows. */
  put(row: number, column: number, text: string): boolean {
    const sheet = this.#sheets.at(-1)!
    if (row >= MOST.rows || column >= MOST.columns) {
      sheet.cut = true
      return row < MOST.rows
    }
    this.#cells++
    this.#chars += text.length
    if (this.#cells > MOST.cells || this.#chars > MOST.allChars) this.#stop()
    while (sheet.rows.length <= row) sheet.rows.push([])
    const cells = sheet.rows[row]!
    while (cells.length < column) cells.push('')
    cells[column] = text.length > MOST.chars ? `${text.slice(0, MOST.chars)}…` : text
    return true
  }

  #stop(): never {
    this.#cut = true
    const sheet = this.#sheets.at(-1)
    if (sheet) sheet.cut = true
    throw new Enough()
  }

  finish() {
    return { sheets: this.#sheets, cut: this.#cut || this.#sheets.some(sheet => sheet.cut) }
  }
}

async function readXlsx(zip: Zip, pile: Pile): Promise<void> {
  if (!zip.parts.has('xl/workbook.xml')) throw failed(WHY.damaged)
  const book = await openBook(zip)
  for (const { name, part } of book.sheets) {
    pile.begin(name)
    let [value, type, style, inValue, row, column] = ['', '', '', false, -1, -1]
    await zip.xml(part, {
      open(tag, { r, t, s }) {
        if (tag === 'row') [row, column] = [r ? Number(r) - 1 : row + 1, -1]
        else if (tag === 'c') {
          column = r ? columnOf(r) - 1 : column + 1
          ;[value, type, style] = ['', t ?? 'n', s ?? '']
        } else if (tag === 'v' || tag === 't') inValue = true
      },
      text(text) {
        if (inValue) value += text
      },
      close(tag) {
        if (tag === 'v' || tag === 't') inValue = false
        else if (tag === 'c' && value !== '' && row >= 0 && column >= 0)
          pile.put(row, column, shownCell(value, type, style, book))
      },
    })
  }
}

/** One cell or row may stand for a million equal ones: those without anything in them only move the place. */
async function readOds(zip: Zip, pile: Pile): Promise<void> {
  if ((await zip.text('META-INF/manifest.xml')).includes('encryption-data')) throw failed(WHY.sealed)
  if (!zip.parts.has('content.xml')) throw failed(WHY.damaged)
  await zip.xml('content.xml', odsCells(pile))
}

const times = (said: string | undefined) => Math.max(1, Number(said ?? 1) || 1)

function odsCells(pile: Pile): XmlHandler {
  let [row, column, depth, value] = [0, 0, 0, '']
  let [rowTimes, cellTimes] = [1, 1]
  let cells: [column: number, text: string][] = []
  return {
    open(tag, attributes) {
      if (tag === 'table') {
        pile.begin(attributes.name ?? '')
        row = 0
      } else if (tag === 'table-row') {
        ;[column, cells] = [0, []]
        rowTimes = times(attributes['number-rows-repeated'])
      } else if (tag === 'table-cell' || tag === 'covered-table-cell') {
        value = ''
        cellTimes = times(attributes['number-columns-repeated'])
      } else if (tag === 'p') {
        depth++
        if (value !== '') value += ' '
      } else if (tag === 's' && depth > 0) value += ' '
    },
    text(text) {
      if (depth > 0) value += text
    },
    close(tag) {
      if (tag === 'p') depth--
      else if (tag === 'table-cell' || tag === 'covered-table-cell') {
        const shown = Math.min(cellTimes, MOST.columns + 1)
        if (value !== '') for (let n = 0; n < shown; n++) cells.push([column + n, value])
        column += cellTimes
      } else if (tag === 'table-row') {
        putRows(pile, row, rowTimes, cells)
        row += rowTimes
      }
    },
  }
}

function putRows(pile: Pile, from: number, count: number, cells: [column: number, text: string][]): void {
  if (cells.length === 0) return
  for (let row = from; row < from + count; row++)
    if (!cells.map(([column, text]) => pile.put(row, column, text)).every(Boolean)) return
}
