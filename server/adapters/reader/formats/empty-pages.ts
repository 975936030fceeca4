import { type Engine, theEngine } from '../../pdf/pdfium.ts'

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

const FIELD = 20

/** Stamps and notes may show words; fields of forms tell theirs. */
function hasNotes({ pdfium }: Engine, page: number): boolean {
  for (let n = 0; n < pdfium.FPDFPage_GetAnnotCount(page); n++) {
    const note = pdfium.FPDFPage_GetAnnot(page, n)
    const kind = pdfium.FPDFAnnot_GetSubtype(note)
    pdfium.FPDFPage_CloseAnnot(note)
    if (kind !== FIELD) return true
  }
  return false
}
