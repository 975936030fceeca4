export { sweepReservations, usageHandlers } from './jobs.ts'
export { assertAffordable, metered, PartlyDone, reserved } from './meter.ts'
export { usageRoutes } from './routes.ts'
export { assertStorage, isLimited, storageLeft } from './storage.ts'
