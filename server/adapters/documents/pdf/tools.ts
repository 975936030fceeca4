import { createReadStream } from 'node:fs'
import { copyFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  DocumentRefused,
  type PdfResult,
  type PdfSheet,
  type PdfTools,
  type PdfWork,
} from '../../../ports/documents.ts'
import type { Reader } from '../../../ports/reader.ts'
import type { DocumentWorker } from '../../document-worker/document-worker.ts'
import { theFont } from '../../pdf/lettering.ts'
import { damagedPdf } from '../../pdf/refusals.ts'
import type { PageSize } from '../../pdf/words.ts'
import type { Programs } from '../../programs/programs.ts'
import { amended, compare, flatten, placesOf, structureOf } from './amend.ts'
import { joining } from './join.ts'
import type { Machine } from './machine.ts'
import { opening, qpdfIn } from './qpdf.ts'
import { redact } from './redact.ts'
import { searchable } from './searchable.ts'
import { signed } from './sign.ts'
import { spareOperation } from './spare-tools.ts'
import { asking, bookmarks, grafted, objectsJson, type PdfStepWork } from './steps.ts'

/** `1,3-5,8` of page numbers in their order. */
export function listOf(pages: number[]): string {
  const parts: string[] = []
  for (let at = 0; at < pages.length; ) {
    let end = at
    while (end + 1 < pages.length && pages[end + 1] === pages[end]! + 1) end++
    parts.push(end === at ? `${pages[at]}` : `${pages[at]}-${pages[end]}`)
    at = end + 1
  }
  return parts.join(',')
}

const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => from + n)

type Recogniser = Pick<Reader, 'scanned' | 'words'>

export function pdfTools(
  programs: Programs,
  worker: DocumentWorker,
  reader: Recogniser,
): Omit<PdfTools, 'draw' | 'drawCover'> {
  const qpdf = qpdfIn(programs)
  return {
    ...joining(programs, worker, qpdf),
    undrawable: async text => (await theFont()).missing(text),
    look: (path, password, { signal } = {}) =>
      programs.withFolder(async folder => {
        if (!(await programs.find('qpdf'))) {
          const facts = await worker.ask('spareFacts', { path, password }, { seconds: 60, signal })
          return { ...(facts as { pages: number; encrypted: boolean }), signed: await isSigned(path) }
        }
        // By walking the pages: the number that a damaged file states may be wrong.
        const printed = await qpdf([...opening(path, password), '--show-pages'], folder, signal)
        const pages = printed.toString('latin1').match(/^page \d+:/gm)?.length ?? 0
        if (pages < 1) throw damagedPdf()
        const encryption = await qpdf([...opening(path, password), '--show-encryption'], folder, signal)
        const encrypted = !encryption.toString('utf8').includes('File is not encrypted')
        return { pages, encrypted, signed: await isSigned(path) }
      }),
    structure: (path, password, bounds = {}) =>
      programs.withFolder(folder => {
        const source = { path, pages: 0, password, encrypted: password !== undefined }
        return structureOf({ qpdf, worker, source, folder, bounds })
      }),
    places: (path, query, bounds = {}) =>
      programs.withFolder(folder => {
        const source = { path, pages: 0, encrypted: false }
        return placesOf({ programs, qpdf, worker, source, folder, bounds }, query)
      }),
    // What is too heavy to be looked through never costs the text.
    beside: (path, { signal } = {}) =>
      worker.ask('besideText', { path }, { seconds: 20, signal }).then(
        beside => beside as string[],
        error => {
          if (error instanceof DocumentRefused) return []
          throw error
        },
      ),
    sign(path, signing, folder, bounds = {}) {
      const source = { path, pages: 0, encrypted: false }
      return signed({ qpdf, worker, source, folder, bounds }, signing)
    },
    async work(source, work, folder, bounds = {}) {
      if (!(await programs.find('qpdf'))) return spareOperation(worker, source, work, { folder, signal: bounds.signal })
      return perform({ programs, qpdf, worker, source, folder, bounds, reader }, work)
    },
  }
}

