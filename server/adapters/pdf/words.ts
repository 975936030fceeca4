import { open } from 'node:fs/promises'

/** What `pdftotext -bbox` tells of a page. */
export interface PageWord {
  text: string
  /** 0..1 of the page as it is seen, from its upper left corner. */
  x0: number
  y0: number
  x1: number
  y1: number
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

export const unescaped = (text: string) =>
  text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (decimal) return String.fromCodePoint(Number(decimal))
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16))
    return ENTITIES[name] ?? whole
  })

export interface PageSize {
  width: number
  height: number
}

/** Of a page that is as large as it is seen: of a turned one poppler tells the words turned, but not the size. */
export function wordsOf(xhtml: string, { width, height }: PageSize): PageWord[] {
  const words: PageWord[] = []
  const pattern = /<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">([^<]*)<\/word>/g
  for (const [, x0, y0, x1, y1, text] of xhtml.matchAll(pattern))
    words.push({
      text: unescaped(text!),
      x0: Number(x0) / width,
      y0: Number(y0) / height,
      x1: Number(x1) / width,
      y1: Number(y1) / height,
    })
  return words
}

/** The words of every page that `pdftotext -bbox` told of into one file; a page is held at a time. */
export async function* pagesOf(file: string, sizes: PageSize[]): AsyncGenerator<PageWord[]> {
  let [page, lines]: [number, string[]] = [0, []]
  for await (const line of (await open(file)).readLines()) {
    if (page >= sizes.length) return
    if (line.includes('<page ')) lines = []
    else if (line.includes('</page>')) {
      yield wordsOf(lines.join('\n'), sizes[page]!)
      page++
    } else lines.push(line)
  }
  // Pages that poppler said nothing about have no words.
  for (; page < sizes.length; page++) yield []
}
