import type { Needs } from '../../context.ts'
import { type Manners, mannersOf } from './alike.ts'
import { filedAway } from './queries.ts'

/** From so many files on, looking at them for every new file would cost more than the file itself. */
const MANY = 100
const KEPT_MS = 10_000
const MOST_KEPT = 1000

const kept = new Map<string, { manners: Manners; until: number }>()

/** What the folders hold among which one may be suggested. Whether its reader may see the folder is asked when it is shown. */
export async function mannersOfFolders(
  context: Needs<'db'>,
  owner: { ownerId: string; tenantId: string },
): Promise<Manners> {
  const known = kept.get(owner.ownerId)
  if (known && known.until > performance.now()) return known.manners
  kept.delete(owner.ownerId)
  const filed = await filedAway(context.db, owner)
  const manners = mannersOf(filed)
  if (filed.length >= MANY) {
    if (kept.size >= MOST_KEPT) kept.clear()
    kept.set(owner.ownerId, { manners, until: performance.now() + KEPT_MS })
  }
  return manners
}
