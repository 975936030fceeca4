import { calendarDavRoutes } from './calendar/routes.ts'
import { clientDavRoutes } from './clients/routes.ts'
import { deviceRoutes } from './devices/routes.ts'
import { fileDavRoutes } from './files/index.ts'
import { loginRoutes } from './logins/routes.ts'
import { trashbinRoutes } from './trashbin/routes.ts'

export { davHandlers, davJobs, sweepDav } from './jobs.ts'

export const davRoutes = [
  ...deviceRoutes,
  ...fileDavRoutes,
  ...clientDavRoutes,
  ...loginRoutes,
  ...trashbinRoutes,
  ...calendarDavRoutes,
]
