import { expect, test } from 'vitest'
import type { Drawn } from './drawn.ts'
import { partsOf } from './flow.ts'
import { boxAround } from './tables.ts'
import type { LayoutLine } from './words.ts'

const line = (y0: number, words: [text: string, x0: number][]): LayoutLine => {
  const placed = words.map(([text, x0]) => ({ text, x0, y0, x1: x0 + 20, y1: y0 + 10 }))
  return { ...boxAround(placed), words: placed, block: 1 }
}

const across = (from: number, to: number) => [100, 120, 140].map(at => ({ at, from, to }))
const upright = (...at: number[]) => at.map(x => ({ at: x, from: 100, to: 140 }))

function partsWith(drawn: Omit<Drawn, 'pictures' | 'looks'>, lines: LayoutLine[]) {
  const page = { width: 600, height: 800, lines }
  const { parts } = partsOf(page, { ...drawn, pictures: [], looks: [] }, { usual: 10, headings: [] })
  return parts.map(part =>
    part.is === 'table' ? part.table.rows.map(row => row.map(({ text }) => text)) : part.is === 'text' ? part.text : '',
  )
}

test('words in the line of a table but beside its rules are kept', () => {
  const lines = [
    line(105, [
      ['beside', 60],
      ['a', 210],
      ['b', 310],
    ]),
    line(125, [
      ['c', 210],
      ['d', 310],
    ]),
  ]
  const parts = partsWith({ across: across(200, 400), upright: upright(200, 300, 400) }, lines)
  const table = [
    ['a', 'b'],
    ['c', 'd'],
  ]
  expect(parts).toHaveLength(2)
  expect(parts).toEqual(expect.arrayContaining(['beside', table]))
})

test('a table without rules at its sides has its outer columns', () => {
  const lines = [
    line(105, [
      ['a', 110],
      ['b', 210],
      ['c', 310],
    ]),
    line(125, [
      ['d', 110],
      ['e', 210],
      ['f', 310],
    ]),
  ]
  expect(partsWith({ across: across(100, 400), upright: upright(200, 300) }, lines)).toEqual([
    [
      ['a', 'b', 'c'],
      ['d', 'e', 'f'],
    ],
  ])
})

const PROSE =
  'the goods are to be delivered in the autumn and paid for at once by the party that has ordered them'.split(' ')

/** Lines of running text under each other, 4 words each. */
const running = (name: string, x: number, block: number): LayoutLine[] =>
  Array.from({ length: 8 }, (_, n) => {
    const words = [n === 0 ? name : PROSE[n]!, PROSE[(n + 3) % 20]!, PROSE[(n + 7) % 20]!, PROSE[(n + 9) % 20]!]
    const own = line(
      200 + n * 12,
      words.map((word, at) => [word, x + at * 23]),
    )
    return { ...own, block }
  })

const orderOf = (lines: LayoutLine[]) => {
  const page = { width: 600, height: 800, lines }
  const { parts } = partsOf(page, { across: [], upright: [], pictures: [], looks: [] }, { usual: 10, headings: [] })
  return parts.map(part =>
    part.is === 'columns' ? part.count : part.is === 'text' ? part.text.split(' ')[0] : part.is,
  )
}

test('three columns of running text are no table: they are read from the left to the right', () => {
  const columns = [running('First', 50, 1), running('Second', 230, 2), running('Third', 410, 3)]
  const byRows = columns[0]!.flatMap((_, n) => columns.map(column => column[n]!))
  expect(orderOf(byRows.toSorted((a, b) => a.block - b.block))).toEqual([3, 'First', 'Second', 'Third', 1])
})

test('four columns are', () => {
  const columns = ['First', 'Second', 'Third', 'Fourth'].map((name, n) => running(name, 40 + n * 135, n))
  expect(orderOf(columns.flat())).toEqual([4, 'First', 'Second', 'Third', 'Fourth', 1])
})

test('short cells in three columns stay a table', () => {
  const rows = Array.from({ length: 8 }, (_, n) =>
    line(200 + n * 14, [
      ['Стол', 50],
      [`${n}`, 230],
      ['100.00', 410],
    ]),
  )
  expect(orderOf(rows)).toEqual(['table'])
})

test('marks that are told as a column of their own are those of the lines beside them', () => {
  const marks = [200, 214, 228].map(y => ({ ...line(y, [['•', 50]]), block: 1 }))
  const items = [200, 214, 228].map((y, n) => ({
    ...line(y, [
      ['Item', 80],
      [`${n}`, 103],
    ]),
    block: 2,
  }))
  const page = { width: 600, height: 800, lines: [...marks, ...items] }
  const { parts } = partsOf(page, { across: [], upright: [], pictures: [], looks: [] }, { usual: 10, headings: [] })
  expect(parts.map(part => part.is === 'text' && part.item?.bare[0]?.text)).toEqual(['Item 0', 'Item 1', 'Item 2'])
})

test('a bold word that is broken at the end of a line is whole and bold', () => {
  const lines = [
    line(200, [
      ['plain', 50],
      ['deli-', 73],
    ]),
    line(212, [
      ['very', 50],
      ['and', 73],
    ]),
  ]
  const looks = [
    { x0: 73, y0: 202, x1: 93, y1: 208, bold: true },
    { x0: 50, y0: 214, x1: 70, y1: 220, bold: true },
  ]
  const page = { width: 600, height: 800, lines }
  const { parts } = partsOf(page, { across: [], upright: [], pictures: [], looks }, { usual: 10, headings: [] })
  expect(parts).toMatchObject([
    { text: 'plain delivery and', runs: [{ text: 'plain' }, { text: ' delivery', bold: true }, { text: ' and' }] },
  ])
})
