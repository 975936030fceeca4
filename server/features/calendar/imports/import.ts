import { v7 as uuidv7 } from 'uuid'
import { type Actor, inTransaction, type Needs } from '../../../context.ts'
import { nextNumber } from '../../../db/numbers.ts'
import { enqueueWith } from '../../../jobs/queue.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Language } from '../../../lib/language.ts'
import { ComputeExceeded, computation } from '../../../ports/compute.ts'
import { type Changing, zoneOf } from '../change.ts'
import {
  type EventRow,
  eventsByUid,
  insertEvent,
  type NewEvent,
  nextRevision,
  type Override,
  setOverrides,
  updateEvent,
} from '../queries.ts'
import {
  MAX_EVENTS,
  type Problem,
  type ReadCalendar,
  type ReadSeries,
  type readCalendarText,
} from '../read-calendar.ts'
import { isLittle } from '../writing.ts'
import { importEvents } from './jobs.ts'
import { type Counts, insertImport, MOST_WAITING } from './queries.ts'
import { areSame, type Pair } from './same.ts'

const noCalendar = (reason: string) =>
  new AppError('unsupported', 'not_a_calendar', {
    en: `This is not an iCalendar file: ${reason}. Send a file that begins with BEGIN:VCALENDAR.`,
    ru: 'Это не файл iCalendar. Отправьте файл, который начинается с BEGIN:VCALENDAR.',
  })

const tooMany = () =>
  new AppError('too_large', 'too_many_events', {
    en: `The file has more than ${MAX_EVENTS} events. Split it.`,
    ru: `В файле больше ${MAX_EVENTS} событий. Разделите его.`,
  })

const tooHard = () =>
  new AppError('too_large', 'calendar_too_hard', {
    en: 'The rules in this file take too long to work out. Import fewer events at once.',
    ru: 'Правила в этом файле слишком долго разбирать. Импортируйте меньше событий за раз.',
  })

const tooManyWaiting = () =>
  new AppError('conflict', 'too_many_imports', {
    en: `${MOST_WAITING} calendar files are being imported already. Try again when some of them are done.`,
    ru: `Уже импортируются файлы календаря: ${MOST_WAITING}. Повторите, когда часть из них будет готова.`,
  })

const reading = computation<typeof readCalendarText>(import.meta.url, '../read-calendar.ts', 'readCalendarText', 30_000)

/** Reads a file; what is broken in it is told, the rest is taken. */
export async function readCalendar(
  context: Needs<'db' | 'compute'>,
  actor: Actor,
  text: string,
): Promise<ReadCalendar> {
  const input = { text, ownZone: await zoneOf(context, actor) }
  const read = await context.compute.run(reading, input, actor.ownerId).catch(error => {
    throw error instanceof ComputeExceeded ? tooHard() : error
  })
  if (!('refused' in read)) return read
  throw read.refused === 'too_many' ? tooMany() : noCalendar(read.reason)
}

export interface ImportReport extends Counts {
  problems: Problem[]
  others: string[]
  /** The task that takes the events, where there are too many for one call. */
  taskId?: string
}

/** So many are taken while the caller waits, all in one transaction: they are there together, or, when the service fails, none is. */
const AT_ONCE = 200

export async function importCalendar(
  context: Changing & Needs<'compute'>,
  actor: Actor,
  sent: string,
): Promise<ImportReport> {
  // The database has no such character.
  const text = sent.replaceAll('\0', '')
  const { series, problems, others } = await readCalendar(context, actor, text)
  if (series.length <= AT_ONCE) {
    const counts = await inTransaction(context, tx => storeSeries(tx, actor, series))
    return { ...counts, problems, others }
  }
  const taskId = uuidv7()
  await inTransaction(context, async tx => {
    if (!(await insertImport(tx.db, actor.ownerId, taskId, text))) throw tooManyWaiting()
    const payload = { taskId, language: actor.language }
    await enqueueWith(tx, { job: importEvents, ownerId: actor.ownerId, payload, id: taskId })
  })
  return { created: 0, updated: 0, unchanged: 0, problems, others, taskId }
}

export const sayProblems = (problems: Problem[], language: Language) =>
  problems.map(({ uid, line, words }) => ({ uid, line, reason: words[language] }))

const comparing = computation<typeof areSame>(import.meta.url, './same.ts', 'areSame', 30_000)
const hasBefore = (pair: { before: EventRow | undefined; read: ReadSeries }): pair is Pair => pair.before !== undefined

const sameOnes = async (context: Needs<'compute'>, ownerId: string, pairs: Pair[]): Promise<boolean[]> =>
  isLittle(pairs.flatMap(({ before, read }) => [before, { ...read.event, overrides: read.overrides }]))
    ? areSame(pairs)
    : context.compute.run(comparing, pairs, ownerId)

/** Takes events in the caller's transaction; those that are there already keep their places. */
export async function storeSeries(
  tx: Changing & Needs<'compute'>,
  actor: Actor,
  series: ReadSeries[],
): Promise<Counts> {
  const counts = { created: 0, updated: 0, unchanged: 0 }
  if (series.length === 0) return counts
  const revision = await nextRevision(tx.db, actor)
  const known = await eventsByUid(
    tx.db,
    actor,
    series.map(({ event }) => event.uid),
  )
  const fresh = series.filter(({ event }) => !known.has(event.uid))
  const last = fresh.length > 0 ? await nextNumber(tx.db, actor.ownerId, 'event', { by: fresh.length }) : 0
  let number = last - fresh.length
  for (const { event, overrides } of fresh)
    await storeNew(tx, actor, { event: { ...event, number: ++number }, overrides }, revision)
  counts.created = fresh.length
  const pairs = series.map(read => ({ before: known.get(read.event.uid), read })).filter(hasBefore)
  const same = await sameOnes(tx, actor.ownerId, pairs)
  for (const [at, { before, read }] of pairs.entries()) {
    counts[same[at] ? 'unchanged' : 'updated']++
    if (!same[at]) await storeOver(tx, actor, { ...read, before }, revision)
  }
  return counts
}

export async function storeNew(
  tx: Changing,
  actor: Actor,
  { event, overrides }: { event: NewEvent; overrides: Override[] },
  revision: number,
): Promise<void> {
  await insertEvent(tx.db, actor, event, { revision })
  if (overrides.length > 0) await setOverrides(tx.db, actor, event.id, overrides)
}

/** Replaces a stored event, which keeps its id, its number and its place. */
export async function storeOver(
  tx: Changing,
  actor: Actor,
  { before, event, overrides }: ReadSeries & { before: EventRow },
  revision: number,
): Promise<void> {
  const { id, number, resource } = before
  await updateEvent(tx.db, actor, { ...event, id, number, resource }, revision)
  await setOverrides(tx.db, actor, id, overrides)
}
