import { sql } from 'kysely'
import type { Actor, Db } from '../../../context.ts'
import { firstRow, rows } from '../../../db/connect.ts'
import { objectsWithPlace, visible } from '../../../db/visibility.ts'
import type { Job } from '../../../jobs/declare.ts'
import { openPayloads } from '../../../jobs/queue.ts'

export interface ObjectToEmbed {
  version: number
  /** Windows that have no vector of this model yet, some of them. */
  texts: { ord: number; text: string }[]
}

export async function findToEmbed(
  db: Db,
  ownerId: string,
  objectId: string,
  model: string,
  limit: number,
): Promise<ObjectToEmbed | undefined> {
  const object = await firstRow<{ version: number }>(
    db,
    sql`select o.version from objects o where o.owner_id = ${ownerId} and o.id = ${objectId} and o.deleted_at is null`,
  )
  if (!object) return undefined
  const texts = await rows<{ ord: number; text: string }>(
    db,
    sql`select s.ord, t.text from search_chunks s
      join search_texts t on t.owner_id = s.owner_id and t.object_id = s.object_id and t.ord = s.ord
      where s.owner_id = ${ownerId} and s.object_id = ${objectId} and s.ord >= 0 and s.version = ${object.version}
        and not exists (select 1 from search_vectors v where v.owner_id = s.owner_id and v.object_id = s.object_id
          and v.ord = s.ord and v.version = s.version and v.model = ${model})
      order by s.ord limit ${limit}`,
  )
  return { ...object, texts }
}

export interface NewVector {
  ord: number
  vector: Buffer | null
}

/** Only for windows that are still there in this version: the file may have been read anew meanwhile. */
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

/** One more failure at this window; answers how many there have been with this version and this model. */
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
  rows<{ owner_id: string }>(
    db,
    sql`select id as owner_id from users where id > ${after} and not disabled order by id limit ${limit}`,
  )

/** Objects that this model has not been through, and that no open job is about to bring to it. */
export const lacking = (db: Db, ownerId: string, model: string, job: string, limit: number) =>
  rows<{ id: string }>(
    db,
    sql`select o.id from objects o where o.owner_id = ${ownerId} and o.deleted_at is null and o.status = 'ready'
      and exists (select 1 from search_chunks s where s.owner_id = o.owner_id and s.object_id = o.id and s.ord = 0
        and s.version = o.version)
      and not exists (select 1 from search_embedded e where e.owner_id = o.owner_id and e.object_id = o.id
        and e.version = o.version and e.model = ${model})
      and not exists (select 1 from jobs j where j.owner_id = o.owner_id and j.name = ${job}
        and j.state in ('PENDING', 'RETRY', 'STARTED') and j.payload ->> 'objectId' = o.id::text)
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
        and o.id in (${openPayloads(job, actor.ownerId, 'objectId')})) as waiting,
      (select count(*) from ${objectsWithPlace}
          join search_vectors v on v.owner_id = o.owner_id and v.object_id = o.id and v.version = o.version
            and v.model = ${model} and v.vector is null
          join search_refused r on r.owner_id = v.owner_id and r.object_id = v.object_id and r.ord = v.ord
            and r.version = v.version and r.model = v.model
          where ${visible(actor, 'listed')}) as refused`,
  )

// ---- the model's background

export const findBackground = (db: Db, model: string) =>
  firstRow<{ dim: number; background: Buffer }>(
    db,
    sql`select dim, background from search_models where model = ${model}`,
  )

export async function saveBackground(db: Db, model: { id: string; dim: number }, background: Buffer): Promise<void> {
  await sql`insert into search_models (model, dim, background) values (${model.id}, ${model.dim}, ${background})
    on conflict do nothing`.execute(db)
}

// ---- reading

export interface VectorRow {
  object_id: string
  ord: number
  seq: number
  vector: Buffer
}

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
