import type { Needs } from '../../context.ts'
import type { Viewer } from '../../db/visibility.ts'
import { type Corpus, hiddenOf, hidingEpoch } from './counted/queries.ts'

const MOST_IDS = 500_000
const known = new Map<string, { epoch: number; hidden: Set<string> | undefined }>()
let size = 0

export async function corpusOf(context: Needs<'db'>, viewer: Viewer): Promise<Corpus> {
  const { ownerId } = viewer
  if (viewer.bound) {
    const { collectionId, collectionIds = [], themeId } = viewer.bound
    const place = [collectionId ?? themeId ?? '', ...collectionIds.toSorted()].join(' ')
    const epoch = viewer.unlocked ? 'open' : await hidingEpoch(context.db, ownerId)
    return { ownerId, name: `${ownerId} ${place} ${epoch}`, hidden: new Set(), within: viewer }
  }
  if (viewer.unlocked) return { ownerId, name: `${ownerId} open`, hidden: undefined }
  const epoch = await hidingEpoch(context.db, ownerId)
  const name = `${ownerId} ${epoch}`
  if (epoch === 0) return { ownerId, name, hidden: undefined }
  const kept = known.get(ownerId)
  if (kept?.epoch === epoch) return { ownerId, name, hidden: kept.hidden }
  const ids = (await hiddenOf(context.db, ownerId)).map(({ id }) => id)
  const hidden = ids.length > 0 ? new Set(ids) : undefined
  if (size > MOST_IDS) {
    known.clear()
    size = 0
  }
  size += ids.length - (known.get(ownerId)?.hidden?.size ?? 0)
  known.set(ownerId, { epoch, hidden })
  return { ownerId, name, hidden }
}
