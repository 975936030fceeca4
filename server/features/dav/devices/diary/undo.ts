import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { type Actor, type Context, inTransaction, type Needs } from '../../../../context.ts'
import { job, type RunJob } from '../../../../jobs/declare.ts'
import { enqueueWith } from '../../../../jobs/queue.ts'
import { AppError, notFound } from '../../../../lib/errors.ts'
import { doTask, giveUpTask, ownerActor, progressOf } from '../../../work/index.ts'
import {
  countSettled,
  type DeviceDeed,
  isDevice,
  isRemoving,
  nextDeed,
  prepareUndo,
  type Settled,
  settleDeeds,
} from './queries.ts'
import { undoFile } from './undo-file.ts'
import { NotYet, undoFolder } from './undo-folder.ts'

/** Taking back what a device did: the newest first, each by itself. What has been changed since by others is left. */

export const undoDevice = job(
  'device.undo',
  z.object({
    taskId: z.string(),
    tokenId: z.string(),
    since: z.string(),
    until: z.string(),
    deeds: z.int(),
    language: z.enum(['ru', 'en']),
  }),
  { queue: 'documents', attempts: 10 },
)
type Payload = z.infer<typeof undoDevice.payload>

/** As the device sees it: what is hidden is not touched, and not counted. */
const asDevice = (actor: Actor): Actor => ({ ...actor, unlocked: false })

export async function startUndo(
  context: Needs<'db' | 'signals'>,
  actor: Actor,
  tokenId: string,
  since: Date,
): Promise<string> {
  return inTransaction(context, async tx => {
    if (!(await isDevice(tx.db, actor, tokenId))) throw notFound('token')
    const span = { tokenId, since: since.toISOString(), until: new Date().toISOString() }
    const deeds = await prepareUndo(tx.db, asDevice(actor), span)
    const taskId = uuidv7()
    const payload = { ...span, taskId, deeds, language: actor.language }
    return enqueueWith(tx, { job: undoDevice, ownerId: actor.ownerId, payload, id: taskId })
  })
}

const accepted = ({ language }: Payload) => ({ name: undoDevice.name, objectId: null, hidden: false, language })

export const performUndo = (context: Context, payload: Payload, run: RunJob) =>
  doTask(context, run, accepted(payload), async () => {
    if (await isRemoving(context.db, run.ownerId, payload.tokenId))
      throw new NotYet('what the device has removed is still being cleared away')
    const actor = asDevice(await ownerActor(context, run.ownerId, payload.language))
    const reportProgress = progressOf(context, run, null)
    let last: number | undefined
    for (let n = 1; ; n++) {
      run.signal.throwIfAborted()
      last = await undoNext(context, actor, payload, last)
      if (last === undefined) break
      reportProgress(Math.min(0.99, n / Math.max(1, payload.deeds)))
    }
    return async tx => ({ objectIds: [], report: await countSettled(tx.db, run.ownerId, payload.taskId) })
  })

export const giveUpUndo = (context: Context, payload: Payload, ownerId: string) =>
  giveUpTask(context, ownerId, payload.taskId, accepted(payload))

/** One deed and that it is undone are one transaction. Answers which it was; undefined when none is left. */
async function undoNext(
  context: Context,
  actor: Actor,
  payload: Payload,
  before: number | undefined,
): Promise<number | undefined> {
  const task = { ownerId: actor.ownerId, taskId: payload.taskId }
  const failed: { deed?: DeviceDeed } = {}
  try {
    return await inTransaction(context, async tx => {
      const deed = await nextDeed(tx.db, actor, payload, before)
      if (!deed) return undefined
      failed.deed = deed
      const { ids = [deed.id], ...outcome } = await undone({ ...payload, tx, actor }, deed)
      await settleDeeds(tx.db, task, ids, outcome)
      return deed.id
    })
  } catch (error) {
    if (!(error instanceof AppError && failed.deed)) throw error
    await settleDeeds(context.db, task, [failed.deed.id], { left: 'gone' })
    return failed.deed.id
  }
}

const undone = async (
  undoing: Parameters<typeof undoFile>[0],
  deed: DeviceDeed,
): Promise<Settled & { ids?: number[] }> => {
  if (deed.object_id) return undoFile(undoing, deed, deed.object_id)
  return deed.folder_id ? undoFolder(undoing, deed, deed.folder_id) : { left: 'gone' }
}
