import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { init } from '@embedpdf/pdfium'
import sharp from 'sharp'
import type { RedactBox } from '../../ports/documents.ts'
import { tells } from './burn.ts'
import { readPdf, type Value } from './model.ts'

/** Looks for what must be gone, with engines that did not make it go. Runs in the workshop's child. */

/** The text that PDFium finds under the boxes. */
export async function textUnder(input: { path: string; boxes: RedactBox[] }): Promise<string[]> {
  const wasm = await readFile(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm'))
  const pdfium = await init({ wasmBinary: new Uint8Array(wasm).buffer })
  pdfium.PDFiumExt_Init()
  const bytes = await readFile(input.path)
  const heap = pdfium.pdfium
  const at = heap.wasmExports.malloc(bytes.length)
  ;(heap as unknown as { HEAPU8: Uint8Array }).HEAPU8.set(bytes, at)
  const document = pdfium.FPDF_LoadMemDocument(at, bytes.length, '')
  if (!document) throw new Error('PDFium cannot open the result')
  const found: string[] = []
  for (const number of new Set(input.boxes.map(box => box.page))) {
    const page = pdfium.FPDF_LoadPage(document, number - 1)
    const text = pdfium.FPDFText_LoadPage(page)
    const [width, height] = [pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)]
    for (const box of input.boxes.filter(candidate => candidate.page === number)) {
      const edges = [box.x0 * width, height - box.y0 * height, box.x1 * width, height - box.y1 * height] as const
      const length = pdfium.FPDFText_GetBoundedText(text, ...edges, 0, 0)
      if (length <= 0) continue
      const buffer = heap.wasmExports.malloc((length + 1) * 2)
      pdfium.FPDFText_GetBoundedText(text, ...edges, buffer, length)
      found.push(heap.UTF16ToString(buffer).trim())
      heap.wasmExports.free(buffer)
    }
    pdfium.FPDFText_ClosePage(text)
    pdfium.FPDF_ClosePage(page)
  }
  pdfium.FPDF_CloseDocument(document)
  heap.wasmExports.free(at)
  return found.filter(text => text !== '')
}

/** Strings anywhere in the file that still tell a secret: titles, names, values, remarks. */
export async function stringsTelling(input: { json: string; secrets: string[] }): Promise<string[]> {
  const pdf = await readPdf(input.json)
  const found: string[] = []
  const walk = (value: Value | undefined, ref: string): void => {
    if (typeof value === 'string' && !value.startsWith('/') && tells(value, input.secrets)) found.push(ref)
    else if (Array.isArray(value)) for (const part of value) walk(part, ref)
    else if (value !== null && typeof value === 'object') for (const part of Object.values(value)) walk(part, ref)
  }
  for (const ref of pdf.refs()) {
    const entry = pdf.entry(ref)
    walk(entry?.value ?? entry?.stream?.dict, ref)
  }
  return [...new Set(found)]
}

export interface Compared {
  /** The share of pixels under boxes that are not black, and of those outside that differ. */
  inside: number
  outside: number
}

const BLACK = 48
const DIFFERS = 96
const EDGE = 4

/** Both drawings in the same size: the one before, and the one after. */
export async function comparePictures(input: { before: string; after: string; boxes: RedactBox[] }): Promise<Compared> {
  const [before, after] = await Promise.all(
    [input.before, input.after].map(path =>
      sharp(path).removeAlpha().greyscale().raw().toBuffer({ resolveWithObject: true }),
    ),
  )
  const { width, height } = after!.info
  if (before!.info.width !== width || before!.info.height !== height) return { inside: 1, outside: 1 }
  const places = maskOf(input.boxes, width, height)
  const counts = { inside: 0, light: 0, outside: 0, different: 0 }
  for (let at = 0; at < places.length; at++) {
    if (places[at] === INSIDE) {
      counts.inside++
      if (after!.data[at]! > BLACK) counts.light++
    } else if (places[at] === OUTSIDE) {
      counts.outside++
      if (Math.abs(after!.data[at]! - before!.data[at]!) > DIFFERS) counts.different++
    }
  }
  return { inside: counts.light / Math.max(1, counts.inside), outside: counts.different / Math.max(1, counts.outside) }
}

const [OUTSIDE, NEAR, INSIDE] = [0, 1, 2]

/** Which pixels lie under a box, and which so near its edge that they are neither. */
function maskOf(boxes: RedactBox[], width: number, height: number): Uint8Array {
  const mask = new Uint8Array(width * height)
  for (const [kind, edge] of [
    [NEAR, EDGE],
    [INSIDE, -EDGE],
  ] as const)
    for (const box of boxes) {
      const [x0, x1] = [
        Math.max(0, Math.floor(box.x0 * width - edge)),
        Math.min(width, Math.ceil(box.x1 * width + edge)),
      ]
      const [y0, y1] = [
        Math.max(0, Math.floor(box.y0 * height - edge)),
        Math.min(height, Math.ceil(box.y1 * height + edge)),
      ]
      for (let y = y0; y < y1; y++) mask.fill(kind, y * width + x0, Math.max(y * width + x0, y * width + x1))
    }
  return mask
}
