import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../context.ts'
import { type RowOf, rows } from '../../db/connect.ts'
import {
  isInTheme,
  objectsNamed,
  objectsWithPlace,
  type Shelf,
  type Viewer,
  visible,
  visibleCollection,
} from '../../db/visibility.ts'
import { type FactFilter, fitsFacts } from '../objects/index.ts'
import { type Corpus, counted } from './counted/queries.ts'
import { B, K1 } from './ranking.ts'

// ---- the first stage

/** Which of an owner's files are looked into. */
export interface SearchScope {
  shelf: Shelf
  /** So many people's files are looked through for one question: each takes a part of the effort. */
  owners?: number
  objectIds?: string[]
  collectionId?: string
  themeId?: string
  kinds?: string[]
  docTypes?: string[]
  tags?: string[]
  /** Ids of folders; each with all below it. */
  folders?: string[]
  before?: Date
  after?: Date
  /** What is known of the document: its tags, its date, who it is with, its sum. */
  facts?: FactFilter
  notKinds?: string[]
  notDocTypes?: string[]
  notTags?: string[]
  notFolders?: string[]
  /** Objects with one of these keys anywhere are left out. */
  withoutKeys?: number[]
}

const below = (ownerId: string, ids: string[]) => sql`o.collection_id in (
  with recursive tree as (
    select id from collections where owner_id = ${ownerId} and id = any(${ids}::uuid[])
    union all select child.id from collections child join tree on child.owner_id = ${ownerId} and child.parent_id = tree.id)
  select id from tree)`

/** Objects `o` with place `c` and title chunk `h` that the viewer may see and the question asks for. */
function inScope(viewer: Viewer, scope: SearchScope): RawBuilder<boolean> {
  const { ownerId } = viewer
  const parts = [visible(viewer, scope.shelf)]
  const add = (part: RawBuilder<unknown>) => parts.push(part as RawBuilder<boolean>)
  if (scope.objectIds) add(sql`o.id = any(${scope.objectIds}::uuid[])`)
  if (scope.collectionId) add(below(ownerId, [scope.collectionId]))
  if (scope.themeId) add(isInTheme(ownerId, scope.themeId))
  if (scope.kinds) add(sql`o.kind = any(${scope.kinds})`)
  if (scope.notKinds) add(sql`o.kind <> all(${scope.notKinds})`)
  if (scope.docTypes) add(sql`h.doc_type = any(${scope.docTypes})`)
  if (scope.notDocTypes) add(sql`coalesce(h.doc_type, '') <> all(${scope.notDocTypes})`)
  if (scope.tags) add(sql`coalesce(h.tags, '{}') || o.categories @> ${scope.tags}`)
  if (scope.notTags) add(sql`not (coalesce(h.tags, '{}') || o.categories && ${scope.notTags})`)
  if (scope.folders) add(below(ownerId, scope.folders))
  if (scope.notFolders) add(sql`(o.collection_id is null or not ${below(ownerId, scope.notFolders)})`)
  if (scope.before) add(sql`o.created_at < ${scope.before}`)
  if (scope.after) add(sql`o.created_at >= ${scope.after}`)
  const facts = scope.facts && fitsFacts(viewer, scope.facts)
  if (facts) add(facts)
  if (scope.withoutKeys)
    add(sql`not exists (select 1 from search_chunks x where x.owner_id = o.owner_id and x.object_id = o.id
      and (x.ord < 0 or x.version = o.version) and x.keys && ${scope.withoutKeys}::integer[])`)
  return sql<boolean>`${sql.join(parts, sql` and `)}`
}

/** A row of the text counts for the version it was made from, and not while new content waits to be read. */
const counts = sql`(s.ord < 0 or (s.version = o.version and o.status <> 'pending'))`

const withSearchHeads = sql`${objectsWithPlace}
  left join search_heads h on h.owner_id = o.owner_id and h.object_id = o.id`

export interface Term {
  key: number
  /** What one occurrence in a chunk of average length is worth. */
  weight: number
}

export interface Matching {
  corpus: Corpus
  terms: Term[]
  /** Rows with any of these keys. */
  some: number[]
  /** And rows with all of these, which the bound on the former may have left out. */
  every?: number[]
  /** Only rows with all of these: the words of phrases. */
  always?: number[]
  averageLength: number
  limit: number
  /** Of so many rows, so many have any of `some`. */
  common: { rows: number; of: number }
}

/**
 * Reading one row costs about as much as collecting twenty rows from the index of words, which collects all of them
 * before the first can be read. So for a word that most rows have it is faster to read the table row by row.
 */
const isEverywhere = ({ rows, of }: Matching['common'], limit: number) => rows * rows > 20 * limit * of

/** Where words lie together or far apart, so many times the rows that would do are read. */
const MARGIN = 4

