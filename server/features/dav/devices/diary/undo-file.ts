import { AppError } from '../../../../lib/errors.ts'
import {
  editObject,
  getObject,
  restoreObject,
  restoreRevision,
  type StoredObject,
  trashObject,
} from '../../../objects/index.ts'
import { changesUpTo, type DeviceDeed, lockFile, revisionAt, type Settled, trashAgain } from './queries.ts'
import { NotYet, placeAgain, placeNow, type Undoing } from './undo-folder.ts'

type Undone = Settled & { ids?: number[] }

const CHANGED: Undone = { left: 'changed_since' }

/** The file is in hand from the look at it until it is as it was. */
export async function undoFile(undoing: Undoing, deed: DeviceDeed, id: string): Promise<Undone> {
  const { tx, actor } = undoing
  const locked = await lockFile(tx.db, actor.ownerId, id)
  if (!locked) return { left: 'gone' }
  if (locked.is_leaving) throw new NotYet('the folder of a file is still being cleared away')
  if (deed.what === 'deleted') return undoDeletion(undoing, deed, { id, deletedAt: locked.deleted_at })
  const file = await getObject(tx, actor, id).catch(error => {
    if (error instanceof AppError) return undefined
    throw error
  })
  if (!file) return { left: 'gone' }
  if (deed.what === 'changed') return undoChanges(undoing, deed, file)
  if (!(await isWhereItWas(undoing, deed, file))) return CHANGED
  if (deed.what === 'moved') return undoMove(undoing, deed, file)
  if (file.content_hash !== deed.hash_after) return CHANGED
  await trashObject(tx, actor, id)
  if (deed.what === 'restored') await trashAgain(tx.db, actor.ownerId, deed)
  return {}
}

/** A name that the service has given since says nothing of a person. */
async function isWhereItWas({ tx, actor }: Undoing, deed: DeviceDeed, file: StoredObject): Promise<boolean> {
  if (file.name_source === 'manual' && file.filename !== deed.name_after) return false
  const place = await placeNow(tx, actor, deed.place_after)
  return place.state === 'there' && place.id === file.collection_id
}

async function undoDeletion(
  undoing: Undoing,
  deed: DeviceDeed,
  { id, deletedAt }: { id: string; deletedAt: Date | null },
): Promise<Undone> {
  const { tx, actor } = undoing
  // Somebody has brought it back already.
  if (!deletedAt) return {}
  if (deletedAt.getTime() !== deed.trashed_at?.getTime()) return CHANGED
  const place = await placeAgain(undoing, deed.place_before)
  if (place.state === 'hidden') return { left: 'gone' }
  const restored = await restoreObject(tx, actor, id)
  if (place.id && place.id !== restored.collection_id) await editObject(tx, actor, id, { collection_id: place.id })
  return {}
}

async function undoMove({ tx, actor }: Undoing, deed: DeviceDeed, file: StoredObject): Promise<Undone> {
  const place = await placeNow(tx, actor, deed.place_before)
  if (place.state !== 'there') return { left: 'gone' }
  const isRenamed = deed.name_before !== deed.name_after
  await editObject(tx, actor, file.id, {
    collection_id: place.id,
    ...(isRenamed ? { filename: deed.name_before! } : {}),
  })
  return {}
}

/**
 * Changes that follow on one another are undone at once: each by itself would make a revision, and so push out of the history the very
 * one that is to come back.
 */
async function undoChanges({ tx, actor, ...span }: Undoing, deed: DeviceDeed, file: StoredObject): Promise<Undone> {
  if (file.content_hash !== deed.hash_after) return CHANGED
  const chain: DeviceDeed[] = []
  for (const earlier of await changesUpTo(tx.db, actor.ownerId, span, deed)) {
    if (chain.length > 0 && chain.at(-1)!.hash_before !== earlier.hash_after) break
    chain.push(earlier)
  }
  const ids = chain.map(each => each.id)
  const oldest = chain.at(-1)!
  if (oldest.hash_before === file.content_hash) return { ids }
  const revision = await revisionAt(tx.db, actor.ownerId, oldest)
  if (!revision) return { ids, left: 'gone' }
  await restoreRevision(tx, actor, file.id, revision)
  return { ids }
}
