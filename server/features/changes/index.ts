export { type Change, recordChange } from './ledger.ts'
export { changeInsert } from './queries.ts'
export { changeRoutes } from './routes.ts'
export { type Undoers, undoChange } from './undo.ts'
