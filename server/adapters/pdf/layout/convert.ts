import { readFile } from 'node:fs/promises'
import { hasAttachments } from '../notes.ts'
import { theEngine } from '../pdfium.ts'
import { damagedPdf } from '../refusals.ts'
import { Docx } from './docx.ts'
import { drawnOn, type PlacedDrawing } from './drawn.ts'
import { type FlowBlock, partsOf, sizesIn } from './flow.ts'
import { linksOn } from './looks.ts'
import { pictureOf, type Shot } from './pictures.ts'
import { pagesIn } from './words.ts'

/** A PDF file with text as a Word document that can be worked on. Runs in the document worker. */

export interface DocxReport {
  headings: number
  lists: number
  /** Pages of which some text stands in columns. */
  columns: number
  tables: number
  pictures: number
  /** How many of its pages are in the document; `pages` stands in `not_kept` where these are not all. */
  pages: number
  of_pages: number
  /** What the pages have and the document has not. */
  not_kept: string[]
}

const MOST_PICTURES = 300
const MOST_BYTES = 100_000_000

export async function writeDocx(
  input: { path: string; layout: string; to: string },
  onProgress: (done: number) => void,
): Promise<DocxReport> {
  const pages = pagesIn(await readFile(input.layout, 'utf8'))
  const engine = await theEngine()
  const document = await engine.open(input.path)
  if (!document) throw damagedPdf()
  const docx = new Docx()
  const counts = { pages: pages.length, of_pages: engine.pdfium.FPDF_GetPageCount(document) }
  const kept: DocxReport = {
    headings: 0,
    lists: 0,
    columns: 0,
    tables: 0,
    pictures: 0,
    ...counts,
    not_kept: ['fonts', 'page_layout'],
  }
  const lost = (what: string) => kept.not_kept.includes(what) || kept.not_kept.push(what)
  if (counts.of_pages > counts.pages) lost('pages')
  if (hasAttachments(engine, document)) lost('attachments')
  const sizes = sizesIn(pages)
  try {
    for (const [n, text] of pages.entries()) {
      const page = engine.pdfium.FPDF_LoadPage(document, n)
      if (!page) continue
      if (n > 0) docx.pageBreak()
      const drawn = drawnOn(engine, page, text.height)
      const links = linksOn(engine, document, page, text.height)
      drawn.looks.push(...links)
      const { parts, columns } = partsOf(text, drawn, sizes)
      if (columns) lost('columns')
      if (parts.some(part => part.is === 'columns')) kept.columns++
      if (engine.pdfium.FPDFPage_GetAnnotCount(page) > links.length) lost('annotations')
      for (const part of parts)
        if (!(await put(docx, part, kept, picture => pictureOf(engine, document, page, picture)))) lost('pictures')
      engine.pdfium.FPDF_ClosePage(page)
      onProgress((n + 1) / pages.length)
    }
  } finally {
    engine.close(document)
  }
  await docx.write(input.to)
  return kept
}

/** False when it could not be kept. */
async function put(
  docx: Docx,
  part: FlowBlock,
  kept: DocxReport,
  draw: (picture: PlacedDrawing) => Promise<Shot | undefined>,
) {
  if (part.is === 'columns') {
    docx.columns(part.count)
    return true
  }
  if (part.is !== 'text' || !part.item) docx.lists.rest()
  if (part.is === 'table') {
    kept.tables++
    docx.table(part.table)
    return true
  }
  if (part.is === 'picture') {
    const isRoom = kept.pictures < MOST_PICTURES && docx.weight < MOST_BYTES
    const shot = isRoom ? await draw(part) : undefined
    if (!shot) return false
    kept.pictures++
    docx.picture({ ...shot, width: part.box.x1 - part.box.x0, height: part.box.y1 - part.box.y0 })
    return true
  }
  if (part.heading > 0) kept.headings++
  const item = part.item && docx.lists.item(part.item.mark, part.item.indent)
  if (item) {
    kept.lists++
    docx.paragraph(part.item!.bare, 'ListParagraph', item)
  } else if (part.heading > 0) {
    // A heading has a look of its own.
    const runs = part.runs.map(({ text, link }) => ({ text, link }))
    docx.paragraph(runs, `Heading${part.heading}`)
  } else docx.paragraph(part.runs)
  return true
}
