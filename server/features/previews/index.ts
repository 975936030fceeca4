export { officeExtension } from './recipes.ts'
export { previewRoutes, sendPreview } from './routes.ts'
