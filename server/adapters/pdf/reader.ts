import { readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { type Dict, isDict, type Pdf, pdfOf, type Value, type XrefEntry } from './model.ts'
import { type Cursor, NotPlain, number, takes, value, word } from './scanner.ts'

/**
 * Opens a file to look up some of its objects. Asking qpdf for them takes nearly as long as the work they are needed for,
 * since it first resolves all. Only sound, open files: whatever is out of the ordinary is `NotPlain`, and left to qpdf.
 */

const MOST_BYTES = 256 * 1024 * 1024
const MOST_INFLATED = 64 * 1024 * 1024
const MOST_OBJECTS = 2_000_000
const MOST_TABLES = 500

type Place = { at: number } | { stream: number; index: number } | undefined
type Places = Map<number, Place>

export async function openPlain(path: string): Promise<Pdf> {
  if ((await stat(path)).size > MOST_BYTES) throw new NotPlain('a large file')
  const bytes = await readFile(path)
  const places: Places = new Map()
  const trailer = await readTables(bytes, places)
  if (trailer['/Encrypt'] !== undefined) throw new NotPlain('a locked file')
  const packed = await unpackAll(bytes, places)
  const known = new Map<number, XrefEntry>()
  const entry = (ref: string): XrefEntry | undefined => {
    const id = Number.parseInt(ref, 10)
    const place = places.get(id)
    if (!place) return undefined
    let found = known.get(id)
    if (!found) {
      found = 'at' in place ? objectAt(bytes, place.at, id) : { value: packed.get(place.stream)!(place.index, id) }
      known.set(id, found)
    }
    return found
  }
  const maxId = Math.max(0, ...places.keys())
  return pdfOf({ entry, trailer, maxId, refs: () => [...places.keys()].map(id => `${id} 0 R`) })
}

/** From the newest table to the oldest: what was said last counts. */
async function readTables(bytes: Buffer, places: Places): Promise<Dict> {
  const tail = bytes.toString('latin1', Math.max(0, bytes.length - 2048))
  const start = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail)
  if (!start) throw new NotPlain('no place of the table')
  let newest: Dict | undefined
  const seen = new Set<number>()
  for (let at: Value | undefined = Number(start[1]); at !== undefined; ) {
    if (typeof at !== 'number' || at >= bytes.length || seen.has(at) || seen.size > MOST_TABLES)
      throw new NotPlain('tables in a circle')
    seen.add(at)
    const cursor: Cursor = { bytes, at }
    const trailer: Dict = takes(cursor, 'xref') ? readTable(cursor, places) : await readStreamTable(bytes, at, places)
    // Such a file has two tables that complete each other.
    if (trailer['/XRefStm'] !== undefined) throw new NotPlain('a file of two kinds')
    newest ??= trailer
    at = trailer['/Prev']
  }
  return newest!
}

function readTable(cursor: Cursor, places: Places): Dict {
  while (!takes(cursor, 'trailer')) {
    const [first, count] = [number(cursor), number(cursor)]
    if (places.size + count > MOST_OBJECTS) throw new NotPlain('too many objects')
    for (let n = 0; n < count; n++) {
      const [at] = [number(cursor), number(cursor)]
      const used = word(cursor) === 'n'
      if (!places.has(first + n)) places.set(first + n, used ? { at } : undefined)
    }
  }
  const trailer = value(cursor)
  if (!isDict(trailer)) throw new NotPlain('no trailer')
  return trailer
}

async function readStreamTable(bytes: Buffer, at: number, places: Places): Promise<Dict> {
  const { dict, data } = await streamAt(bytes, at)
  const widths = dict['/W']
  const size = dict['/Size']
  if (!Array.isArray(widths) || typeof size !== 'number' || widths.length !== 3) throw new NotPlain('a strange table')
  const sections = (Array.isArray(dict['/Index']) ? dict['/Index'] : [0, size]) as number[]
  let row = 0
  for (let section = 0; section + 1 < sections.length; section += 2)
    for (let n = 0; n < sections[section + 1]!; n++, row++) {
      if (places.size > MOST_OBJECTS) throw new NotPlain('too many objects')
      const place = placeIn(data, row, widths as number[])
      const id = sections[section]! + n
      if (!places.has(id)) places.set(id, place)
    }
  return dict
}

function placeIn(data: Buffer, row: number, widths: number[]): Place {
  let at = row * widths.reduce((sum, width) => sum + width, 0)
  const [kind, second, third] = widths.map((width, n) => {
    if (width < 0 || width > 6 || at + width > data.length) throw new NotPlain('a torn table')
    const found = width === 0 ? Number(n === 0) : data.readUIntBE(at, width)
    at += width
    return found
  })
  if (kind === 1) return { at: second! }
  return kind === 2 ? { stream: second!, index: third! } : undefined
}

