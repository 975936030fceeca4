import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { type Engine, theEngine } from '../pdfium.ts'
import { damagedPdf } from '../refusals.ts'
import { Docx } from './docx.ts'
import { drawnOn } from './drawn.ts'
import { type Part, partsOf, sizesIn } from './flow.ts'
import { pagesIn } from './words.ts'

/** A PDF file with text as a Word document that can be worked on. Runs in the workshop's child. */

export interface Kept {
  headings: number
  lists: number
  tables: number
  pictures: number
  /** How many of its pages are in the document; `pages` stands in `not_kept` where these are not all. */
  pages: number
  of_pages: number
  /** What the pages have and the document has not. */
  not_kept: string[]
}

const MOST_PICTURES = 300
const MOST_PIXELS = 24_000_000

export async function writeDocx(
  input: { path: string; layout: string; to: string },
  tell: (done: number) => void,
): Promise<Kept> {
  const pages = pagesIn(await readFile(input.layout, 'utf8'))
  const engine = await theEngine()
  const document = await engine.open(input.path)
  if (!document) throw damagedPdf()
  const docx = new Docx()
  const counts = { pages: pages.length, of_pages: engine.pdfium.FPDF_GetPageCount(document) }
  const kept: Kept = { headings: 0, lists: 0, tables: 0, pictures: 0, ...counts, not_kept: ['fonts', 'page_layout'] }
  const lost = (what: string) => kept.not_kept.includes(what) || kept.not_kept.push(what)
  if (counts.of_pages > counts.pages) lost('pages')
  const sizes = sizesIn(pages)
  try {
    for (const [n, text] of pages.entries()) {
      const page = engine.pdfium.FPDF_LoadPage(document, n)
      if (!page) continue
      if (n > 0) docx.pageBreak()
      const { parts, columns } = partsOf(text, drawnOn(engine, page, text.height), sizes)
      if (columns) lost('columns')
      if (engine.pdfium.FPDFPage_GetAnnotCount(page) > 0) lost('annotations')
      for (const part of parts)
        if (!(await put(docx, part, kept, object => pictureOf(engine, document, page, object)))) lost('pictures')
      engine.pdfium.FPDF_ClosePage(page)
      tell((n + 1) / pages.length)
    }
  } finally {
    engine.close(document)
  }
  await docx.write(input.to)
  return kept
}

/** False when it could not be kept. */
async function put(docx: Docx, part: Part, kept: Kept, draw: (object: number) => Promise<Buffer | undefined>) {
  if (part.is === 'table') {
    kept.tables++
    docx.table(part.table)
    return true
  }
  if (part.is === 'picture') {
    const bytes = kept.pictures < MOST_PICTURES ? await draw(part.object) : undefined
    if (!bytes) return false
    kept.pictures++
    docx.picture({ bytes, width: part.box.x1 - part.box.x0, height: part.box.y1 - part.box.y0 })
    return true
  }
  if (part.heading > 0) kept.headings++
  if (part.list) kept.lists++
  const style = part.heading > 0 ? `Heading${part.heading}` : part.list === 'bullet' ? 'ListBullet' : ''
  docx.paragraph(part.text, style, part.list === 'bullet')
  return true
}

/** Of what PDFium calls the format of its bitmaps: 1 grey, 2 BGR, 3 BGRx, 4 BGRA. */
const CHANNELS: Record<number, 1 | 3 | 4> = { 1: 1, 2: 3, 3: 4, 4: 4 }

async function pictureOf(
  { pdfium }: Engine,
  document: number,
  page: number,
  object: number,
): Promise<Buffer | undefined> {
  const bitmap = pdfium.FPDFImageObj_GetRenderedBitmap(document, page, object)
  if (!bitmap) return undefined
  try {
    const [width, height] = [pdfium.FPDFBitmap_GetWidth(bitmap), pdfium.FPDFBitmap_GetHeight(bitmap)]
    const [stride, format] = [pdfium.FPDFBitmap_GetStride(bitmap), pdfium.FPDFBitmap_GetFormat(bitmap)]
    const channels = CHANNELS[format]
    if (!channels || width * height === 0 || width * height > MOST_PIXELS) return undefined
    const memory = (pdfium.pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8
    const from = pdfium.FPDFBitmap_GetBuffer(bitmap)
    const pixels = Buffer.alloc(width * height * channels)
    for (let y = 0; y < height; y++)
      pixels.set(memory.subarray(from + y * stride, from + y * stride + width * channels), y * width * channels)
    if (channels > 1) swapRedAndBlue(pixels, channels, format === 3)
    return await sharp(pixels, { raw: { width, height, channels } }).png().toBuffer()
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap)
  }
}

function swapRedAndBlue(pixels: Buffer, channels: number, opaque: boolean): void {
  for (let at = 0; at < pixels.length; at += channels) {
    const blue = pixels[at]!
    pixels[at] = pixels[at + 2]!
    pixels[at + 2] = blue
    if (opaque) pixels[at + 3] = 255
  }
}
