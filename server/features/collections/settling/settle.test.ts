import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase } from '../../../../test/support/database.ts'
import { type Actor, type Context, createSignals } from '../../../context.ts'
import { firstRow, rows } from '../../../db/connect.ts'
import { ownerTotals } from '../../../db/counts.ts'
import {
  collectionIsHidden,
  hiddenIds,
  objectsWithPlace,
  themeOfPlace,
  visible,
  visibleCollection,
} from '../../../db/visibility.ts'
import { editCollection } from '../change.ts'
import { editTheme } from '../themes.ts'
import { settleSome } from './queries.ts'

/** Random changes of a large tree against what its flags say, also while what is derived below has not followed yet. */

const FOLDERS = 600
const actor: Actor = {
  ownerId: randomUUID(),
  tenantId: randomUUID(),
  role: 'user',
  tokenId: randomUUID(),
  tariff: '',
  ownBucket: false,
  language: 'en',
  unlocked: true,
}
const locked = { ...actor, unlocked: false }
const folders = Array.from({ length: FOLDERS }, () => randomUUID())
const themes = Array.from({ length: 3 }, () => randomUUID())

let database: Awaited<ReturnType<typeof aDatabase>>
let context: Context

beforeAll(async () => {
  database = await aDatabase()
  context = { db: database.db, signals: createSignals() } as unknown as Context
  const { ownerId, tenantId } = actor
  for (const id of themes)
    await sql`insert into themes (owner_id, id, tenant_id, name) values (${ownerId}, ${id}, ${tenantId}, 'T')`.execute(
      database.db,
    )
  // Three in each.
  const parents = folders.map((_, n) => (n < 1 ? null : folders[Math.floor(n / 3)]!))
  await sql`insert into collections (owner_id, id, tenant_id, name, parent_id)
    select ${ownerId}, f.id, ${tenantId}, 'F', f.parent from unnest(${folders}::uuid[], ${parents}::uuid[]) as f(id, parent)`.execute(
    database.db,
  )
  await sql`insert into objects (owner_id, id, tenant_id, collection_id, filename, original_name, kind, mime, size, content_hash)
    select ${ownerId}, gen_random_uuid(), ${tenantId}, id, 'a', 'a', 'text', 'text/plain', 1, id::text
    from collections where owner_id = ${ownerId}`.execute(database.db)
})

afterAll(() => database.close())

const pick = <T>(values: T[]): T => values[Math.floor(Math.random() * values.length)]!

async function truth() {
  const { ownerId } = actor
  const all = await rows<{ id: string; parent_id: string | null; is_hidden: boolean; theme_id: string | null }>(
    database.db,
    sql`select id, parent_id, is_hidden, theme_id from collections where owner_id = ${ownerId}`,
  )
  const hiddenThemes = new Set(
    (await rows<{ id: string }>(database.db, sql`select id from themes where owner_id = ${ownerId} and is_hidden`)).map(
      ({ id }) => id,
    ),
  )
  const byId = new Map(all.map(row => [row.id, row]))
  return new Map(
    all.map(({ id }) => {
      let hidden = false
      let theme: string | null = null
      for (let at = byId.get(id); at; at = at.parent_id ? byId.get(at.parent_id) : undefined) {
        hidden ||= at.is_hidden || (at.theme_id !== null && hiddenThemes.has(at.theme_id))
        theme ??= at.theme_id
      }
      return [id, { hidden, theme }]
    }),
  )
}

