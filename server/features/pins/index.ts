export { pinRoutes } from './routes.ts'
