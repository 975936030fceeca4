export { editorActors, givenActors, standIn } from './given.ts'
export { peopleRoutes } from './routes.ts'
