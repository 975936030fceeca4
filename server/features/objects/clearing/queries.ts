import { sql } from 'kysely'
import type { Db } from '../../../context.ts'
import { rows } from '../../../db/connect.ts'
import { type DeedDevice, noteGone } from '../../../db/device-deeds.ts'

interface Clearing {
  taskId: string
  spareHidden: boolean
  limit: number
  /** In whose diary it is noted what has gone. */
  device?: DeedDevice
}

/** Removes up to so many files of folders that this task clears away; answers how many. The rules are those of `leaveFolders`. */
export async function clearBatch(
  db: Db,
  ownerId: string,
  { taskId, spareHidden, limit, device }: Clearing,
): Promise<number> {
  const spared = sql`(${spareHidden}::boolean and f.is_hidden)`
  const cleared = await rows(
    db,
    sql`with batch as materialized (
        select o.id, c.is_concealed as hides, c.id as place, o.filename,
          o.deleted_at is null and not o.chat_only and not o.is_hidden and not c.is_concealed as was_seen
        from collections c cross join lateral (
          select * from objects o where o.owner_id = c.owner_id and o.collection_id = c.id limit ${limit}) o
        where c.owner_id = ${ownerId} and c.removed_by = ${taskId} limit ${limit}),
      ${device ? noteGone(ownerId, device).noted : sql`noted as (select 1)`}
      update objects f set is_hidden = f.is_hidden or batch.hides, collection_id = null, updated_at = now(),
        deleted_at = case when ${spared} then f.deleted_at else coalesce(f.deleted_at, now()) end
      from batch where f.owner_id = ${ownerId} and f.id = batch.id returning f.id`,
  )
  return cleared.length
}
