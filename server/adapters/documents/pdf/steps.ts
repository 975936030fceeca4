import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bounds, PdfSource, Progress } from '../../../ports/documents.ts'
import type { DocumentWorker } from '../../document-worker/document-worker.ts'
import { type OutlineEntry, shifted } from '../../pdf/outline.ts'
import { opening, type Qpdf } from './qpdf.ts'

const SECONDS = 120

/** One piece of work on one file, in a folder of its own. */
export interface PdfStepWork {
  qpdf: Qpdf
  worker: DocumentWorker
  source: PdfSource
  folder: string
  bounds: Bounds & Progress
}

/** The objects of the file as JSON; `streams` writes the bytes of each stream beside it. */
export async function objectsJson(on: PdfStepWork, { streams = false, name = 'objects' } = {}): Promise<string> {
  const json = join(on.folder, `${name}.json`)
  const bytes = streams
    ? ['--json-stream-data=file', `--json-stream-prefix=${join(on.folder, 'stream')}`, '--decode-level=none']
    : ['--json-stream-data=none']
  const keys = ['--json=2', '--json-key=qpdf', ...bytes]
  await writeFile(
    json,
    await on.qpdf([...opening(on.source.path, on.source.password), ...keys], on.folder, on.bounds.signal),
  )
  return json
}

export const asking = (on: PdfStepWork, progress?: (done: number) => void) => ({
  seconds: SECONDS,
  signal: on.bounds.signal,
  progress,
  folder: on.folder,
})

/** The bookmarks of a file, as if its first page were page `first`. */
export async function bookmarks(on: PdfStepWork, first: number): Promise<OutlineEntry[]> {
  const { path, encrypted } = on.source
  const quick = encrypted ? undefined : await on.worker.ask('outlineOf', { path }, asking(on))
  const found = quick ?? (await on.worker.ask('outlineOf', { json: await objectsJson(on) }, asking(on)))
  return shifted(found as OutlineEntry[], first - 1)
}

/** Arguments that put bookmarks into the file. */
export async function grafted(on: PdfStepWork, entries: OutlineEntry[]): Promise<string[]> {
  if (entries.length === 0) return []
  const to = join(on.folder, 'outline.json')
  const { path, encrypted } = on.source
  const quick = !encrypted && (await on.worker.ask('graftOutline', { source: { path }, entries, to }, asking(on)))
  if (!quick) await on.worker.ask('graftOutline', { source: { json: await objectsJson(on) }, entries, to }, asking(on))
  return [`--update-from-json=${to}`]
}
