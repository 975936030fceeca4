import { type Handler, handle } from '../../jobs/declare.ts'
import { clearFolders, resumeRemovals, resumeSettling } from '../collections/index.ts'
import { releaseBlob, sweepOrphans } from './blobs/unused.ts'
import { blobUnused, emptyFullTrash, purgeTrash, sweepBlobs } from './jobs.ts'
import { finishEmptying, finishRemoval, purgeOverdue } from './trash.ts'

export const objectHandlers: Handler[] = [
  handle(blobUnused, (context, { hash }, { ownerId }) => releaseBlob(context, ownerId, hash)),
  handle(purgeTrash, async (context, _payload, { signal }) => {
    await resumeRemovals(context)
    await resumeSettling(context)
    return purgeOverdue(context, signal)
  }),
  handle(sweepBlobs, context => sweepOrphans(context)),
  handle(emptyFullTrash, finishEmptying),
  handle(clearFolders, finishRemoval),
]
