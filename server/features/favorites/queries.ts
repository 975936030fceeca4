import { sql } from 'kysely'
import { type Actor, type Db, personOf } from '../../context.ts'
import { rows } from '../../db/connect.ts'
import { visible } from '../../db/visibility.ts'
import { objectColumns, type StoredObject } from '../objects/index.ts'

/** Of one owner, on whose behalf a guest asks: what the guest has marked, the newest first. */
export const markedOf = (db: Db, actor: Actor, limit: number) =>
  rows<StoredObject & { marked_at: Date }>(
    db,
    sql`select ${objectColumns(actor)}, v.created_at as marked_at
      from given_favorites v join objects o on o.owner_id = v.owner_id and o.id = v.object_id
        left join collections c on c.owner_id = o.owner_id and c.id = o.collection_id
      where v.person_id = ${personOf(actor)} and v.owner_id = ${actor.ownerId} and ${visible(actor, 'listed')}
      order by v.created_at desc, o.id limit ${limit}`,
  )

/** Those whose files the person has marked; of all others nothing has to be asked. */
export const ownersOfMarked = (db: Db, actor: Actor) =>
  rows<{ owner_id: string }>(
    db,
    sql`select distinct v.owner_id from given_favorites v where v.person_id = ${actor.ownerId}`,
  )
