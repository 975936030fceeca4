export { searchRoutes } from './routes.ts'
export { indexText, prepareText } from './write.ts'
