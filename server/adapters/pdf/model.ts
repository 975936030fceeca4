import { readFile, writeFile } from 'node:fs/promises'

/** The objects of a PDF file as qpdf tells of them in JSON, and changes to them. Runs in the document worker. */

export type Value = null | boolean | number | string | Value[] | Dict
export interface Dict {
  [key: string]: Value
}

export interface XrefEntry {
  value?: Value
  stream?: { dict: Dict; datafile?: string; data?: string }
}

export interface Pdf {
  pages: { object: string }[]
  maxId: number
  /** What stands behind a reference, or the value itself. */
  resolve(value: Value | undefined): Value
  dict(value: Value | undefined): Dict
  array(value: Value | undefined): Value[]
  entry(ref: string): XrefEntry | undefined
  refs(): string[]
  trailer: Dict
  catalog: Dict
  catalogRef: string
}

const REF = /^\d+ \d+ R$/
export const isRef = (value: Value | undefined): value is string => typeof value === 'string' && REF.test(value)
export const isDict = (value: Value | undefined): value is Dict =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

interface QpdfOutput {
  qpdf: [{ maxobjectid: number }, Record<string, XrefEntry>]
}

export async function readPdf(path: string): Promise<Pdf> {
  const described = JSON.parse(await readFile(path, 'utf8')) as QpdfOutput
  const [{ maxobjectid }, objects] = described.qpdf
  return pdfOf({
    entry: ref => objects[`obj:${ref}`],
    trailer: (objects.trailer?.value ?? {}) as Dict,
    maxId: maxobjectid,
    refs: () =>
      Object.keys(objects)
        .filter(key => key.startsWith('obj:'))
        .map(key => key.slice(4)),
  })
}

/** Ways to look things up, over whatever gives the objects. */
export function pdfOf(source: Pick<Pdf, 'entry' | 'trailer' | 'maxId' | 'refs'>): Pdf {
  const { entry, trailer } = source
  const resolve = (value: Value | undefined): Value => {
    let at = value ?? null
    for (let steps = 0; isRef(at) && steps < 20; steps++) {
      const found = entry(at)
      at = found?.stream?.dict ?? found?.value ?? null
    }
    return isRef(at) ? null : at
  }
  const dict = (value: Value | undefined): Dict => {
    const found = resolve(value)
    return isDict(found) ? found : {}
  }
  const catalogRef = trailer['/Root'] as string
  return {
    ...source,
    pages: pagesOf(catalogRef, entry, dict),
    resolve,
    dict,
    array: value => {
      const found = resolve(value)
      return Array.isArray(found) ? found : []
    },
    catalog: dict(catalogRef),
    catalogRef,
  }
}

/** The pages in their order. Asking qpdf for them takes as long as all the rest of its answer. */
function pagesOf(
  catalogRef: string,
  entry: (ref: string) => XrefEntry | undefined,
  dict: (value: Value | undefined) => Dict,
): { object: string }[] {
  const pages: { object: string }[] = []
  const seen = new Set<string>()
  // A list of what is still to be visited, since a tree may be deeper than a stack.
  const waiting: Value[] = [dict(catalogRef)['/Pages'] ?? null]
  while (waiting.length > 0) {
    const ref = waiting.pop()!
    if (!isRef(ref) || seen.has(ref) || !entry(ref)) continue
    seen.add(ref)
    const node = dict(ref)
    const kids = isRef(node['/Kids']) ? (entry(node['/Kids'])?.value ?? null) : node['/Kids']
    if (Array.isArray(kids)) waiting.push(...kids.toReversed())
    else pages.push({ object: ref })
  }
  return pages
}

/** Changes to objects, in the form that qpdf takes them. */
export interface PdfChanges {
  set(ref: string, value: Value): void
  setStream(ref: string, dict: Dict, data: Buffer | { datafile: string }): void
  add(objects: Record<string, unknown>): void
  /** A number that no object has yet. */
  next(count?: number): number
  size(): number
  write(path: string, head?: { pdfversion: string }): Promise<void>
}

