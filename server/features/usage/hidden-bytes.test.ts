import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aDatabase } from '../../../test/support/database.ts'
import type { Db } from '../../context.ts'
import { rows } from '../../db/connect.ts'
import { hiddenBytesOf, keepHiddenBytes } from './queries.ts'

/** What only hidden files take, as it is kept, against counting, after random changes of few files with fewer bytes. */

const owner = randomUUID()
const tenant = randomUUID()
const folders = [randomUUID(), randomUUID(), randomUUID()]
const theme = randomUUID()
const HASHES = 6

let database: Awaited<ReturnType<typeof aDatabase>>

beforeAll(async () => {
  database = await aDatabase()
  const { db } = database
  await sql`insert into themes (owner_id, id, tenant_id, name) values (${owner}, ${theme}, ${tenant}, 'T')`.execute(db)
  for (const [n, id] of folders.entries())
    await sql`insert into collections (owner_id, id, tenant_id, name, theme_ids)
      values (${owner}, ${id}, ${tenant}, 'F', ${n === 2 ? [theme] : []}::uuid[])`.execute(db)
  await sql`insert into blobs (owner_id, hash, size, key, place)
    select ${owner}, 'h' || n, 10 ^ n, 'k' || n, 'service' from generate_series(0, ${HASHES - 1}) n`.execute(db)
})
afterAll(() => database.close())

const pick = <T>(values: T[]): T => values[Math.floor(Math.random() * values.length)]!

const change = () => {
  const [hash, folder] = [`h${Math.floor(Math.random() * HASHES)}`, pick([null, ...folders])]
  const one = sql`owner_id = ${owner} and id = (select id from objects where owner_id = ${owner} order by random() limit 1)`
  const insert = sql`insert into objects (owner_id, id, tenant_id, collection_id, filename, original_name, kind, mime, size,
      content_hash, is_hidden) values (${owner}, ${randomUUID()}, ${tenant}, ${folder}, 'a', 'a', 'text', 'text/plain', 1, ${hash},
      ${Math.random() < 0.3})`
  return pick([
    insert,
    insert,
    sql`delete from objects where ${one}`,
    sql`update objects set is_hidden = not is_hidden where ${one}`,
    sql`update objects set collection_id = ${folder} where ${one}`,
    sql`update objects set content_hash = ${hash} where ${one}`,
    sql`update objects set deleted_at = now() where ${one}`,
    sql`update collections set is_hidden = not is_hidden, is_concealed = not is_concealed where owner_id = ${owner} and id = ${pick(folders)}`,
    sql`update themes set is_hidden = not is_hidden where owner_id = ${owner} and id = ${theme}`,
    sql`update blobs set place = case place when 'own' then 'service' else 'own' end where owner_id = ${owner} and hash = ${hash}`,
  ])
}

test('what only hidden files take is never out of date', async () => {
  const { db } = database
  let kept = 0
  for (let n = 0; n < 400; n++) {
    await change().execute(db)
    const known = await hiddenBytesOf(db, owner)
    const { rows: counted } = await sql<{ bytes: number }>`select coalesce(sum(size), 0)::bigint as bytes from blobs b
      where owner_id = ${owner} and place = 'service'
        and exists (select 1 from objects o where o.owner_id = ${owner} and o.content_hash = b.hash)
        and not exists (select 1 from objects o left join collections c on c.owner_id = o.owner_id and c.id = o.collection_id
          where o.owner_id = ${owner} and o.content_hash = b.hash and not o.is_hidden and not coalesce(c.is_concealed, false)
            and not coalesce(c.theme_ids && hidden_themes(${owner}), false))`.execute(db)
    const truth = counted[0]!.bytes
    if (!known) {
      expect(truth).toBe(0)
      continue
    }
    if (known.is_kept) kept += 1
    expect(known.bytes).toBe(truth)
    if (!known.is_kept) await keepHiddenBytes(db, owner, known)
  }
  // Changes that have nothing to do with what is hidden leave it as it was.
  expect(kept).toBeGreaterThan(20)
  expect(await rows(db, sql`select 1 from hidden_bytes where owner_id = ${owner}`)).toHaveLength(1)
})

/** Another owner, with a folder and as many files in it. */
async function another(files: number) {
  const { db } = database
  const [id, folder] = [randomUUID(), randomUUID()]
  await sql`insert into collections (owner_id, id, tenant_id, name) values (${id}, ${folder}, ${tenant}, 'F')`.execute(
    db,
  )
  await sql`insert into blobs (owner_id, hash, size, key, place)
    select ${id}::uuid, 'h' || n, 10, ${id}::text || n, 'service' from generate_series(1, ${files + 1}::integer) n`.execute(
    db,
  )
  const add = (on: Db, n: number) =>
    sql`insert into objects (owner_id, id, tenant_id, collection_id, filename, original_name, kind, mime, size, content_hash)
      values (${id}, ${randomUUID()}, ${tenant}, ${folder}, ${`f${n}`}, 'a', 'text', 'text/plain', 10, ${`h${n}`})`.execute(
      on,
    )
  for (let n = 1; n <= files; n++) await add(db, n)
  const hide = () =>
    sql`update collections set is_hidden = true, is_concealed = true where owner_id = ${id} and id = ${folder}`.execute(
      db,
    )
  const asked = async () => {
    const known = (await hiddenBytesOf(db, id))!
    if (!known.is_kept) await keepHiddenBytes(db, id, known)
    return known.bytes
  }
  return { id, folder, add, hide, asked }
}

test('a file that comes into a folder while that is hidden is counted once it is there', async () => {
  const { add, hide, asked } = await another(1)
  await database.db.transaction().execute(async tx => {
    // It sees the folder as it was, and its transaction ends behind the one that hides.
    await add(tx, 2)
    await hide()
    expect([await asked(), await asked()]).toEqual([10, 10])
  })
  expect([await asked(), await asked()]).toEqual([20, 20])
})

test('who removes hidden files waits for nobody who waits for one of them', async () => {
  const { id, hide } = await another(2)
  const { db } = database
  await hide()
  const remove = (on: Db, name: string) =>
    sql`delete from objects where owner_id = ${id} and filename = any(array['f1', ${name}])`.execute(on)
  // Somebody holds the second file and changes what is hidden then, while both are removed.
  await db
    .transaction()
    .execute(async tx => {
      await sql`select 1 from objects where owner_id = ${id} and filename = 'f2' for update`.execute(tx)
      const removal = remove(db, 'f2')
      removal.catch(() => {})
      await vi.waitFor(async () => {
        const waiting = await rows(
          db,
          sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        expect(waiting).toHaveLength(1)
      })
      await sql`select hiding_changed(${id})`.execute(tx)
      return { removal }
    })
    .then(({ removal }) => removal)
  expect(await rows(db, sql`select 1 from objects where owner_id = ${id}`)).toEqual([])
})
