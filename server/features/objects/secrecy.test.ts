import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase } from '../../../test/support/database.ts'
import { type Actor, type Context, createSignals, type Db } from '../../context.ts'
import type { DatabaseConnection } from '../../db/connect.ts'
import { openContent, readText } from './content.ts'
import { editObject, getObject, lockName } from './edit.ts'
import { removeForGood, restoreObject, trashObject } from './trash.ts'

/** A hidden, foreign or trashed object is refused by the very queries that refuse a missing one, and by as many. */

let connection: DatabaseConnection
const actor: Actor = {
  ownerId: randomUUID(),
  tenantId: randomUUID(),
  role: 'user',
  tokenId: randomUUID(),
  tariff: '',
  ownBucket: false,
  language: 'en',
  unlocked: false,
}
const ids = {
  missing: randomUUID(),
  hidden: randomUUID(),
  inHiddenFolder: randomUUID(),
  inHiddenTheme: randomUUID(),
  foreign: randomUUID(),
}

beforeAll(async () => {
  connection = await aDatabase()
  const { db } = connection
  const [folder, themed, theme] = [randomUUID(), randomUUID(), randomUUID()]
  const { ownerId, tenantId } = actor
  await sql`insert into themes (owner_id, id, tenant_id, name, is_hidden) values (${ownerId}, ${theme}, ${tenantId}, 't', true)`.execute(
    db,
  )
  await sql`insert into collections (owner_id, id, tenant_id, name, is_hidden, is_concealed, theme_id, in_theme_id, theme_ids) values
    (${ownerId}, ${folder}, ${tenantId}, 'f', true, true, null, null, '{}'),
    (${ownerId}, ${themed}, ${tenantId}, 'g', false, false, ${theme}, ${theme}, array[${theme}::uuid])`.execute(db)
  const insert = (id: string, owner: string, place: string | null, hidden: boolean) =>
    sql`insert into objects (owner_id, id, tenant_id, collection_id, filename, original_name, kind, mime, size, content_hash,
      is_hidden) values (${owner}, ${id}, ${tenantId}, ${place}, 'a', 'a', 'text', 'text/plain', 1, 'h', ${hidden})`.execute(
      db,
    )
  await insert(ids.hidden, ownerId, null, true)
  await insert(ids.inHiddenFolder, ownerId, folder, false)
  await insert(ids.inHiddenTheme, ownerId, themed, false)
  await insert(ids.foreign, randomUUID(), null, false)
})
afterAll(() => connection.close())

function counting(): { context: Context; queries: () => number } {
  let queries = 0
  const db: Db = connection.db.withPlugin({
    transformQuery: ({ node }) => {
      queries++
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { context: { db, signals: createSignals() } as unknown as Context, queries: () => queries }
}

const CALLS: Record<string, (context: Context, id: string) => Promise<unknown>> = {
  get: (context, id) => getObject(context, actor, id),
  content: (context, id) => openContent(context, actor, id, { disposition: 'attachment' }),
  text: (context, id) => readText(context, actor, id),
  edit: (context, id) => editObject(context, actor, id, { filename: 'b' }),
  lock: (context, id) => lockName(context, actor, id),
  trash: (context, id) => trashObject(context, actor, id),
  restore: (context, id) => restoreObject(context, actor, id),
  permanent: (context, id) => removeForGood(context, actor, id),
}

test.each(Object.keys(CALLS))('%s', async name => {
  const outcomes = []
  for (const id of Object.values(ids)) {
    const { context, queries } = counting()
    const error = await CALLS[name]!(context, id).then(
      () => 'was found',
      (thrown: Error) => thrown.message,
    )
    outcomes.push({ error, queries: queries() })
  }
  expect(outcomes[0]!.error).toMatch(/There is no such file/)
  expect(outcomes[0]!.queries).toBeGreaterThan(0)
  for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0])
})
