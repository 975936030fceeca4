export { encodingOf } from './encodings.ts'
export { draftRoutes } from './routes.ts'
