import { z } from 'zod'
import { job } from '../../jobs/declare.ts'

/**
 * Clears away the folders that name this task as the one that removes them, with their files; handled by `objects`.
 * `taskId` is the task that was given up, where this one takes its place. `device` is the token in whose diary each
 * file is noted, as gone since `at`.
 */
export const clearFolders = job(
  'folders.clear',
  z.object({
    spareHidden: z.boolean(),
    hidden: z.boolean(),
    taskId: z.string().optional(),
    device: z.object({ tokenId: z.string(), at: z.string() }).optional(),
  }),
)
