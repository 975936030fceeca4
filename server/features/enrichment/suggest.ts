import type { Needs } from '../../context.ts'
import { likeliestFolder } from './alike.ts'
import type { Enriched } from './enriched.ts'
import { filedAway } from './queries.ts'

/** Where a file that lies in no folder might belong; null when that is not clear. */
export async function suggestFolder(
  context: Needs<'db'>,
  owner: { ownerId: string; tenantId: string },
  file: { collectionId: string | null },
  enriched: Enriched,
): Promise<string | null> {
  if (file.collectionId) return null
  return likeliestFolder(await filedAway(context.db, owner), enriched)
}
