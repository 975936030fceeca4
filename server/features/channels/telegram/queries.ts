import { sql } from 'kysely'
import type { Actor, Db } from '../../../context.ts'
import { firstRow, type RowOf } from '../../../db/connect.ts'

const LISTENER = 'telegram'
const LEASE_SECONDS = 60

/** Only one may listen at a time; where it listens from, or undefined while another does. */
export async function takeListening(db: Db): Promise<number | undefined> {
  await sql`insert into agent_listeners (name) values (${LISTENER}) on conflict do nothing`.execute(db)
  const taken = await firstRow<RowOf<'agent_listeners', 'next_update'>>(
    db,
    sql`update agent_listeners set lease_until = now() + ${LEASE_SECONDS} * interval '1 second'
      where name = ${LISTENER} and lease_until < now() returning next_update`,
  )
  return taken?.next_update
}

export async function releaseListening(db: Db): Promise<void> {
  await sql`update agent_listeners set lease_until = '-infinity' where name = ${LISTENER}`.execute(db)
}

/** In the transaction of what a message causes: it is received once, whichever process receives it. */
export const advance = async (db: Db, at: number): Promise<boolean> =>
  (await firstRow(
    db,
    sql`update agent_listeners set next_update = ${at} + 1 where name = ${LISTENER} and next_update <= ${at} returning name`,
  )) !== undefined

export const ownerOfChat = (db: Db, chatId: number) =>
  firstRow<{ owner_id: string }>(
    db,
    sql`select c.owner_id from agent_chats c join users u on u.id = c.owner_id where c.chat_id = ${chatId} and not u.disabled`,
  )

export const chatOfOwner = (db: Db, actor: Pick<Actor, 'ownerId'>) =>
  db.selectFrom('agent_chats').select(['chat_id', 'name']).where('owner_id', '=', actor.ownerId).executeTakeFirst()

export async function saveCode(db: Db, actor: Actor, hash: Buffer, expiresAt: Date): Promise<void> {
  await sql`insert into agent_chat_codes (owner_id, hash, expires_at) values (${actor.ownerId}, ${hash}, ${expiresAt})
    on conflict (owner_id) do update set hash = excluded.hash, expires_at = excluded.expires_at`.execute(db)
}

/** A code works once. The chat and the owner have each other alone from then on. */
export async function takeCode(
  db: Db,
  hash: Buffer,
  chat: { chatId: number; name: string },
): Promise<string | undefined> {
  const used = await firstRow<RowOf<'agent_chat_codes', 'owner_id'>>(
    db,
    sql`delete from agent_chat_codes where hash = ${hash} and expires_at > now() returning owner_id`,
  )
  if (!used) return undefined
  await sql`delete from agent_chats where chat_id = ${chat.chatId} or owner_id = ${used.owner_id}`.execute(db)
  await db
    .insertInto('agent_chats')
    .values({ owner_id: used.owner_id, chat_id: chat.chatId, name: chat.name })
    .execute()
  return used.owner_id
}

export const removeChat = (db: Db, actor: Actor) =>
  db.deleteFrom('agent_chats').where('owner_id', '=', actor.ownerId).returning('owner_id').executeTakeFirst()
