import { v7 as uuidv7 } from 'uuid'
import { type Actor, type Context, inTransaction, type Needs } from '../../context.ts'
import { raiseNumber } from '../../db/numbers.ts'
import { type OwnedTable, ownedTables } from '../../db/owned-tables.ts'
import { Hopeless, type RunJob } from '../../jobs/declare.ts'
import { enqueue, enqueueWith } from '../../jobs/queue.ts'
import type { Language } from '../../lib/language.ts'
import type { StoredBlob } from '../../ports/blobs.ts'
import { lockTree, settleImported } from '../collections/index.ts'
import { objectStored } from '../objects/index.ts'
import { assertStorage } from '../usage/index.ts'
import { doTask, ownerActor, progressOf } from '../work/index.ts'
import { FORMAT, FORMAT_VERSION } from './export.ts'
import type { ImportSource } from './from/items.ts'
import { takeFrom } from './from/take.ts'
import { importAccount, indexImported } from './jobs.ts'
import {
  findArchive,
  importedFiles,
  insertArchive,
  insertRows,
  lastNumbers,
  lastRevision,
  lockHashes,
  removeArchive,
} from './queries.ts'
import { KEPT } from './tables.ts'
import { damaged, rowsIn, type Unpacked, unpack, verify } from './unpack.ts'
import type { Arriving } from './uploaded.ts'

export async function startImport(
  context: Needs<'db' | 'signals' | 'blobs' | 'tables'>,
  actor: Actor,
  { file, from, dryRun }: { file: Arriving; from: Origin; dryRun: boolean },
): Promise<string> {
  await assertStorage(context, actor, 0)
  const { key, size, sha256 } = await context.blobs.put(actor.ownerId, file.bytes)
  try {
    await file.complete
    return await inTransaction(context, async tx => {
      const archiveId = uuidv7()
      await insertArchive(tx.db, actor.ownerId, {
        id: archiveId,
        kind: 'import',
        key,
        size,
        sha256,
        hidden: actor.unlocked,
      })
      // The archive goes by the name of its task.
      const payload = { taskId: archiveId, archiveId, from, dryRun, hidden: actor.unlocked, language: actor.language }
      return enqueueWith(tx, { job: importAccount, ownerId: actor.ownerId, payload, id: archiveId })
    })
  } catch (error) {
    await context.blobs.remove(key)
    throw error
  }
}

type Origin = 'dossier' | ImportSource

interface Wish {
  archiveId: string
  from: Origin
  dryRun: boolean
  hidden: boolean
  language: Language
}

export async function importNow(context: Context, run: RunJob, wish: Wish) {
  const accepted = { name: importAccount.name, objectId: null, hidden: wish.hidden, language: wish.language }
  const archive = await findArchive(context.db, run.ownerId, wish.archiveId, 'import')
  try {
    const done = await doTask(context, run, accepted, async () => {
      if (!archive) throw damaged('it is gone', 'его больше нет')
      const actor = await ownerActor(context, run.ownerId, wish.language)
      return context.blobs.withFile(archive.key, async path => {
        const { from, dryRun, hidden } = wish
        if (from === 'dossier') return takeIn(context, actor, run, { path, dryRun })
        // What is hidden is not there for whoever has not opened it: nothing is held against it.
        const report = await takeFrom(context, { ...actor, unlocked: hidden }, run, { path, from, dryRun })
        return async () => ({ objectIds: [], report: { ...report } })
      })
    })
    await forget(context, run, archive)
    return done
  } catch (error) {
    // Kept while the work may still be done again.
    if (error instanceof Hopeless) await forget(context, run, archive)
    throw error
  }
}

async function forget(context: Context, run: RunJob, archive: { id: string; key: string } | undefined): Promise<void> {
  if (!archive) return
  await context.blobs.remove(archive.key)
  await removeArchive(context.db, run.ownerId, archive.id)
}

const BATCH = 200
const BATCH_CHARACTERS = 4 * 1024 * 1024

interface Counts {
  rows: number
  added: number
  files: number
  bytes: number
}

type Write = (tx: Context) => Promise<{ objectIds: string[]; report: Record<string, unknown> }>

