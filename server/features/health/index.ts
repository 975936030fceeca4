import type { Needs } from '../../context.ts'
import type { Check } from '../../ports/checks.ts'
import { databaseRemark, failedLately, oldestWait } from './queries.ts'

export { healthRoutes } from './routes.ts'

const STUCK_SECONDS = 3600

export const coreChecks = (context: Needs<'db' | 'blobs'>): Check[] => [
  { name: 'database', run: () => databaseRemark(context.db) },
  {
    name: 'blobs',
    async run() {
      await context.blobs.check()
      return `files are kept on ${context.blobs.place}`
    },
  },
  {
    name: 'jobs',
    async run() {
      const waited = Math.round(await oldestWait(context.db))
      if (waited > STUCK_SECONDS) throw new Error(`a job has been waiting for ${waited} s: is a worker running?`)
      return waited === 0 ? 'nothing is waiting' : `the oldest job has been waiting for ${waited} s`
    },
  },
  {
    name: 'reading',
    async run() {
      const failed = await failedLately(context.db)
      return failed === 0
        ? 'no file has failed within the last hour'
        : `${failed} files have failed within the last hour`
    },
  },
]
