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
