import { join } from 'node:path'
import { type Engine, theEngine } from './pdfium.ts'
import { damagedPdf, lockedPdf } from './refusals.ts'

/**
 * What can be done without qpdf, by PDFium alone: pages into a new file in any order, and turned. Nothing but pages is taken
 * along, so that nothing of the others is left; bookmarks, fields and attachments are lost, which the report says.
 */

export interface SparePages {
  /** Which page of which file, from 1; file 0 is the document, 1 the guest. */
  pages: { file: 0 | 1; page: number; turn?: number }[]
  to: string
}

const NEEDS_PASSWORD = 4

async function opened(engine: Engine, path: string, password?: string): Promise<number> {
  const document = await engine.open(path, password)
  if (document) return document
  throw engine.pdfium.FPDF_GetLastError() === NEEDS_PASSWORD ? lockedPdf() : damagedPdf()
}

export async function spareFacts(input: { path: string; password?: string }): Promise<{
  pages: number
  encrypted: boolean
}> {
  const engine = await theEngine()
  const document = await opened(engine, input.path, input.password)
  const pages = engine.pdfium.FPDF_GetPageCount(document)
  const encrypted = engine.pdfium.FPDF_GetSecurityHandlerRevision(document) >= 0
  engine.close(document)
  if (pages < 1) throw damagedPdf()
  return { pages, encrypted }
}

export async function spareWork(input: {
  path: string
  password?: string
  guest?: string
  files: SparePages[]
}): Promise<void> {
  const engine = await theEngine()
  const { pdfium } = engine
  const sources = [await opened(engine, input.path, input.password)]
  if (input.guest) sources.push(await opened(engine, input.guest))
  for (const { pages, to } of input.files) {
    const made = pdfium.FPDF_CreateNewDocument()
    for (const [n, { file, page, turn }] of pages.entries()) {
      if (!pdfium.FPDF_ImportPages(made, sources[file]!, `${page}`, n)) throw damagedPdf()
      if (turn === undefined) continue
      const handle = pdfium.FPDF_LoadPage(made, n)
      pdfium.FPDFPage_SetRotation(handle, (pdfium.FPDFPage_GetRotation(handle) + turn / 90) % 4)
      pdfium.FPDF_ClosePage(handle)
    }
    await engine.save(made, to)
    pdfium.FPDF_CloseDocument(made)
  }
  for (const source of sources) engine.close(source)
}

export const spareFile = (folder: string, n: number) => join(folder, `spare-${n + 1}.pdf`)
