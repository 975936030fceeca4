import { sql } from 'kysely'
import type { Actor, Db } from '../../../context.ts'
import { firstRow, type RowOf } from '../../../db/connect.ts'

export async function findOwner(db: Db, actor: Actor): Promise<{ email: string; name: string }> {
  const found = await firstRow<RowOf<'users', 'email' | 'name'>>(
    db,
    sql`select email, name from users where id = ${actor.ownerId}`,
  )
  return found!
}