export interface SearchCandidate {
  object_id: string
  ord: number
  score: number
  /** Which terms it has, a bit for each. */
  mask: number
  kind: string
  doc_type: string | null
  /** None of the words themselves, only what is spelt alike. */
  guessed?: boolean
}

/** So many terms a statement is made for: each number would be one more statement to prepare and plan. */
const SIZES = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 40, 50]

const filledUp = (terms: Term[]): { key: number | null; weight: number }[] => {
  const size = SIZES.find(most => most >= terms.length) ?? terms.length
  return [...terms, ...Array.from({ length: size - terms.length }, () => ({ key: null, weight: 0 }))]
}

/**
 * BM25 of the chunks that have any of the words, worked out where they lie. Who may see a file is asked once for each: as a
 * join of whole tables the planner would read all that the owner has. The owner is compared so that no index of owners tempts
 * it away from the one of keys.
 */
export async function candidates(
  db: Db,
  viewer: Viewer,
  scope: SearchScope,
  match: Matching,
): Promise<SearchCandidate[]> {
  const { corpus, limit, common } = match
  const terms = filledUp(match.terms)
  const always = match.always?.length ? sql`and s.keys @> ${match.always}::integer[]` : sql``
  const columns = sql`s.object_id, s.ord, s.version, s.length, s.keys, s.counts`
  const source = (condition: RawBuilder<unknown>, most: number) =>
    sql`(select ${columns} from search_chunks s
      where (s.owner_id = ${viewer.ownerId}) is true and ${condition} ${always} ${counted(corpus)} limit ${most})`
  const inTurn = (condition: RawBuilder<unknown>, most: number) =>
    sql`(select ${columns} from (select * from search_chunks where owner_id = ${viewer.ownerId} order by object_id, ord
        limit ${Math.ceil((MARGIN * most * common.of) / common.rows)}) s where ${condition} ${counted(corpus)} limit ${most})`
  const some = sql`s.keys && ${match.some}::integer[]`
  const all = match.every && sql`s.keys @> ${match.every}::integer[]`
  const ofSome = match.always?.length || !isEverywhere(common, limit) ? source : inTurn
  const chosen = all
    ? sql`${source(all, Math.ceil(limit / 2))} union all ${ofSome(sql`${some} and not ${all}`, limit)}`
    : ofSome(some, limit)
  const places = sql.join(
    terms.map((term, i) => sql`array_position(s.keys, ${term.key}::integer) as ${sql.ref(`p${i}`)}`),
  )
  const gains = terms.map(
    (term, i) => sql`coalesce(${term.weight}::float8 / (1 + n.norm / get_byte(s.counts, ${sql.ref(`p${i}`)} - 1)), 0)`,
  )
  const bits = terms.map((_, i) => sql`(case when ${sql.ref(`p${i}`)} is null then 0 else ${2 ** i}::bigint end)`)
  return rows<SearchCandidate>(
    db,
    sql`with s as materialized (${chosen}),
      seen as materialized (select o.* from (select object_id from s group by object_id) d
        cross join lateral (select o.id, o.kind, o.version, o.status, h.doc_type from ${withSearchHeads}
          where o.owner_id = ${viewer.ownerId} and o.id = d.object_id and ${inScope(viewer, scope)} limit 1) o)
      select s.object_id, s.ord, ${sql.join(gains, sql` + `)} as score, ${sql.join(bits, sql` + `)} as mask,
        o.kind, o.doc_type
      from seen o join s on s.object_id = o.id and ${counts}
      cross join lateral (select ${K1}::float8 * (case when s.ord < 0 then 1
        else ${1 - B}::float8 + ${B}::float8 * s.length / ${match.averageLength}::float8 end) as norm) n
      cross join lateral (select ${places}) p`,
  )
}

/** Objects that the filters alone choose, the newest first. */
export const listed = (db: Db, viewer: Viewer, scope: SearchScope, limit: number) =>
  rows<SearchCandidate>(
    db,
    sql`select o.id as object_id, 0 as ord, 0::float8 as score, 0 as mask, o.kind, h.doc_type from ${withSearchHeads}
      where ${inScope(viewer, scope)} order by o.created_at desc, o.id desc limit ${limit}`,
  )

