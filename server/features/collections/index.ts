export {
  createCollection,
  deleteCollection,
  deleteCollectionIfBare,
  editCollection,
  foldersById,
  gatherRemoved,
  getCollection,
  lockPlace,
  type OnFoldersRemoved,
  removeClearedFolders,
  renameByService,
  resumeRemovals,
} from './change.ts'
export { clearFolders } from './jobs.ts'
export { boundTo } from './list.ts'
export { type Collection, lockTree, subtree } from './queries.ts'
export { seenSubtree } from './removal/queries.ts'
export { collectionRoutes, themeRoutes } from './routes.ts'
export { settleFolders } from './settling/jobs.ts'
export { resumeSettling, settleImported, settlingHandlers } from './settling/settle.ts'
export { createTheme, getTheme } from './themes.ts'
export { collectionUndoers } from './undo.ts'
