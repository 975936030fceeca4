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
  isInTheme,
  objectsWithPlace,
  themeOfPlace,
  visible,
  visibleCollection,
} from '../../../db/visibility.ts'
import { hiddenBytesOf, keepHiddenBytes } from '../../usage/queries.ts'
import { editCollection } from '../change.ts'
import { findTheme } from '../queries.ts'
import { editTheme } from '../themes.ts'
import { refreshAll, settleSome } from './queries.ts'

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
  await sql`insert into blobs (owner_id, hash, size, key, place)
    select ${ownerId}, id::text, 1, id::text, 'service' from collections where owner_id = ${ownerId}`.execute(
    database.db,
  )
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
  const inTheme = [...expected.values()].filter(place => place.theme === theme)
  expect(
    await count(
      sql<{
        n: number
      }>`select count(*) as n from ${objectsWithPlace} where ${visible(actor, 'listed')} and ${isInTheme(ownerId, theme)}`,
    ),
  ).toBe(inTheme.length)
  expect((await findTheme(database.db, actor, theme))!.folder_count).toBe(inTheme.length)
  // What is kept for what is hidden now is what would be counted.
  const known = await hiddenBytesOf(database.db, ownerId)
  expect(known?.bytes ?? 0).toBe(FOLDERS - shown)
  if (known && !known.is_kept) await keepHiddenBytes(database.db, ownerId, known)
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

test('a folder that is hidden before what was shown above it has reached it is a change', async () => {
  const { ownerId } = actor
  const settleAll = async () => {
    while ((await settleSome(database.db, ownerId, 500)).left);
  }
  await sql`update themes set is_hidden = false where owner_id = ${ownerId}`.execute(database.db)
  await sql`update collections c set is_hidden = false, theme_id = null, parent_id = plain.parent
    from unnest(${folders}::uuid[], ${folders.map((_, n) => (n < 1 ? null : folders[Math.floor(n / 3)]!))}::uuid[]) as plain(id, parent)
    where c.owner_id = ${ownerId} and c.id = plain.id`.execute(database.db)
  await refreshAll(database.db, actor)
  await settleAll()
  await editCollection(context, actor, folders[0]!, { is_hidden: true })
  await settleAll()
  expect(await compare()).toBe(true)
  await editCollection(context, actor, folders[0]!, { is_hidden: false })
  expect(await compare()).toBe(false)
  await editCollection(context, actor, folders.at(-1)!, { is_hidden: true })
  expect(await compare()).toBe(false)
  await settleAll()
  expect(await compare()).toBe(true)
})

test('a tree whose rows say anything of it is derived anew, and folders in a circle come to the top', async () => {
  const { ownerId } = actor
  await sql`update collections set is_concealed = random() < 0.5, theme_ids = '{}', is_hidden = id = ${folders[5]},
    parent_id = case id when ${folders[200]} then ${folders[600 - 1]}::uuid else parent_id end
    where owner_id = ${ownerId}`.execute(database.db)
  await sql`update collections set parent_id = ${folders[200]} where owner_id = ${ownerId} and id = ${folders[599]}`.execute(
    database.db,
  )
  expect(await refreshAll(database.db, actor)).toBe(true)
  expect(await compare()).toBe(false)
  while ((await settleSome(database.db, ownerId, 500)).left);
  expect(await compare()).toBe(true)
  const top = await rows<{ id: string }>(
    database.db,
    sql`select id from collections where owner_id = ${ownerId} and parent_id is null`,
  )
  expect(top.map(({ id }) => id).sort()).toEqual([folders[0], folders[200], folders[599]].sort())
})
