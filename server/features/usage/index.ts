export { sweepReservations, usageHandlers } from './jobs.ts'
export { assertStorage, isLimited, metered, PartlyDone } from './meter.ts'
export { usageRoutes } from './routes.ts'
