export { bucketOf } from './bucket.ts'
export { findConnection, setEnabled } from './queries.ts'
export { resealConnections } from './reseal.ts'
export { connectionRoutes } from './routes.ts'
