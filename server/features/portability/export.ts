import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { Readable, Transform } from 'node:stream'
import { v7 as uuidv7 } from 'uuid'
import yazl from 'yazl'
import type { Actor, Context, Db, Needs } from '../../context.ts'
import type { RunJob } from '../../jobs/declare.ts'
import { enqueueWith } from '../../jobs/queue.ts'
import type { Language } from '../../lib/language.ts'
import { distinctName, entryName } from '../objects/index.ts'
import { doTask, progressOf } from '../work/index.ts'
import { exportAccount } from './jobs.ts'
import { countFiles, type FileRow, filesOf, foldersOf, insertArchive, ofOneMoment, rowsOf } from './queries.ts'
import { KEPT } from './tables.ts'

export const FORMAT = 'dossier-account'
export const FORMAT_VERSION = 1

/** Hidden things only for whoever has opened the hidden zone. */
export async function startExport(
  context: Needs<'db' | 'signals'>,
  actor: Actor,
  wish: { include_hidden: boolean },
): Promise<string> {
  const hidden = wish.include_hidden && actor.unlocked
  const taskId = uuidv7()
  const payload = { taskId, hidden, language: actor.language }
  return enqueueWith(context, { job: exportAccount, ownerId: actor.ownerId, payload, id: taskId })
}

export async function exportNow(context: Context, run: RunJob, wish: { hidden: boolean; language: Language }) {
  const accepted = { name: exportAccount.name, objectId: null, hidden: wish.hidden, language: wish.language }
  return doTask(context, run, accepted, async () => {
    // Told beside the transaction, which only reads.
    const reportProgress = progressOf(context, run, null)
    const stored = await ofOneMoment(context.db, db =>
      context.blobs.put(run.ownerId, archiveOf({ ...context, db }, run, wish.hidden, reportProgress)),
    )
    return async tx => {
      await insertArchive(tx.db, run.ownerId, { id: run.jobId, kind: 'export', hidden: wish.hidden, ...stored })
      return { objectIds: [], report: { size: stored.size } }
    }
  })
}

export interface ArchivedFile {
  path: string
  sha256: string
  id: string
}

const SHELVES = { files: '', trash: '.trash/', chat: '.chat/', versions: '.versions/' }

/** The path of each folder, as files in it have it in front of their names. */
async function pathsOf(db: Db, ownerId: string): Promise<(id: string | null) => string> {
  const folders = new Map<string, { name: string; parent_id: string | null }>()
  for await (const folder of foldersOf(db, ownerId)) folders.set(folder.id, folder)
  const paths = new Map<string, string>()
  const pathOf = (id: string | null): string => {
    const folder = id ? folders.get(id) : undefined
    if (!id || !folder) return ''
    const known = paths.get(id)
    if (known !== undefined) return known
    // Taken for the top while it is being looked up: a tree with a circle would never end.
    paths.set(id, '')
    const path = `${pathOf(folder.parent_id)}${folder.name.replaceAll('/', '_')}/`
    paths.set(id, path)
    return path
  }
  return pathOf
}

type Placed = ArchivedFile & Pick<FileRow, 'key' | 'size' | 'updated_at'>

/** Where each file lies in the archive, under its folders and by its name: the same each time in one moment of the database. */
async function* placed(
  files: AsyncIterable<FileRow>,
  pathOf: (folderId: string | null) => string,
): AsyncGenerator<Placed> {
  const taken = new Map<string, number>([
    ['dossier.json', 1],
    ['sha256sums', 1],
  ])
  for await (const { id, filename, content_hash, folder_id, shelf, key, size, updated_at } of files) {
    const name = entryName(`${SHELVES[shelf]}${pathOf(folder_id)}${filename.replaceAll('/', '_')}`)
    yield { path: distinctName(name, taken), sha256: content_hash, id, key, size, updated_at }
  }
}

/** A zip that is made while it is stored: one file open at a time, and rows a page at a time. */
function archiveOf(
  context: Context,
  run: RunJob,
  withHidden: boolean,
  reportProgress: (done: number) => void,
): Readable {
  const zip = new yazl.ZipFile()
  const output = zip.outputStream as Readable
  let current: Readable | undefined
  const add = async (bytes: Readable, path: string, options: { mtime?: Date; compress: boolean }) => {
    run.signal.throwIfAborted()
    current = bytes
    zip.addReadStream(bytes, path, options)
    if (!bytes.closed) await once(bytes, 'close')
  }
  const fill = async () => {
    const pathOf = await pathsOf(context.db, run.ownerId)
    const files = () => placed(filesOf(context.db, run.ownerId, withHidden), pathOf)
    const count = await countFiles(context.db, run.ownerId)
    let done = 0
    for await (const { path, key, size, updated_at } of files()) {
      // Bytes that are lost are told of by fsck; the rest is not to be lost with them.
      if (key === null || size === null) continue
      await add(await context.blobs.get(key, undefined, size), path, { mtime: updated_at, compress: false })
      reportProgress(Math.min(++done / (count + 1), 0.99))
    }
    const { stream, digest } = summed(Readable.from(contents(context, run.ownerId, files(), withHidden)))
    await add(stream, 'dossier.json', { compress: true })
    await add(Readable.from(sums(files(), digest)), 'SHA256SUMS', { compress: true })
    zip.end()
  }
  const fail = (error: Error) => {
    current?.destroy()
    output.destroy(error)
  }
  zip.on('error', fail)
  fill().catch(fail)
  return output
}

function summed(from: Readable): { stream: Readable; digest: () => string } {
  const hash = createHash('sha256')
  const stream = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  from.on('error', error => stream.destroy(error))
  from.pipe(stream)
  return { stream, digest: () => hash.digest('hex') }
}

async function* sums(files: AsyncIterable<Placed>, digest: () => string): AsyncGenerator<string> {
  for await (const { path, sha256, key } of files) if (key !== null) yield `${sha256}  ${path}\n`
  yield `${digest()}  dossier.json\n`
}

/** All that is no file: one row on each line, so that it can be read a line at a time. */
async function* contents(
  context: Needs<'db' | 'secrets'>,
  ownerId: string,
  files: AsyncIterable<Placed>,
  withHidden: boolean,
): AsyncGenerator<string> {
  const head = { format: FORMAT, version: FORMAT_VERSION, made_at: new Date().toISOString(), hidden: withHidden }
  yield `{"about":${JSON.stringify(head)}`
  yield ',\n"files":[\n'
  yield* lines(archived(files))
  yield ']'
  for (const table of KEPT) {
    yield `,\n"${table}":[\n`
    yield* lines(prepared(context, table, rowsOf(context.db, ownerId, table, withHidden)))
    yield ']'
  }
  yield '}\n'
}

async function* archived(files: AsyncIterable<Placed>): AsyncGenerator<ArchivedFile> {
  for await (const { path, sha256, id } of files) yield { path, sha256, id }
}

async function* lines(rows: AsyncIterable<object>): AsyncGenerator<string> {
  let first = true
  for await (const row of rows) {
    yield `${first ? '' : ',\n'}${JSON.stringify(row)}`
    first = false
  }
  if (!first) yield '\n'
}

/** Sealed by the key of this installation, it could be opened nowhere else. */
async function* prepared(
  context: Needs<'secrets'>,
  table: string,
  rows: AsyncIterable<Record<string, unknown>>,
): AsyncGenerator<object> {
  for await (const row of rows) {
    if (table === 'voice_profiles' && typeof row.voice === 'string')
      yield { ...row, voice: context.secrets.open(row.voice) }
    else if (table === 'agent_sessions') yield { ...row, channel_chat_id: 0 }
    else yield row
  }
}
