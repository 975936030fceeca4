export { identityHandlers, sweepExpired } from './jobs.ts'
export { adminRoutes, identityRoutes } from './routes.ts'
export { authenticate } from './sessions.ts'
