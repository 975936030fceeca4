import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../context.ts'
import { firstRow, rows } from '../../../db/connect.ts'
import { hiddenIds, objectsWithPlace, type Viewer, visible, visibleIds } from '../../../db/visibility.ts'

/** The files that a search counts over: with the zone locked, all but the hidden ones, so that no score tells of them. */
export interface Corpus {
  ownerId: string
  /** What is counted under this name holds until something is hidden or comes back. */
  name: string
  /** Left out; undefined where there is nothing to leave out. */
  hidden: Set<string> | undefined
  /** Somebody for whom only a part exists: nothing else is counted. */
  within?: Viewer
  /** That part is large: it is quicker to look up each row's file than to list all of them. */
  isLarge?: boolean
}

export interface Statistics {
  chunks: number
  length: number
  /** Names and descriptions are rows too. */
  rows: number
}

export const hidingEpoch = async (db: Db, ownerId: string): Promise<number> =>
  (await db.selectFrom('hidden_epochs').select('epoch').where('owner_id', '=', ownerId).executeTakeFirst())?.epoch ?? 0

export const hiddenOf = (db: Db, ownerId: string) =>
  rows<{ id: string }>(db, sql`select id from ${hiddenIds(ownerId)} hidden`)

/** Of rows `s`, those that the corpus has. */
export const counted = ({ ownerId, hidden, within, isLarge }: Corpus) =>
  within
    ? isLarge
      ? sql`and (select true from ${objectsWithPlace} where o.owner_id = ${ownerId} and o.id = s.object_id
          and ${visible(within, 'active')} limit 1)`
      : // Not as a join: the planner would read all of them anew for each word.
        sql`and coalesce(s.object_id in (${visibleIds(within)}), false)`
    : hidden
      ? sql`and s.object_id not in (select id from ${hiddenIds(ownerId)} hidden)`
      : sql``

export async function statisticsOf(db: Db, corpus: Corpus): Promise<Statistics> {
  const found = await firstRow<Statistics>(
    db,
    sql`select count(*) filter (where s.ord >= 0) as chunks, count(*) as rows,
        coalesce(avg(s.length) filter (where s.ord >= 0), 0)::float8 as length
      from search_chunks s where s.owner_id = ${corpus.ownerId} ${counted(corpus)}`,
  )
  return found!
}

/** What begins as the unfinished word does, behind the first `offset` of them. */
export const termsBegun = (
  db: Db,
  ownerId: string,
  prefix: string,
  { limit, offset }: { limit: number; offset: number },
) =>
  rows<{ term: string }>(
    db,
    sql`${withPrefix(ownerId, prefix, limit)} offset ${offset}` as RawBuilder<{ term: string }>,
  )

/** A term to be counted; a guess is counted only where some file has ever had it, which is quicker to know. */
export interface CorpusCount {
  term: string
  key: number
  guess?: boolean
}

/** The first rows of a large corpus, which say of a word that many of them have how many have it. */
export const SAMPLE = 2000
/** Below this share of the sample a word is counted in the index, which gathers all of its rows before the first is read. */
const MANY = 0.2

interface Counting {
  /** Each is counted up to this. */
  most: number
  /** Of so many rows, what many of them have is estimated. */
  ofMany?: number
}

function countsOf(corpus: Corpus, terms: CorpusCount[], { most, ofMany }: Counting): RawBuilder<Count> {
  const all = sql`search_chunks s where (s.owner_id = ${corpus.ownerId}) is true`
  const counts = sql`(select count(*) from (select 1 from ${all} and s.keys @> array[k.key] ${counted(corpus)} limit ${most}) c)`
  const words = sql`unnest(${terms.map(({ key }) => key)}::integer[], ${terms.map(({ term }) => term)}::text[],
      ${terms.map(({ guess }) => guess ?? false)}::boolean[]) as k(key, stem, guess)`
  const known = sql`not k.guess or exists (select 1 from search_stems w where w.owner_id = ${corpus.ownerId} and w.stem = k.stem)`
  if (!ofMany) return sql`select k.key, ${counts} as n from ${words} where ${known}`
  return sql`with sample as materialized (select s.keys from search_chunks s
      where s.owner_id = ${corpus.ownerId} ${counted(corpus)} order by s.object_id, s.ord limit ${SAMPLE})
    select k.key, case when o.n > ${MANY * SAMPLE} then (o.n * ${ofMany / SAMPLE}::float8)::integer else ${counts} end as n
    from ${words} cross join lateral (select count(*) as n from sample where sample.keys @> array[k.key]) o where ${known}`
}

export interface Count {
  key: number
  n: number
}

/** In how many rows each is; guesses that nothing has are left out. */
export const frequencies = (db: Db, corpus: Corpus, terms: CorpusCount[], counting: Counting) =>
  rows<Count>(db, countsOf(corpus, terms, counting))

export interface Opening {
  /** Some name or description has changed and is not in the index yet. */
  stale: boolean
  /** What the unfinished last word may become. */
  endings: string[]
  counted: Count[]
}

/** All that a search has to know before it looks, in one answer: each costs more to ask than to find out. */
export async function opening(
  db: Db,
  corpus: Corpus,
  { prefix, endings, terms, ...counting }: { prefix: string; endings: number; terms: CorpusCount[] } & Counting,
): Promise<Opening> {
  // Planning the count takes longer than all the rest, and mostly there is nothing to count.
  const counts =
    terms.length === 0
      ? sql`'[]'::json`
      : sql`(select coalesce(json_agg(json_build_object('key', c.key, 'n', c.n)), '[]')
        from (${countsOf(corpus, terms, counting)}) c)`
  const found = await firstRow<Opening>(
    db,
    sql`select exists (select 1 from search_stale where owner_id = ${corpus.ownerId}) as stale,
      array(${withPrefix(corpus.ownerId, prefix, endings)}) as endings,
      ${counts} as counted`,
  )
  return found!
}

// ---- the words that an owner's files have

/** As a range and not by a pattern: a prepared plan cannot know how a pattern begins. */
const withPrefix = (ownerId: string, prefix: string, limit: number) =>
  sql`select stem as term from search_stems where ${limit}::integer > 0 and owner_id = ${ownerId}
    and stem >= ${prefix} and stem < ${`${prefix}\u{10ffff}`} order by length(stem), stem limit ${limit}`

export const termsNear = (db: Db, ownerId: string, near: number[], spellings: string[]) =>
  rows<{ term: string }>(
    db,
    sql`select stem as term from search_stems where owner_id = ${ownerId} and near && ${near}::integer[]
      union select stem as term from search_stems where owner_id = ${ownerId} and stem = any(${spellings}) limit 500`,
  )

/** Terms that begin with the letter and are about as long: what two slips have made of one shares no shortened form with it. */
export const termsAsLong = (db: Db, ownerId: string, term: string, difference: number) =>
  rows<{ term: string }>(
    db,
    sql`select stem as term from search_stems where owner_id = ${ownerId} and stem >= ${term[0]} and stem < ${`${term[0]}\u{10ffff}`}
      and length(stem) between ${term.length - difference}::integer and ${term.length + difference}::integer limit 5000`,
  )
