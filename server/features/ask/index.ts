export { ask } from './ask.ts'
export { askRoutes } from './routes.ts'
export { searchWeb } from './web.ts'
