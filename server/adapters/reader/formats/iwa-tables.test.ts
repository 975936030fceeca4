import { expect, test } from 'vitest'
import { Manuscript } from '../manuscript.ts'
import type { IwaMessage } from './iwa.ts'
import { writeTables } from './iwa-tables.ts'

/** A book of Numbers as it lies in the file, made by hand. */

const varint = (value: number): number[] =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(Math.floor(value / 128))]
const field = (number: number, value: number | string | Buffer): Buffer => {
  if (typeof value === 'number') return Buffer.from([...varint(number * 8), ...varint(value)])
  const bytes = Buffer.from(value as string)
  return Buffer.concat([Buffer.from([...varint(number * 8 + 2), ...varint(bytes.length)]), bytes])
}
const message = (...fields: Buffer[]) => Buffer.concat(fields)
const reference = (number: number, id: number) => field(number, field(1, id))

function cell(type: number, flags: number, ...values: Buffer[]): Buffer {
  const head = Buffer.alloc(12)
  head[0] = 5
  head[1] = type
  head.writeUInt32LE(flags, 8)
  return Buffer.concat([head, ...values])
}
function decimal(value: bigint, power: number): Buffer {
  const bytes = Buffer.alloc(16)
  bytes.writeBigUInt64LE(value < 0n ? -value : value)
  bytes.writeUInt16LE((power + 0x1820) << 1, 14)
  if (value < 0n) bytes[15]! |= 0x80
  return bytes
}
const double = (value: number) => {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleLE(value)
  return bytes
}
const key = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32LE(value)
  return bytes
}

const number = (value: bigint, power: number) => cell(2, 0x1, decimal(value, power))
const words = (at: number) => cell(3, 0x8, key(at))

/** Undefined is a column without a cell. */
function row(at: number, cells: (Buffer | undefined)[], version = 5): Buffer {
  const offsets = Buffer.alloc(cells.length * 2)
  let size = 0
  for (const [n, one] of cells.entries()) {
    offsets.writeInt16LE(one ? size / 4 : -1, n * 2)
    size += one?.length ?? 0
  }
  const bytes = Buffer.concat(cells.filter(one => one !== undefined))
  const stored = version === 5 ? [field(6, bytes), field(7, offsets), field(8, 1)] : []
  return field(5, message(field(1, at), field(2, cells.length), field(3, ''), field(4, ''), ...stored))
}

function book(...rows: Buffer[]): Map<number, IwaMessage> {
  const store = message(field(3, field(1, message(field(1, 0), reference(2, 40)))), reference(4, 50), reference(17, 51))
  const entry = (at: number, text: string) => field(3, message(field(1, at), field(2, 1), field(3, text)))
  const messages: [id: number, type: number, bytes: Buffer][] = [
    [1, 1, reference(1, 10)],
    [10, 2, message(field(1, 'Смета'), reference(2, 20), reference(2, 70))],
    [20, 6000, message(field(1, ''), reference(2, 30))],
    [30, 6001, message(field(4, store), field(6, 3), field(7, 4), field(8, 'Мебель'))],
    [40, 6002, message(field(1, 4), ...rows)],
    [50, 6005, message(field(1, 1), entry(1, 'Стол'), entry(2, 'Цена'))],
    [51, 6005, message(field(1, 8), field(3, message(field(1, 7), field(2, 1), reference(9, 60))))],
    [60, 6218, reference(1, 61)],
    [61, 2001, field(3, 'дубовый,\nс ящиком')],
    [71, 2001, field(3, 'Рядом с таблицей')],
  ]
  return new Map(messages.map(([id, type, bytes]) => [id, { id, type, bytes }]))
}

function read(objects: Map<number, IwaMessage>) {
  const out = new Manuscript()
  const whole = writeTables(objects, out)
  return { whole, text: out.finish().text }
}

test('cells of Numbers are read with their numbers, dates and words, row by row', () => {
  const { whole, text } = read(
    book(
      row(0, [undefined, words(2)]),
      row(1, [words(1), number(1_250_300_500n, -4), number(-15n, 2), cell(9, 0x10, key(7))]),
      // A style before nothing of what is read, a formula that gave money, a day, a time, a truth, a length of time.
      row(2, [cell(10, 0x2221, decimal(99n, 0), key(1), key(2), key(3)), cell(5, 0x4, double(86_400 * 59))]),
      row(3, [cell(5, 0x6, double(1), double(3600 * 9.5)), cell(6, 0x2, double(1)), cell(7, 0x2, double(8640))]),
      row(4, [number(0n, 0), number(5n, -1), number(1000n, -3), cell(8, 0x800, key(1))]),
    ),
  )
  expect(whole).toBe(true)
  expect(text.split('\n')).toEqual([
    'Смета',
    'Мебель',
    'Цена',
    'Стол\t125030.05\t-1500\tдубовый, с ящиком',
    '99\t2001-03-01',
    '2001-01-01 09:30\tTRUE\t2:24:00',
    '0\t0.5\t1',
    '',
    'Рядом с таблицей',
  ])
})

test('what is laid out as before 2020, or broken, is told to be not whole', () => {
  expect(read(book(row(0, [words(1)], 4))).whole).toBe(false)
  const objects = book(row(0, [words(1), number(7n, 0)]))
  objects.get(40)!.bytes = objects.get(40)!.bytes.subarray(0, 20)
  expect(read(objects).whole).toBe(false)
  objects.delete(40)
  expect(read(objects).whole).toBe(false)
  const short = book(row(0, [number(7n, 0).subarray(0, 20)]))
  expect(read(short).text).toContain('Мебель')
})
