export { changeTask, createTask } from './change.ts'
export { findTask, listTasks, removeTask, type Task } from './queries.ts'
export { taskRoutes } from './routes.ts'
