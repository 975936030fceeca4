import { type Actor, inTransaction, type Needs } from '../../context.ts'
import { enqueue } from '../../jobs/queue.ts'
import { AppError, notFound } from '../../lib/errors.ts'
import type { OnFoldersRemoved } from '../collections/index.ts'
import { getObject } from './edit.ts'
import { blobUnused, graceSeconds } from './jobs.ts'
import {
  findObject,
  leaveFolders,
  overdueTrash,
  removeTrashed,
  type StoredObject,
  setTrashed,
  trashedIds,
} from './queries.ts'
import { revisionHashes } from './revisions/queries.ts'

type Changing = Needs<'db' | 'signals'>

export async function trashObject(context: Changing, actor: Actor, id: string): Promise<void> {
  await inTransaction(context, async tx => {
    await getObject(tx, actor, id)
    if (!(await setTrashed(tx.db, actor, id, true))) throw notFound('object')
  })
}

export async function restoreObject(context: Changing, actor: Actor, id: string): Promise<StoredObject> {
  return inTransaction(context, async tx => {
    if (!(await findObject(tx.db, actor, id, 'trash'))) throw notFound('object')
    await setTrashed(tx.db, actor, id, false)
    return getObject(tx, actor, id)
  })
}

/** Told by the folders when they go. */
export const filesLeaveFolders: OnFoldersRemoved = (context, actor, { files, ...removed }) =>
  leaveFolders(context.db, actor, {
    ...removed,
    to: files === 'trash' ? null : files.to,
    trash: files === 'trash',
  })

const notInTrash = () =>
  new AppError('conflict', 'not_in_trash', {
    en: 'Only what is in the trash can be removed for good. Delete the file first.',
    ru: 'Навсегда удаляют только из корзины. Сначала удалите файл.',
  })

/** The row goes now; the bytes go with the job that is committed beside it, unless another object uses them. */
export async function removeForGood(context: Changing, actor: Actor, id: string): Promise<void> {
  await inTransaction(context, async tx => {
    if (!(await findObject(tx.db, actor, id, 'trash')))
      throw (await findObject(tx.db, actor, id)) ? notInTrash() : notFound('object')
    await forget(tx, actor.ownerId, id)
  })
}

async function forget(context: Changing, ownerId: string, id: string, delaySeconds = 0): Promise<void> {
  const kept = await revisionHashes(context.db, ownerId, id)
  const removed = await removeTrashed(context.db, ownerId, id)
  if (!removed) return
  const hashes = new Set([removed, ...kept].map(row => row.content_hash))
  for (const hash of hashes) await enqueue(context, blobUnused, ownerId, { hash }, { delaySeconds })
}

const BATCH = 200

export async function emptyTrash(context: Changing, actor: Actor): Promise<number> {
  let removed = 0
  for (;;) {
    const ids = await trashedIds(context.db, actor, BATCH)
    if (ids.length === 0) return removed
    await inTransaction(context, async tx => {
      for (const { id } of ids) await forget(tx, actor.ownerId, id)
    })
    removed += ids.length
  }
}

export async function purgeOverdue(
  context: Needs<'db' | 'signals' | 'config'>,
  signal: AbortSignal,
): Promise<{ purged: number }> {
  let purged = 0
  while (!signal.aborted) {
    const gone = await inTransaction(context, async tx => {
      const overdue = await overdueTrash(tx.db, context.config.TRASH_RETENTION_DAYS, BATCH)
      for (const { owner_id, id } of overdue) await forget(tx, owner_id, id, graceSeconds(context))
      return overdue.length
    })
    purged += gone
    if (gone === 0) break
  }
  return { purged }
}
