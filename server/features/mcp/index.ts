export { mcpHandlers, sweepMcp } from './jobs.ts'
export { mcpRoutes } from './routes.ts'
