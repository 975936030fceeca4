export { agenda } from './agenda.ts'
export { createEvent, getEvent } from './change.ts'
export { changeEvent, deleteEvent } from './edit.ts'
export { eventsBetween } from './list.ts'
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
export { eventCreate, eventUpdate } from './schema.ts'
export { instantIn } from './times.ts'
export { calendarTools } from './tools.ts'
export { calendarUndoers } from './undo.ts'
