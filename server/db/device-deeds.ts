import { sql } from 'kysely'

/** A device that has removed a folder, and when. */
export interface DeedDevice {
  tokenId: string
  at: string
}

/** Notes in the diary of the device the files of `batch` that were seen, in the statement that puts them into the trash. */
export const noteGone = (ownerId: string, { tokenId, at }: DeedDevice) => ({
  noted: sql`noted as (insert into device_deeds (owner_id, token_id, device, what, object_id, place_before, name_before, trashed_at, created_at)
    select ${ownerId}::uuid, ${tokenId}::uuid, coalesce((select t.name from tokens t
        where t.owner_id = ${ownerId} and t.id = ${tokenId}::uuid), ''),
      'deleted', batch.id, batch.place, batch.filename, now(), ${at}::timestamptz
    from batch where batch.was_seen)`,
})
