import { sql } from 'kysely'
import type { Db } from '../../../context.ts'
import { type Fragment, firstRow, type RowOf, rows } from '../../../db/connect.ts'
import type { TextChunk } from '../chunks.ts'
import type { PackedProfile } from '../profile.ts'

/** What is written into the index. */

export interface StaleFile {
  object_id: string
  filename: string
  version: number
  enrichment: Record<string, unknown> | null
  corrections: Record<string, unknown> | null
  headings: string[] | null
  /** The beginning of the text, where headings are looked for if none are kept. */
  opening: string
}

/**
 * The objects whose title chunk is out of date, taken so that nobody else does the same work. One that is being written just now is
 * left out: waiting for it with its mark in hand, while the writer waits for the mark, would never end.
 */
export const takeStale = (db: Db, ownerId: string, limit: number) =>
  rows<StaleFile>(
    db,
    sql`with taken as (
        delete from search_stale where (owner_id, object_id) in (
          select s.owner_id, s.object_id from search_stale s
          join objects o on o.owner_id = s.owner_id and o.id = s.object_id where s.owner_id = ${ownerId}
          order by s.object_id desc limit ${limit}
          for update of s skip locked for key share of o skip locked) returning object_id)
      select o.id as object_id, o.filename, o.version, o.enrichment, o.corrections,
        h.headings, case when h.headings is null then coalesce((
          select string_agg(t.text, e'\\n\\n' order by t.ord) from search_texts t
          where t.owner_id = o.owner_id and t.object_id = o.id and t.ord < 20), '') else '' end as opening
      from objects o left join search_heads h on h.owner_id = o.owner_id and h.object_id = o.id where o.owner_id = ${ownerId} and o.id in (select object_id from taken)`,
  )

/** In the order in which they are taken. */
export const newestMarks = (db: Db, ownerId: string, limit: number) =>
  rows<RowOf<'search_stale', 'object_id'>>(
    db,
    sql`select object_id from search_stale where owner_id = ${ownerId} order by object_id desc limit ${limit}`,
  )

/** Whether any of these objects is still marked. */
export const anyMarked = (db: Db, ownerId: string, ids: string[]) =>
  firstRow(db, sql`select 1 from search_stale where owner_id = ${ownerId} and object_id = any(${ids}::uuid[]) limit 1`)

/** From one owner to the next, however many marks each has. */
export const markedOwners = (db: Db, limit: number) =>
  rows<RowOf<'search_stale', 'owner_id'>>(
    db,
    sql`with recursive marked as (
        (select owner_id from search_stale order by owner_id limit 1)
        union all select (select s.owner_id from search_stale s where s.owner_id > m.owner_id order by s.owner_id limit 1)
          from marked m where m.owner_id is not null)
      select owner_id from marked where owner_id is not null limit ${limit}`,
  )

/** The chunk with `ord` -1: name, title, keywords and headings of a file. */
export interface NewTitleChunk {
  objectId: string
  docType: string
  tags: string[]
  /** Null where they stay what they are. */
  headings: string[] | null
  profile: PackedProfile
}

/**
 * Lists of rows go as an array for each column, those of numbers as their text: PostgreSQL takes a fifth of the time that it
 * takes for JSON, in which every number is a numeric.
 */
const arraysOf = (lists: number[][]): string[] => lists.map(list => `{${list.join()}}`)
const profilesOf = (profiles: PackedProfile[]) => sql`${profiles.map(({ length }) => length)}::smallint[],
  ${profiles.map(({ keys }) => keys)}::text[], ${profiles.map(({ counts }) => counts)}::text[]`

const titleChunksParts = (ownerId: string, titleChunks: NewTitleChunk[]): Fragment => {
  const named = JSON.stringify(
    titleChunks.map(({ objectId, docType, tags, headings }) => ({
      object_id: objectId,
      doc_type: docType,
      tags,
      headings,
    })),
  )
  return sql`heads as (
      select * from jsonb_to_recordset(${named}::jsonb) as h(object_id uuid, doc_type text, tags text[], headings text[])),
    named as (
      insert into search_heads as known (owner_id, object_id, doc_type, tags, headings)
      select ${ownerId}, object_id, doc_type, tags, headings from heads
      on conflict (owner_id, object_id) do update set doc_type = excluded.doc_type, tags = excluded.tags,
        headings = coalesce(excluded.headings, known.headings)),
    headed as (
      insert into search_chunks (owner_id, object_id, ord, version, length, keys, counts)
      select ${ownerId}, object_id, -1, 0, length, keys::integer[], decode(counts, 'hex')
      from unnest(${titleChunks.map(({ objectId }) => objectId)}::uuid[], ${profilesOf(titleChunks.map(({ profile }) => profile))})
        as h(object_id, length, keys, counts)
      on conflict (owner_id, object_id, ord) do update
        set length = excluded.length, keys = excluded.keys, counts = excluded.counts)`
}

export async function writeTitleChunks(
  db: Db,
  ownerId: string,
  titleChunks: NewTitleChunk[],
  terms: NewTerm[],
): Promise<void> {
  await sql`with ${titleChunksParts(ownerId, titleChunks)}, ${termsParts(ownerId, terms)} select 1`.execute(db)
}

export interface NewChunk extends Omit<TextChunk, 'start' | 'end'> {
  profile: PackedProfile
}

interface Version {
  ownerId: string
  id: string
  version: number
}

