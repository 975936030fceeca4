export { agenda } from './agenda.ts'
export { importEvents } from './imports/jobs.ts'
export { importHandlers } from './imports/work.ts'
export { eventsBetween } from './list.ts'
export { removeFeed } from './queries.ts'
export { calendarHandlers, mailReminder, messageReminder, remind } from './remind.ts'
export {
  type Condition,
  calendarRevision,
  changesSince,
  deleteResource,
  findResources,
  listResources,
  putResource,
  type Resource,
  resourcesBetween,
  textsOf,
} from './resources/resources.ts'
export { calendarRoutes } from './routes.ts'
export { instantIn } from './times.ts'
export { calendarTools } from './tools.ts'
export { calendarUndoers } from './undo.ts'
