export { objectModernised, objectScanned, objectTranscribed } from './jobs.ts'
export { ingestRoutes } from './routes.ts'
export { ingestHandlers } from './work.ts'
