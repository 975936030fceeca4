import { sql } from 'kysely'
import type { Db } from '../../context.ts'
import { firstRow } from '../../db/connect.ts'

export const ownerOfInbox = (db: Db, email: string) =>
  firstRow<{ id: string }>(
    db,
    sql`select id from users where email = ${email.toLowerCase()} and not disabled and leaving_at is null`,
  )
