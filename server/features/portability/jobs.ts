import { z } from 'zod'
import { type Job, job } from '../../jobs/declare.ts'
import { SOURCES } from './from/items.ts'

const language = z.enum(['ru', 'en'])

export const exportAccount = job('account.export', z.object({ taskId: z.string(), hidden: z.boolean(), language }), {
  queue: 'documents',
  attempts: 3,
})

export const importAccount = job(
  'account.import',
  z.object({
    taskId: z.string(),
    archiveId: z.string(),
    /** Whose archive it is: ours, or that of another program. */
    from: z.enum(['dossier', ...SOURCES]).default('dossier'),
    dryRun: z.boolean(),
    hidden: z.boolean(),
    language,
  }),
  { queue: 'documents', attempts: 3 },
)

/** An imported file is put into the index by its text as it came; nothing is read anew. */
export const indexImported = job('account.index', z.object({ objectId: z.string() }))

export const sweepArchives = job('account.archives', z.object({}))

export const portabilityJobs: Job<unknown>[] = [exportAccount, importAccount, indexImported, sweepArchives]
