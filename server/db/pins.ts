import { sql } from 'kysely'
import type { Db, RowOf } from './connect.ts'

/** Writes of pins: by whoever arranges them, and with the name of a tag. */

export type Stored = RowOf<'pins', 'kind' | 'target_id' | 'tag'>

/** Whoever changes the pins of a person does so alone. */
export async function lockPins(db: Db, ownerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${ownerId}, 310))`.execute(db)
}

/** A tag is pinned by its name. Where both names are pinned, the new one stays at its place. */
export async function renamePin(db: Db, ownerId: string, { from, to }: { from: string; to: string }): Promise<void> {
  await lockPins(db, ownerId)
  await sql`update pins p set tag = lower(${to}) where p.owner_id = ${ownerId} and p.kind = 'tag' and p.tag = lower(${from})
    and not exists (select 1 from pins other where other.owner_id = ${ownerId} and other.kind = 'tag'
      and other.tag = lower(${to}))`.execute(db)
}

export async function removePins(db: Db, ownerId: string, gone: Stored[]): Promise<void> {
  await sql`delete from pins p using jsonb_to_recordset(${JSON.stringify(gone)}::jsonb) as g (kind text, target_id uuid, tag text)
    where p.owner_id = ${ownerId} and p.kind = g.kind and p.target_id = g.target_id and p.tag = g.tag`.execute(db)
}

/** In the order of the list. */
export async function placePins(db: Db, ownerId: string, pins: Stored[]): Promise<void> {
  const placed = JSON.stringify(pins.map((pin, position) => ({ ...pin, position })))
  await sql`insert into pins (owner_id, kind, target_id, tag, position)
    select ${ownerId}, n.kind, n.target_id, n.tag, n.position
    from jsonb_to_recordset(${placed}::jsonb) as n (kind text, target_id uuid, tag text, position integer)
    on conflict (owner_id, kind, target_id, tag) do update set position = excluded.position
      where pins.position <> excluded.position`.execute(db)
}
