export { mailNotice, noticeHandlers, sweepNotices } from './jobs.ts'
export { notify, withdraw } from './notify.ts'
export { noticeRoutes } from './routes.ts'
