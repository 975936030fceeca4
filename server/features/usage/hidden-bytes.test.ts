import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase } from '../../../test/support/database.ts'
import { rows } from '../../db/connect.ts'
import { countHiddenBytes, keepHiddenBytes, keptHiddenBytes } from './queries.ts'

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
    const known = await keptHiddenBytes(db, owner)
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
    if (known.bytes !== null) {
      kept += 1
      expect(known.bytes).toBe(truth)
    }
    const fresh = await countHiddenBytes(db, owner)
    expect(fresh.bytes).toBe(truth)
    await keepHiddenBytes(db, owner, fresh)
  }
  // Changes that have nothing to do with what is hidden leave it as it was.
  expect(kept).toBeGreaterThan(20)
  expect(await rows(db, sql`select 1 from hidden_bytes where owner_id = ${owner}`)).toHaveLength(1)
})
