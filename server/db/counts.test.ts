import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase } from '../../test/support/database.ts'
import { sampled } from '../../test/support/whole.ts'
import type { Db } from './connect.ts'
import { firstRow, rows } from './connect.ts'
import { bytesBelow, countInFolder, countsByFolder, keptBytes, ownerTotals } from './counts.ts'
import { migrate } from './migrate.ts'
import { recount } from './recount.ts'
import { objectsWithPlace, type Viewer, visible, visibleCollection } from './visibility.ts'

/** The kept counters against counting, after random histories of several writers at once, some of whom are cut off in the middle. */

const TENANT = randomUUID()
const OWNERS = [randomUUID(), randomUUID()]
const FOLDERS = 6

let database: Awaited<ReturnType<typeof aDatabase>>
const folders = new Map<string, string[]>()
const themes = new Map<string, string[]>()

beforeAll(async () => {
  database = await aDatabase()
  for (const owner of OWNERS) {
    themes.set(owner, [randomUUID(), randomUUID()])
    folders.set(owner, Array.from({ length: FOLDERS }, randomUUID))
    for (const id of themes.get(owner)!)
      await sql`insert into themes (owner_id, id, tenant_id, name) values (${owner}, ${id}, ${TENANT}, 'T')`.execute(
        database.db,
      )
    for (const [i, id] of folders.get(owner)!.entries())
      await sql`insert into collections (owner_id, id, tenant_id, name, theme_ids) values (${owner}, ${id}, ${TENANT}, 'F',
        ${i < 2 ? [themes.get(owner)![i]] : []}::uuid[])`.execute(database.db)
  }
})

afterAll(() => database.close())

const pick = <T>(values: T[]): T => values[Math.floor(Math.random() * values.length)]!

/** One change of one owner, of up to a dozen files. */
function change(owner: string): { text: string; values: unknown[] } {
  const folder = Math.random() < 0.3 ? null : pick(folders.get(owner)!)
  const some = `owner_id = $1 and id in (select id from objects where owner_id = $1 order by md5(id::text || $2::text) limit 5)`
  return pick([
    {
      text: `insert into objects (owner_id, id, tenant_id, collection_id, filename, original_name, kind, mime, size, content_hash, chat_only)
        select $1, gen_random_uuid(), $3, $4::uuid, 'a', 'a', 'text', 'text/plain', 1 + n * 7, md5(random()::text), n = 3
        from generate_series(1, 1 + ($2::text ~ '^[0-7]')::integer * 8) n`,
      values: [owner, randomUUID(), TENANT, folder],
    },
    { text: `update objects set collection_id = $3::uuid where ${some}`, values: [owner, randomUUID(), folder] },
    { text: `update objects set is_hidden = not is_hidden where ${some}`, values: [owner, randomUUID()] },
    {
      text: `update objects set deleted_at = case when deleted_at is null then now() end where ${some}`,
      values: [owner, randomUUID()],
    },
    { text: `update objects set chat_only = not chat_only where ${some}`, values: [owner, randomUUID()] },
    { text: `update objects set filename = filename || 'x' where ${some}`, values: [owner, randomUUID()] },
    { text: `update objects set size = size + 3 where ${some}`, values: [owner, randomUUID()] },
    { text: `delete from objects where ${some} and deleted_at is not null`, values: [owner, randomUUID()] },
    {
      text: `update collections set is_concealed = not is_concealed where owner_id = $1 and id = $2`,
      values: [owner, pick(folders.get(owner)!)],
    },
    {
      text: `update themes set is_hidden = not is_hidden where owner_id = $1 and id = $2`,
      values: [owner, pick(themes.get(owner)!)],
    },
    {
      text: `insert into blobs (owner_id, hash, size, key, place) values ($1, md5($2::text), 7, $2, 'service')
        on conflict (owner_id, hash) do update set size = excluded.size`,
      values: [owner, String(Math.floor(Math.random() * 40))],
    },
    {
      text: `update blobs set place = case place when 'own' then 'service' else 'own' end where owner_id = $1 and hash = md5($2::text)`,
      values: [owner, String(Math.floor(Math.random() * 40))],
    },
    { text: `delete from blobs where owner_id = $1 and hash = md5($2::text)`, values: [owner, '7'] },
  ])
}

