export { fileTools } from './tools.ts'
