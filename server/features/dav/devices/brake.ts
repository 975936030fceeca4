import { type Actor, inTransaction, type Needs, personOf } from '../../../context.ts'
import { enqueue } from '../../../jobs/queue.ts'
import { notFound } from '../../../lib/errors.ts'
import { emit } from '../../events/index.ts'
import { DavRefusal } from '../kernel/outcome.ts'
import { d } from '../kernel/xml.ts'
import { mailStopped } from './mail.ts'
import {
  allowDevice,
  countFiles,
  findBrake,
  lockRemovals,
  noteRemoval,
  removedByDevice,
  stopDevice,
} from './queries.ts'

/** A device that removes a great many files at once may be broken, or taken over: it waits until the owner says yes. */

const MOST = 200
/** From here on half of all is a great many. */
const ACCOUNT = 100
const ALLOWED_MINUTES = 60

/**
 * Removes one file, or a folder with its content, unless that exceeds the limit. Removals of one device run one at a
 * time, so that the count is exact.
 */
export async function removeByDevice<C extends Needs<'db' | 'signals' | 'mail'>>(
  context: C,
  actor: Actor,
  folder: string | undefined,
  work: (context: C) => Promise<void>,
): Promise<void> {
  const isStopped = await inTransaction(context, async tx => {
    await lockRemovals(tx.db, actor)
    if (await stops(tx, actor, folder)) return true
    await work(tx)
    return false
  })
  if (isStopped) throw new DavRefusal(423, d('removal-must-be-confirmed'))
}

async function stops(
  context: Needs<'db' | 'signals' | 'mail'>,
  actor: Actor,
  folder: string | undefined,
): Promise<boolean> {
  const brake = await findBrake(context.db, actor)
  if (brake?.is_allowed) return false
  const wanted = folder === undefined ? 1 : await countFiles(context.db, actor, folder, MOST + 1)
  const removed = (await removedByDevice(context.db, actor))!.files
  const all = removed + (await countFiles(context.db, actor, null, 2 * MOST + 1))
  const isMany = removed + wanted > MOST || (all >= ACCOUNT && removed + wanted > all / 2)
  if (!brake && !isMany) {
    await noteRemoval(context.db, actor, wanted)
    return false
  }
  const isNew = await stopDevice(context.db, actor, removed + wanted)
  const data = { token_id: actor.tokenId, files: removed + wanted }
  if (isNew && !brake) {
    await emit(context, { ownerId: personOf(actor), type: 'device.stopped', data })
    if (context.mail.isOn)
      await enqueue(context, mailStopped, personOf(actor), { tokenId: actor.tokenId, files: data.files })
  }
  return true
}

export async function allowRemoval(context: Needs<'db'>, actor: Actor, tokenId: string): Promise<void> {
  if (!(await allowDevice(context.db, actor, tokenId, ALLOWED_MINUTES))) throw notFound('token')
}
