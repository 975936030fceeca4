export { assertCollection } from './create.ts'
export { collectionRoutes } from './routes.ts'
