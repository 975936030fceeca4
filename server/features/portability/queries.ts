import { type RawBuilder, sql } from 'kysely'
import type { Actor, Db } from '../../context.ts'
import { firstRow, type RowOf, rows } from '../../db/connect.ts'
import { keptFiles } from '../../db/counts.ts'
import type { OwnedTable } from '../../db/owned-tables.ts'
import { hiddenIds, isMadeOfHidden, placeIsThere } from '../../db/visibility.ts'
import { holdsTerms } from '../search/index.ts'
import type { KeptTable } from './tables.ts'

/** Everything that an archive says is of one moment. */
export async function ofOneMoment<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)
}

/** What of a table nobody may see while the hidden zone is locked. */
function hiddenRows(ownerId: string, table: KeptTable): RawBuilder<boolean> {
  const isHidden = (column: string) =>
    sql<boolean>`${sql.ref(`t.${column}`)} in (select id from ${hiddenIds(ownerId)} h)`
  const among = (other: string, column: string) =>
    sql<boolean>`exists (select 1 from ${sql.table(other)} m where m.owner_id = t.owner_id and m.id = ${sql.ref(`t.${column}`)}
      and ${isMadeOfHidden('m', ownerId)})`
  const holds = (other: string) =>
    sql<boolean>`exists (select 1 from ${sql.table(other)} m where m.owner_id = t.owner_id and m.session_id = t.id
      and ${isMadeOfHidden('m', ownerId)})`
  // Tags that stand on hidden files alone, or on none.
  const isUnseenTag = (column: string) =>
    sql<boolean>`not exists (select 1 from objects o, unnest(o.tags) own where o.owner_id = t.owner_id
        and o.tags <> '{}' and lower(own) = ${sql.ref(`t.${column}`)} and o.id not in (select id from ${hiddenIds(ownerId)} h))`
  switch (table) {
    case 'themes':
    case 'collections':
    case 'objects':
      return isHidden('id')
    case 'object_texts':
    case 'revisions':
    case 'drafts':
    case 'transcripts':
    case 'transcript_segments':
    case 'diarizations':
    case 'agent_task_sources':
      return isHidden('object_id')
    case 'calendar_events':
    case 'tasks':
    case 'ask_turns':
    case 'agent_runs':
    case 'agent_memories':
    case 'changes':
    case 'saved_searches':
      return isMadeOfHidden('t', ownerId)
    case 'tag_colors':
      return isUnseenTag('name')
    case 'pins':
      return sql<boolean>`case t.kind when 'tag' then ${isUnseenTag('tag')}
        when 'search' then ${among('saved_searches', 'target_id')} else ${isHidden('target_id')} end`
    case 'calendar_overrides':
      return among('calendar_events', 'event_id')
    case 'agent_calls':
    case 'agent_events':
      return among('agent_runs', 'run_id')
    case 'ask_sessions':
      return holds('ask_turns')
    case 'agent_sessions':
      return holds('agent_runs')
    default:
      return sql<boolean>`false`
  }
}

/** Tables whose rows belong to a row of another one: left out together with it, if it was made from files of other owners. */
const PARENTS: Partial<Record<KeptTable, { table: KeptTable; column: string }>> = {
  calendar_overrides: { table: 'calendar_events', column: 'event_id' },
  agent_task_sources: { table: 'tasks', column: 'task_id' },
  agent_calls: { table: 'agent_runs', column: 'run_id' },
  agent_events: { table: 'agent_runs', column: 'run_id' },
}

/** An archive holds only what is one's own. */
function isOwn(table: KeptTable): RawBuilder<boolean> {
  const parent = PARENTS[table]
  if (table === 'pins')
    return sql<boolean>`(t.kind not in ('folder', 'file')
      or exists (select 1 from collections c where c.owner_id = t.owner_id and c.id = t.target_id)
      or exists (select 1 from objects o where o.owner_id = t.owner_id and o.id = t.target_id))`
  if (!parent) return sql<boolean>`coalesce(to_jsonb(t) -> 'given_ids', '[]') = '[]'`
  return sql<boolean>`not exists (select 1 from ${sql.table(parent.table)} m
    where m.owner_id = t.owner_id and m.id = ${sql.ref(`t.${parent.column}`)} and m.given_ids <> '{}')`
}

