import { expect, test } from 'vitest'
import type { Drawn } from './drawn.ts'
import { partsOf } from './flow.ts'
import { boxAround } from './tables.ts'
import type { Line } from './words.ts'

const line = (y0: number, words: [text: string, x0: number][]): Line => {
  const placed = words.map(([text, x0]) => ({ text, x0, y0, x1: x0 + 20, y1: y0 + 10 }))
  return { ...boxAround(placed), words: placed, block: 1 }
}

const across = (from: number, to: number) => [100, 120, 140].map(at => ({ at, from, to }))
const upright = (...at: number[]) => at.map(x => ({ at: x, from: 100, to: 140 }))

function partsWith(drawn: Omit<Drawn, 'pictures'>, lines: Line[]) {
  const page = { width: 600, height: 800, lines }
  const { parts } = partsOf(page, { ...drawn, pictures: [] }, { usual: 10, headings: [] })
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
