export { previewRoutes, sendPreview } from './routes.ts'
