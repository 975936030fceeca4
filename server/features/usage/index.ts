export { sweepReservations, usageHandlers } from './jobs.ts'
export { assertStorage, isLimited, metered } from './meter.ts'
export { usageRoutes } from './routes.ts'
