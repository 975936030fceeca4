import { sql } from 'kysely'
import type { Actor, Db } from '../../../context.ts'
import { firstRow, type RowOf, rows } from '../../../db/connect.ts'
import { objectsWithPlace, visible } from '../../../db/visibility.ts'
import type { Job } from '../../../jobs/declare.ts'
import { openPayloads } from '../../../jobs/queue.ts'

export interface ChunkToEmbed {
  ord: number
  /** Null where this model has made its vector already. */
  text: string | null
}

export const versionOf = (db: Db, ownerId: string, objectId: string) =>
  db
    .selectFrom('objects')
    .select('version')
    .where('owner_id', '=', ownerId)
    .where('id', '=', objectId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** The chunks from `ord` on, some of them. Only these are looked at: a book has thousands, and each batch asks. */
export const chunksFrom = (
  db: Db,
  object: { ownerId: string; id: string; version: number },
  { ord, model, limit }: { ord: number; model: string; limit: number },
) =>
  rows<ChunkToEmbed>(
    db,
    sql`with chunks as materialized (
        select ord from search_chunks where owner_id = ${object.ownerId} and object_id = ${object.id} and ord >= ${ord}
          and version = ${object.version} order by ord limit ${limit})
      select w.ord, case when v.ord is null then (select t.text from search_texts t
          where t.owner_id = ${object.ownerId} and t.object_id = ${object.id} and t.ord = w.ord) end as text
      from chunks w left join search_vectors v on v.owner_id = ${object.ownerId} and v.object_id = ${object.id}
        and v.ord = w.ord and v.version = ${object.version} and v.model = ${model}
      order by w.ord`,
  )

export type NewVector = RowOf<'search_vectors', 'ord' | 'vector'>

/** Only for chunks that are still there in this version: the file may have been read anew meanwhile. */
export async function saveVectors(
  db: Db,
  object: { ownerId: string; id: string; version: number },
  model: { id: string; dim: number },
  vectors: NewVector[],
): Promise<void> {
  const list = JSON.stringify(vectors.map(({ ord, vector }) => ({ ord, vector: vector?.toString('hex') ?? null })))
  await sql`insert into search_vectors (owner_id, object_id, ord, version, model, dim, vector)
    select s.owner_id, s.object_id, s.ord, s.version, ${model.id}, ${model.dim}, decode(n.vector, 'hex')
    from jsonb_to_recordset(${list}::jsonb) as n(ord integer, vector text)
    join search_chunks s on s.owner_id = ${object.ownerId} and s.object_id = ${object.id} and s.ord = n.ord
      and s.version = ${object.version}
    on conflict (owner_id, object_id, ord) do update set version = excluded.version, model = excluded.model,
      dim = excluded.dim, vector = excluded.vector, seq = default`.execute(db)
}

/** One more failure at this chunk; answers how many there have been with this version and this model. */
export async function countRefusal(
  db: Db,
  object: { ownerId: string; id: string; version: number },
  ord: number,
  { model, reason }: { model: string; reason: string },
): Promise<number> {
  const counted = await firstRow<{ attempts: number }>(
    db,
    sql`insert into search_refused as r (owner_id, object_id, ord, version, model, reason)
      select owner_id, id, ${ord}, ${object.version}, ${model}, ${reason} from objects
      where owner_id = ${object.ownerId} and id = ${object.id}
      on conflict (owner_id, object_id, ord) do update set version = excluded.version, model = excluded.model,
        reason = excluded.reason, at = now(),
        attempts = case when r.version = excluded.version and r.model = excluded.model then r.attempts + 1 else 1 end
      returning attempts`,
  )
  return counted?.attempts ?? Number.POSITIVE_INFINITY
}

export async function markEmbedded(
  db: Db,
  object: { ownerId: string; id: string; version: number },
  model: string,
): Promise<void> {
  await sql`insert into search_embedded (owner_id, object_id, version, model)
    select owner_id, id, version, ${model} from objects
    where owner_id = ${object.ownerId} and id = ${object.id} and version = ${object.version}
    on conflict (owner_id, object_id) do update set version = excluded.version, model = excluded.model`.execute(db)
}

// ---- what is left to do

export const ownersAfter = (db: Db, after: string, limit: number) =>
  db
    .selectFrom('users')
    .select('id as owner_id')
    .where('id', '>', after)
    .where('disabled', '=', false)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Objects that this model has not been through, and that no open job is about to bring to it. */
export const lacking = (
  db: Db,
  ownerId: string,
  { model, job, limit }: { model: string; job: Job<unknown>; limit: number },
) =>
  rows<{ id: string }>(
    db,
    sql`select o.id from objects o where o.owner_id = ${ownerId} and o.deleted_at is null and o.status = 'ready'
      and exists (select 1 from search_chunks s where s.owner_id = o.owner_id and s.object_id = o.id and s.ord = 0
        and s.version = o.version)
      and not exists (select 1 from search_embedded e where e.owner_id = o.owner_id and e.object_id = o.id
        and e.version = o.version and e.model = ${model})
      and o.id <> all(${openPayloads(job, ownerId, 'objectId')})
      order by o.id desc limit ${limit}`,
  )

/** Only of what the caller may see: a count must not betray the rest. */
export const progressOf = (db: Db, actor: Actor, model: string, job: Job<unknown>) =>
  firstRow<{ done: number; waiting: number; refused: number }>(
    db,
    sql`select (select count(*) from ${objectsWithPlace}
          join search_embedded e on e.owner_id = o.owner_id and e.object_id = o.id and e.version = o.version
            and e.model = ${model}
          where ${visible(actor, 'listed')}) as done,
      (select count(*) from ${objectsWithPlace} where ${visible(actor, 'listed')}
        and o.id = any(${openPayloads(job, actor.ownerId, 'objectId')})) as waiting,
      (select count(*) from ${objectsWithPlace}
          join search_vectors v on v.owner_id = o.owner_id and v.object_id = o.id and v.version = o.version
            and v.model = ${model} and v.vector is null
          join search_refused r on r.owner_id = v.owner_id and r.object_id = v.object_id and r.ord = v.ord
            and r.version = v.version and r.model = v.model
          where ${visible(actor, 'listed')}) as refused`,
  )

// ---- the model's background

export const findBackground = (db: Db, model: string) =>
  db.selectFrom('search_models').select(['dim', 'background']).where('model', '=', model).executeTakeFirst()

export async function saveBackground(db: Db, model: { id: string; dim: number }, background: Buffer): Promise<void> {
  await db
    .insertInto('search_models')
    .values({ model: model.id, dim: model.dim, background })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

// ---- reading

export interface VectorRow extends RowOf<'search_vectors', 'object_id' | 'ord' | 'seq'> {
  vector: Buffer
}

/** How many there are to load, so that room for them can be had before. */
export const countVectors = async (db: Db, ownerId: string, model: string): Promise<number> =>
  (await firstRow<{ n: number }>(
    db,
    sql`select count(*) as n from search_vectors where owner_id = ${ownerId} and model = ${model}`,
  ))!.n

export const vectorsAfter = (
  db: Db,
  ownerId: string,
  model: string,
  { seq, without, limit }: { seq: number; without: number[]; limit: number },
) =>
  rows<VectorRow>(
    db,
    sql`select object_id, ord, seq, vector from search_vectors
      where owner_id = ${ownerId} and model = ${model} and seq > ${seq} and seq <> all(${without}::bigint[])
        and vector is not null
      order by seq limit ${limit}`,
  )

/** The vectors with these numbers; a vector that was computed again meanwhile has a new number. */
export const vectorsBySeq = (db: Db, ownerId: string, model: string, seqs: number[]) =>
  rows<Pick<VectorRow, 'seq' | 'vector'>>(
    db,
    sql`select seq, vector from search_vectors where owner_id = ${ownerId} and model = ${model}
      and seq = any(${seqs}::bigint[]) and vector is not null`,
  )
