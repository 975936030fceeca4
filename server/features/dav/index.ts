import { calendarDavRoutes } from './calendar/routes.ts'
import { clientDavRoutes } from './clients/routes.ts'
import { deviceDiaryRoutes } from './devices/diary/routes.ts'
import { deviceRoutes } from './devices/routes.ts'
import { fileDavRoutes } from './files/index.ts'
import { loginRoutes } from './logins/routes.ts'
import { trashbinRoutes } from './trashbin/routes.ts'

export { undoDevice } from './devices/diary/undo.ts'
export { davHandlers, davJobs, sweepDav } from './jobs.ts'

export const davRoutes = [
  ...deviceRoutes,
  ...deviceDiaryRoutes,
  ...fileDavRoutes,
  ...clientDavRoutes,
  ...loginRoutes,
  ...trashbinRoutes,
  ...calendarDavRoutes,
]
