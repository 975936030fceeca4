import { v7 as uuidv7 } from 'uuid'
import { type Actor, inTransaction, type Needs } from '../../context.ts'
import { nextNumber } from '../../db/numbers.ts'
import { MADE_OF_NOTHING, type MadeOf } from '../../db/visibility.ts'
import { invalid, notFound } from '../../lib/errors.ts'
import { getObject } from '../objects/index.ts'
import { standIn } from '../people/index.ts'
import {
  findTask,
  insertGivenSource,
  insertTask,
  isHiddenMade,
  type Task,
  type TaskChange,
  type TaskPassage,
  updateTask,
} from './queries.ts'

export interface NewTask {
  title: string
  assignee?: string
  dueAt?: Date | null
  /** The file it was found in, one's own or given; the caller must be able to see it. */
  sourceObjectId?: string | null
  /** Where in a given one. */
  passage?: TaskPassage
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
  const source = await sourceOf(context, actor, task.sourceObjectId)
  const id = uuidv7()
  const madeOf = withSource(task.madeOf ?? MADE_OF_NOTHING, source)
  await inTransaction(context, async tx => {
    // What may vanish is numbered apart.
    const apart = { hidden: (madeOf.givenIds ?? []).length > 0 || (await isHiddenMade(tx.db, actor, madeOf)) }
    await insertTask(tx.db, actor, {
      id,
      number: await nextNumber(tx.db, actor.ownerId, 'task', apart),
      title,
      assignee: (task.assignee ?? '').trim().slice(0, MAX_ASSIGNEE),
      dueAt: task.dueAt ?? null,
      sourceObjectId: source?.isGiven ? null : (source?.id ?? null),
      madeOf,
    })
    if (source?.isGiven)
      await insertGivenSource(tx.db, actor, { taskId: id, objectId: source.id, passage: task.passage })
  })
  // Whoever made it gets it in answer, hidden or not.
  return found(await findTask(context.db, { ...actor, unlocked: true }, id))
}

/** What it was made from may have been taken back a moment ago. */
function found(task: Task | undefined): Task {
  if (!task) throw notFound('task')
  return task
}

interface Source {
  id: string
  /** The file belongs to somebody else: the task is visible while the file is shared. */
  isGiven: boolean
}

async function sourceOf(
  context: Needs<'db'>,
  actor: Actor,
  id: string | null | undefined,
): Promise<Source | undefined> {
  if (!id) return undefined
  const reader = await standIn(context, actor, { as: 'viewer', named: { kind: 'object', id }, ownerOnly: false })
  await getObject(context, reader, id)
  return { id, isGiven: reader.guest !== undefined }
}

function withSource(made: MadeOf, source: Source | undefined): MadeOf {
  if (!source) return made
  const { objectIds, givenIds = [] } = made
  return source.isGiven
    ? { ...made, givenIds: [...new Set([...givenIds, source.id])], from: 'others' }
    : { ...made, objectIds: [...objectIds, source.id] }
}

export async function changeTask(context: Needs<'db'>, actor: Actor, id: string, change: TaskChange): Promise<Task> {
  if (!(await updateTask(context.db, actor, id, change))) throw notFound('task')
  return found(await findTask(context.db, actor, id))
}
