export { sweepReservations, usageHandlers } from './jobs.ts'
export { assertStorage } from './meter.ts'
export { usageRoutes } from './routes.ts'
