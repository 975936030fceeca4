import { inTransaction, type Needs } from '../../context.ts'
import { MADE_OF_NOTHING } from '../../db/visibility.ts'
import type { RunJob } from '../../jobs/declare.ts'
import { type EventData, emit } from '../events/index.ts'

/** What the page shows of work that goes on behind a call. */

type Background = Needs<'db' | 'signals' | 'log'>

const EMIT_MS = 500

/** Adds up what is done of `all`, and tells now and then how far it is. */
export function progress(
  context: Background,
  run: RunJob,
  all: number,
  hidden = false,
): (done: number) => Promise<void> {
  let sum = 0
  let last = Date.now()
  return async done => {
    sum += done
    if (Date.now() - last < EMIT_MS) return
    last = Date.now()
    const far = Math.min(0.99, sum / Math.max(1, all))
    await run.progress(far)
    const data = { task_id: run.jobId, progress: Math.round(far * 100) / 100 }
    await emitTask(context, run, hidden, { type: 'task.progress', data })
  }
}

export const emitTaskEnd = (context: Background, run: RunJob, hidden: boolean) =>
  emitTask(context, run, hidden, { type: 'task.done', data: { task_id: run.jobId, ok: true, object_ids: [] } })

const emitTask = (context: Background, run: RunJob, hidden: boolean, event: EventData) =>
  inTransaction(context, tx => emit(tx, { ownerId: run.ownerId, madeOf: { ...MADE_OF_NOTHING, hidden }, ...event }))
