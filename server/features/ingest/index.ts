export { objectHeard, objectModernised, objectScanned } from './jobs.ts'
export { ingestRoutes } from './routes.ts'
export { ingestHandlers } from './work.ts'
