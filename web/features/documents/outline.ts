import type { Schemas } from '../../api/openapi.ts'

/** Bookmarks as rows with a depth, for people, and as a tree, for the file. */

export type Bookmark = Schemas['PdfOutlineOut']

export interface OutlineRow {
  id: number
  title: string
  page: number
  depth: number
}

let last = 0
export const freshId = () => ++last

export const rowsOf = (items: Bookmark[], depth = 0): OutlineRow[] =>
  items.flatMap(({ title, page, items: kids }) => [{ id: freshId(), title, page, depth }, ...rowsOf(kids, depth + 1)])

/** A row is below the nearest one above it that is less deep; rows without a title are left out. */
export function treeOf(rows: OutlineRow[]): Bookmark[] {
  const roots: Bookmark[] = []
  const path: { depth: number; node: Bookmark }[] = []
  for (const { title, page, depth } of rows) {
    if (title.trim() === '') continue
    const node: Bookmark = { title: title.trim(), page, items: [] }
    while (path.length > 0 && path.at(-1)!.depth >= depth) path.pop()
    const above = path.at(-1)?.node.items ?? roots
    above.push(node)
    path.push({ depth, node })
  }
  return roots
}

/** No row is more than one step deeper than the one before it. */
export function deeper(rows: OutlineRow[], at: number, by: 1 | -1): OutlineRow[] {
  const most = at === 0 ? 0 : rows[at - 1]!.depth + 1
  const depth = Math.max(0, Math.min(most, rows[at]!.depth + by))
  return rows.map((row, n) => (n === at ? { ...row, depth } : row))
}
