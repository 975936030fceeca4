import type { Undoers } from '../changes/index.ts'
import { editObject, getObject } from './edit.ts'
import { listRevisions, restoreRevision } from './revisions/save.ts'
import { restoreObject, trashObject } from './trash.ts'

/** Taking back what was done to a file itself. */
export const objectUndoers: Undoers = {
  async 'object.is_hidden'(context, actor, { subject_id, before, after }) {
    const file = await getObject(context, actor, subject_id)
    if (file.hidden_itself !== after) return false
    await editObject(context, actor, subject_id, { is_hidden: before === true })
    return true
  },
  /** `before` is the number of the version that was replaced. */
  async 'object.content'(context, actor, { subject_id, before }) {
    const file = await getObject(context, actor, subject_id)
    const earlier = (await listRevisions(context, actor, subject_id)).find(({ version }) => version === before)
    if (!earlier || file.version !== earlier.version + 1) return false
    await restoreRevision(context, actor, subject_id, earlier.id)
    return true
  },
  async 'object.trashed'(context, actor, { subject_id, after }) {
    if (after === true) await restoreObject(context, actor, subject_id)
    else await trashObject(context, actor, subject_id)
    return true
  },
}
