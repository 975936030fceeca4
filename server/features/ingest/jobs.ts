import { z } from 'zod'
import { job } from '../../jobs/declare.ts'

/** A recording: hours long, it is transcribed in turns beside its like. */
export const objectTranscribed = job('object.heard', z.object({ objectId: z.string(), version: z.int() }), {
  queue: 'recordings',
})

/** A file of an old office program: it is written anew by LibreOffice first, which takes seconds to start. */
export const objectModernised = job('object.modernised', z.object({ objectId: z.string(), version: z.int() }), {
  queue: 'office',
})

/** A file that takes long, as its pages are pictures: it waits for its turn among its like, so that what is quick is read at once. */
export const objectScanned = job('object.scanned', z.object({ objectId: z.string(), version: z.int() }), {
  queue: 'scans',
})
