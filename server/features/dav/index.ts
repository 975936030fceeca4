import { calendarDavRoutes } from './calendar/routes.ts'
import { clientDavRoutes } from './clients/routes.ts'
import { fileDavRoutes } from './files/index.ts'

export { davHandlers, sweepDav } from './jobs.ts'

export const davRoutes = [...fileDavRoutes, ...clientDavRoutes, ...calendarDavRoutes]
