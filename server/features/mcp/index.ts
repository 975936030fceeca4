export { forgetApp, forgetEnded } from './forget.ts'
export { mcpHandlers, sweepMcp } from './jobs.ts'
export { mcpRoutes } from './routes.ts'
