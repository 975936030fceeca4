export { appHandlers, sweepApps } from './jobs.ts'
export { appRoutes, endApps } from './routes.ts'
export { authenticateApp } from './tokens.ts'
