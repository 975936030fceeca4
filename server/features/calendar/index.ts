export { agenda } from './agenda.ts'
export { importEvents } from './imports/jobs.ts'
export { importHandlers } from './imports/work.ts'
export { eventsBetween } from './list.ts'
export { removeFeed } from './queries.ts'
export { calendarHandlers, mailReminder, messageReminder, remind } from './remind.ts'
export {
  batchesOf,
  type Condition,
  calendarRevision,
  deleteResource,
  findResources,
  putResource,
  type Resource,
  removedSince,
  resourceBatches,
  resourcesBetween,
  textsOf,
} from './resources/resources.ts'
export { calendarRoutes } from './routes.ts'
export { instantIn } from './times.ts'
export { calendarTools } from './tools.ts'
export { calendarUndoers } from './undo.ts'
