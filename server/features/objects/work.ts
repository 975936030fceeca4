import { type Handler, handle } from '../../jobs/declare.ts'
import { releaseBlob, sweepOrphans } from './blobs/unused.ts'
import { blobUnused, purgeTrash, sweepBlobs } from './jobs.ts'
import { purgeOverdue } from './trash.ts'

export const objectHandlers: Handler[] = [
  handle(blobUnused, (context, { hash }, { ownerId }) => releaseBlob(context, ownerId, hash)),
  handle(purgeTrash, (context, _payload, { signal }) => purgeOverdue(context, signal)),
  handle(sweepBlobs, context => sweepOrphans(context)),
]