/** Of the nearest chunks those that still are what they were, may be seen, and lie where the question looks. */
export const seenOf = (
  db: Db,
  viewer: Viewer,
  scope: SearchScope,
  places: { objectId: string; ord: number; seq: number }[],
) =>
  rows<{ object_id: string; ord: number; kind: string; doc_type: string | null }>(
    db,
    sql`select o.id as object_id, v.ord, o.kind, h.doc_type
      from unnest(${places.map(p => p.objectId)}::uuid[], ${places.map(p => p.ord)}::integer[],
        ${places.map(p => p.seq)}::bigint[]) as p(object_id, ord, seq)
      join search_vectors v on v.owner_id = ${viewer.ownerId} and v.object_id = p.object_id and v.ord = p.ord
        and v.seq = p.seq
      join objects o on o.owner_id = v.owner_id and o.id = v.object_id and o.version = v.version
      left join collections c on c.owner_id = o.owner_id and c.id = o.collection_id
      left join search_heads h on h.owner_id = o.owner_id and h.object_id = o.id
      where ${inScope(viewer, scope)} and o.status <> 'pending'`,
  )

export const seenObjects = (db: Db, viewer: Viewer, scope: SearchScope) =>
  rows<{ id: string }>(
    db,
    sql`select o.id from ${withSearchHeads} where ${inScope(viewer, scope)} and o.status <> 'pending'`,
  )

/** Chunks of what is in scope, up to a bound; with `first` only so many of each file. */
export const chunksIn = (
  db: Db,
  viewer: Viewer,
  scope: SearchScope,
  { limit, first }: { limit: number; first?: number },
) =>
  rows<{ object_id: string; ord: number }>(
    db,
    sql`select s.object_id, s.ord from ${withSearchHeads}
      join search_chunks s on s.owner_id = o.owner_id and s.object_id = o.id and s.ord >= 0
      where ${inScope(viewer, scope)} and ${counts} ${first ? sql`and s.ord < ${first}` : sql``} limit ${limit}`,
  )

export const foldersNamed = (db: Db, viewer: Viewer, name: string) =>
  rows<{ id: string }>(
    db,
    sql`select c.id from collections c where lower(c.name) = lower(${name}) and ${visibleCollection(viewer)}`,
  )

// ---- the second stage

export interface FoundPassage extends RowOf<'search_chunks', 'object_id' | 'ord' | 'page' | 'char_start' | 'char_end'> {
  text: string
}

/** Texts of chosen chunks; the caller has them from the first stage, which has asked who may see them. */
export const passages = (db: Db, ownerId: string, places: { object_id: string; ord: number }[]) =>
  rows<FoundPassage>(
    db,
    sql`select t.object_id, t.ord, t.text, s.page, s.char_start, s.char_end
      from unnest(${places.map(p => p.object_id)}::uuid[], ${places.map(p => p.ord)}::integer[]) as p(object_id, ord)
      join search_texts t on t.owner_id = ${ownerId} and t.object_id = p.object_id and t.ord = p.ord
      join search_chunks s on s.owner_id = t.owner_id and s.object_id = t.object_id and s.ord = t.ord`,
  )

/** Which of these pages are the text of an attached file; the pages of a text stand in their order. */
export const attachmentsAt = (db: Db, ownerId: string, places: { id: string; page: number }[]) =>
  rows<{ object_id: string; attachment: string }>(
    db,
    sql`select t.object_id, t.pages -> (p.page - 1) ->> 'attachment' as attachment
      from unnest(${places.map(({ id }) => id)}::uuid[], ${places.map(({ page }) => page)}::integer[]) as p(object_id, page)
      join object_texts t on t.owner_id = ${ownerId} and t.object_id = p.object_id
      where t.pages -> (p.page - 1) ? 'attachment'`,
  )

export interface TextPlace {
  object_id: string
  ord: number
}

/** Before every text. */
export const NOWHERE: TextPlace = { object_id: '00000000-0000-0000-0000-000000000000', ord: -1 }

/** Texts and names of these objects that have all of the words, in whatever order; those behind a place. */
export const textsWithAll = (
  db: Db,
  ownerId: string,
  { ids, keys, after, limit }: { ids: string[]; keys: number[]; after: TextPlace; limit: number },
) =>
  rows<TextPlace & { text: string }>(
    db,
    sql`select s.object_id, s.ord, case when s.ord < 0 then o.filename else t.text end as text from search_chunks s
      join objects o on o.owner_id = s.owner_id and o.id = s.object_id
      left join search_texts t on t.owner_id = s.owner_id and t.object_id = s.object_id and t.ord = s.ord
      where s.owner_id = ${ownerId} and s.object_id = any(${ids}::uuid[]) and s.keys @> ${keys}::integer[]
        and (s.ord < 0 or s.version = o.version)
        and (s.object_id, s.ord) > (${after.object_id}::uuid, ${after.ord}::integer)
      order by s.object_id, s.ord limit ${limit}`,
  )

export const namesOf = (db: Db, ownerId: string, ids: string[]) =>
  rows<{ id: string; filename: string; title: string | null }>(
    db,
    sql`select o.id, o.filename, o.enrichment ->> 'title' as title from ${objectsNamed(ownerId, ids)}`,
  )
