import type { Manuscript } from '../manuscript.ts'
import { bytesIn, type IwaMessage, numberIn, tidy, unbroken } from './iwa.ts'

/** The tables of Numbers: of each cell what it shows, be it a word, a number or a date. Formulas keep what they last gave. */

/** Kinds of messages. */
const [DOCUMENT, SHEET, INFO, MODEL, TILE, LIST, PAYLOAD, TEXT] = [1, 2, 6000, 6001, 6002, 6005, 6218, 2001]
export const KINDS = new Set([DOCUMENT, SHEET, INFO, MODEL, TILE, LIST, PAYLOAD, TEXT])

type Objects = Map<number, IwaMessage>

const MOST_COLUMNS = 1000
const TABS = 8

/** Where the message refers to others. */
const references = (message: Buffer, number: number): number[] =>
  bytesIn(message, number).map(reference => numberIn(reference, 1))

const found = (objects: Objects, id: number | undefined, type: number): Buffer | undefined => {
  const message = id === undefined ? undefined : objects.get(id)
  return message?.type === type ? message.bytes : undefined
}

const textIn = (message: Buffer, number: number): string => tidy(bytesIn(message, number)[0]?.toString('utf8') ?? '')

interface Lists {
  strings: Map<number, string>
  rich: Map<number, string>
}

/** Answers whether all cells could be read: those of before 2020 are laid out in another way. */
export function writeTables(objects: Objects, out: Manuscript): boolean {
  let whole = true
  const [document] = [...objects.values()].filter(({ type }) => type === DOCUMENT)
  const sheets = document ? references(document.bytes, 1) : []
  const written = new Set<number>()
  const write = (id: number) => {
    const model = found(objects, id, MODEL)
    if (!model || written.has(id)) return
    written.add(id)
    whole = (unbroken(() => writeTable(objects, model, out)) ?? false) && whole
  }
  for (const id of sheets) {
    const sheet = found(objects, id, SHEET)
    if (!sheet) continue
    out.startPage()
    out.startHeading(1)
    out.write(textIn(sheet, 1))
    out.endHeading()
    out.gap('\n')
    for (const drawn of references(sheet, 2)) {
      const info = found(objects, drawn, INFO)
      for (const model of info ? references(info, 2) : []) write(model)
      out.gap('\n\n')
    }
  }
  const models = [...objects.values()].filter(({ type }) => type === MODEL)
  const all = whole && written.size > 0 && written.size === models.length
  if (all) writeBeside(objects, out)
  return all
}

/** Texts outside of the tables; texts in cells were written with their row. */
function writeBeside(objects: Objects, out: Manuscript): void {
  const ofType = (wanted: number) => [...objects.values()].filter(({ type }) => type === wanted)
  const inCells = new Set(ofType(PAYLOAD).flatMap(({ bytes }) => unbroken(() => references(bytes, 1)) ?? []))
  for (const { id, bytes } of ofType(TEXT))
    for (const text of inCells.has(id) ? [] : (unbroken(() => bytesIn(bytes, 3)) ?? [])) {
      out.write(tidy(text.toString('utf8')))
      out.gap('\n')
    }
}

function writeTable(objects: Objects, model: Buffer, out: Manuscript): boolean {
  const [store] = bytesIn(model, 4)
  if (!store) return false
  out.write(textIn(model, 8))
  out.gap('\n')
  const lists = { strings: stringsOf(objects, store), rich: richTextsOf(objects, store) }
  let whole = true
  for (const tiles of bytesIn(store, 3))
    for (const tile of bytesIn(tiles, 1)) {
      const rows = found(objects, references(tile, 2)[0], TILE)
      if (!rows) return false
      for (const row of bytesIn(rows, 5)) whole = writeRow(row, lists, out) && whole
    }
  return whole
}

function* entriesOf(objects: Objects, id: number | undefined): Generator<[key: number, entry: Buffer]> {
  for (const entry of bytesIn(found(objects, id, LIST) ?? Buffer.alloc(0), 3)) yield [numberIn(entry, 1), entry]
}

function stringsOf(objects: Objects, store: Buffer): Map<number, string> {
  const strings = new Map<number, string>()
  for (const [key, entry] of entriesOf(objects, references(store, 4)[0])) strings.set(key, textIn(entry, 3))
  return strings
}

function richTextsOf(objects: Objects, store: Buffer): Map<number, string> {
  const texts = new Map<number, string>()
  for (const [key, entry] of entriesOf(objects, references(store, 17)[0])) {
    const payload = found(objects, references(entry, 9)[0], PAYLOAD)
    const text = payload && found(objects, references(payload, 1)[0], TEXT)
    if (text) texts.set(key, textIn(text, 3))
  }
  return texts
}

