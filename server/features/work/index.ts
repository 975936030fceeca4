export { callOffTask, isCalledOff, taskState } from './control.ts'
export { sweepResults, workHandlers } from './jobs.ts'
export { doTask, giveUpTask, ownerActor, progressOf, resultsOf, taskByName, taskOfObject } from './record.ts'
export { taskRecord } from './schema.ts'