/** Transactions of one to four changes; a third of them come to nothing, by taking them back or by losing the connection. */
async function write(transactions: number): Promise<number> {
  const open = async () => {
    const client = new pg.Client({ connectionString: database.url })
    client.on('error', () => {})
    await client.connect()
    return client
  }
  let client = await open()
  let cut = 0
  for (let i = 0; i < transactions; i++) {
    await client.query('begin')
    const owner = pick(OWNERS)
    try {
      for (let n = 0; n < 1 + Math.random() * 4; n++) {
        const { text, values } = change(owner)
        await client.query(text, values)
      }
    } catch (error) {
      // Two writers who want the same files in another order: one of them is refused, as anywhere.
      if ((error as { code?: string }).code !== '40P01') throw error
      await client.query('rollback')
      continue
    }
    const end = Math.random()
    if (end < 0.15) {
      await client.query('select pg_terminate_backend(pg_backend_pid())').catch(() => {})
      client = await open()
      cut += 1
    } else await client.query(end < 0.33 ? 'rollback' : 'commit')
  }
  await client.end()
  return cut
}

interface Compared {
  kept: unknown
  counted: unknown
}

/** Of each folder by itself: none is in another here. */
const plainBytes = async (db: Db, viewer: Viewer) =>
  (await rows(db, bytesBelow(viewer, folders.get(viewer.ownerId)!)))
    .filter(({ size }) => size !== 0)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))

async function compare(db: Db, owner: string, unlocked: boolean): Promise<Compared> {
  const viewer: Viewer = { ownerId: owner, tenantId: TENANT, unlocked }
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async tx => {
      const count = async (shelf: 'listed' | 'listed trash') =>
        (await firstRow<{ n: number }>(
          tx,
          sql`select count(*) as n from ${objectsWithPlace} where ${visible(viewer, shelf)}`,
        ))!.n
      const seen = await rows<{ id: string }>(
        tx,
        sql`select c.id from collections c where ${visibleCollection(viewer)} order by c.id`,
      )
      const byFolder = new Map(
        (
          await rows(tx, sql<{ collection_id: string; n: number }>`select * from ${countsByFolder(viewer)} counted`)
        ).map(row => [row.collection_id, row.n]),
      )
      const kept = {
        listed: (await firstRow(tx, ownerTotals(viewer, 'listed')))!.seen,
        trashed: (await firstRow(tx, ownerTotals(viewer, 'trashed')))!.seen,
        folders: seen.map(({ id }) => byFolder.get(id) ?? 0),
        oneByOne: await Promise.all(
          seen.map(
            async ({ id }) =>
              (await firstRow<{ n: number }>(tx, sql`select ${countInFolder(viewer, sql`${id}::uuid`)} as n`))!.n,
          ),
        ),
        bytes: (await firstRow<{ n: number }>(tx, sql`select ${keptBytes(owner)} as n`))!.n,
        listedBytes: (await firstRow(tx, ownerTotals(viewer, 'listed_bytes')))!.seen,
        plainBytes: await plainBytes(tx, viewer),
      }
      const inFolders = await rows<{ n: number }>(
        tx,
        sql`select (select count(*) from objects o where o.owner_id = c.owner_id and o.collection_id = c.id and o.deleted_at is null
            and not o.chat_only and (${unlocked}::boolean or not o.is_hidden)) as n
          from collections c where ${visibleCollection(viewer)} order by c.id`,
      )
      const counts = inFolders.map(row => row.n)
      const stored = await firstRow<{ n: number }>(
        tx,
        sql`select coalesce(sum(size), 0)::bigint as n from blobs where owner_id = ${owner} and place = 'service'`,
      )
      const listedBytes = await firstRow<{ n: number }>(
        tx,
        sql`select coalesce(sum(o.size), 0)::bigint as n from ${objectsWithPlace} where ${visible(viewer, 'listed')}`,
      )
      const plain = await rows<{ id: string; size: number }>(
        tx,
        sql`select o.collection_id as id, sum(o.size)::bigint as size from objects o where o.owner_id = ${owner}
          and o.collection_id is not null and o.deleted_at is null and not o.chat_only and not o.is_hidden group by 1 order by 1`,
      )
      const counted = {
        listed: await count('listed'),
        trashed: await count('listed trash'),
        folders: counts,
        oneByOne: counts,
        bytes: stored!.n,
        listedBytes: listedBytes!.n,
        plainBytes: plain,
      }
      return { kept, counted }
    })
}

