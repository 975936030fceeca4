import { DocumentRefused, type PdfResult, type PdfSource, type PdfWork } from '../../../ports/documents.ts'
import type { DocumentWorker } from '../../document-worker/document-worker.ts'
import { type SparePages, spareFile } from '../../pdf/spare.ts'

const SECONDS = 120

type Pages = SparePages['pages']

const range = (from: number, to: number): Pages =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => ({ file: 0, page: from + n }))

/** The pages of the results, for the operations that need nothing but pages. */
function layout(work: PdfWork, pages: number, guest: number): Pages[] | undefined {
  const all = range(1, pages)
  const guests: Pages = Array.from({ length: guest }, (_, n) => ({ file: 1, page: n + 1 }))
  switch (work.op) {
    case 'split':
      return work.parts.map(([from, to]) => range(from, to))
    case 'delete':
      return [all.filter(({ page }) => !work.pages.includes(page))]
    case 'rotate':
      return [all.map(place => (work.pages.includes(place.page) ? { ...place, turn: work.angle } : place))]
    case 'reorder':
      return [work.order.map(page => ({ file: 0, page }))]
    case 'arrange':
      return [work.sheets.map(({ page, angle }) => ({ file: 0, page, turn: angle || undefined }))]
    case 'insert':
      return [[...range(1, work.at - 1), ...guests, ...range(work.at, pages)]]
    case 'replace': {
      const first = Math.min(...work.pages)
      const kept = all.filter(({ page }) => !work.pages.includes(page))
      return [[...kept.filter(({ page }) => page < first), ...guests, ...kept.filter(({ page }) => page > first)]]
    }
    default:
      return undefined
  }
}

/** For machines without qpdf. */
export async function spareOperation(
  worker: DocumentWorker,
  source: PdfSource,
  work: PdfWork,
  { folder, signal }: { folder: string; signal?: AbortSignal },
): Promise<PdfResult> {
  const guest = work.op === 'insert' || work.op === 'replace' ? work.source : undefined
  const asking = { seconds: SECONDS, signal, folder }
  const facts = guest ? ((await worker.ask('spareFacts', { path: guest }, asking)) as { pages: number }) : { pages: 0 }
  const laid = layout(work, source.pages, facts.pages)
  // A new file would not be locked, though the old one is.
  if (!laid || source.encrypted)
    throw new DocumentRefused('unable', {
      en: 'The program qpdf is not installed on this machine. Without it pages of open PDF files can be split, deleted, rotated, reordered, inserted and replaced, and nothing else.',
      ru: 'На этой машине нет программы qpdf. Без неё у незащищённых файлов PDF можно только делить, удалять, поворачивать, переставлять, вставлять и заменять страницы.',
    })
  const files = laid.map((pages, n) => ({ pages, to: spareFile(folder, n) }))
  await worker.ask('spareWork', { path: source.path, password: source.password, guest, files }, asking)
  return {
    files: files.map(({ to }) => to),
    report: { engine: 'PDFium', lost: ['bookmarks', 'fields', 'attachments'] },
  }
}
