export { searchRoutes as savedSearchRoutes } from './routes.ts'
export { savedSearchHandlers } from './work.ts'
