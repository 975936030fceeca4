export { createTask } from './change.ts'
export { taskRoutes } from './routes.ts'
