export { agentRoutes } from './routes.ts'
export { agentRun } from './runs/jobs.ts'
export { runHandlers as agentHandlers } from './runs/work.ts'
export { agentUndoers, undoesFile, undoFileChange, undoFolderMade } from './undo.ts'
