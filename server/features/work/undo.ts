import type { Undoers } from '../changes/index.ts'
import { trashObject } from '../objects/index.ts'
import { resultsOf } from './record.ts'

export const workUndoers: Undoers = {
  /** The files that came of it go to the trash; while it still runs there is nothing to take back. */
  async work(context, actor, { subject_id }) {
    const made = await resultsOf(context, actor, subject_id)
    for (const id of made) await trashObject(context, actor, id)
    return made.length > 0
  },
}
