import { type Actor, inTransaction, type Needs, personOf } from '../../context.ts'
import { MADE_OF_NOTHING } from '../../db/visibility.ts'
import { Hopeless, type RunJob } from '../../jobs/declare.ts'
import { AppError, notFound } from '../../lib/errors.ts'
import type { Language, Words } from '../../lib/language.ts'
import { isPassing } from '../../lib/passing.ts'
import { DocumentRefused } from '../../ports/documents.ts'
import { emit } from '../events/index.ts'
import { getObject } from '../objects/index.ts'
import { findResult, findTask, keepResult, ownerFacts, type TaskResult, type TaskRow, visibleIds } from './queries.ts'

export interface TaskRecord {
  task_id: string
  state: 'PENDING' | 'STARTED' | 'RETRY' | 'SUCCESS' | 'FAILURE'
  done: boolean
  ok: boolean
  progress: number
  error: string | null
  object_ids: string[]
  report: Record<string, unknown> | null
}

const OUR_FAULT: Words = {
  en: 'It could not be done: something broke on our side. Start it again.',
  ru: 'Не получилось: что-то сломалось на нашей стороне. Запустите ещё раз.',
}

/** What has become of a task of an object. Unknown, foreign, of another object or of another kind: not found. */
export async function taskOfObject(
  context: Needs<'db'>,
  actor: Actor,
  { objectId, taskId, names }: { objectId: string; taskId: string; names: string[] },
): Promise<TaskRecord> {
  await getObject(context, actor, objectId)
  return taskRecord(context, actor, taskId, row => row.object_id === objectId && names.includes(row.name))
}

export const taskByName = (context: Needs<'db'>, actor: Actor, taskId: string, names: string[]) =>
  taskRecord(context, actor, taskId, row => names.includes(row.name))

/** The results are there before the job itself is marked as done. */
export const stateOf = (row: TaskRow): TaskRecord['state'] =>
  row.failure ? 'FAILURE' : row.object_ids ? 'SUCCESS' : (row.state ?? 'FAILURE')

async function taskRecord(
  context: Needs<'db'>,
  actor: Actor,
  taskId: string,
  isMeant: (row: { object_id: string | null; name: string }) => boolean,
): Promise<TaskRecord> {
  const row = await findTask(context.db, personOf(actor), taskId)
  if (!row || !isMeant(row) || (row.hidden && !actor.unlocked)) throw notFound('task')
  const state = stateOf(row)
  const done = state === 'SUCCESS' || state === 'FAILURE'
  const seen = await seenBy(context, actor, row)
  // Of a new version of a file that cannot be seen any more nothing is told.
  const isGone = seen.length === 0 && row.object_id !== null && row.object_ids?.includes(row.object_id) === true
  return {
    task_id: taskId,
    state,
    done,
    ok: state === 'SUCCESS',
    progress: state === 'SUCCESS' ? 1 : (row.progress ?? 0),
    error: state === 'FAILURE' ? wordsOf(row)[actor.language] : null,
    object_ids: seen,
    report: isGone ? null : row.report,
  }
}

/** What was wrong with a file that cannot be seen any more is not told. */
const wordsOf = ({ failure, is_taken_back }: TaskRow): Words =>
  is_taken_back ? notFound('object').words : (failure ?? OUR_FAULT)

/**
 * The result of work on a shared file belongs to the caller; if the file itself was replaced, it is visible while it is
 * shared.
 */
async function seenBy(context: Needs<'db'>, actor: Actor, row: TaskRow): Promise<string[]> {
  const ids = row.object_ids ?? []
  const own = actor.guest ? { ...actor, ownerId: personOf(actor), guest: undefined, bound: undefined } : actor
  const seen = new Set([...(await visibleIds(context.db, own, ids)), ...(own.bound ? [] : row.given_ids)])
  return ids.filter(id => seen.has(id))
}

/** The files that came of a task and may be seen; none while it runs. */
export async function resultsOf(context: Needs<'db'>, actor: Actor, taskId: string): Promise<string[]> {
  const row = await findTask(context.db, actor.ownerId, taskId)
  return row?.object_ids ? visibleIds(context.db, actor, row.object_ids) : []
}

export interface AcceptedWork {
  name: string
  objectId: string | null
  /** The file that events speak of, where it is another. */
  toldOf?: string
  /** The files are somebody else's: events and the report tell of them only while they are given. */
  givenIds?: string[]
  hidden: boolean
  language: Language
}

type Working = Needs<'db' | 'signals' | 'log'>

