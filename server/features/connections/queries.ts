import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import { firstRow, type RowOf } from '../../db/connect.ts'

export type ConnectionKind = 's3' | 'llm'

export interface Connection
  extends RowOf<'connections', 'secret' | 'secret_hint' | 'enabled' | 'status' | 'checked_at' | 'last_error'> {
  kind: ConnectionKind
  config: Record<string, unknown>
}

const COLUMNS = sql`kind, config, secret, secret_hint, enabled, status, checked_at, last_error`

export const findConnection = (db: Db, ownerId: string, kind: ConnectionKind) =>
  firstRow<Connection>(db, sql`select ${COLUMNS} from connections where owner_id = ${ownerId} and kind = ${kind}`)

export async function saveConnection(
  db: Db,
  ownerId: string,
  connection: Omit<Connection, 'checked_at'>,
): Promise<void> {
  const { kind, config, secret, secret_hint, enabled, status, last_error } = connection
  await sql`insert into connections (owner_id, kind, config, secret, secret_hint, enabled, status, last_error, checked_at)
    values (${ownerId}, ${kind}, ${JSON.stringify(config)}::jsonb, ${secret}, ${secret_hint}, ${enabled}, ${status},
      ${last_error}, now())
    on conflict (owner_id, kind) do update set config = excluded.config, secret = excluded.secret,
      secret_hint = excluded.secret_hint, enabled = excluded.enabled, status = excluded.status,
      last_error = excluded.last_error, checked_at = excluded.checked_at`.execute(db)
}

/** What has only never worked is switched on by the first check that goes well; what a person switched off stays off. */
export async function noteCheck(
  db: Db,
  ownerId: string,
  kind: ConnectionKind,
  outcome: { status: 'ok' | 'error'; error: string },
): Promise<void> {
  await sql`update connections set status = ${outcome.status}, last_error = ${outcome.error}, checked_at = now(),
      enabled = enabled or (${outcome.status} = 'ok' and not switched_off)
    where owner_id = ${ownerId} and kind = ${kind}`.execute(db)
}

export const setEnabled = (db: Db, ownerId: string, kind: ConnectionKind, enabled: boolean) =>
  firstRow<{ kind: ConnectionKind }>(
    db,
    sql`update connections set enabled = ${enabled}, switched_off = not ${enabled}::boolean where owner_id = ${ownerId} and kind = ${kind} returning kind`,
  )

/** Held until the transaction ends: meanwhile no file can be switched into the bucket. */
export async function lockConnection(db: Db, ownerId: string, kind: ConnectionKind): Promise<void> {
  await sql`select 1 from connections where owner_id = ${ownerId} and kind = ${kind} for update`.execute(db)
}

export const removeConnection = (db: Db, ownerId: string, kind: ConnectionKind) =>
  db
    .deleteFrom('connections')
    .where('owner_id', '=', ownerId)
    .where('kind', '=', kind)
    .returning('kind')
    .executeTakeFirst()

/** Whether any of the owner's bytes lie in their bucket. */
export const bucketHasBytes = async (db: Db, ownerId: string): Promise<boolean> =>
  (await firstRow(db, sql`select 1 from blobs where owner_id = ${ownerId} and place = 'own' limit 1`)) !== undefined

export const sealedConnections = (db: Db) =>
  db.selectFrom('connections').select(['owner_id', 'kind', 'secret']).forUpdate().execute()

export async function resealConnection(db: Db, ownerId: string, kind: ConnectionKind, secret: string): Promise<void> {
  await db.updateTable('connections').set({ secret }).where('owner_id', '=', ownerId).where('kind', '=', kind).execute()
}
