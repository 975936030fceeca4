import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase } from '../../../test/support/database.ts'
import { diskBlobStore } from '../../adapters/blobs/disk.ts'
import { readConfig } from '../../config.ts'
import { type Actor, type Context, createSignals } from '../../context.ts'
import type { DatabaseConnection } from '../../db/connect.ts'
import { rows } from '../../db/connect.ts'
import type { BlobStore } from '../../ports/blobs.ts'
import { readTables } from '../../tables.ts'
import { archiveOf } from './archive.ts'
import { fsck } from './blobs/fsck.ts'
import { releaseBlob, sweepOrphans } from './blobs/unused.ts'
import { openContent } from './content.ts'
import { restoreRevision, saveContent, versionConflict } from './revisions/save.ts'
import { purgeOverdue, removeForGood, trashObject } from './trash.ts'
import { uploadObject } from './upload.ts'

let connection: DatabaseConnection
let context: Context
let folder: string
const quiet = { debug() {}, info() {}, warn() {}, error() {} }

beforeAll(async () => {
  connection = await aDatabase()
  folder = await mkdtemp(join(tmpdir(), 'dossier-bytes-'))
  context = {
    db: connection.db,
    signals: createSignals(),
    log: quiet,
    blobs: await diskBlobStore(folder),
    config: { TRASH_RETENTION_DAYS: 14, REVISION_RETENTION: 2 },
    tables: await readTables(readConfig({})),
  } as unknown as Context
})
afterAll(async () => {
  await connection.close()
  await rm(folder, { recursive: true })
})

const somebody = (): Actor => ({
  ownerId: randomUUID(),
  tenantId: randomUUID(),
  role: 'user',
  tokenId: randomUUID(),
  tariff: '',
  ownBucket: false,
  language: 'en',
  unlocked: false,
})

const upload = (actor: Actor, text: string) => {
  const bytes = Buffer.from(text)
  return uploadObject(context, actor, {
    filename: 'a.txt',
    bytes,
    head: bytes,
    chatOnly: false,
    complete: Promise.resolve(),
  })
}

const read = async (actor: Actor, id: string) => {
  const { body } = await openContent(context, actor, id, { disposition: 'attachment' })
  return (await buffer(body!)).toString()
}

const filesOf = async (actor: Actor) =>
  (await readdir(join(folder, actor.ownerId), { recursive: true, withFileTypes: true }).catch(() => []))
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))

const hashes = (actor: Actor) =>
  rows<{ hash: string }>(connection.db, sql`select hash from blobs where owner_id = ${actor.ownerId}`)

test('the owner’s same bytes are stored once, and go with the last object', async () => {
  const anna = somebody()
  const [first, second] = [await upload(anna, 'shared'), await upload(anna, 'shared')]
  expect(await filesOf(anna)).toHaveLength(1)
  const [{ hash } = { hash: '' }] = await hashes(anna)
  for (const { id } of [first, second]) {
    await trashObject(context, anna, id)
    await removeForGood(context, anna, id)
    await releaseBlob(context, anna.ownerId, hash)
    await releaseBlob(context, anna.ownerId, hash)
    expect(await filesOf(anna)).toHaveLength(id === first.id ? 1 : 0)
  }
  expect(await hashes(anna)).toEqual([])
})

test('a removal that races an upload of the same bytes never takes them away', async () => {
  const anna = somebody()
  let previous = await upload(anna, 'raced')
  const [{ hash } = { hash: '' }] = await hashes(anna)
  for (let round = 0; round < 60; round++) {
    await trashObject(context, anna, previous.id)
    const [next] = await Promise.all([
      upload(anna, 'raced'),
      removeForGood(context, anna, previous.id).then(() => releaseBlob(context, anna.ownerId, hash)),
      releaseBlob(context, anna.ownerId, hash),
    ])
    expect(await read(anna, next.id)).toBe('raced')
    expect(await filesOf(anna)).toHaveLength(1)
    previous = next
  }
})

test('bytes that were lost come back with the next upload of the same', async () => {
  const anna = somebody()
  const first = await upload(anna, 'lost and found')
  for (const file of await filesOf(anna)) await rm(file)
  await expect(read(anna, first.id)).rejects.toThrow()
  const second = await upload(anna, 'lost and found')
  expect(await read(anna, second.id)).toBe('lost and found')
  expect(await read(anna, first.id)).toBe('lost and found')
  expect(await filesOf(anna)).toHaveLength(1)
})

test('the trash is purged after its days, not before', async () => {
  const anna = somebody()
  const [old, recent] = [await upload(anna, 'old'), await upload(anna, 'recent')]
  for (const { id } of [old, recent]) await trashObject(context, anna, id)
  const age = (id: string, days: number) =>
    sql`update objects set deleted_at = now() - ${days} * interval '1 day' where id = ${id}`.execute(connection.db)
  await age(old.id, 14.01)
  await age(recent.id, 13.99)
  await purgeOverdue(context, new AbortController().signal)
  const left = await rows<{ id: string }>(connection.db, sql`select id from objects where owner_id = ${anna.ownerId}`)
  expect(left.map(row => row.id)).toEqual([recent.id])
})

