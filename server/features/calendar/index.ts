export { calendarHandlers, mailReminder, messageReminder, remind } from './remind.ts'
export { calendarRoutes } from './routes.ts'
