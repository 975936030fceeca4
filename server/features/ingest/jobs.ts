import { z } from 'zod'
import { job } from '../../jobs/declare.ts'

/** A file whose pages are pictures: it waits for its turn among its like, so that what is quick is read at once. */
export const objectScanned = job('object.scanned', z.object({ objectId: z.string(), version: z.int() }), {
  lane: 'scans',
})
