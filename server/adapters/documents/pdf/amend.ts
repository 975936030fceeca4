import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { semaphore } from '../../../lib/semaphore.ts'
import { firstOf, timeLimit } from '../../../lib/time-limit.ts'
import {
  DocumentRefused,
  type FoundPlaces,
  type OutlineItem,
  type PdfField,
  type PdfResult,
  type PdfStructure,
  type PdfWork,
} from '../../../ports/documents.ts'
import type { ComparedPages } from '../../pdf/compare.ts'
import type { Seen } from '../../pdf/compare-looks.ts'
import type { OutlineEntry } from '../../pdf/outline.ts'
import { tooHeavy } from '../../pdf/refusals.ts'
import type { PageSize } from '../../pdf/words.ts'
import { allWords, type Machine, run, unlocked } from './machine.ts'
import { opening } from './qpdf.ts'
import { asking, objectsJson, type PdfStepWork } from './steps.ts'

/** Changes to objects of the file: read as JSON, worked out in the document worker, written by qpdf. */

type Amending = PdfWork & { op: 'properties' | 'annotate' | 'fill' | 'number' | 'crop' | 'outline' }

export async function amended(on: PdfStepWork, work: Amending, out: string): Promise<PdfResult> {
  const [json, to] = [await objectsJson(on), join(on.folder, 'changes.json')]
  const { worker } = on
  switch (work.op) {
    case 'annotate':
      await annotate(on, work, json, to)
      break
    case 'properties':
      await worker.ask('setProperties', { json, properties: work.properties, to }, asking(on))
      break
    case 'fill':
      await worker.ask('fillForm', { json, fields: work.fields, to }, asking(on))
      break
    case 'number':
      await worker.ask('numberPages', { json, numbering: work, to }, asking(on))
      break
    case 'crop':
      await worker.ask('cropPages', { json, box: work.box, pages: work.pages, to }, asking(on))
      break
    case 'outline':
      await worker.ask('setOutline', { json, entries: entriesOf(work.items), to }, asking(on))
  }
  const main = opening(on.source.path, on.source.password)
  await on.qpdf([...main, `--update-from-json=${to}`, out], on.folder, on.bounds.signal)
  return { files: [out], report: REPORTS[work.op] }
}

async function annotate(on: PdfStepWork, work: PdfWork & { op: 'annotate' }, json: string, to: string): Promise<void> {
  const { annotations, picture, source } = work
  const { folder } = on
  const drawn = picture?.base64 === undefined ? source : join(folder, 'picture')
  if (picture?.base64 !== undefined) await writeFile(drawn!, Buffer.from(picture.base64, 'base64'))
  const pasted = picture && drawn ? { path: drawn, mime: picture.mime, folder } : {}
  await on.worker.ask('addAnnotations', { json, annotations, to, ...pasted }, asking(on))
}

const REPORTS: Partial<Record<PdfWork['op'], Record<string, unknown>>> = {
  crop: { kept: ['what lies outside of the box is hidden, not removed'] },
}

const entriesOf = (items: OutlineItem[]): OutlineEntry[] =>
  items.map(({ title, page, items: kids }) => ({ title: `u:${title}`, page, kids: entriesOf(kids) }))

const itemsOf = (entries: OutlineEntry[]): OutlineItem[] =>
  entries.map(({ title, page, kids }) => ({ title: title.replace(/^u:/, ''), page, items: itemsOf(kids) }))

export async function structureOf(on: PdfStepWork): Promise<PdfStructure> {
  const json = await objectsJson(on)
  const fields = (await on.worker.ask('formFields', { json }, asking(on))) as PdfField[]
  const entries = (await on.worker.ask('outlineOf', { json }, asking(on))) as OutlineEntry[]
  return { fields, outline: itemsOf(entries) }
}

/** What fields and remarks show becomes part of the pages; links stay. */
export async function flatten(on: PdfStepWork, out: string): Promise<PdfResult> {
  const { fields } = await structureOf(on)
  const main = opening(on.source.path, on.source.password)
  await on.qpdf([...main, '--generate-appearances', '--flatten-annotations=all', out], on.folder, on.bounds.signal)
  return { files: [out], report: { fields: fields.length } }
}

const MOST_PAGES = 1000

/** Puts both versions side by side, page by page: removed words are marked in the old one, new words in the new one. */
export async function compare(given: Machine, other: string, out: string): Promise<PdfResult> {
  const on = await unlocked(given)
  const { folder, bounds } = on
  const before = await versionOf(on, 'before')
  const newer = { ...on, source: { path: other, pages: 0, encrypted: false } }
  const after = await versionOf(newer, 'after')
  bounds.progress?.(0.6)
  const input = { before: before.version, after: after.version }
  const found = (await on.worker.ask('compareWords', input, asking(on))) as ComparedPages
  const seen = await looksOf([on, before], [newer, after])
  bounds.progress?.(0.8)
  const [left, right] = [join(folder, 'left.pdf'), join(folder, 'right.pdf')]
  await marked(on, before.json, [...found.removed, ...frames(seen, '#DC2626')], left)
  await marked(newer, after.json, [...found.added, ...frames(seen, '#16A34A')], right)
  const pages = pagesThatDiffer(found, seen)
  await on.qpdf(['--empty', '--collate', '--pages', left, '1-z', right, '1-z', '--', out], folder, bounds.signal)
  const report = {
    equal: pages.length === 0,
    pages,
    pages_before: before.version.sizes.length,
    pages_after: after.version.sizes.length,
    compared: ['text', 'pictures'],
    cut:
      Math.min(before.version.sizes.length, after.version.sizes.length) > MOST_LOOKED ||
      found.cut ||
      before.cut ||
      after.cut,
  }
  return { files: [out], report }
}