const PAGE = 200

/** A page at a time, in the transaction of the caller. */
async function* byPages<Row>(db: Db, name: string, query: RawBuilder<Row>): AsyncGenerator<Row> {
  const cursor = sql.id(`export_${name}`)
  await sql`declare ${cursor} no scroll cursor for ${query}`.execute(db)
  for (;;) {
    const page = await rows<Row>(db, sql`fetch ${sql.lit(PAGE)} from ${cursor}`)
    yield* page
    if (page.length < PAGE) break
  }
  await sql`close ${cursor}`.execute(db)
}

/** The rows of a table as JSON. */
export async function* rowsOf(
  db: Db,
  ownerId: string,
  table: KeptTable,
  withHidden: boolean,
): AsyncGenerator<Record<string, unknown>> {
  const found = byPages<{ row: Record<string, unknown> }>(
    db,
    table,
    sql`select to_jsonb(t) - 'owner_id' - 'tenant_id' as row from ${sql.table(table)} t where t.owner_id = ${ownerId}
      and (${withHidden}::boolean or not ${hiddenRows(ownerId, table)})
      and ${isOwn(table)}`,
  )
  for await (const { row } of found) yield row
}

export interface FileRow {
  /** Of the object, or of an earlier version. */
  id: string
  filename: string
  content_hash: string
  updated_at: Date
  folder_id: string | null
  shelf: 'files' | 'trash' | 'chat' | 'versions'
  /** Of the bytes, if they are known. */
  key: string | null
  size: number | null
}

/** Every file with its place and its bytes, then what earlier versions held; in the same order whenever it is asked for. */
export const filesOf = (db: Db, ownerId: string, withHidden: boolean) =>
  byPages<FileRow>(
    db,
    'files',
    sql`select found.*, b.key, b.size from (
      select t.id, t.filename, t.content_hash, t.updated_at, t.collection_id as folder_id,
        case when t.deleted_at is not null or not ${placeIsThere(ownerId)} then 'trash' when t.chat_only then 'chat' else 'files' end as shelf
      from objects t left join collections c on c.owner_id = t.owner_id and c.id = t.collection_id where t.owner_id = ${ownerId} and (${withHidden}::boolean or not ${hiddenRows(ownerId, 'objects')})
      union all
      select t.id, t.filename, t.content_hash, t.created_at, null, 'versions'
      from revisions t where t.owner_id = ${ownerId} and (${withHidden}::boolean or not ${hiddenRows(ownerId, 'revisions')})) found
      left join blobs b on b.owner_id = ${ownerId} and b.hash = found.content_hash
      order by shelf, updated_at, id`,
  )

/** About how many: without chats and earlier versions, and with what is hidden. How far an archive has come needs no more. */
export const countFiles = async (db: Db, ownerId: string): Promise<number> =>
  (await firstRow(db, keptFiles(ownerId)))!.n

export const foldersOf = (db: Db, ownerId: string) =>
  byPages<RowOf<'collections', 'id' | 'name' | 'parent_id'>>(
    db,
    'folders',
    sql`select id, name, parent_id from collections where owner_id = ${ownerId}`,
  )

export type Archive = RowOf<'archives', 'id' | 'kind' | 'key' | 'size' | 'sha256' | 'hidden' | 'created_at'>

export async function insertArchive(db: Db, ownerId: string, archive: Omit<Archive, 'created_at'>): Promise<void> {
  await sql`insert into archives (owner_id, id, kind, key, size, sha256, hidden)
    values (${ownerId}, ${archive.id}, ${archive.kind}, ${archive.key}, ${archive.size}, ${archive.sha256}, ${archive.hidden})`.execute(
    db,
  )
}

