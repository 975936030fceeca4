export { shareHandlers, sweepShares } from './jobs.ts'
export { revokeLink, shareObject } from './links.ts'
export { isUnderLink } from './queries.ts'
export { publicShareRoutes, shareRoutes } from './routes.ts'
