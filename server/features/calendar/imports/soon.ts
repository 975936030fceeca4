import { setTimeout as after } from 'node:timers/promises'
import type { Actor, Needs } from '../../../context.ts'
import { taskByName } from '../../work/index.ts'
import { importEvents } from './jobs.ts'
import type { Counts } from './queries.ts'

/** So long whoever has sent many events waits for the counts. */
const PATIENCE_MS = 5000

/** What came of it, when it is done in time and well; else the task is asked for it. */
export async function importedSoon(
  context: Needs<'db'>,
  actor: Actor,
  taskId: string,
  signal: AbortSignal,
): Promise<Counts | undefined> {
  const until = Date.now() + PATIENCE_MS
  for (let pause = 50; Date.now() < until && !signal.aborted; pause = Math.min(500, pause * 1.5)) {
    await after(pause)
    const { done, report } = await taskByName(context, actor, taskId, [importEvents.name])
    if (!done) continue
    if (!report) return undefined
    const { created, updated, unchanged } = report as unknown as Counts
    return { created, updated, unchanged }
  }
  return undefined
}
