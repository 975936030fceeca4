export { webTools } from './tools.ts'