const MOST_LOOKED = 200
/** Dots to an inch: what people would call different can be seen at it. */
const LOOK_DPI = '60'

type ReadVersion = Awaited<ReturnType<typeof versionOf>>

/** Where pages of the same number look different, beside their words. */
async function looksOf(one: [Machine, ReadVersion], other: [Machine, ReadVersion]): Promise<Seen[]> {
  const looks = []
  for (const [n, [on, { version }]] of [one, other].entries()) {
    const stem = `look-${n}`
    const args = [
      '-png',
      '-gray',
      '-cropbox',
      '-r',
      LOOK_DPI,
      '-l',
      `${MOST_LOOKED}`,
      on.source.path,
      join(on.folder, stem),
    ]
    await run(on, 'pdftoppm', args, { seconds: 120 })
    const names = (await readdir(on.folder)).filter(name => name.startsWith(`${stem}-`)).sort()
    looks.push({ ...version, pictures: names.map(name => join(on.folder, name)) })
  }
  const [before, after] = looks
  return (await one[0].worker.ask('compareLooks', { before: before!, after: after! }, asking(one[0]))) as Seen[]
}

const frames = (seen: Seen[], color: string): ComparedPages['added'] =>
  seen.flatMap(({ page, places }) => places.map(place => ({ page, ...place, type: 'rect' as const, color, text: '' })))

function pagesThatDiffer(words: ComparedPages, seen: Seen[]) {
  const looks = new Map(seen.map(({ page, places }) => [page, places.length]))
  const read = words.pages.map(each => ({ ...each, pictures: looks.get(each.page) ?? 0 }))
  const alone = seen.filter(({ page }) => !words.pages.some(each => each.page === page))
  const more = alone.map(({ page, places }) => ({ page, removed: 0, added: 0, pictures: places.length }))
  return [...read, ...more].sort((a, b) => a.page - b.page)
}

const PLACES_MS = 120_000
/** Somebody waits for the answer, but no crowd of them may take the machine. */
const atOnce = semaphore(2, Number.POSITIVE_INFINITY, tooHeavy)

/** All of it in a time that somebody waits for. */
export const placesOf = (on: Machine, query: string): Promise<FoundPlaces> =>
  atOnce(async () => {
    const { signal: caller } = on.bounds
    caller?.throwIfAborted()
    const deadline = timeLimit(PLACES_MS)
    const signal = firstOf(caller, deadline)
    return findOn({ ...on, bounds: { ...on.bounds, signal } }, query).catch(error => {
      throw deadline.aborted && !caller?.aborted ? tooHeavy() : error
    })
  })

async function findOn(on: Machine, query: string): Promise<FoundPlaces> {
  const { version, cut } = await versionOf(on, 'places')
  const pictures = await picturesIn(on, version.sizes.length)
  const found = (await on.worker.ask('findPlaces', { ...version, query, pictures }, asking(on))) as FoundPlaces
  return { ...found, cut: found.cut || cut }
}

/** Undefined where nobody can tell. */
async function picturesIn(on: Machine, pages: number): Promise<string | undefined> {
  if (!(await on.programs.find('pdfimages'))) return undefined
  const printed = await run(on, 'pdfimages', ['-list', '-l', `${pages}`, on.source.path]).catch(error => {
    on.bounds.signal?.throwIfAborted()
    if (error instanceof DocumentRefused) return undefined
    throw error
  })
  return printed?.toString('latin1')
}

async function marked(on: PdfStepWork, json: string, annotations: ComparedPages['added'], out: string): Promise<void> {
  const to = `${out}.json`
  await on.worker.ask('addAnnotations', { json, annotations, to }, asking(on))
  await on.qpdf([on.source.path, `--update-from-json=${to}`, out], on.folder, on.bounds.signal)
}

/** The words of every page, and how large it is. */
async function versionOf(on: Machine, name: string) {
  const json = await objectsJson(on, { name })
  const count = await pagesIn(on)
  const pages = Array.from({ length: Math.min(MOST_PAGES, count) }, (_, n) => n + 1)
  const sizes = (await on.worker.ask('pageSizes', { json, pages }, asking(on))) as PageSize[]
  const file = await allWords(on, pages.length, name)
  return { json, version: { file, sizes }, cut: count > MOST_PAGES }
}

async function pagesIn(on: PdfStepWork): Promise<number> {
  const said = await on.qpdf(['--show-npages', on.source.path], on.folder, on.bounds.signal)
  return Number(said.toString('latin1').trim()) || 0
}
