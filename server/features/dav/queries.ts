import { sql } from 'kysely'
import type { Actor, Db } from '../../context.ts'
import { firstRow } from '../../db/connect.ts'

export async function findOwner(db: Db, actor: Actor): Promise<{ email: string; name: string }> {
  const found = await firstRow<{ email: string; name: string }>(
    db,
    sql`select email, name from users where id = ${actor.ownerId}`,
  )
  return found!
}
