import { type Engine, theEngine } from './pdfium.ts'

/** What people have put onto the pages and into the file of a PDF, beside its text. */

const [LINK, POPUP, FIELD] = [2, 16, 20]
const MOST_PAGES = 2000

/** Stamps, remarks and drawings; fields of forms tell their values, and links lie over text. */
export function hasNotes({ pdfium }: Engine, page: number): boolean {
  for (let n = 0; n < pdfium.FPDFPage_GetAnnotCount(page); n++) {
    const note = pdfium.FPDFPage_GetAnnot(page, n)
    const kind = pdfium.FPDFAnnot_GetSubtype(note)
    pdfium.FPDFPage_CloseAnnot(note)
    if (kind !== LINK && kind !== POPUP && kind !== FIELD) return true
  }
  return false
}

export const hasAttachments = ({ pdfium }: Engine, document: number) => pdfium.FPDFDoc_GetAttachmentCount(document) > 0

/** In words of a report: what a plain text of the pages leaves out. Runs in the document worker. */
export async function besideText({ path }: { path: string }): Promise<string[]> {
  const engine = await theEngine()
  const document = await engine.open(path)
  if (!document) return []
  const { pdfium } = engine
  let noted = false
  for (let n = 0; n < Math.min(pdfium.FPDF_GetPageCount(document), MOST_PAGES) && !noted; n++) {
    const page = pdfium.FPDF_LoadPage(document, n)
    if (!page) continue
    noted = hasNotes(engine, page)
    pdfium.FPDF_ClosePage(page)
  }
  const beside = [...(noted ? ['annotations'] : []), ...(hasAttachments(engine, document) ? ['attachments'] : [])]
  engine.close(document)
  return beside
}