/** A signature says in plain sight which bytes it covers, however the rest of the file is packed. */
const isSigned = (path: string) => inPlainSight(path, ['/ByteRange'], /^\/ByteRange\s*\[\s*\d+\s+\d+\s+\d+\s+\d+/)

/**
 * What describes a stream stands in plain sight too: a picture says there that it is a JPEG, unless the description only points
 * elsewhere. A file without either has none, and need not be taken apart.
 */
const mayHavePhotos = (path: string) =>
  inPlainSight(path, ['/DCTDecode', '/Filter'], /^\/DCTDecode|^\/Filter\s*(?:\[\s*)?\d+\s+\d+\s+R/)

/** Whether one of these words begins what the pattern asks for. */
async function inPlainSight(path: string, words: string[], pattern: RegExp): Promise<boolean> {
  let tail = Buffer.alloc(0)
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    const bytes = Buffer.concat([tail, chunk as Buffer])
    for (const word of words)
      for (let at = bytes.indexOf(word); at >= 0; at = bytes.indexOf(word, at + word.length))
        if (pattern.test(bytes.toString('latin1', at, at + 100))) return true
    tail = bytes.subarray(-100)
  }
  return false
}

async function perform(
  on: Machine & { reader: Recogniser },
  work: Exclude<PdfWork, { op: 'sign' }>,
): Promise<PdfResult> {
  const out = join(on.folder, 'result.pdf')
  const { path, pages } = on.source
  const main = opening(path, on.source.password)
  const run = async (...args: string[]): Promise<PdfResult> => {
    await on.qpdf([...main, ...args, out], on.folder, on.bounds.signal)
    return { files: [out] }
  }
  switch (work.op) {
    case 'rotate':
      return run(`--rotate=+${work.angle}:${listOf(work.pages)}`)
    case 'reorder':
      return run('--pages', '.', listOf(work.order), '--')
    case 'arrange':
      return run(...(await arranged(on, work.sheets)))
    case 'insert':
      await run('--pages', ...around(pages, work.at, work.at - 1, work.source), '--')
      return withBookmarks(on, out, work.source, work.at)
    case 'delete':
      return run(...(await pruned(on, work.pages)), '--pages', '.', listOf(left(pages, work.pages)), '--')
    case 'replace':
      await run(...(await pruned(on, work.pages)), '--pages', ...replacing(pages, work.pages, work.source), '--')
      return withBookmarks(on, out, work.source, Math.min(...work.pages))
    case 'protect':
      return run('--encrypt', work.newPassword, work.newPassword, '256', '--')
    case 'unlock':
      return run('--decrypt')
    case 'split':
      return split(on, work.parts)
    case 'watermark':
      return watermark(on, work, out)
    case 'properties':
    case 'annotate':
    case 'fill':
    case 'number':
    case 'crop':
    case 'outline':
      return amended(on, work, out)
    case 'flatten':
      return flatten(on, out)
    case 'compare':
      return compare(on, work.source, out)
    case 'compress':
      return compress(on, out)
    case 'redact':
      return redact(on, work, out)
    case 'searchable':
      return searchable(on, out)
  }
}

const left = (pages: number, removed: number[]) => {
  const gone = new Set(removed)
  return range(1, pages).filter(page => !gone.has(page))
}

/** Turns come after the choice of pages, and count them as they then stand. */
async function arranged(on: PdfStepWork, sheets: PdfSheet[]): Promise<string[]> {
  const order = sheets.map(({ page }) => page)
  const gone = left(on.source.pages, order)
  const turns = [90, 180, 270].flatMap(angle => {
    const places = sheets.flatMap((sheet, n) => (sheet.angle === angle ? [n + 1] : []))
    return places.length > 0 ? [`--rotate=+${angle}:${listOf(places)}`] : []
  })
  return [...(gone.length > 0 ? await pruned(on, gone) : []), '--pages', '.', listOf(order), '--', ...turns]
}

/** The source's pages between two parts of the file. */
function around(pages: number, at: number, before: number, source: string): string[] {
  const head = before >= 1 ? ['.', `1-${before}`] : []
  const tail = at <= pages ? ['.', `${at}-z`] : []
  return [...head, source, '1-z', ...tail]
}

function replacing(pages: number, removed: number[], source: string): string[] {
  const first = Math.min(...removed)
  const kept = left(pages, removed)
  const [head, tail] = [kept.filter(page => page < first), kept.filter(page => page > first)]
  return [
    ...(head.length > 0 ? ['.', listOf(head)] : []),
    source,
    '1-z',
    ...(tail.length > 0 ? ['.', listOf(tail)] : []),
  ]
}

/** The bookmarks of the guest among those of the file. Most guests have none, and then nothing more is done. */
async function withBookmarks(on: PdfStepWork, made: string, guest: string, first: number): Promise<PdfResult> {
  const source = { path: guest, pages: 0, encrypted: false }
  const entries = await bookmarks({ ...on, source }, first)
  if (entries.length === 0) return { files: [made] }
  const file = { ...on, source: { ...on.source, path: made } }
  const out = join(on.folder, 'with-bookmarks.pdf')
  const changes = await grafted(file, entries)
  await on.qpdf([...opening(made, on.source.password), ...changes, out], on.folder, on.bounds.signal)
  return { files: [out] }
}

/** What a page leaves outside itself goes with it, in the run in which the page goes. */
async function pruned(on: PdfStepWork, removed: number[]): Promise<string[]> {
  const to = join(on.folder, 'pruned.json')
  const { path, pages, encrypted } = on.source
  const quick = encrypted ? undefined : await on.worker.ask('pruneQuickly', { path, pages, removed, to }, asking(on))
  const changed =
    quick ?? (await on.worker.ask('pruneRemoved', { json: await objectsJson(on), removed, to }, asking(on)))
  return changed ? [`--update-from-json=${to}`] : []
}

/** Built from an empty file, so that nothing of the other pages is carried along; a password is kept. */
async function split(on: PdfStepWork, parts: [number, number][]): Promise<PdfResult> {
  const files: string[] = []
  const { path, password } = on.source
  const lock = password ? ['--encrypt', password, password, '256', '--'] : []
  const whole = evenSize(parts, on.source.pages)
  if (whole && parts.length > 1) {
    const pattern = join(on.folder, 'part-%d.pdf')
    await on.qpdf([...opening(path, password), ...lock, `--split-pages=${whole}`, pattern], on.folder, on.bounds.signal)
    const made = (await readdir(on.folder)).filter(name => /^part-.*\.pdf$/.test(name))
    const first = (name: string) => Number(/part-0*(\d+)/.exec(name)![1])
    return { files: made.sort((a, b) => first(a) - first(b)).map(name => join(on.folder, name)) }
  }
  for (const [n, [from, to]] of parts.entries()) {
    const out = join(on.folder, `part-${n + 1}.pdf`)
    const file = password ? [path, `--password=${password}`] : [path]
    await on.qpdf(['--empty', '--pages', ...file, `${from}-${to}`, '--', ...lock, out], on.folder, on.bounds.signal)
    files.push(out)
    on.bounds.progress?.((n + 1) / parts.length)
  }
  return { files }
}

/** One run cuts a file into equal parts. */
function evenSize(parts: [number, number][], pages: number): number | undefined {
  const size = parts[0]![1] - parts[0]![0] + 1
  const even = parts.every(([from, to], n) => from === n * size + 1 && to === Math.min(pages, (n + 1) * size))
  return even && parts.at(-1)![1] === pages ? size : undefined
}

async function watermark(on: PdfStepWork, work: PdfWork & { op: 'watermark' }, out: string): Promise<PdfResult> {
  const [json, page] = [join(on.folder, 'mark.json'), join(on.folder, 'mark.pdf')]
  const { width, height } = await firstPageSize(on)
  await on.worker.ask('watermarkPage', { mark: work, width, height, to: json }, asking(on))
  await on.qpdf(['--json-input', json, page], on.folder, on.bounds.signal)
  const main = opening(on.source.path, on.source.password)
  await on.qpdf([...main, '--overlay', page, '--repeat=1', '--', out], on.folder, on.bounds.signal)
  return { files: [out] }
}

/** Of the first page as it is seen; on pages of another size the words are scaled with them. */
async function firstPageSize(on: PdfStepWork): Promise<PageSize> {
  const sizes = await on.worker.ask('pageSizes', { json: await objectsJson(on), pages: [1] }, asking(on))
  return (sizes as PageSize[])[0]!
}

/** Photographs first, then everything else without loss. When nothing is gained, the file as it is. */
async function shrunkPhotos(on: PdfStepWork): Promise<string[]> {
  const to = join(on.folder, 'photos.json')
  const input = { json: await objectsJson(on, { streams: true }), to }
  const { photos } = (await on.worker.ask('shrinkPhotos', input, asking(on, on.bounds.progress))) as {
    photos: number
  }
  return photos > 0 ? [`--update-from-json=${to}`] : []
}

async function compress(on: PdfStepWork, out: string): Promise<PdfResult> {
  const { path, password } = on.source
  const changes = (await mayHavePhotos(path)) ? await shrunkPhotos(on) : []
  const tight = ['--recompress-flate', '--compression-level=9', '--object-streams=generate']
  await on.qpdf([...opening(path, password), ...changes, ...tight, out], on.folder, on.bounds.signal)
  const [before, after] = [(await stat(path)).size, (await stat(out)).size]
  if (after >= before) await copyFile(path, out)
  return { files: [out] }
}
