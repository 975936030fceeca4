import { type Handler, handle } from '../../jobs/declare.ts'
import { backupDue, backupRun } from './jobs.ts'
import { beginWhenDue } from './schedule.ts'

export const backupHandlers: Handler[] = [
  handle(backupDue, context => beginWhenDue(context)),
  handle(backupRun, (context, { kind, prove }, { signal }) => context.backups.run(kind, { prove, signal })),
]
