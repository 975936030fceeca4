import { sql } from 'kysely'
import type { Actor, Db } from '../../context.ts'
import { rows } from '../../db/connect.ts'
import { objectsNamed, visible } from '../../db/visibility.ts'

export interface Estimated {
  id: string
  kind: string
  size: number
  characters: number
  pages: number
  /** Of a recording that has been listened to. */
  seconds: number | null
}

export const objectsToEstimate = (db: Db, actor: Actor, ids: string[]) =>
  rows<Estimated>(
    db,
    sql`select o.id, o.kind, o.size, coalesce(length(x.text), 0) as characters,
        coalesce(jsonb_array_length(x.pages), 0) as pages, r.seconds from ${objectsNamed(actor.ownerId, ids)}
      left join object_texts x on x.owner_id = o.owner_id and x.object_id = o.id
      left join transcripts r on r.owner_id = o.owner_id and r.object_id = o.id and r.version = o.version
      where ${visible(actor, 'active')}`,
  )
