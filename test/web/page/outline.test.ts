import { expect, test } from 'vitest'
import { deeper, type OutlineRow, rowsOf, treeOf } from '../../../web/features/documents/outline.ts'

const tree = [
  { title: 'One', page: 1, items: [{ title: 'One and a half', page: 2, items: [] }] },
  { title: 'Two', page: 3, items: [] },
]
const row = (title: string, depth: number): OutlineRow => ({ id: 0, title, page: 1, depth })
const shape = (rows: OutlineRow[]) => JSON.stringify(treeOf(rows), ['title', 'items'])

test('bookmarks become rows and rows the same bookmarks', () => {
  expect(rowsOf(tree).map(({ depth }) => depth)).toEqual([0, 1, 0])
  expect(treeOf(rowsOf(tree))).toEqual(tree)
})

test('a row hangs on the nearest one above that is less deep, and one without a title on none', () => {
  expect(shape([row('a', 0), row('b', 2), row('c', 1), row(' ', 0), row('d', 1)])).toBe(
    '[{"title":"a","items":[{"title":"b","items":[]},{"title":"c","items":[]},{"title":"d","items":[]}]}]',
  )
})

test('a row goes in by one step below the one before it, and out to the edge', () => {
  const rows = [row('a', 0), row('b', 0)]
  expect(deeper(rows, 0, 1)[0]!.depth).toBe(0)
  expect(deeper(deeper(rows, 1, 1), 1, 1)[1]!.depth).toBe(1)
  expect(deeper(rows, 1, -1)[1]!.depth).toBe(0)
})