export const findArchive = (db: Db, ownerId: string, id: string, kind: 'export' | 'import') =>
  firstRow<Archive>(
    db,
    sql`select id, kind, key, size, sha256, hidden, created_at from archives
      where owner_id = ${ownerId} and id = ${id} and kind = ${kind}`,
  )

export async function removeArchive(db: Db, ownerId: string, id: string): Promise<void> {
  await db.deleteFrom('archives').where('owner_id', '=', ownerId).where('id', '=', id).execute()
}

export const oldArchives = (db: Db, days: number) =>
  rows<{ owner_id: string; id: string; key: string }>(
    db,
    sql`select owner_id, id, key from archives where created_at < now() - ${days} * interval '1 day' limit 500`,
  )

/** Rows as they stood in an archive, now the caller's. What is there already stays as it is. */
export async function insertRows(db: Db, actor: Actor, table: OwnedTable, batch: object[]): Promise<number> {
  const { name, columns } = table
  const into = sql.table(name)
  const names = sql.join(columns.map(column => sql.ref(column)))
  const owned = JSON.stringify(batch.map(row => ({ ...row, owner_id: actor.ownerId, tenant_id: actor.tenantId })))
  const already =
    name === 'settings'
      ? sql`(owner_id) do update set ${sql.join(columns.map(column => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`))}`
      : sql`do nothing`
  const added = await sql`insert into ${into} (${names})
    select ${names} from jsonb_populate_recordset(null::${into}, ${owned}::jsonb) on conflict ${already}`.execute(db)
  return Number(added.numAffectedRows ?? 0)
}

/** Numbers that people use to name events and tasks go on behind those that are there. */
export const lastNumbers = async (db: Db, ownerId: string, table: 'calendar_events' | 'tasks') =>
  (await firstRow<{ open: number; hidden: number }>(
    db,
    sql`select coalesce(max(number) filter (where number <= 1000000), 0) as open,
        coalesce(max(number) filter (where number > 1000000) - 1000000, 0) as hidden
      from ${sql.table(table)} where owner_id = ${ownerId}`,
  ))!

export const lastRevision = async (db: Db, ownerId: string): Promise<number> =>
  (await firstRow<{ last: number }>(
    db,
    sql`select coalesce(max(revision), 0) as last from calendar_events where owner_id = ${ownerId}`,
  ))!.last

export const lockHashes = async (db: Db, ownerId: string, hashes: string[]): Promise<Set<string>> => {
  const locked = await rows<{ hash: string }>(
    db,
    sql`select hash from blobs where owner_id = ${ownerId} and hash = any(${hashes}) for update`,
  )
  return new Set(locked.map(({ hash }) => hash))
}

export const textToIndex = (db: Db, ownerId: string, objectId: string) =>
  firstRow<{ version: number; text: string; pages: { page: number; char_start: number; char_end: number }[] }>(
    db,
    sql`select o.version, x.text, x.pages
      from objects o join object_texts x on x.owner_id = o.owner_id and x.object_id = o.id and x.version = o.version
      where o.owner_id = ${ownerId} and o.id = ${objectId}`,
  )

/** The file as it is now, if it still has the version whose text was taken apart. */
export const lockToIndex = (db: Db, ownerId: string, objectId: string, version: number) =>
  firstRow<{
    filename: string
    enrichment: Record<string, unknown> | null
    corrections: Record<string, unknown> | null
  }>(
    db,
    sql`select filename, enrichment, corrections, ${holdsTerms(ownerId)} from objects
      where owner_id = ${ownerId} and id = ${objectId} and version = ${version}`,
  )

/** Imported files in need of work: those with a text to be indexed, those that were never read. */
export async function* importedFiles(
  db: Db,
  ownerId: string,
  ids: string[],
): AsyncGenerator<{ id: string; status: string; version: number }> {
  for (let from = 0; from < ids.length; from += PAGE)
    yield* await rows<{ id: string; status: string; version: number }>(
      db,
      sql`select id, status, version from objects where owner_id = ${ownerId} and id = any(${ids.slice(from, from + PAGE)}::uuid[])`,
    )
}
