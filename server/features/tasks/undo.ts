import type { Undoers } from '../changes/index.ts'
import { changeTask } from './change.ts'
import { findTask, removeTask } from './queries.ts'

export const taskUndoers: Undoers = {
  async task(context, actor, { subject_id }) {
    const task = await findTask(context.db, actor, subject_id)
    if (task?.status !== 'done') return false
    await changeTask(context, actor, subject_id, { status: 'open' })
    return true
  },
  async 'task.made'(context, actor, { subject_id }) {
    const task = await findTask(context.db, actor, subject_id)
    return task !== undefined && removeTask(context.db, actor, subject_id)
  },
}
