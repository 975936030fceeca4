export { sweepUploads, uploadHandlers } from './jobs.ts'
export { getUpload } from './receive.ts'
export { uploadRoutes } from './routes.ts'
