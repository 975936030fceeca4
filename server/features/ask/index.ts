export { ask } from './ask.ts'
export { asData } from './clean.ts'
export { askRoutes } from './routes.ts'
export { searchWeb } from './web.ts'
