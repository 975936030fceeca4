import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase } from '../../../../test/support/database.ts'
import type { Actor } from '../../../context.ts'
import { firstRow, rows } from '../../../db/connect.ts'
import { ownerTotals } from '../../../db/counts.ts'
import { objectsWithPlace, placeIsThere, visible, visibleCollection } from '../../../db/visibility.ts'
import { setTrashed } from '../../objects/queries.ts'
import { refreshAll, refreshTree, settleSome } from '../settling/queries.ts'
import { filesLeaving, markRemoved, orphanHidden, readSubtree } from './queries.ts'

/** Compared each with each they take a minute; one after the other, a fraction of a second. */
const FOLDERS = 10_000
const LONGEST = '15s'

let database: Awaited<ReturnType<typeof aDatabase>>
const actor = { ownerId: randomUUID(), tenantId: randomUUID(), unlocked: true } as Actor
const { ownerId, tenantId } = actor
const folders = Array.from({ length: FOLDERS }, () => randomUUID())

beforeAll(async () => {
  database = await aDatabase()
  const parents = folders.map((_, n) => (n < 1 ? null : folders[Math.floor(n / 10)]!))
  await sql`insert into collections (owner_id, id, tenant_id, name, parent_id)
    select ${ownerId}, f.id, ${tenantId}, 'F', f.parent from unnest(${folders}::uuid[], ${parents}::uuid[]) as f(id, parent)`.execute(
    database.db,
  )
})
afterAll(() => database.close())

test('a large tree goes at once, also on a connection that has changed a single folder before', {
  timeout: 120_000,
}, async () => {
  await database.db.connection().execute(async db => {
    // The plans of what follows a change are made now, for one row.
    for (let n = 0; n < 8; n++)
      await sql`update collections set name = ${`F ${n}`} where owner_id = ${ownerId} and id = ${folders[1]}`.execute(
        db,
      )
    const changes = async (id: string) =>
      (await firstRow<{ n: number }>(
        db,
        sql`select coalesce(sum(n), 0)::bigint as n from folder_changes where owner_id = ${ownerId} and folder_id = ${id}`,
      ))!.n
    const before = await changes(folders[3]!)
    await sql`select set_config('statement_timeout', ${LONGEST}, false)`.execute(db)
    expect(await readSubtree(db, actor, folders[0]!, FOLDERS * 2)).toHaveLength(FOLDERS)
    await markRemoved(db, actor, folders[0]!, randomUUID())
    // Most of it in one statement.
    while ((await settleSome(db, ownerId, FOLDERS)).left);
    await sql`select set_config('statement_timeout', '0', false)`.execute(db)
    expect(await changes(folders[3]!)).toBe(before + 1)
  })
  expect(await unmarked(ownerId)).toBe(0)
  // Whoever hides nothing is not taken for somebody who does.
  expect(await rows(database.db, sql`select 1 from hidden_epochs where owner_id = ${ownerId}`)).toEqual([])
})

test('what is taken out of the trash while its hidden folder goes stays hidden', async () => {
  const clara = { ownerId: randomUUID(), tenantId, unlocked: true, role: 'user' } as Actor
  const owner = clara.ownerId
  const [top, hidden, below] = [randomUUID(), randomUUID(), randomUUID()]
  await sql`insert into collections (owner_id, id, tenant_id, name, parent_id, is_hidden) values
    (${owner}, ${top}, ${tenantId}, 'Top', null, false), (${owner}, ${hidden}, ${tenantId}, 'Hidden', ${top}, true),
    (${owner}, ${below}, ${tenantId}, 'Below', ${hidden}, false)`.execute(database.db)
  const [early, late] = [randomUUID(), randomUUID()]
  for (const id of [early, late])
    await sql`insert into objects (owner_id, id, tenant_id, collection_id, filename, original_name, kind, mime, size, content_hash,
      deleted_at) values (${owner}, ${id}, ${tenantId}, ${below}, 'a', 'a', 'text', 'text/plain', 1, ${id}, now())`.execute(
      database.db,
    )
  await refreshAll(database.db, clara)
  while ((await settleSome(database.db, owner, 500)).left);
  await markRemoved(database.db, clara, top, randomUUID())
  expect(await setTrashed(database.db, clara, early, false)).toBe(true)
  while ((await settleSome(database.db, owner, 1)).left);
  expect(await setTrashed(database.db, clara, late, false)).toBe(true)
  const back = sql`select is_hidden, collection_id from objects where owner_id = ${owner} order by id`
  const atTheTop = { is_hidden: true, collection_id: null }
  expect(await rows(database.db, back)).toEqual([atTheTop, atTheTop])
})