/** Everything is checked, then the bytes are stored, then all rows come in at once: an archive is taken in whole or not at all. */
async function takeIn(
  context: Context,
  actor: Actor,
  run: RunJob,
  { path, dryRun }: { path: string; dryRun: boolean },
): Promise<Write> {
  const archive = await unpack(path)
  try {
    const reportProgress = progressOf(context, run, null)
    await verify(archive, done => reportProgress(done / 2), run.signal)
    const { files, rows } = await examine(archive)
    const counts: Counts = { rows, added: 0, files: files.size, bytes: 0 }
    for (const name of files.values()) counts.bytes += archive.sizeOf(name)
    await assertStorage(context, actor, counts.bytes)
    if (dryRun) return async () => ({ objectIds: [], report: { ...counts, dry_run: true } })
    const stored = await storeBytes(context, actor, archive, files)
    const { imported, spare } = await inTransaction(context, async tx => {
      // Before any row: whoever changes the tree meanwhile waits for these, or these for them.
      await lockTree(tx.db, actor)
      const spareKeys = await keepBytes(tx, actor, stored)
      const ids = await keepRows(tx, actor, archive, counts)
      await settleImported(tx, actor)
      return { imported: ids, spare: spareKeys }
    })
    for (const key of spare) await context.blobs.remove(key)
    await followUp(context, actor, imported)
    return async () => ({ objectIds: [], report: { ...counts } })
  } finally {
    archive.close()
  }
}