/** Of each column the place of its cell among the bytes of the row; -1 where it has none. */
function writeRow(row: Buffer, lists: Lists, out: Manuscript): boolean {
  const [[cells], [offsets]] = [bytesIn(row, 6), bytesIn(row, 7)]
  if (!cells || !offsets) return numberIn(row, 2) <= 0
  const unit = numberIn(row, 8) === 1 ? 4 : 1
  let [last, whole] = [-1, true]
  for (let column = 0; column < Math.min(offsets.length >> 1, MOST_COLUMNS); column++) {
    const offset = offsets.readInt16LE(column * 2)
    if (offset < 0) continue
    const cell = cells.subarray(offset * unit)
    whole &&= cell[0] === VERSION
    const shown = cell[0] === VERSION ? shownIn(cell, lists) : ''
    if (shown === '') continue
    if (last >= 0) out.write('\t'.repeat(Math.min(column - last, TABS)))
    out.write(shown.replaceAll('\n', ' '))
    last = column
  }
  out.gap('\n')
  return whole
}

const VERSION = 5
const [NUMBER, WORDS, DATE, TRUTH, SPAN, RICH, MONEY] = [2, 3, 5, 6, 7, 9, 10]
/** What follows the head of a cell, where its bit is set: in this order, of so many bytes. */
const SIZES = [16, 8, 8, 4, 4]
const [DECIMAL, DOUBLE, SECONDS, STRING, RICH_TEXT] = [0, 1, 2, 3, 4]
const HEAD = 12
const SINCE = Date.UTC(2001, 0, 1)

function shownIn(cell: Buffer, { strings, rich }: Lists): string {
  const [type, flags] = [cell[1], cell.readUInt32LE(8)]
  const at = (field: number) =>
    SIZES.slice(0, field).reduce((sum, size, n) => sum + (flags & (1 << n) ? size : 0), HEAD)
  const has = (field: number) => (flags & (1 << field)) !== 0
  if ((type === NUMBER || type === MONEY) && has(DECIMAL)) return decimal(cell.subarray(at(DECIMAL), at(DECIMAL) + 16))
  if (type === WORDS && has(STRING)) return strings.get(cell.readInt32LE(at(STRING))) ?? ''
  if (type === RICH && has(RICH_TEXT)) return rich.get(cell.readInt32LE(at(RICH_TEXT))) ?? ''
  if (type === DATE && has(SECONDS)) return day(cell.readDoubleLE(at(SECONDS)))
  if (type === TRUTH && has(DOUBLE)) return cell.readDoubleLE(at(DOUBLE)) > 0 ? 'TRUE' : 'FALSE'
  if (type === SPAN && has(DOUBLE)) return span(cell.readDoubleLE(at(DOUBLE)))
  return ''
}

function day(seconds: number): string {
  const date = new Date(SINCE + seconds * 1000)
  if (Number.isNaN(date.getTime())) return ''
  const [on, time] = date.toISOString().slice(0, 19).split('T')
  return time === '00:00:00' ? on! : `${on} ${time!.slice(0, 5)}`
}

function span(seconds: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return Number.isFinite(seconds)
    ? `${Math.floor(seconds / 3600)}:${two((seconds % 3600) / 60)}:${two(seconds % 60)}`
    : ''
}

const BIAS = 0x1820
/** More noughts than anybody writes out. */
const LONGEST = 40

/** A decimal number of 128 bits: an integer, and the power of ten by which it is to be multiplied. */
function decimal(bytes: Buffer): string {
  if (bytes.length < 16) return ''
  let value = BigInt(bytes[14]! & 1)
  for (let n = 13; n >= 0; n--) value = value * 256n + BigInt(bytes[n]!)
  const power = (((bytes[15]! & 0x7f) << 7) | (bytes[14]! >> 1)) - BIAS
  const sign = bytes[15]! & 0x80 && value > 0n ? '-' : ''
  const digits = String(value)
  if (power >= 0)
    return power > LONGEST ? `${sign}${digits}e${power}` : sign + (value === 0n ? '0' : digits + '0'.repeat(power))
  if (-power > LONGEST + digits.length) return `${sign}${digits}e${power}`
  const padded = digits.padStart(1 - power, '0')
  const [whole, rest] = [padded.slice(0, power), withoutNoughts(padded.slice(power))]
  return sign + (rest === '' ? whole : `${whole}.${rest}`)
}

function withoutNoughts(digits: string): string {
  let end = digits.length
  while (end > 0 && digits[end - 1] === '0') end--
  return digits.slice(0, end)
}
