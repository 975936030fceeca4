export { shareHandlers, sweepShares } from './jobs.ts'
export { revokeLink, shareObject } from './links.ts'
export { publicShareRoutes, shareRoutes } from './routes.ts'
