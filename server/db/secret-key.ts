import { sql } from 'kysely'
import type { Secrets } from '../ports/secrets.ts'
import type { Db } from './connect.ts'

export class SecretKeyLost extends Error {
  override name = 'SecretKeyLost'
}

/** A start with a key that cannot open what is stored would lose it sooner or later: better not to start at all. */
export async function assertSecretKey(db: Db, secrets: Secrets): Promise<void> {
  const [current] = secrets.keyIds
  await sql`insert into service_state (name, value) values ('secret_key', ${current}) on conflict do nothing`.execute(
    db,
  )
  const known = await db.selectFrom('service_state').select('value').where('name', '=', 'secret_key').executeTakeFirst()
  if (secrets.keyIds.includes(known!.value)) return
  throw new SecretKeyLost(
    `The secrets in the database were sealed with the key ${known!.value}, and the key given is ${current}. ` +
      'Bring back SECRET_KEY or the file secret.key in DATA_DIR, from a backup if need be; ' +
      'processes on one database with data folders of their own need one SECRET_KEY.',
  )
}

export async function setSecretKey(db: Db, id: string): Promise<void> {
  await sql`update service_state set value = ${id} where name = 'secret_key'`.execute(db)
}
