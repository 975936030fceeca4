export {
  createCollection,
  deleteCollection,
  editCollection,
  getCollection,
  holdPlace,
  type OnFoldersRemoved,
  renameByService,
} from './change.ts'
export { subtree } from './queries.ts'
export { collectionRoutes, themeRoutes } from './routes.ts'
export { createTheme, getTheme } from './themes.ts'
export { collectionUndoers } from './undo.ts'
