import type { Db } from '../../context.ts'

export const ownerOfInbox = (db: Db, email: string) =>
  db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email.toLowerCase())
    .where('disabled', '=', false)
    .where('leaving_at', 'is', null)
    .executeTakeFirst()
