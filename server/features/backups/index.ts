import type { Needs } from '../../context.ts'
import type { Check } from '../../ports/checks.ts'
import { backupStatus } from './queries.ts'

export { backupDue, backupRun } from './jobs.ts'
export { backupStatus } from './queries.ts'
export { backupRoutes } from './routes.ts'
export { backupHandlers } from './work.ts'

const LATE_SECONDS = 2 * 86_400

const ageOf = (seconds: number): string =>
  seconds < 7200 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3600)} hours`

/** Without BACKUP_DIR it is the operator's own affair, and only told. */
export const backupCheck = (context: Needs<'config' | 'db'>): Check => ({
  name: 'backup',
  configured: Boolean(context.config.BACKUP_DIR),
  async run() {
    const { age = null, bytes = 0, state = null, error = null, damaged = 0 } = (await backupStatus(context.db)) ?? {}
    const last =
      age === null ? 'there is no backup yet' : `the last backup ended ${ageOf(age)} ago, ${bytes} bytes of files`
    if (!context.config.BACKUP_DIR) return `${last}; none is made by itself, as BACKUP_DIR is empty`
    if (state === 'failed') throw new Error(`the last backup failed: ${error}; ${last}`)
    if (damaged)
      throw new Error(`${damaged} files were missing or damaged in the store during the last backup: run npm run fsck`)
    if (age !== null && age > LATE_SECONDS) throw new Error(`${last}: is a worker running?`)
    return last
  },
})