/** Everything that is said of the tree, against the truth; answers whether it was settled. */
async function compare(): Promise<boolean> {
  const { ownerId } = actor
  const expected = await truth()
  const said = await rows<{ id: string; hidden: boolean; theme: string | null }>(
    database.db,
    sql`select c.id, ${collectionIsHidden(ownerId)} as hidden, ${themeOfPlace(ownerId)} as theme from collections c
      where c.owner_id = ${ownerId}`,
  )
  expect(new Map(said.map(({ id, hidden, theme }) => [id, { hidden, theme }]))).toEqual(expected)
  const shown = [...expected.values()].filter(({ hidden }) => !hidden).length
  const count = async (query: ReturnType<typeof sql<{ n: number }>>) => (await firstRow(database.db, query))!.n
  expect(
    await count(sql<{ n: number }>`select count(*) as n from collections c where ${visibleCollection(locked)}`),
  ).toBe(shown)
  expect(
    await count(sql<{ n: number }>`select count(*) as n from ${objectsWithPlace} where ${visible(locked, 'listed')}`),
  ).toBe(shown)
  expect((await firstRow(database.db, ownerTotals(locked, 'listed')))!.seen).toBe(shown)
  const folderIds = sql`(select id from collections where owner_id = ${ownerId})`
  expect(
    await count(sql<{ n: number }>`select count(*) as n from ${hiddenIds(ownerId)} h where h.id in ${folderIds}`),
  ).toBe(FOLDERS - shown)
  const theme = pick(themes)
  expect(
    await count(
      sql<{
        n: number
      }>`select count(*) as n from collections c where ${visibleCollection({ ...actor, bound: { themeId: theme } })}`,
    ),
  ).toBe(await themed(theme))
  const unsettled = await count(
    sql<{ n: number }>`select count(*) as n from unsettled_folders where owner_id = ${ownerId}`,
  )
  return unsettled === 0
}

/** How many folders have this theme, or one above them has. */
const themed = async (theme: string): Promise<number> =>
  (await firstRow<{ n: number }>(
    database.db,
    sql`with recursive below as (
        select id from collections where owner_id = ${actor.ownerId} and theme_id = ${theme}
        union select c.id from collections c join below on c.owner_id = ${actor.ownerId} and c.parent_id = below.id)
      select count(*) as n from below`,
  ))!.n

test('what is hidden, shown, moved or put into a theme is so at once, and when it has been derived', {
  timeout: 120_000,
}, async () => {
  let unsettled = 0
  const near = () => folders[Math.floor(Math.random() ** 6 * FOLDERS)]!
  for (let n = 0; n < 25; n++) {
    const refused = (error: { code?: string }) => {
      // Into itself, or shown within what is hidden: nothing has changed then.
      if (error.code !== 'folder_cycle' && error.code !== 'hidden_by_parent') throw error
    }
    const change =
      n === 0
        ? () => editCollection(context, actor, folders[0]!, { is_hidden: true })
        : pick([
            () => editCollection(context, actor, near(), { is_hidden: true }),
            () => editCollection(context, actor, near(), { is_hidden: false }),
            () => editCollection(context, actor, near(), { parent_id: Math.random() < 0.2 ? null : pick(folders) }),
            () => editCollection(context, actor, near(), { theme_id: Math.random() < 0.3 ? null : pick(themes) }),
            () => editTheme(context, actor, pick(themes), { is_hidden: Math.random() < 0.4 }),
          ])
    await change().catch(refused)
    if (!(await compare())) unsettled++
    if (Math.random() < 0.5) await settleSome(database.db, actor.ownerId, 1 + Math.floor(Math.random() * 60))
    if (Math.random() < 0.1) while ((await settleSome(database.db, actor.ownerId, 100)).left);
    if (n % 5 === 0) await compare()
  }
  // Both ways were gone.
  expect(unsettled).toBeGreaterThan(0)
  while ((await settleSome(database.db, actor.ownerId, 500)).left);
  expect(await compare()).toBe(true)
  // What is kept now is what the tree says.
  await sql`insert into unsettled_folders (owner_id, folder_id) values (${actor.ownerId}, ${folders[0]})`.execute(
    database.db,
  )
  const differing = await rows(
    database.db,
    sql`select id from collections c where owner_id = ${actor.ownerId} and (theme_ids <> themes_above(owner_id, id)
      or (is_concealed or theme_ids && hidden_themes(owner_id)) <> hidden_above(owner_id, id))`,
  )
  expect(differing).toEqual([])
})
