import { type Actor, inTransaction, type Needs } from '../../context.ts'
import type { Viewer } from '../../db/visibility.ts'
import type { RunJob } from '../../jobs/declare.ts'
import { enqueue } from '../../jobs/queue.ts'
import { AppError, notFound } from '../../lib/errors.ts'
import { gatherRemoved, type OnFoldersRemoved, removeClearedFolders } from '../collections/index.ts'
import { noteInDiary } from '../diary/index.ts'
import { emitTaskEnd, progress } from './background.ts'
import { clearBatch } from './clearing/queries.ts'
import { getObject } from './edit.ts'
import { blobUnused, emptyFullTrash, graceSeconds } from './jobs.ts'
import { countAll } from './listing/queries.ts'
import {
  findObject,
  leaveFolders,
  overdueTrash,
  removeTrashed,
  type StoredObject,
  setTrashed,
  trashedIds,
} from './queries.ts'

type Changing = Needs<'db' | 'signals'>

export async function trashObject(context: Changing, actor: Actor, id: string): Promise<void> {
  await inTransaction(context, async tx => {
    await getObject(tx, actor, id)
    if (!(await setTrashed(tx.db, actor, id, true))) throw notFound('object')
    await noteInDiary(tx.db, actor, { what: 'trashed', objectId: id })
  })
}

export async function restoreObject(context: Changing, actor: Actor, id: string): Promise<StoredObject> {
  return inTransaction(context, async tx => {
    if (!(await findObject(tx.db, actor, id, 'trash'))) throw notFound('object')
    await setTrashed(tx.db, actor, id, false)
    await noteInDiary(tx.db, actor, { what: 'restored', objectId: id })
    return getObject(tx, actor, id)
  })
}

/** Told by the folders when they go. */
export const filesLeaveFolders: OnFoldersRemoved = async (context, actor, { files, ...removed }) => {
  if (files === 'later') return
  const to = files === 'trash' ? null : files.to
  await leaveFolders(context.db, actor, { ...removed, to, trash: files === 'trash' })
}

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
    await forget(tx, actor.ownerId, [id])
  })
}

async function forget(context: Changing, ownerId: string, ids: string[], delaySeconds = 0): Promise<number> {
  const removed = await removeTrashed(context.db, ownerId, ids, { job: blobUnused, delaySeconds })
  context.signals.raise(`jobs:${blobUnused.queue}`)
  return removed
}

const BATCH = 200
/** More than this is emptied by a task. */
const AT_ONCE = 1000

/** What lies in the trash goes, or a task is named that removes it. */
export async function emptyTrash(context: Changing, actor: Actor): Promise<{ removed: number; taskId: string | null }> {
  const { seen: files } = await countAll(context.db, actor, 'listed trash')
  const { tenantId, unlocked } = actor
  const before = new Date()
  if (files > AT_ONCE) {
    const payload = { tenantId, unlocked, before: before.toISOString(), files }
    return { removed: 0, taskId: await enqueue(context, emptyFullTrash, actor.ownerId, payload) }
  }
  let removed = 0
  for await (const gone of emptied(context, actor, before)) removed += gone
  return { removed, taskId: null }
}

/** A batch at a time; how many have gone with each. */
async function* emptied(context: Changing, viewer: Viewer, before: Date): AsyncGenerator<number> {
  for (;;) {
    const ids = await trashedIds(context.db, viewer, before, BATCH)
    if (ids.length === 0) return
    yield await inTransaction(context, tx =>
      forget(
        tx,
        viewer.ownerId,
        ids.map(row => row.id),
      ),
    )
  }
}

type Background = Needs<'db' | 'signals' | 'log'>

export async function finishEmptying(
  context: Background,
  asked: { tenantId: string; unlocked: boolean; before: string; files: number },
  run: RunJob,
): Promise<void> {
  const reportProgress = progress(context, run, asked.files)
  const viewer = { ownerId: run.ownerId, tenantId: asked.tenantId, unlocked: asked.unlocked }
  for await (const gone of emptied(context, viewer, new Date(asked.before))) {
    if (run.signal.aborted) return
    await reportProgress(gone)
  }
  await emitTaskEnd(context, run, false)
}

/** All that belongs to it first, then the files, then the folders; whenever it is broken off, it goes on with what is left. */
export async function finishRemoval(
  context: Background,
  asked: {
    spareHidden: boolean
    hidden: boolean
    taskId?: string
    device?: { tokenId: string; at: string }
  },
  run: RunJob,
): Promise<void> {
  const taskId = asked.taskId ?? run.jobId
  const reportProgress = progress(context, run, await gatherRemoved(context, run, taskId), asked.hidden)
  const batch = { taskId, spareHidden: asked.spareHidden, limit: BATCH, device: asked.device }
  for (;;) {
    if (run.signal.aborted) return
    const cleared = await clearBatch(context.db, run.ownerId, batch)
    await reportProgress(cleared)
    if (cleared === 0 && (await removeClearedFolders(context, run.ownerId, taskId, BATCH)) === 0) break
  }
  await emitTaskEnd(context, run, asked.hidden)
}

export async function purgeOverdue(
  context: Needs<'db' | 'signals' | 'config'>,
  signal: AbortSignal,
): Promise<{ purged: number }> {
  let purged = 0
  while (!signal.aborted) {
    const gone = await inTransaction(context, async tx => {
      const overdue = await overdueTrash(tx.db, context.config.TRASH_RETENTION_DAYS, BATCH)
      for (const owner of new Set(overdue.map(row => row.owner_id))) {
        const ids = overdue.filter(row => row.owner_id === owner).map(row => row.id)
        await forget(tx, owner, ids, graceSeconds(context))
      }
      return overdue.length
    })
    purged += gone
    if (gone === 0) break
  }
  return { purged }
}