const chunksParts = ({ ownerId, id, version }: Version, chunks: NewChunk[], source: Fragment): Fragment => {
  const all = <T>(of: (chunk: NewChunk) => T): T[] => chunks.map(of)
  return sql`fresh as materialized (
      select f.* from ${source}, unnest(${all(({ ord }) => ord)}::integer[], ${all(({ text }) => text)}::text[],
        ${all(({ page }) => page)}::integer[], ${all(({ charStart }) => charStart)}::integer[],
        ${all(({ charEnd }) => charEnd)}::integer[], ${profilesOf(all(({ profile }) => profile))})
        as f(ord, text, page, char_start, char_end, length, keys, counts)),
    texts as (
      insert into search_texts (owner_id, object_id, ord, text) select ${ownerId}, ${id}, ord, text from fresh),
    chunks as (
      insert into search_chunks (owner_id, object_id, ord, version, length, page, char_start, char_end, keys, counts)
      select ${ownerId}, ${id}, ord, ${version}, length, page, char_start, char_end, keys::integer[], decode(counts, 'hex')
      from fresh)`
}

export async function insertChunks(db: Db, object: Version, chunks: NewChunk[]): Promise<void> {
  await sql`with ${chunksParts(object, chunks, sql`(select 1) as nothing`)} select 1`.execute(db)
}

/** What the index is to know of an object. */
export interface NewEntry {
  chunks: NewChunk[]
  titleChunk: NewTitleChunk
  /** Those that may be new to the owner's index. */
  terms: NewTerm[]
  /** The job that goes on with it. */
  next: Fragment | undefined
}

/** Which terms the owner's index had not, and how often any were forgotten. */
export interface Added {
  added: string[]
  forgotten: number
}

/**
 * Puts a text in place of the one before; one statement, for it runs for every file. The new rows wait for the count of
 * the old ones, which is known only when those are gone. Call it in a transaction that already `holdsTerms`: otherwise it would
 * look at the terms as they were before somebody forgot some.
 */
export async function replaceEntry(
  db: Db,
  object: Version,
  { chunks, titleChunk, terms, next }: NewEntry,
): Promise<Added> {
  const { ownerId, id } = object
  const own = sql`owner_id = ${ownerId} and object_id = ${id}`
  const answer = await firstRow<Added>(
    db,
    sql<Added>`with stale as (delete from search_stale where ${own}),
    old_texts as (delete from search_texts where ${own} returning 1),
    old_vectors as (delete from search_vectors where ${own}),
    old_refused as (delete from search_refused where ${own}),
    old_embedded as (delete from search_embedded where ${own}),
    old_chunks as (delete from search_chunks where ${own} and ord >= 0 returning 1),
    gone as materialized (select (select count(*) from old_texts) + (select count(*) from old_chunks) as rows),
    ${chunksParts(object, chunks, sql`gone`)},
    ${titleChunksParts(ownerId, [titleChunk])},
    ${termsParts(ownerId, terms)}
    ${next ? sql`, queued as (${next})` : sql``}
    select array(select stem from known) as added,
      coalesce((select times from search_forgotten where owner_id = ${ownerId}), 0) as forgotten`,
  )
  return answer!
}

export const termsAfter = (db: Db, ownerId: string, after: string, limit: number) =>
  db
    .selectFrom('search_stems')
    .select('stem as term')
    .where('owner_id', '=', ownerId)
    .where('stem', '>', after)
    .orderBy('stem')
    .limit(limit)
    .execute()

/** Those of these terms that no row has. Call it with the terms locked. */
export async function removeUnused(db: Db, ownerId: string, terms: { term: string; key: number }[]): Promise<number> {
  const removed = await rows(
    db,
    sql`with removed as (
        delete from search_stems w using unnest(${terms.map(({ term }) => term)}::text[],
          ${terms.map(({ key }) => key)}::integer[]) as k(stem, key)
        where w.owner_id = ${ownerId} and w.stem = k.stem and not exists (
          select 1 from search_chunks s where (s.owner_id = ${ownerId}) is true and s.keys @> array[k.key])
        returning 1),
      noted as (
        insert into search_forgotten as known (owner_id, times) select ${ownerId}, 1 where exists (select 1 from removed)
        on conflict (owner_id) do update set times = known.times + 1)
      select 1 from removed`,
  )
  return removed.length
}

export interface NewTerm {
  term: string
  near: number[]
}

/** In the select list of a statement: held by whoever writes words until they are there for all to see. */
export const holdsTerms = (ownerId: string): Fragment =>
  sql`pg_advisory_xact_lock_shared(hashtextextended(${ownerId}, 30))`

/** Waited for by the one who removes words. */
export async function lockTerms(db: Db, ownerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${ownerId}, 30))`.execute(db)
}

/** Answers those that were not there. Call it in a transaction that already `holdsTerms`. */
export async function insertTerms(db: Db, ownerId: string, terms: NewTerm[]): Promise<string[]> {
  const added = await rows<{ term: string }>(db, sql`with ${termsParts(ownerId, terms)} select stem as term from known`)
  return added.map(({ term }) => term)
}

/** Sorted, so that two writers always lock in the same order. */
const termsParts = (ownerId: string, terms: NewTerm[]): Fragment =>
  sql`held as materialized (select ${holdsTerms(ownerId)}),
    known as (
      insert into search_stems (owner_id, stem, near)
      select ${ownerId}, s.stem, s.near::integer[] from held,
        unnest(${terms.map(({ term }) => term)}::text[], ${arraysOf(terms.map(({ near }) => near))}::text[])
          as s(stem, near)
      order by s.stem collate "C" on conflict do nothing returning stem)`