const unmarked = async (owner: string): Promise<number> =>
  (await firstRow<{ n: number }>(
    database.db,
    sql`select count(*) as n from collections where owner_id = ${owner} and removed_by is null`,
  ))!.n

test('from the moment a tree is removed nothing of it is found, however far its task has come', async () => {
  const boris = { ownerId: randomUUID(), tenantId, unlocked: false, role: 'user' } as Actor
  const owner = boris.ownerId
  // Folder n hangs under n / 3. What hides itself, and all below it, is spared by a caller without the key.
  const ids = Array.from({ length: 400 }, () => randomUUID())
  const parents = ids.map((_, n) => (n < 1 ? null : ids[Math.floor(n / 3)]!))
  const hiding = new Set([15, 50, 51])
  await sql`insert into collections (owner_id, id, tenant_id, name, parent_id, is_hidden)
    select ${owner}, f.id, ${tenantId}, 'F', f.parent, f.hides
    from unnest(${ids}::uuid[], ${parents}::uuid[], ${ids.map((_, n) => hiding.has(n))}::boolean[]) as f(id, parent, hides)`.execute(
    database.db,
  )
  await sql`insert into objects (owner_id, id, tenant_id, collection_id, filename, original_name, kind, mime, size, content_hash)
    select ${owner}, gen_random_uuid(), ${tenantId}, id, 'a', 'a', 'text', 'text/plain', 1, id::text
    from collections where owner_id = ${owner}`.execute(database.db)
  await refreshAll(database.db, boris)
  while ((await settleSome(database.db, owner, 500)).left);
  const isWithin = (n: number, top: number): boolean => n === top || (n > 0 && isWithin(Math.floor(n / 3), top))
  const spared = ids.filter((_, n) => isWithin(n, 1) && [...hiding].some(top => isWithin(n, top)))
  const gone = ids.filter((_, n) => isWithin(n, 1)).length - spared.length
  const outside = ids.filter((_, n) => !isWithin(n, 1) && ![...hiding].some(top => isWithin(n, top))).length
  expect(spared.length).toBeGreaterThan(9)

  const taskId = randomUUID()
  await refreshOrphans(boris, ids[1]!)
  await markRemoved(database.db, boris, ids[1]!, taskId)
  expect(await unmarked(owner)).toBe(ids.length - 1)
  const all = { ...boris, unlocked: true }
  const count = async (query: ReturnType<typeof sql<{ n: number }>>) => (await firstRow(database.db, query))!.n
  for (let rounds = 0; ; rounds++) {
    for (const [viewer, expected] of [
      [boris, outside],
      [all, ids.length - gone],
    ] as const) {
      const folders = sql<{ n: number }>`select count(*) as n from collections c where ${visibleCollection(viewer)}`
      const files = sql<{ n: number }>`select count(*) as n from ${objectsWithPlace} where ${visible(viewer, 'listed')}`
      expect([await count(folders), await count(files)]).toEqual([expected, expected])
      expect((await firstRow(database.db, ownerTotals(viewer, 'listed')))!.seen).toBe(expected)
    }
    const ofEach = sql<{
      n: number
    }>`select count(*) as n from collections c where c.owner_id = ${owner} and ${placeIsThere(sql`c.owner_id`)}`
    expect(await count(ofEach)).toBe(ids.length - gone)
    if (!(await settleSome(database.db, owner, 20)).left) {
      expect(rounds).toBeGreaterThan(3)
      break
    }
  }
  expect(await unmarked(owner)).toBe(ids.length - gone)
  expect(await filesLeaving(database.db, owner, taskId)).toBe(gone)
})

async function refreshOrphans(actor: Actor, top: string): Promise<void> {
  const orphans = await orphanHidden(database.db, actor, top)
  expect(orphans).toHaveLength(3)
  await refreshTree(database.db, actor, orphans)
}

test('no trigger joins the rows that a statement has changed: the plan for one would be used for thousands', async () => {
  const names = await rows<{ name: string }>(
    database.db,
    sql`select distinct n.name from pg_trigger t
      cross join lateral (values (t.tgoldtable), (t.tgnewtable)) as n(name) where n.name is not null`,
  )
  const triggers = await rows<{ proname: string; prosrc: string }>(
    database.db,
    sql`select distinct p.proname, p.prosrc from pg_trigger t join pg_proc p on p.oid = t.tgfoid
      where t.tgoldtable is not null or t.tgnewtable is not null`,
  )
  expect(triggers.length).toBeGreaterThan(5)
  const joined = new RegExp(`join\\s+(?:${names.map(({ name }) => name).join('|')})\\b`)
  expect(triggers.filter(({ prosrc }) => joined.test(prosrc)).map(({ proname }) => proname)).toEqual([])
})