test('the kept counters are what counting gives, during and after any history', { timeout: 120_000 }, async () => {
  let writing = true
  const looking = (async () => {
    let looks = 0
    for (; writing; looks++) {
      const { kept, counted } = await compare(database.db, pick(OWNERS), looks % 2 === 0)
      expect(kept).toEqual(counted)
    }
    return looks
  })()
  const cut = await Promise.all(Array.from({ length: 5 }, () => write(sampled(15, 30))))
  writing = false
  expect(await looking).toBeGreaterThan(3)
  expect(cut.reduce((sum, n) => sum + n, 0)).toBeGreaterThan(sampled(1, 4))
  for (const owner of OWNERS)
    for (const unlocked of [true, false]) {
      const { kept, counted } = await compare(database.db, owner, unlocked)
      expect(kept).toEqual(counted)
    }
})

test('a bounded number of differences is left to add', async () => {
  const left = await firstRow<{ n: number }>(database.db, sql`select count(*) as n from count_deltas`)
  expect(left!.n).toBeLessThan(800)
  for (const owner of OWNERS) await sql`select fold_counts(${owner}::uuid)`.execute(database.db)
  expect((await firstRow<{ n: number }>(database.db, sql`select count(*) as n from count_deltas`))!.n).toBe(0)
  const { kept, counted } = await compare(database.db, OWNERS[0]!, false)
  expect(kept).toEqual(counted)
})

test('counters that were damaged are put right while others write, and right ones are left alone', async () => {
  const { db } = database
  const [owner, other] = OWNERS as [string, string]
  await sql`update file_counts set listed = listed + 3, listed_bytes = 0 where owner_id = ${owner}`.execute(db)
  await sql`update owner_totals set trashed = 77, bytes = bytes + 1 where owner_id = ${owner}`.execute(db)
  await sql`insert into file_counts (owner_id, collection_id, listed, listed_hidden, trashed, trashed_hidden)
    values (${owner}, ${randomUUID()}, 5, 0, 0, 0)`.execute(db)
  const writing = Promise.all([write(20), write(20)])
  expect(await recount(db, owner)).toBe(true)
  expect([await recount(db, owner), await recount(db, other)]).toEqual([false, false])
  await writing
  for (const unlocked of [true, false]) {
    const { kept, counted } = await compare(db, owner, unlocked)
    expect(kept).toEqual(counted)
  }
})

test('a database from before bytes were kept has the right sums once it is migrated', async () => {
  await write(10)
  const { db } = database
  for (const table of ['file_counts', 'owner_totals', 'count_deltas'])
    await sql`alter table ${sql.table(table)} drop column listed_bytes, drop column listed_bytes_hidden`.execute(db)
  await sql`delete from kysely_migration where name = '0300_folder_bytes'`.execute(db)
  await migrate(db)
  for (const owner of OWNERS) {
    const { kept, counted } = await compare(db, owner, false)
    expect(kept).toEqual(counted)
  }
})
