import type { Needs } from '../../context.ts'
import { resealConnection, sealedConnections } from './queries.ts'

/** Everything sealed anew with the current key; in the caller's transaction. */
export async function resealConnections({ db, secrets }: Needs<'db' | 'secrets'>): Promise<number> {
  const all = await sealedConnections(db)
  for (const { owner_id, kind, secret } of all)
    await resealConnection(db, owner_id, kind, secrets.seal(secrets.open(secret)))
  return all.length
}
