export { sweepReservations, usageHandlers } from './jobs.ts'
export { assertStorage, isLimited } from './meter.ts'
export { usageRoutes } from './routes.ts'
