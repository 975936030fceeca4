export { NoticeBell } from './bell.tsx'
