export { calendarDavRoutes as davRoutes } from './calendar/routes.ts'
