export { recordingJobs } from './jobs.ts'
export { recordingRoutes } from './routes.ts'
export { resealVoices } from './voices.ts'
export { recordingHandlers } from './work.ts'
