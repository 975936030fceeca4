import type { Undoers } from '../changes/index.ts'
import { revokeLink } from './links.ts'

export const shareUndoers: Undoers = {
  async share(context, actor, { subject_id }) {
    await revokeLink(context, actor, subject_id)
    return true
  },
}
