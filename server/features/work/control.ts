import type { Actor, Needs } from '../../context.ts'
import { notFound } from '../../lib/errors.ts'
import type { Words } from '../../lib/language.ts'
import { getObject } from '../objects/index.ts'
import { findTask } from './queries.ts'
import { failTask, stateOf, type TaskRecord } from './record.ts'

/** The state alone tells nothing of the file: it is enough that the task is the caller's and the object's. */
export async function taskState(
  context: Needs<'db'>,
  actor: Actor,
  { objectId, taskId, name }: { objectId: string; taskId: string; name: string },
): Promise<Pick<TaskRecord, 'state' | 'done' | 'ok'>> {
  const row = await findTask(context.db, actor.ownerId, taskId)
  if (row?.object_id !== objectId || row.name !== name) throw notFound('task')
  const state = stateOf(row)
  return { state, done: state === 'SUCCESS' || state === 'FAILURE', ok: state === 'SUCCESS' }
}

const CALLED_OFF: Words = { en: 'It was called off.', ru: 'Отменено.' }

/** Whoever works on it finds out at the next look. False when it was done already. */
export async function callOffTask(
  context: Needs<'db' | 'signals' | 'log'>,
  actor: Actor,
  { objectId, taskId, name }: { objectId: string; taskId: string; name: string },
): Promise<boolean> {
  await getObject(context, actor, objectId)
  const row = await findTask(context.db, actor.ownerId, taskId)
  if (row?.object_id !== objectId || row.name !== name) throw notFound('task')
  if (row.object_ids || row.failure) return false
  const accepted = { taskId, name, objectId, hidden: row.hidden, language: actor.language }
  await failTask(context, actor.ownerId, accepted, CALLED_OFF)
  return true
}

export const isCalledOff = async (context: Needs<'db'>, ownerId: string, taskId: string): Promise<boolean> =>
  Boolean((await findTask(context.db, ownerId, taskId))?.failure)
