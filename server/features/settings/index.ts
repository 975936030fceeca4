export { findSettings } from './queries.ts'
export { settingsRoutes } from './routes.ts'
