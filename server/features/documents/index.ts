export { pdfOperation } from './jobs.ts'
export { documentRoutes } from './routes.ts'
export { documentHandlers } from './work.ts'
