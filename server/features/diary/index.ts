export { diaryHandlers, sweepDiary } from './jobs.ts'
export { noteGrant, noteInDiary } from './queries.ts'
export { diaryRoutes } from './routes.ts'