export function changesOf(pdf: Pick<Pdf, 'maxId'>): PdfChanges {
  const changed: Record<string, unknown> = {}
  let last = pdf.maxId
  return {
    set(ref, value) {
      changed[`obj:${ref}`] = { value }
    },
    setStream(ref, dict, data) {
      const bytes = Buffer.isBuffer(data) ? { data: data.toString('base64') } : data
      changed[`obj:${ref}`] = { stream: { dict, ...bytes } }
    },
    add(objects) {
      Object.assign(changed, objects)
    },
    next(count = 1) {
      const first = last + 1
      last += count
      return first
    },
    size: () => Object.keys(changed).length,
    async write(path, more) {
      const head = {
        ...more,
        jsonversion: 2,
        pushedinheritedpageresources: false,
        calledgetallpages: false,
        maxobjectid: last,
      }
      await writeFile(path, JSON.stringify({ version: 2, qpdf: [head, changed] }))
    },
  }
}

export interface PageView {
  object: string
  dict: Dict
  /** The visible part of the page, in the page's own coordinates. */
  box: [number, number, number, number]
  /** How far it is turned clockwise when shown. */
  turn: 0 | 90 | 180 | 270
}

/** What a page has or inherits. */
export function inherited(pdf: Pdf, page: Dict, key: string): Value {
  let at: Dict = page
  for (let depth = 0; depth < 50; depth++) {
    if (at[key] !== undefined) return pdf.resolve(at[key])
    if (at['/Parent'] === undefined) return null
    at = pdf.dict(at['/Parent'])
  }
  return null
}

export function viewOf(pdf: Pdf, page: number): PageView {
  const { object } = pdf.pages[page - 1]!
  const dict = pdf.dict(object)
  const media = boxOf(pdf, inherited(pdf, dict, '/MediaBox')) ?? [0, 0, 612, 792]
  const crop = boxOf(pdf, inherited(pdf, dict, '/CropBox')) ?? media
  const seen = [
    Math.max(media[0], crop[0]),
    Math.max(media[1], crop[1]),
    Math.min(media[2], crop[2]),
    Math.min(media[3], crop[3]),
  ]
  const box = (seen[0]! < seen[2]! && seen[1]! < seen[3]! ? seen : media) as PageView['box']
  const turned = inherited(pdf, dict, '/Rotate')
  const turn = (((typeof turned === 'number' ? Math.round(turned / 90) * 90 : 0) % 360) + 360) % 360
  return { object, dict, box, turn: turn as PageView['turn'] }
}

function boxOf(pdf: Pdf, value: Value): [number, number, number, number] | undefined {
  if (!Array.isArray(value)) return undefined
  const [a, b, c, d] = value.map(part => pdf.resolve(part))
  if (![a, b, c, d].every(part => typeof part === 'number')) return undefined
  const [x0, y0, x1, y1] = [a, b, c, d] as number[]
  return [Math.min(x0!, x1!), Math.min(y0!, y1!), Math.max(x0!, x1!), Math.max(y0!, y1!)]
}

export interface SeenBox {
  x0: number
  y0: number
  x1: number
  y1: number
}

/** From 0..1 of the page as it is seen, from its upper left corner, to the page's own coordinates. */
export function toPage({ box, turn }: Pick<PageView, 'box' | 'turn'>, seen: SeenBox): [number, number, number, number] {
  const [left, bottom, right, top] = box
  const [width, height] = [right - left, top - bottom]
  const point = (x: number, y: number): [number, number] => {
    if (turn === 90) return [left + y * width, bottom + x * height]
    if (turn === 180) return [right - x * width, bottom + y * height]
    if (turn === 270) return [right - y * width, top - x * height]
    return [left + x * width, top - y * height]
  }
  const [a, b] = [point(seen.x0, seen.y0), point(seen.x1, seen.y1)]
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]), Math.max(a[1], b[1])]
}