const parsed = (section: string, text: string): Record<string, unknown> => {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    throw damaged(
      `a line of ${section} in dossier.json is no JSON`,
      `строка раздела ${section} в dossier.json — не JSON`,
    )
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Whether it says what we understand, and has all the files that its rows speak of. */
async function examine(archive: Unpacked): Promise<{ files: Map<string, string>; rows: number }> {
  const known = new Set<string>(KEPT)
  const files = new Map<string, string>()
  let rows = 0
  let isOurs = false
  for await (const { section, text: line } of rowsIn(archive)) {
    const row = parsed(section, line)
    if (section === 'about') isOurs = row.format === FORMAT && row.version === FORMAT_VERSION
    else if (section === 'files') {
      const [path, sha256] = [text(row.path), text(row.sha256)]
      // Bytes that were lost already when it was made are in no sum.
      if (archive.sums.get(path) === sha256) files.set(sha256, path)
    } else if (!known.has(section))
      throw damaged(`${section} in dossier.json is unknown`, `раздел ${section} неизвестен`)
    else rows++
    if ((section === 'objects' || section === 'revisions') && !files.has(text(row.content_hash)))
      throw damaged(`the bytes of ${text(row.filename)} are missing`, `нет содержимого файла ${text(row.filename)}`)
  }
  if (!isOurs)
    throw damaged('it is no archive of an account, or of a newer kind', 'это не архив учётной записи или он новее')
  return { files, rows }
}

async function storeBytes(
  context: Needs<'db' | 'blobs'>,
  actor: Actor,
  archive: Unpacked,
  files: Map<string, string>,
): Promise<StoredBlob[]> {
  const stored: StoredBlob[] = []
  const all = [...files]
  for (let from = 0; from < all.length; from += BATCH) {
    const batch = all.slice(from, from + BATCH)
    const locked = await lockHashes(
      context.db,
      actor.ownerId,
      batch.map(([sha256]) => sha256),
    )
    for (const [sha256, path] of batch) {
      if (locked.has(sha256)) continue
      const blob = await context.blobs.put(actor.ownerId, await archive.open(path), { own: actor.ownBucket })
      if (blob.sha256 !== sha256) throw damaged(`${path} has changed`, `${path} изменён`)
      stored.push(blob)
    }
  }
  return stored
}

const tablesByName = async (context: Needs<'db'>) =>
  new Map((await ownedTables(context.db)).map(table => [table.name, table]))

/** Answers the keys that are not needed: the same bytes came by another way meanwhile. */
async function keepBytes(context: Needs<'db'>, actor: Actor, stored: StoredBlob[]): Promise<string[]> {
  const tables = await tablesByName(context)
  const spare: string[] = []
  for (let from = 0; from < stored.length; from += BATCH) {
    const batch = stored.slice(from, from + BATCH)
    const locked = await lockHashes(
      context.db,
      actor.ownerId,
      batch.map(({ sha256 }) => sha256),
    )
    spare.push(...batch.filter(({ sha256 }) => locked.has(sha256)).map(({ key }) => key))
    const rows = batch
      .filter(({ sha256 }) => !locked.has(sha256))
      .map(({ key, size, sha256 }) => ({
        hash: sha256,
        size,
        key,
        place: actor.ownBucket ? 'own' : 'service',
        created_at: new Date(),
      }))
    if (rows.length > 0) await insertRows(context.db, actor, tables.get('blobs')!, rows)
  }
  return spare
}

async function keepRows(
  context: Needs<'db' | 'secrets'>,
  actor: Actor,
  archive: Unpacked,
  counts: Counts,
): Promise<string[]> {
  const tables = await tablesByName(context)
  const shift = {
    calendar_events: await lastNumbers(context.db, actor.ownerId, 'calendar_events'),
    tasks: await lastNumbers(context.db, actor.ownerId, 'tasks'),
  }
  const imported: string[] = []
  let batch: Record<string, unknown>[] = []
  let size = 0
  let table = ''
  const flush = async () => {
    if (batch.length > 0) counts.added += await insertRows(context.db, actor, asIn(batch, tables.get(table)!), batch)
    batch = []
    size = 0
  }
  for await (const { section, text: line } of rowsIn(archive)) {
    if (section === 'about' || section === 'files') continue
    if (section !== table || batch.length >= BATCH || size > BATCH_CHARACTERS) await flush()
    table = section
    const row = adapted(context, section, parsed(section, line), shift)
    if (section === 'objects') imported.push(text(row.id))
    batch.push(row)
    size += line.length
  }
  await flush()
  await keepNumbers(context, actor)
  return imported
}

/** Columns that an archive does not know, since it is older than they are, get what they have by default. */
export function asIn(batch: object[], table: OwnedTable): OwnedTable {
  const known = new Set(['owner_id', 'tenant_id', ...batch.flatMap(row => Object.keys(row))])
  return { ...table, columns: table.columns.filter(column => known.has(column)) }
}

type Shift = Record<'calendar_events' | 'tasks', { open: number; hidden: number }>

/** Numbers go on behind those that are there; what this installation seals is sealed with its key. */
function adapted(
  context: Needs<'secrets'>,
  table: string,
  row: Record<string, unknown>,
  shift: Shift,
): Record<string, unknown> {
  if (table === 'voice_profiles' && typeof row.voice === 'string')
    return { ...row, voice: context.secrets.seal(row.voice) }
  if (table !== 'calendar_events' && table !== 'tasks') return row
  const number = Number(row.number)
  return { ...row, number: number + (number > 1_000_000 ? shift[table].hidden : shift[table].open) }
}

async function keepNumbers(context: Needs<'db'>, actor: Actor): Promise<void> {
  const events = await lastNumbers(context.db, actor.ownerId, 'calendar_events')
  const tasks = await lastNumbers(context.db, actor.ownerId, 'tasks')
  const last: [string, number][] = [
    ['event', events.open],
    ['hidden_event', events.hidden],
    ['task', tasks.open],
    ['hidden_task', tasks.hidden],
    ['calendar', await lastRevision(context.db, actor.ownerId)],
  ]
  for (const [kind, number] of last) if (number > 0) await raiseNumber(context.db, actor.ownerId, kind, number)
}

/** The index is made anew; what had not been read yet is read now. */
async function followUp(context: Needs<'db' | 'signals'>, actor: Actor, ids: string[]): Promise<void> {
  for await (const { id, status, version } of importedFiles(context.db, actor.ownerId, ids))
    if (status === 'pending') await enqueue(context, objectStored, actor.ownerId, { objectId: id, version })
    else await enqueue(context, indexImported, actor.ownerId, { objectId: id })
}