/** `7 0 obj`, then what it is. */
function objectAt(bytes: Buffer, at: number, id?: number): XrefEntry {
  const { cursor, found } = headAt(bytes, at, id)
  return takes(cursor, 'stream') && isDict(found) ? { stream: { dict: found } } : { value: found }
}

function headAt(bytes: Buffer, at: number, id?: number) {
  const cursor: Cursor = { bytes, at }
  const [own] = [number(cursor), number(cursor)]
  if (!takes(cursor, 'obj') || (id !== undefined && own !== id)) throw new NotPlain('an object elsewhere')
  return { cursor, found: value(cursor) }
}

async function streamAt(bytes: Buffer, at: number): Promise<{ dict: Dict; data: Buffer }> {
  const { cursor, found: dict } = headAt(bytes, at)
  if (!isDict(dict) || !takes(cursor, 'stream')) throw new NotPlain('no stream')
  const begin = bytes[cursor.at] === 13 ? cursor.at + 2 : cursor.at + 1
  const length = dict['/Length']
  if (typeof length !== 'number') throw new NotPlain('a length elsewhere')
  return { dict, data: await unpacked(dict, bytes.subarray(begin, begin + length)) }
}

async function unpacked(dict: Dict, raw: Buffer): Promise<Buffer> {
  const filter = Array.isArray(dict['/Filter']) && dict['/Filter'].length === 1 ? dict['/Filter'][0] : dict['/Filter']
  if (filter === undefined) return raw
  if (filter !== '/FlateDecode') throw new NotPlain('another filter')
  const data = await promisify<Buffer, object, Buffer>(inflate)(raw, { maxOutputLength: MOST_INFLATED }).catch(() => {
    throw new NotPlain('a stream that does not open')
  })
  const parameters = Array.isArray(dict['/DecodeParms']) ? dict['/DecodeParms'][0] : dict['/DecodeParms']
  if (!isDict(parameters) || parameters['/Predictor'] === undefined || parameters['/Predictor'] === 1) return data
  if ((parameters['/Predictor'] as number) < 10) throw new NotPlain('another predictor')
  return unpredicted(data, (parameters['/Columns'] as number | undefined) ?? 1, parameters)
}

/** Rows that tell only how they differ from the one above. */
function unpredicted(data: Buffer, columns: number, { '/Colors': colours, '/BitsPerComponent': bits }: Dict): Buffer {
  if ((colours ?? 1) !== 1 || (bits ?? 8) !== 8) throw new NotPlain('another predictor')
  const rows = Math.floor(data.length / (columns + 1))
  const out = Buffer.alloc(rows * columns)
  for (let row = 0; row < rows; row++) {
    const kind = data[row * (columns + 1)]!
    if (kind !== 0 && kind !== 2) throw new NotPlain('another predictor')
    for (let n = 0; n < columns; n++) {
      const above = kind === 2 && row > 0 ? out[(row - 1) * columns + n]! : 0
      out[row * columns + n] = data[row * (columns + 1) + 1 + n]! + above
    }
  }
  return out
}

type Packed = (index: number, id: number) => Value

/** Opened at once, since looking things up must not have to wait. */
async function unpackAll(bytes: Buffer, places: Places): Promise<Map<number, Packed>> {
  const streams = new Set<number>()
  for (const place of places.values()) if (place && 'stream' in place) streams.add(place.stream)
  const found = new Map<number, Packed>()
  let left = MOST_INFLATED
  for (const id of streams) {
    const place = places.get(id)
    if (!place || !('at' in place)) throw new NotPlain('objects of objects')
    const { dict, data } = await streamAt(bytes, place.at)
    left -= data.length
    if (left < 0) throw new NotPlain('too much inside')
    found.set(id, packedIn(dict, data))
  }
  return found
}

function packedIn(dict: Dict, data: Buffer): Packed {
  const [count, first] = [dict['/N'], dict['/First']]
  if (typeof count !== 'number' || typeof first !== 'number' || dict['/Type'] !== '/ObjStm')
    throw new NotPlain('strange')
  const head: Cursor = { bytes: data, at: 0 }
  const starts = Array.from({ length: Math.min(count, MOST_OBJECTS) }, () => [number(head), number(head)] as const)
  return (index, id) => {
    const start = starts[index]
    if (start?.[0] !== id) throw new NotPlain('an object elsewhere')
    return value({ bytes: data, at: first + start[1] })
  }
}
