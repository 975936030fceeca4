export { sweepUploads, uploadHandlers } from './jobs.ts'
export { uploadRoutes } from './routes.ts'