test('orphans are swept only when they are old enough for no upload to need them', async () => {
  const anna = somebody()
  const kept = await upload(anna, 'kept')
  const orphan = await context.blobs.put(anna.ownerId, Buffer.from('orphan'))
  expect((await sweepOrphans(context)).removed).toBe(0)
  expect(await context.blobs.size(orphan.key)).toBe(6)
  const aged = {
    ...context,
    blobs: {
      ...context.blobs,
      list: async function* () {
        for await (const blob of context.blobs.list()) yield { ...blob, modified: new Date(0) }
      },
    },
  }
  expect((await sweepOrphans(aged)).removed).toBe(1)
  expect(await context.blobs.size(orphan.key)).toBeUndefined()
  expect(await read(anna, kept.id)).toBe('kept')
})

test('fsck finds and explains what is missing, corrupt and orphaned', async () => {
  const anna = somebody()
  const said: string[] = []
  const names = new Map<string, string>()
  for (const text of ['is whole', 'is missing', 'is shorter', 'is changed']) {
    await upload(anna, text)
    const known = new Set(names.values())
    names.set(text, (await filesOf(anna)).find(file => !known.has(file))!)
  }
  await rm(names.get('is missing')!)
  await truncate(names.get('is shorter')!, 3)
  await writeFile(names.get('is changed')!, 'is changeD')
  await context.blobs.put(anna.ownerId, Buffer.from('nobody knows me'))
  const report = await fsck(context, line => said.push(line))
  expect(report).toMatchObject({ missing: 1, corrupt: 2, orphaned: 1 })
  expect(said.filter(line => line.startsWith('missing:'))[0]).toContain('a.txt')
  expect(said.filter(line => line.startsWith('corrupt:')).join()).toMatch(/3 bytes instead of 10.*|bytes have changed/)
  expect(said.at(-1)).toMatch(/blobs checked: 1 missing, 2 corrupt, 1 orphaned/)
})

test('fsck goes on past a bucket that does not answer', async () => {
  const anna = somebody()
  await upload(anna, 'far away')
  const said: string[] = []
  const away = { ...context.blobs, size: () => Promise.reject(new Error('nothing answers')) }
  const report = await fsck({ ...context, blobs: away }, line => said.push(line))
  expect(report.unreachable).toBe(report.checked)
  expect(said.join()).toContain('nothing answers')
})

test('a revision keeps its bytes until it is trimmed or its file is gone', async () => {
  const anna = somebody()
  const { id } = await upload(anna, 'revision one')
  const save = (text: string, baseVersion: number) =>
    saveContent(context, anna, id, {
      bytes: Buffer.from(text),
      head: Buffer.from(text),
      baseVersion,
      author: null,
      moved: versionConflict,
    })
  const hashes = async () =>
    (await rows<{ hash: string }>(context.db, sql`select hash from blobs where owner_id = ${anna.ownerId}`)).length
  const released = async () => {
    const jobs = sql<{ hash: string }>`delete from jobs where owner_id = ${anna.ownerId} and name = 'blob.unused'
      returning payload ->> 'hash' as hash`
    const asked = await rows(context.db, jobs)
    for (const { hash } of asked) await releaseBlob(context, anna.ownerId, hash)
    return asked.length
  }
  const first = (await save('revision two', 1)).content_hash
  await save('revision three', 2)
  expect(await released()).toBe(0)
  // Whoever asks for their removal: what a revision holds stays.
  await releaseBlob(context, anna.ownerId, first)
  expect(await hashes()).toBe(3)
  await save('revision four', 3)
  expect(await released()).toBe(1)
  expect(await hashes()).toBe(3)
  const lines: string[] = []
  await fsck(context, line => lines.push(line))
  expect(lines.filter(line => line.includes(anna.ownerId))).toEqual([])
  const [oldest] = await rows<{ id: string }>(
    context.db,
    sql`select id from revisions where owner_id = ${anna.ownerId} order by version`,
  )
  await restoreRevision(context, anna, id, oldest!.id)
  await released()
  expect(await hashes()).toBe(3)
  await trashObject(context, anna, id)
  await removeForGood(context, anna, id)
  expect(await released()).toBe(3)
  expect(await hashes()).toBe(0)
})

test('an archive that nobody waits for any more leaves no file open', async () => {
  const anna = somebody()
  const { id } = await upload(anna, randomBytes(2_000_000).toString('hex'))
  const opened: Readable[] = []
  let archive: Readable | undefined
  const blobs: BlobStore = {
    ...context.blobs,
    async get(...given) {
      const bytes = await context.blobs.get(...given)
      opened.push(bytes)
      // The caller leaves while the file is being opened.
      archive!.destroy()
      await once(archive!, 'close')
      return bytes
    },
  }
  archive = await archiveOf({ ...context, blobs }, anna, [id])
  await expect.poll(() => opened.map(({ closed }) => closed)).toEqual([true])
})
