import type { Undoers } from '../changes/index.ts'
import { deleteCollectionIfEmpty } from './change.ts'
import { putNameBack } from './queries.ts'
import { deleteTheme } from './themes.ts'

export const collectionUndoers: Undoers = {
  /** The earlier name comes back, as the person's own choice. */
  collection: (context, actor, { subject_id, before, after }) =>
    putNameBack(context.db, actor, subject_id, { before: String(before), after: String(after) }),
  /** A folder that has got something in it meanwhile stays. */
  'collection.made': (context, actor, { subject_id }) => deleteCollectionIfEmpty(context, actor, subject_id),
  async theme(context, actor, { subject_id }) {
    await deleteTheme(context, actor, subject_id)
    return true
  },
}
