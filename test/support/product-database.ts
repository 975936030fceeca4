import { type Actor, createSignals } from '../../server/context.ts'
import { connect } from '../../server/db/connect.ts'
import type { Person } from './client.ts'

/** The database of the server under test, for use cases that no call reaches. Undefined for a deployment elsewhere. */
export function theProductDatabase() {
  const spare = process.env.TEST_DATABASE_URL
  if (!spare) return undefined
  const connection = connect(spare.replace(/\/spare(?=\?|$)/, '/dossier'), { max: 4, onError: () => {} })
  return { context: { db: connection.db, signals: createSignals() }, close: connection.close }
}

/** The person as use cases know them. */
export async function actorOf(person: Person): Promise<Actor> {
  const { body } = await person.get('/v1/auth/me')
  return {
    ownerId: person.id,
    tenantId: body.tenant_id,
    role: 'user',
    tokenId: '',
    tariff: '',
    ownBucket: false,
    language: 'en',
    unlocked: false,
  }
}
