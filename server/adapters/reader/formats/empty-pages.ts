import { hasNotes } from '../../pdf/notes.ts'
import { theEngine } from '../../pdf/pdfium.ts'

/** Of these pages, from 0, those on which nothing at all is drawn. Letters may also be drawn as lines, without a font. */
export async function emptyPages(file: string, pages: number[]): Promise<Set<number>> {
  const empty = new Set<number>()
  const engine = await theEngine()
  const document = await engine.open(file)
  if (!document) return empty
  for (const n of pages) {
    const page = engine.pdfium.FPDF_LoadPage(document, n)
    if (!page) continue
    if (engine.pdfium.FPDFPage_CountObjects(page) === 0 && !hasNotes(engine, page)) empty.add(n)
    engine.pdfium.FPDF_ClosePage(page)
  }
  engine.close(document)
  return empty
}
