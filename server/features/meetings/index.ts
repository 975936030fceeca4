export { meetingTools } from './tools.ts'
