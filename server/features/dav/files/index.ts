export type { Call } from './calls.ts'
export { type Mount, namesOf } from './paths.ts'
export { answered, callOf, fileDavRoutes, tree } from './routes.ts'
export { put } from './write.ts'
