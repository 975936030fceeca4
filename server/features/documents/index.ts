export { startConversion } from './convert.ts'
export { assembleObjects, convertObject, pdfOperation } from './jobs.ts'
export { documentRoutes } from './routes.ts'
export { documentHandlers } from './work.ts'
