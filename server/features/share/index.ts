export { shareHandlers, sweepShares } from './jobs.ts'
export { publicShareRoutes, shareRoutes } from './routes.ts'
