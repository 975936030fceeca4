export { davRoutes } from './routes.ts'
