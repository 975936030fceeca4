import { expect, test } from 'vitest'
import { fromTable } from './words.ts'

/** Rows of tesseract's table: a word, where it begins, how wide it is. */
const table = (words: [string, number, number][]) =>
  words.map(([text, left, width]) => `5\t1\t1\t1\t1\t0\t${left}\t100\t${width}\t30\t96\t${text}`).join('\n')

const edges = (words: [string, number, number][]) =>
  fromTable(table(words)).words.map(({ text, left, right }) => [text, left, right])

test('a word of one letter of which only a part was seen reaches as far as the gaps beside it say', () => {
  const seen: [string, number, number][] = [
    ['delay', 10, 80],
    ['a', 109, 6],
    ['letter', 123, 90],
    ['patient', 221, 110],
    ['I', 339, 4],
    ['complained', 351, 160],
  ]
  expect(edges(seen)).toEqual([
    ['delay', 10, 90],
    ['a', 98, 115],
    ['letter', 123, 213],
    ['patient', 221, 331],
    // Narrow, but where it should be.
    ['I', 339, 343],
    ['complained', 351, 511],
  ])
  // The other side, and the end of a line, where nothing tells.
  const other: [string, number, number][] = [
    ['whole', 10, 80],
    ['a', 98, 6],
    ['winter', 123, 90],
    ['a', 240, 5],
  ]
  expect(edges(other)).toEqual([
    ['whole', 10, 90],
    ['a', 98, 115],
    ['winter', 123, 213],
    ['a', 240, 245],
  ])
  // A cell of a table stands by itself.
  const row: [string, number, number][] = [
    ['Chairs', 10, 80],
    ['6', 200, 8],
    ['pieces', 222, 60],
  ]
  expect(edges(row)[1]).toEqual(['6', 200, 208])
})
