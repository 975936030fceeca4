import { sql } from 'kysely'
import type { Actor, Db } from '../../context.ts'
import { firstRow, type RowOf, rows } from '../../db/connect.ts'
import { openPayloads } from '../../jobs/queue.ts'
import type { Words } from '../../lib/language.ts'
import { fetchMailbox } from './jobs.ts'

/** Of one person. */
export const MOST = 10

export type LetterContent = RowOf<
  'mailboxes',
  'name' | 'host' | 'port' | 'security' | 'username' | 'folder' | 'after' | 'move_to' | 'attachments' | 'enabled'
>

export interface Mailbox
  extends LetterContent,
    RowOf<
      'mailboxes',
      'id' | 'secret' | 'status' | 'last_checked_at' | 'last_uid' | 'taken' | 'skipped' | 'created_at'
    > {
  last_error: Words | null
  /** As text: it may be larger than a number of ours. */
  uid_validity: string
}

const COLUMNS = sql`id, name, host, port, security, username, folder, after, move_to, attachments, enabled, secret, status, last_error,
  last_checked_at, uid_validity::text, last_uid, taken, skipped, created_at`

export const mailboxesOf = (db: Db, actor: Actor) =>
  rows<Mailbox>(db, sql`select ${COLUMNS} from mailboxes where owner_id = ${actor.ownerId} order by created_at, id`)

export const findMailbox = (db: Db, ownerId: string, id: string) =>
  firstRow<Mailbox>(db, sql`select ${COLUMNS} from mailboxes where owner_id = ${ownerId} and id = ${id}`)

export interface CheckedMailbox extends LetterContent {
  secret: string
  error: Words | null
}

const statusOf = ({ error }: Pick<CheckedMailbox, 'error'>) => (error ? 'error' : 'ok')
const said = (error: Words | null) => (error ? JSON.stringify(error) : null)

/** Nothing where there are as many as one may have. */
export const insertMailbox = (db: Db, actor: Actor, id: string, mailbox: CheckedMailbox) =>
  firstRow<Mailbox>(
    db,
    sql`insert into mailboxes (owner_id, id, name, host, port, security, username, folder, after, move_to, attachments, enabled,
        secret, status, last_error, last_checked_at)
      select ${actor.ownerId}::uuid, ${id}::uuid, ${mailbox.name}::text, ${mailbox.host}::text, ${mailbox.port}::int,
        ${mailbox.security}::text, ${mailbox.username}::text, ${mailbox.folder}::text, ${mailbox.after}::text,
        ${mailbox.move_to}::text, ${mailbox.attachments}::boolean, ${mailbox.enabled}::boolean, ${mailbox.secret}::text,
        ${statusOf(mailbox)}::text, ${said(mailbox.error)}::jsonb, now()
      where (select count(*) from mailboxes where owner_id = ${actor.ownerId}) < ${MOST}
      returning ${COLUMNS}`,
  )

/** Another server, person or folder counts its letters anew. */
export const updateMailbox = (db: Db, actor: Actor, id: string, mailbox: CheckedMailbox) =>
  firstRow<Mailbox>(
    db,
    sql`update mailboxes set name = ${mailbox.name}, host = ${mailbox.host}, port = ${mailbox.port}, security = ${mailbox.security},
        username = ${mailbox.username}, folder = ${mailbox.folder}, after = ${mailbox.after}, move_to = ${mailbox.move_to},
        attachments = ${mailbox.attachments}, enabled = ${mailbox.enabled}, secret = ${mailbox.secret},
        status = ${statusOf(mailbox)}, last_error = ${said(mailbox.error)}::jsonb, failures = 0, last_checked_at = now(),
        next_check_at = now(),
        last_uid = case when (host, username, folder) = (${mailbox.host}::text, ${mailbox.username}::text, ${mailbox.folder}::text)
          then last_uid else 0 end
      where owner_id = ${actor.ownerId} and id = ${id} returning ${COLUMNS}`,
  )

