import { z } from 'zod'
import { job } from '../../jobs/declare.ts'

/** Vectors of a file's text, after the text itself can already be found; of a long one from where the last turn ended. */
export const embedObject = job(
  'search.embed',
  z.object({ objectId: z.string(), from: z.object({ version: z.int(), ord: z.int() }).optional() }),
  { queue: 'vectors' },
)

/** Looks for files that the model in use has not been through. */
export const catchUpVectors = job('search.catch_up', z.object({}))

/** Forgets the words that no file has any more. */
export const pruneTerms = job('search.prune_stems', z.object({}))
