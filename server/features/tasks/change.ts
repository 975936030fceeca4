import { v7 as uuidv7 } from 'uuid'
import { type Actor, inTransaction, type Needs } from '../../context.ts'
import { nextNumber } from '../../db/numbers.ts'
import { MADE_OF_NOTHING, type MadeOf } from '../../db/visibility.ts'
import { invalid, notFound } from '../../lib/errors.ts'
import { getObject } from '../objects/index.ts'
import { findTask, insertTask, isHiddenMade, type Task, type TaskChange, updateTask } from './queries.ts'

export interface NewTask {
  title: string
  assignee?: string
  dueAt?: Date | null
  /** The file it was found in; the caller must be able to see it. */
  sourceObjectId?: string | null
  /** Whatever else went into it. */
  madeOf?: MadeOf
}

export const MAX_TITLE = 1000
export const MAX_ASSIGNEE = 200

/** There is no call for it: the assistant makes tasks, and meeting records do. */
export async function createTask(context: Needs<'db' | 'signals'>, actor: Actor, task: NewTask): Promise<Task> {
  const title = task.title.trim().slice(0, MAX_TITLE)
  if (title === '')
    throw invalid(['body', 'title'], 'string_too_short', {
      en: 'A task needs a title.',
      ru: 'Задаче нужно название.',
    })
  if (task.sourceObjectId) await getObject(context, actor, task.sourceObjectId)
  const id = uuidv7()
  const base = task.madeOf ?? MADE_OF_NOTHING
  const madeOf = { ...base, objectIds: [...base.objectIds, ...(task.sourceObjectId ? [task.sourceObjectId] : [])] }
  await inTransaction(context, async tx => {
    // What may vanish is numbered apart.
    const apart = { hidden: (madeOf.givenIds ?? []).length > 0 || (await isHiddenMade(tx.db, actor, madeOf)) }
    await insertTask(tx.db, actor, {
      id,
      number: await nextNumber(tx.db, actor.ownerId, 'task', apart),
      title,
      assignee: (task.assignee ?? '').trim().slice(0, MAX_ASSIGNEE),
      dueAt: task.dueAt ?? null,
      sourceObjectId: task.sourceObjectId ?? null,
      madeOf,
    })
  })
  // Whoever made it gets it in answer, hidden or not.
  return (await findTask(context.db, { ...actor, unlocked: true }, id))!
}

export async function changeTask(context: Needs<'db'>, actor: Actor, id: string, change: TaskChange): Promise<Task> {
  if (!(await updateTask(context.db, actor, id, change))) throw notFound('task')
  return (await findTask(context.db, actor, id))!
}
