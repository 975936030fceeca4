import type { Needs } from '../../context.ts'
import { enqueue, NOBODY } from '../../jobs/queue.ts'
import { backupRun } from './jobs.ts'
import { scheduleState } from './queries.ts'

const DAY_MS = 86_400_000
/** Some hours short of it, so that the same night of the week comes round. */
const WEEK_MS = 6.5 * DAY_MS

/** The last moment at which the clock on the wall showed this time. */
export function lastOccurrence(time: string, now: Date): Date {
  const [hours, minutes] = time.split(':').map(Number)
  const today = new Date(now)
  today.setHours(hours!, minutes!, 0, 0)
  if (today <= now) return today
  const yesterday = new Date(today)
  yesterday.setDate(yesterday.getDate() - 1)
  return yesterday
}

export function mustProve(how: 'never' | 'weekly' | 'daily', last: Date | null, now: Date): boolean {
  if (how === 'never') return false
  return how === 'daily' || !last || now.getTime() - last.getTime() > WEEK_MS
}

/** Asks every minute; a machine that was off at the hour makes up for it. */
export async function beginWhenDue(context: Needs<'config' | 'db' | 'signals' | 'backups'>): Promise<unknown> {
  const released = await context.backups.release()
  const { BACKUP_DIR, BACKUP_AT, BACKUP_PROVE } = context.config
  if (!BACKUP_DIR) return { released }
  const now = new Date()
  const { began, proved, busy } = (await scheduleState(context.db, backupRun.name))!
  const isDue = !busy && (!began || began < lastOccurrence(BACKUP_AT, now))
  if (isDue)
    await enqueue(context, backupRun, NOBODY, { kind: 'scheduled', prove: mustProve(BACKUP_PROVE, proved, now) })
  return { released, begun: isDue }
}
