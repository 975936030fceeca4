import type { Undoers } from '../changes/index.ts'
import { removeMemory, setForgotten } from './queries.ts'

export const memoryUndoers: Undoers = {
  memory: async ({ db }, actor, { subject_id }) => (await removeMemory(db, actor, subject_id)) !== undefined,
  'memory.forgotten': async ({ db }, actor, { subject_id }) =>
    (await setForgotten(db, actor, subject_id, false)) !== undefined,
}
