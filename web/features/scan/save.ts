import { stampOf } from '../../lib/stamp.ts'
import { upload } from '../uploads/index.ts'
import type { Scan } from './pages.ts'
import { pdfOf, type ScannedSheet } from './pdf.ts'
import { scanWords } from './words.ts'
import { makeSheet } from './work.ts'

/** Long side in pixels: A4 at about 210 dpi, enough for small print. */
const SHEET_SIDE = 2480

/** One after the other, since each takes as much memory as a photo has; then on its way up, where its text is laid over it. */
export async function saveScan({ pages, folderId, secret }: Scan, onProgress: (done: number) => void): Promise<void> {
  const sheets: ScannedSheet[] = []
  for (const { photo, corners, clean, turns } of pages) {
    sheets.push(await makeSheet({ photo, corners, clean, turns, most: SHEET_SIDE }))
    onProgress(sheets.length)
  }
  const name = `${scanWords.now().title} ${stampOf(new Date())}.pdf`
  const file = new File([pdfOf(sheets)], name, { type: 'application/pdf' })
  await upload([file], folderId, { recognise: true, secret })
}
