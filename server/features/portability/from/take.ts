import { createHash } from 'node:crypto'
import type { Actor, Context, Needs } from '../../../context.ts'
import type { RunJob } from '../../../jobs/declare.ts'
import { AppError, fileTooLarge } from '../../../lib/errors.ts'
import { createCollection } from '../../collections/index.ts'
import { arriving, distinctTags, editObject, MAX_TAGS, uploadName, uploadObject } from '../../objects/index.ts'
import { assertStorage } from '../../usage/index.ts'
import { progressOf } from '../../work/index.ts'
import { damagedEntry, type OpenedArchive } from './archive.ts'
import type { ImportItem, ImportReading, ImportSource } from './items.ts'
import { mboxItems, openLetters } from './mbox.ts'
import { openArchive } from './open.ts'
import { paperlessItems } from './paperless.ts'
import { folderNamed, isImported } from './queries.ts'
import type { Unpacking } from './tar.ts'
import { folderItems, nextcloudItems, takeoutItems } from './trees.ts'

/**
 * Files of another program are imported one by one, each whole or not at all. After a kill the import can start again:
 * a file that is already there, by its source or by its folder and name, with the same bytes is skipped.
 */

const READINGS: Record<ImportSource, (reading: ImportReading) => AsyncIterable<ImportItem>> = {
  folder: folderItems,
  takeout: takeoutItems,
  nextcloud: nextcloudItems,
  paperless: paperlessItems,
  mbox: mboxItems,
}

const opened = (from: ImportSource, path: string, unpacking: Unpacking): Promise<OpenedArchive> =>
  from === 'mbox' ? openLetters(path, unpacking) : openArchive(path, unpacking)

const LONGEST_TAG = 64
const NAMED_PROBLEMS = 100
/** Refusals that speak of one file: the next one may be taken. */
export const OF_ONE_FILE = new Set<AppError['refusal']>(['too_large', 'unsupported'])

interface Report {
  from: ImportSource
  dry_run: boolean
  files: number
  added: number
  /** There already. */
  skipped: number
  folders: number
  bytes: number
  failed: number
  problems: { path: string; reason: string }[]
}

interface Taking {
  context: Context
  actor: Actor
  dryRun: boolean
  report: Report
  /** By path; null for one that is only thought of. */
  folders: Map<string, string | null>
}

const emptyReport = (from: ImportSource, dryRun: boolean): Report => ({
  from,
  dry_run: dryRun,
  files: 0,
  added: 0,
  skipped: 0,
  folders: 0,
  bytes: 0,
  failed: 0,
  problems: [],
})

/**
 * One file that came by another way; a refusal is the caller's to tell. `also` is written together with it, and not where it was
 * there already.
 */
export async function takeItem(context: Context, actor: Actor, item: ImportItem, also?: Also): Promise<void> {
  await take({ context, actor, dryRun: false, report: emptyReport('folder', false), folders: new Map() }, item, also)
}

type Also = (tx: Needs<'db'>) => Promise<unknown>

export async function takeFrom(
  context: Context,
  actor: Actor,
  run: RunJob,
  { path, from, dryRun }: { path: string; from: ImportSource; dryRun: boolean },
): Promise<Report> {
  const mayGoOn = async () => {
    run.signal.throwIfAborted()
    await context.room.assert()
  }
  const archive = await opened(from, path, { mayGoOn, withFolder: context.documents.withFolder })
  const report = emptyReport(from, dryRun)
  const taking: Taking = { context, actor, dryRun, report, folders: new Map() }
  const reportProgress = progressOf(context, run, null)
  let total = 1
  for (const { size } of archive.entries.values()) total += size
  let done = 0
  try {
    for await (const item of READINGS[from]({ archive, compute: context.compute, ownerId: actor.ownerId })) {
      run.signal.throwIfAborted()
      await takeOrReport(taking, item)
      done += item.size
      reportProgress(Math.min(done / total, 0.99))
    }
    return report
  } finally {
    archive.close()
  }
}

/** A file that cannot be taken is named, and the next one is tried; without room nothing more is. */
async function takeOrReport(taking: Taking, item: ImportItem): Promise<void> {
  const { report, actor } = taking
  report.files++
  try {
    await take(taking, item)
  } catch (error) {
    if (!(error instanceof AppError) || !OF_ONE_FILE.has(error.refusal)) throw error
    report.failed++
    if (report.problems.length < NAMED_PROBLEMS)
      report.problems.push({ path: [...item.folders, item.name].join('/'), reason: error.words[actor.language] })
  }
}

async function take(taking: Taking, item: ImportItem, also?: Also): Promise<void> {
  const { context, actor, report, dryRun } = taking
  const limit = context.config.MAX_UPLOAD_BYTES
  if (item.size > limit) throw fileTooLarge(limit)
  const filename = uploadName(item.name)
  const place = await folderFor(taking, item.folders)
  const hash = await hashOf(item)
  const wanted = { hash, filename, collectionId: place, sourceUrl: item.sourceUrl }
  if (await isImported(context.db, actor, wanted)) {
    report.skipped++
    return
  }
  const counted = () => {
    report.added++
    report.bytes += item.size
  }
  if (dryRun) {
    counted()
    return assertStorage(context, actor, report.bytes)
  }
  const tags = tagsOf(item)
  const upload = {
    ...(await arriving(await item.open(), limit)),
    filename,
    collectionId: place ?? undefined,
    chatOnly: false,
    origin: item.origin,
    modifiedAt: item.modifiedAt,
    sourceUrl: item.sourceUrl,
    complete: Promise.resolve(),
  }
  // A file that is there is passed over the next time, so its tags come with it or never.
  await uploadObject(context, actor, upload, async (tx, id) => {
    if (tags.length > 0 || item.favorite) await editObject(tx, actor, id, { tags, is_favorite: item.favorite })
    await also?.(tx)
  })
  counted()
}

const tagsOf = ({ tags }: ImportItem): string[] =>
  distinctTags(tags.map(tag => tag.trim().slice(0, LONGEST_TAG)).filter(tag => tag !== '')).slice(0, MAX_TAGS)

async function hashOf(item: ImportItem): Promise<string> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of await item.open()) hash.update(chunk as Buffer)
  } catch (error) {
    throw error instanceof AppError ? error : damagedEntry()
  }
  return hash.digest('hex')
}

/** The folder of that path, made where it is missing: a tree that is brought again merges with itself by name. */
async function folderFor(taking: Taking, names: string[]): Promise<string | null> {
  let parent: string | null = null
  for (let depth = 1; depth <= names.length; depth++) {
    const path: string = names.slice(0, depth).join('/')
    if (!taking.folders.has(path)) taking.folders.set(path, await folderIn(taking, parent, names[depth - 1]!, depth))
    parent = taking.folders.get(path)!
  }
  return parent
}

async function folderIn(taking: Taking, parent: string | null, given: string, depth: number): Promise<string | null> {
  const { context, actor, report, dryRun } = taking
  const name = given.trim().slice(0, 200) || '_'
  // In a dry run a new folder is not created, so nothing can be in it.
  const isNew = dryRun && parent === null && depth > 1
  const found = isNew ? undefined : await folderNamed(context.db, actor, parent, name)
  if (found) return found.id
  report.folders++
  if (dryRun) return null
  return (await createCollection(context, actor, { name, icon: '', parent_id: parent })).id
}
