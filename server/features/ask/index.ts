export { asData } from './clean.ts'
export { askRoutes } from './routes.ts'
export { answeringTools } from './tools.ts'
export { searchWeb } from './web.ts'
