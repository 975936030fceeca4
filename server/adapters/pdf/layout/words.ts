import { unescaped } from '../words.ts'

/** The words of a page as `pdftotext -bbox-layout` tells them: in blocks and lines, in reading order. In points, from the upper left corner. */

export interface LayoutBox {
  x0: number
  y0: number
  x1: number
  y1: number
}

/** What stands out of the text around it. */
export interface TextLook {
  bold?: boolean
  italic?: boolean
  link?: string
}

export interface LayoutWord extends LayoutBox, TextLook {
  text: string
}

/** Lines of one block lie below each other in one column. */
export interface LayoutLine extends LayoutBox {
  words: LayoutWord[]
  block: number
}

export interface PageText {
  width: number
  height: number
  lines: LayoutLine[]
}

const TAG = /^\s*<(page|block|line|word)\b/
const EDGE = /(xMin|yMin|xMax|yMax|width|height)="(-?[\d.]{1,20})"/g

function edgesIn(attributes: string): Record<string, number> {
  return Object.fromEntries([...attributes.matchAll(EDGE)].map(([, name, value]) => [name!, Number(value)]))
}

const boxOf = ({ xMin = 0, yMin = 0, xMax = 0, yMax = 0 }: Record<string, number>): LayoutBox => ({
  x0: xMin,
  y0: yMin,
  x1: xMax,
  y1: yMax,
})

export function pagesIn(xhtml: string): PageText[] {
  const pages: PageText[] = []
  let block = 0
  // One tag a line, as poppler writes it.
  for (const row of xhtml.split('\n')) {
    const tag = TAG.exec(row)?.[1]
    if (!tag) continue
    const end = row.indexOf('>')
    const edges = edgesIn(row.slice(0, end))
    if (tag === 'page') pages.push({ width: edges.width ?? 0, height: edges.height ?? 0, lines: [] })
    else if (tag === 'block') block++
    else if (tag === 'line') pages.at(-1)?.lines.push({ ...boxOf(edges), words: [], block })
    else
      pages
        .at(-1)
        ?.lines.at(-1)
        ?.words.push({ ...boxOf(edges), text: unescaped(row.slice(end + 1, row.lastIndexOf('<'))) })
  }
  return pages
}

export const middle = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
export const centre = ({ x0, y0, x1, y1 }: LayoutBox) => ({ x: (x0 + x1) / 2, y: (y0 + y1) / 2 })
/** Without its right and lower edge, so that of neighbours one has it. */
export const contains = (box: LayoutBox, { x, y }: { x: number; y: number }) =>
  x >= box.x0 && x < box.x1 && y >= box.y0 && y < box.y1
