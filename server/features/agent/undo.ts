import type { Actor, Context } from '../../context.ts'
import { changeEvent, deleteEvent, eventUpdate, getEvent } from '../calendar/index.ts'
import { deleteCollectionIfEmpty, deleteTheme } from '../collections/index.ts'
import { correctEnrichment } from '../enrichment/index.ts'
import { removeMemory, setForgotten } from '../memory/queries.ts'
import { editObject, getObject, restoreObject, trashObject } from '../objects/index.ts'
import { revokeLink } from '../share/index.ts'
import { changeTask, findTask, removeTask } from '../tasks/index.ts'
import { resultsOf } from '../work/index.ts'

/** Taking back what the agent did; each answers false when the thing is no longer as the change left it. */

type Changing = Pick<Context, 'db' | 'signals'>

export interface UndoneChange {
  subject_id: string
  field: string
  before: unknown
  after: unknown
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

const OBJECT_FIELDS: Record<string, (context: Changing, actor: Actor, change: UndoneChange) => Promise<boolean>> = {
  async is_hidden(context, actor, { subject_id, before, after }) {
    const file = await getObject(context, actor, subject_id)
    if (file.hidden_itself !== after) return false
    await editObject(context, actor, subject_id, { is_hidden: before === true })
    return true
  },
  async trashed(context, actor, { subject_id, after }) {
    if (after === true) await restoreObject(context, actor, subject_id)
    else await trashObject(context, actor, subject_id)
    return true
  },
  async keywords(context, actor, { subject_id, before, after }) {
    const file = await getObject(context, actor, subject_id)
    if (!same(file.enrichment?.keywords ?? [], after)) return false
    await correctEnrichment(context, actor, subject_id, { keywords: before as string[] })
    return true
  },
}

/** What this feature can take back of a file; the rest belongs to others. */
export const undoesFile = (field: string): boolean => Object.hasOwn(OBJECT_FIELDS, field)

export const undoFileChange = (context: Changing, actor: Actor, change: UndoneChange): Promise<boolean> =>
  OBJECT_FIELDS[change.field]!(context, actor, change)

/** A folder that has got something in it meanwhile stays. */
export const undoFolderMade = (context: Changing, actor: Actor, { subject_id }: UndoneChange): Promise<boolean> =>
  deleteCollectionIfEmpty(context, actor, subject_id)

async function undoEvent(
  context: Changing,
  actor: Actor,
  { subject_id, field, before, after }: UndoneChange,
): Promise<boolean> {
  const event = await getEvent(context, actor, subject_id)
  if (field === 'made') {
    await deleteEvent(context, actor, subject_id, {})
    return true
  }
  const now: Record<string, unknown> = {
    title: event.title,
    starts_at: new Date(event.starts_ms).toISOString(),
    ends_at: new Date(event.ends_ms).toISOString(),
    location: event.location,
    status: event.status,
  }
  if (!Object.entries(after as object).every(([key, value]) => now[key] === value)) return false
  await changeEvent(context, actor, subject_id, {}, eventUpdate.parse(before))
  return true
}

async function undoTask(context: Changing, actor: Actor, { subject_id, field }: UndoneChange): Promise<boolean> {
  const task = await findTask(context.db, actor, subject_id)
  if (!task) return false
  if (field === 'made') return removeTask(context.db, actor, subject_id)
  if (task.status !== 'done') return false
  await changeTask(context, actor, subject_id, { status: 'open' })
  return true
}

/** The files that came of it go to the trash; while it still runs there is nothing to take back. */
async function undoWork(context: Changing, actor: Actor, { subject_id }: UndoneChange): Promise<boolean> {
  const made = await resultsOf(context, actor, subject_id)
  for (const id of made) await trashObject(context, actor, id)
  return made.length > 0
}

export const agentUndoers: Record<string, (context: Changing, actor: Actor, change: UndoneChange) => Promise<boolean>> =
  {
    event: undoEvent,
    task: undoTask,
    work: undoWork,
    async theme(context, actor, { subject_id }) {
      await deleteTheme(context, actor, subject_id)
      return true
    },
    async share(context, actor, { subject_id }) {
      await revokeLink(context, actor, subject_id)
      return true
    },
    async memory({ db }, actor, { subject_id, field }) {
      const changed =
        field === 'forgotten'
          ? await setForgotten(db, actor, subject_id, false)
          : await removeMemory(db, actor, subject_id)
      return changed !== undefined
    },
  }
