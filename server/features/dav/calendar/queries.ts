import type { Actor, Db } from '../../../context.ts'

export async function findOwner(db: Db, actor: Actor): Promise<{ email: string; name: string }> {
  const found = await db
    .selectFrom('users')
    .select(['email', 'name'])
    .where('id', '=', actor.ownerId)
    .executeTakeFirst()
  return found!
}
