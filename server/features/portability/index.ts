export { portabilityJobs, sweepArchives } from './jobs.ts'
export { portabilityRoutes } from './routes.ts'
export { portabilityHandlers } from './work.ts'
