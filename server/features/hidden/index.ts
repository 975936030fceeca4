export { hiddenRoutes } from './routes.ts'
