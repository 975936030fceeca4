export { ingestHandlers } from './jobs.ts'
export { ingestRoutes } from './routes.ts'
