import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase } from '../../../../test/support/database.ts'
import type { Actor } from '../../../context.ts'
import { firstRow, rows } from '../../../db/connect.ts'
import { markRemoved, readSubtree } from './queries.ts'

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
    const below = await readSubtree(db, actor, folders[0]!)
    expect(below).toHaveLength(FOLDERS)
    await markRemoved(
      db,
      actor,
      below.map(({ id }) => id),
      randomUUID(),
    )
    await sql`select set_config('statement_timeout', '0', false)`.execute(db)
    expect(await changes(folders[3]!)).toBe(before + 1)
  })
  const left = await rows(
    database.db,
    sql`select 1 from collections where owner_id = ${ownerId} and removed_by is null`,
  )
  expect(left).toEqual([])
})

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
