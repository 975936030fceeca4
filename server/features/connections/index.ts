export { bucketOf } from './bucket.ts'
export { findConnection, setEnabled } from './queries.ts'
export { connectionRoutes, type MigrationOf } from './routes.ts'
