export { editorActors, givenActors, standIn } from './given.ts'
export { type SharedFolder, sharedWithMe } from './grants.ts'
export { peopleRoutes } from './routes.ts'
