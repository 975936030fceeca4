import { z } from 'zod'
import { type Actor, type Context, inTransaction, type Needs } from '../../../context.ts'
import { ownedTables } from '../../../db/owned-tables.ts'
import { type Handler, handle, job, type RunJob } from '../../../jobs/declare.ts'
import { enqueue, removeJobsOf } from '../../../jobs/queue.ts'
import { AppError, notFound } from '../../../lib/errors.ts'
import { hashOf } from '../../../lib/tokens.ts'
import { placeOf } from '../../../ports/blobs.ts'
import {
  endAccess,
  findLeavable,
  forgetAttempts,
  forgetKeys,
  keysOf,
  leavingUsers,
  lockTenant,
  markLeaving,
  otherAdministrator,
  removeLast,
  removeRows,
  strayOwners,
} from './queries.ts'

/** Removes all accounts that are on their way out, so the payload, which outlives it, says nothing of them. */
export const accountLeave = job('account.leave', z.object({}), { attempts: 10 })
export const sweepStrays = job('account.strays', z.object({}))

const PAGE = 500
const ROWS = 1000

const lastAdmin = () =>
  new AppError('conflict', 'last_admin', {
    en: 'This is the last administrator, and somebody has to be one. Make another user an administrator first.',
    ru: 'Это последний администратор, а без него нельзя. Сначала назначьте администратором кого-то ещё.',
  })

/** From now on nobody gets in; the rest is a task. */
export async function leave(
  context: Needs<'db' | 'signals'>,
  actor: Actor,
  input: { userId: string; bucket: boolean },
): Promise<string> {
  return inTransaction(context, async tx => {
    await lockTenant(tx.db, actor)
    const user = await findLeavable(tx.db, actor, input.userId)
    if (!user) throw notFound('user')
    if (user.role === 'admin' && !(await otherAdministrator(tx.db, actor, user.id))) throw lastAdmin()
    await markLeaving(tx.db, user.id, input.bucket)
    await endAccess(tx.db, actor, user.id)
    return enqueue(tx, accountLeave, actor.ownerId, {})
  })
}

/** Bytes first, rows second: cut off anywhere, the rows still say what is left to do. */
async function removeBytes(context: Context, ownerId: string, bucket: boolean, run: RunJob): Promise<void> {
  for (;;) {
    run.signal.throwIfAborted()
    const keys = (await keysOf(context.db, ownerId, PAGE)).map(({ key }) => key)
    if (keys.length === 0) return
    for (const key of keys) {
      if (placeOf(key) === 'own' && !bucket) continue
      await context.blobs.remove(key).catch(error => {
        // A bucket that never answers must not keep an account from being removed.
        if (placeOf(key) === 'service' || run.attempt < accountLeave.attempts) throw error
      })
    }
    await forgetKeys(context.db, ownerId, keys)
  }
}

const LAST = new Set(['jobs', 'tokens'])

async function removeAllRows(context: Context, ownerId: string, run: RunJob): Promise<void> {
  const tables = (await ownedTables(context.db)).filter(({ name }) => !LAST.has(name))
  // What is removed may leave a trace elsewhere, by a trigger: again, until there is nothing.
  for (let removed = 1; removed > 0; ) {
    removed = 0
    for (const table of tables)
      for (let gone = ROWS; gone === ROWS; ) {
        run.signal.throwIfAborted()
        gone = await removeRows(context.db, ownerId, table, ROWS)
        removed += gone
      }
  }
}

async function removeOwner(
  context: Context,
  owner: { id: string; email: string; bucket: boolean },
  run: RunJob,
): Promise<void> {
  // The work that is doing the removing stays until the end.
  await removeJobsOf(context.db, owner.id, run.jobId)
  await removeBytes(context, owner.id, owner.bucket, run)
  await removeAllRows(context, owner.id, run)
  const forget = (db: Context['db']) => forgetAttempts(db, owner.id, hashOf(owner.email).toString('hex'))
  await inTransaction(context, async tx => {
    await forget(tx.db)
    await removeJobsOf(tx.db, owner.id, null)
    await removeLast(tx.db, owner.id)
  })
  // A call that was let in before that may have been counted meanwhile.
  await forget(context.db)
}

export const leavingHandlers: Handler[] = [
  handle(accountLeave, async (context, _payload, run) => {
    const users = await leavingUsers(context.db)
    // Whoever asked for it goes last: with them goes the record of this very task.
    const ordered = users.toSorted((a, b) => Number(a.id === run.ownerId) - Number(b.id === run.ownerId))
    for (const [n, { id, email, leaving_bucket }] of ordered.entries()) {
      await removeOwner(context, { id, email, bucket: leaving_bucket }, run)
      await run.progress((n + 1) / ordered.length)
    }
  }),
  handle(sweepStrays, async (context, _payload, run) => {
    for (const { id } of await strayOwners(context.db))
      await removeOwner(context, { id, email: '', bucket: false }, run)
  }),
]
