export { zipOf } from './archive.ts'
export { assertNameFree, settleStored } from './arrive.ts'
export { fsck } from './blobs/fsck.ts'
export { blobMoves } from './blobs/queries.ts'
export { firstBytes, openContent, openStored, readText } from './content.ts'
export { copyObject, takeContent } from './copy.ts'
export { acceptSuggestedName, correctFile, giveBackFile, putBackFile } from './description/queries.ts'
export { editObject, getObject, notProcessed } from './edit.ts'
export { emptyFullTrash, objectArrived, objectJobs, objectStored, purgeTrash, sweepBlobs } from './jobs.ts'
export { KINDS } from './kinds.ts'
export { assertDocType, assertFilter, filterOf } from './list.ts'
export { type FactFilter, fitsFacts, isAmong, narrowFiles, narrowMatching, usesFacts } from './listing/queries.ts'
export { distinctName, distinctTags, entryName, splitName, uploadName } from './naming.ts'
export { presentObject } from './present.ts'
export { objectColumns, type StoredObject } from './queries.ts'
export { type ReadingOutcome, readAgain, readingParts, saveFailure, stayRead } from './reading/queries.ts'
export { arriving } from './revisions/arriving.ts'
export { contentRequest } from './revisions/routes.ts'
export { getRevision, restoreRevision, saveContent, saveStored } from './revisions/save.ts'
export { objectRoutes, sendContent } from './routes.ts'
export {
  CATEGORIES,
  DOC_TYPES,
  filterQuery,
  MAX_TAGS,
  ON_DUPLICATE,
  ON_NAME,
  objectAccepted,
  objectDetail,
  objectId,
  STATUSES,
  textReply,
} from './schema.ts'
export { findTags } from './tags/queries.ts'
export { filesLeaveFolders, removeForGood, restoreObject, trashObject } from './trash.ts'
export { objectUndoers } from './undo.ts'
export { keepStored, uploadObject } from './upload.ts'
export { objectHandlers } from './work.ts'
