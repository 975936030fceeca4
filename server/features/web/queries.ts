import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import { rows } from '../../db/connect.ts'

/** Pages that searches of this run have found, in the order in which they were told. */
export const sourcesOf = async (db: Db, ownerId: string, runId: string): Promise<string[]> =>
  (
    await rows<{ url: string }>(
      db,
      sql`select data ->> 'url' as url from agent_events where owner_id = ${ownerId} and run_id = ${runId}
        and data ->> 'type' = 'source-url' order by seq`,
    )
  ).map(({ url }) => url)
