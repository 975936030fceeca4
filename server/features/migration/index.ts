export { migrationJobs } from './jobs.ts'
export { migrationState } from './move.ts'
export { migrationRoutes } from './routes.ts'
export { migrationHandlers } from './work.ts'