/** The owner in whose name a task is done: what may be done was decided when it was asked for. */
export async function ownerActor(context: Needs<'db'>, ownerId: string, language: Language): Promise<Actor> {
  const facts = await ownerFacts(context.db, ownerId)
  if (!facts) throw new Hopeless('the owner has gone')
  return {
    ownerId,
    tenantId: facts.tenant_id,
    role: 'user',
    tokenId: '',
    tariff: facts.tariff,
    ownBucket: facts.own_bucket,
    language,
    unlocked: true,
  }
}

const EMIT_MS = 500

/** Reports progress: to whoever polls, and as events, but not more often than anybody looks. */
export function progressOf(context: Working, run: RunJob, objectId: string | null): (done: number) => void {
  let last = 0
  let shown = 0
  return done => {
    if (Date.now() - last < EMIT_MS || done <= shown) return
    last = Date.now()
    shown = done
    const data = { task_id: run.jobId, progress: Math.round(done * 100) / 100 }
    const emitting = async () => {
      await run.progress(done)
      await emit(context, { ownerId: run.ownerId, type: 'task.progress', objectId: objectId ?? undefined, data })
    }
    emitting().catch(error => context.log.debug({ err: error }, 'progress could not be told'))
  }
}

/**
 * Runs a task once, however often the job comes: its results and its record are one transaction. What was set aside for it is given
 * back by `onFailure` where that did not come to be.
 */
export async function doTask<C extends Working>(
  context: C,
  run: RunJob,
  accepted: AcceptedWork,
  work: (
    onFailure: (undo: () => Promise<void>) => void,
  ) => Promise<(tx: C) => Promise<{ objectIds: string[]; report?: Record<string, unknown> }>>,
): Promise<{ object_ids: string[] }> {
  const earlier = await findResult(context.db, run.ownerId, run.jobId)
  if (earlier) return earlier
  const undoings: (() => Promise<void>)[] = []
  try {
    const write = await work(undo => undoings.push(undo))
    return await inTransaction(context, async tx => {
      const { objectIds, report } = await write(tx)
      const result = { taskId: run.jobId, name: accepted.name, objectId: accepted.objectId, hidden: accepted.hidden }
      const { toldOf, givenIds } = accepted
      await keepResult(tx.db, run.ownerId, { ...result, objectIds, givenIds, report })
      await emitTaskEnd(tx, run.ownerId, { ...result, toldOf, givenIds, objectIds })
      return { object_ids: objectIds }
    })
  } catch (error) {
    // What went wrong first is what is told.
    for (const undo of undoings)
      await undo().catch(fault => context.log.error({ err: fault }, 'what was set aside for a task was not given back'))
    if (isPassing(error) || !(error instanceof DocumentRefused || error instanceof AppError)) throw error
    await failTask(context, run.ownerId, { ...accepted, taskId: run.jobId }, error.words)
    throw new Hopeless(error.words.en)
  }
}

async function emitTaskEnd(
  context: Working,
  ownerId: string,
  result: TaskResult & Pick<AcceptedWork, 'toldOf'>,
  error?: string,
): Promise<void> {
  const isOfGiven =
    result.givenIds !== undefined && (result.objectIds.length === 0 || result.objectIds[0] === result.objectId)
  const objectId = isOfGiven ? undefined : (result.objectIds[0] ?? result.toldOf ?? result.objectId ?? undefined)
  const madeOf = isOfGiven ? { ...MADE_OF_NOTHING, givenIds: result.givenIds } : undefined
  const data = { task_id: result.taskId, ok: !error, object_ids: result.objectIds, ...(error ? { error } : {}) }
  await emit(context, { ownerId, type: 'task.done', objectId, madeOf, data })
}

/** The job was given up: where it was for the file's own fault, that was told already. */
export async function giveUpTask(
  context: Working,
  ownerId: string,
  taskId: string,
  accepted: AcceptedWork,
): Promise<void> {
  const known = await findTask(context.db, ownerId, taskId)
  if (!known?.failure && !known?.object_ids) await failTask(context, ownerId, { ...accepted, taskId })
}

export async function failTask(
  context: Working,
  ownerId: string,
  { taskId, name, objectId, toldOf, givenIds, hidden, language }: AcceptedWork & { taskId: string },
  words: Words = OUR_FAULT,
): Promise<void> {
  await inTransaction(context, async tx => {
    const result = { taskId, name, objectId, hidden, givenIds, objectIds: [] }
    await keepResult(tx.db, ownerId, { ...result, failure: words })
    await emitTaskEnd(tx, ownerId, { ...result, toldOf }, words[language])
  })
}
