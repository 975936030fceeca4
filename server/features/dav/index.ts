import { calendarDavRoutes } from './calendar/routes.ts'
import { clientDavRoutes } from './clients/routes.ts'
import { deviceRoutes } from './devices/routes.ts'
import { fileDavRoutes } from './files/index.ts'

export { davHandlers, sweepDav } from './jobs.ts'

export const davRoutes = [...deviceRoutes, ...fileDavRoutes, ...clientDavRoutes, ...calendarDavRoutes]