export const deleteMailbox = (db: Db, actor: Actor, id: string) =>
  db
    .deleteFrom('mailboxes')
    .where('owner_id', '=', actor.ownerId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()

const CLAIMED_AT_ONCE = 500

/** Mailboxes that are due and that nobody is fetching; they are due again in `seconds`. */
export const claimDue = (db: Db, seconds: number) =>
  rows<RowOf<'mailboxes', 'owner_id' | 'id'>>(
    db,
    sql`update mailboxes m set next_check_at = now() + ${seconds} * interval '1 second'
      from (select d.owner_id, d.id from mailboxes d join users u on u.id = d.owner_id
        where d.enabled and d.next_check_at <= now() and not u.disabled and u.leaving_at is null
        order by d.next_check_at limit ${CLAIMED_AT_ONCE} for update of d skip locked) due
      where m.owner_id = due.owner_id and m.id = due.id returning m.owner_id, m.id`,
  )

/** Whether another job than this one is at it, or about to be. */
export async function isBeingFetched(db: Db, ownerId: string, id: string): Promise<boolean> {
  const found = await firstRow<{ busy: boolean }>(
    db,
    sql`select ${id}::uuid = any(${openPayloads(fetchMailbox, ownerId, 'mailboxId')}) as busy`,
  )
  return found?.busy ?? false
}

/**
 * Only while the password is the one that the round began with: every change of the settings seals it anew, and what
 * was found with the old settings means nothing then.
 */
export type MailboxPosition = Pick<Mailbox, 'id' | 'secret'>

/** Begins at the first letter again where the server has begun to count anew. */
export const beginAt = (db: Db, ownerId: string, { id, secret }: MailboxPosition, uidValidity: string) =>
  firstRow<RowOf<'mailboxes', 'last_uid'>>(
    db,
    sql`update mailboxes set last_uid = case when uid_validity = ${uidValidity}::bigint then last_uid else 0 end,
        uid_validity = ${uidValidity}::bigint
      where owner_id = ${ownerId} and id = ${id} and secret = ${secret} returning last_uid`,
  )

export async function passedLetter(
  db: Db,
  ownerId: string,
  { id, secret }: MailboxPosition,
  { uid, taken, skipped }: { uid: number; taken: number; skipped: number },
): Promise<void> {
  await sql`update mailboxes set last_uid = ${uid}, taken = taken + ${taken}::int, skipped = skipped + ${skipped}::int
    where owner_id = ${ownerId} and id = ${id} and secret = ${secret}`.execute(db)
}

const LONGEST_PAUSE_SECONDS = 6 * 3600

/** After each failure the pause is twice as long: a server that refuses a password may lock the account. */
export async function noteRound(
  db: Db,
  ownerId: string,
  { id, secret }: MailboxPosition,
  { error, seconds }: { error: Words | null; seconds: number },
): Promise<void> {
  const failures = error ? sql`failures + 1` : sql`0`
  await sql`update mailboxes set status = ${statusOf({ error })}, last_error = ${said(error)}::jsonb, failures = ${failures},
      last_checked_at = now(),
      next_check_at = now() + least(${seconds} * power(2, least(${failures}, 12)), ${LONGEST_PAUSE_SECONDS}) * interval '1 second'
    where owner_id = ${ownerId} and id = ${id} and secret = ${secret}`.execute(db)
}

export async function isTaken(db: Db, ownerId: string, id: string, hash: Buffer): Promise<boolean> {
  const found = await firstRow(
    db,
    sql`select 1 from mailbox_letters where owner_id = ${ownerId} and mailbox_id = ${id} and hash = ${hash}`,
  )
  return found !== undefined
}

/** Refused by the database where another process has just taken the same one. */
export async function noteTaken(db: Db, ownerId: string, id: string, hash: Buffer): Promise<void> {
  await db.insertInto('mailbox_letters').values({ owner_id: ownerId, mailbox_id: id, hash }).execute()
}

export const sealedMailboxes = (db: Db) =>
  db.selectFrom('mailboxes').select(['owner_id', 'id', 'secret']).forUpdate().execute()

export async function resealMailbox(db: Db, ownerId: string, id: string, secret: string): Promise<void> {
  await db.updateTable('mailboxes').set({ secret }).where('owner_id', '=', ownerId).where('id', '=', id).execute()
}
