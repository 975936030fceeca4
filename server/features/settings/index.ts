export { findSettings, storeTimeZone } from './queries.ts'
export { settingsRoutes } from './routes.ts'
