export { emit, telling, toldOf } from './emit.ts'
export { deliverWebhook, eventHandlers, sweepEvents } from './jobs.ts'
export { eventRoutes } from './routes.ts'
export { resealWebhooks } from './webhooks.ts'
