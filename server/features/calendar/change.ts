import { v7 as uuidv7 } from 'uuid'
import { type Actor, inTransaction, type Needs } from '../../context.ts'
import { nextNumber } from '../../db/numbers.ts'
import { MADE_OF_NOTHING, type MadeOf } from '../../db/visibility.ts'
import { invalid, notFound } from '../../lib/errors.ts'
import { utcOf } from '../../lib/time-zones.ts'
import { findSettings } from '../settings/index.ts'
import {
  type EventRow,
  type Facts,
  findEvent,
  insertEvent,
  lockEvent,
  nextRevision,
  type Override,
  removeEvent,
  setOverrides,
  updateEvent,
} from './queries.ts'
import type { EventInput, EventUpdate } from './schema.ts'
import { completed, draftOf, readRule } from './series.ts'
import { isHiddenMade } from './sources/queries.ts'
import { DAY, instantIn, midnight, zoneIn } from './times.ts'

const HOUR = 3_600_000
const MAX_DURATION = 3660 * DAY

export type Changing = Needs<'db' | 'signals'>

export const zoneOf = async (context: Needs<'db'>, actor: Actor): Promise<string> =>
  (await findSettings(context.db, actor.ownerId)).timezone || 'UTC'

const endBeforeStart = (input: unknown) =>
  invalid(
    ['body', 'ends_at'],
    'value_error',
    {
      en: 'The event ends before it starts. Give a later ends_at; the end of an all-day event is the day after its last.',
      ru: 'Событие кончается раньше, чем начинается. Укажите ends_at позже; у события на весь день это день после последнего.',
    },
    input,
  )

const tooLong = (input: unknown) =>
  invalid(
    ['body', 'ends_at'],
    'value_error',
    { en: 'An event lasts ten years at most.', ru: 'Событие длится не больше десяти лет.' },
    input,
  )

type Times = Pick<Facts, 'tz' | 'all_day' | 'starts_clock' | 'duration' | 'starts_ms' | 'ends_ms'>

/** The times of an event from what the caller wrote; what is left out stays as it was, its length too. */
export function timesOf(given: EventUpdate, before: Times): Times {
  const tz = given.tz === undefined ? before.tz : zoneIn(['body', 'tz'], given.tz)
  const allDay = given.all_day ?? before.all_day
  const start = given.starts_at
    ? instantIn(['body', 'starts_at'], given.starts_at, tz)
    : { clock: before.starts_clock, utc: tz === before.tz ? before.starts_ms : utcOf(tz, before.starts_clock) }
  const end = given.ends_at ? instantIn(['body', 'ends_at'], given.ends_at, tz) : undefined
  const kept = allDay === before.all_day ? before.duration : allDay ? DAY : HOUR
  if (allDay) {
    const clock = midnight(start.clock)
    const duration = end ? midnight(end.clock) - clock : kept
    if (duration <= 0) throw endBeforeStart(given.ends_at)
    if (duration > MAX_DURATION) throw tooLong(given.ends_at)
    return {
      tz,
      all_day: true,
      starts_clock: clock,
      duration,
      starts_ms: utcOf(tz, clock),
      ends_ms: utcOf(tz, clock + duration),
    }
  }
  const duration = end ? end.utc - start.utc : kept
  if (duration < 0) throw endBeforeStart(given.ends_at)
  if (duration > MAX_DURATION) throw tooLong(given.ends_at)
  const { clock, utc } = start
  return { tz, all_day: false, starts_clock: clock, duration, starts_ms: utc, ends_ms: utc + duration }
}

const uniqueMinutes = (minutes: number[]) => [...new Set(minutes)].sort((a, b) => a - b)

const wordsOf = (given: EventUpdate, before: Facts) => ({
  title: given.title ?? before.title,
  description: given.description ?? before.description,
  location: given.location ?? before.location,
  status: given.status ?? before.status,
  reminders: given.reminders ? uniqueMinutes(given.reminders) : before.reminders,
})

const nothing = (tz: string, allDay: boolean): Facts => ({
  title: '',
  description: '',
  location: '',
  status: 'confirmed',
  all_day: allDay,
  tz,
  starts_clock: 0,
  duration: allDay ? DAY : HOUR,
  starts_ms: 0,
  ends_ms: 0,
  reminders: [],
  extra: [],
  alarms: [],
  sequence: 0,
})

export async function createEvent(
  context: Changing,
  actor: Actor,
  input: EventInput,
  madeOf: MadeOf = MADE_OF_NOTHING,
): Promise<EventRow> {
  const tz = zoneIn(['body', 'tz'], input.tz ?? (await zoneOf(context, actor)))
  const given: EventUpdate = { ...input, tz }
  const before = nothing(tz, input.all_day)
  const facts: Facts = { ...before, ...wordsOf(given, before), ...timesOf(given, before) }
  const id = uuidv7()
  const made = completed({
    ...facts,
    id,
    number: 0,
    uid: `${id}@dossier`,
    resource: `${id}.ics`,
    rrule: input.rrule,
    exdates: [],
    rdates: [],
  })
  await inTransaction(context, async tx => {
    // What may vanish is numbered apart.
    const hidden = (madeOf.givenIds ?? []).length > 0 || (await isHiddenMade(tx.db, actor, madeOf))
    const revision = await nextRevision(tx.db, actor, hidden)
    const number = await nextNumber(tx.db, actor.ownerId, 'event', { hidden })
    await insertEvent(tx.db, actor, { ...made, number }, { revision, madeOf })
  })
  // Whoever made it gets it in answer, hidden or not.
  return getEvent(context, { ...actor, unlocked: true }, id)
}

export async function getEvent(context: Needs<'db'>, actor: Actor, id: string): Promise<EventRow> {
  const event = await findEvent(context.db, actor, id)
  if (!event) throw notFound('event')
  return event
}

/** The event, locked until the transaction ends. The revision is taken first: it is what all changes queue up at. */
export async function lockEventForChange(
  tx: Changing,
  actor: Actor,
  id: string,
): Promise<{ event: EventRow; revision: number }> {
  const seen = await findEvent(tx.db, actor, id)
  if (!seen) throw notFound('event')
  const revision = await nextRevision(tx.db, actor, seen.hidden)
  const event = await lockEvent(tx.db, actor, id)
  if (!event) throw notFound('event')
  return { event, revision }
}

/** With the start the exceptions move too; with the rule they go, since they name starts that may no longer be there. */
function exceptionsAfter(before: EventRow, after: Times, rrule: string): { exdates: number[]; overrides: Override[] } {
  if (readRule(rrule)?.text !== readRule(before.rrule)?.text) return { exdates: [], overrides: [] }
  const shift = after.starts_clock - before.starts_clock
  const sameZone = after.tz === before.tz && after.all_day === before.all_day
  if (shift === 0 && sameZone) return { exdates: before.exdates, overrides: before.overrides }
  return {
    exdates: before.exdates.map(clock => clock + shift),
    overrides: before.overrides.map(one => ({ ...one, clock: one.clock + shift })),
  }
}

/** Changes the whole series, or an event that does not recur. */
export async function changeAll(
  tx: Changing,
  actor: Actor,
  locked: { event: EventRow; revision: number },
  change: EventUpdate,
): Promise<void> {
  const { event, revision } = locked
  const times = timesOf(change, event)
  const rrule = change.rrule ?? event.rrule
  const { exdates, overrides } = exceptionsAfter(event, times, rrule)
  const shift = times.starts_clock - event.starts_clock
  const rdates = rrule === '' ? [] : event.rdates.map(clock => clock + shift)
  const draft = {
    ...draftOf(event),
    ...wordsOf(change, event),
    ...times,
    rrule,
    exdates,
    rdates,
    sequence: event.sequence + 1,
  }
  await updateEvent(tx.db, actor, completed(draft, overrides), revision)
  if (overrides !== event.overrides) await setOverrides(tx.db, actor, event.id, overrides)
}

/** Changes one occurrence, which from now on differs from its series. */
export async function changeOne(
  tx: Changing,
  actor: Actor,
  { event, revision, clock }: { event: EventRow; revision: number; clock: number },
  change: EventUpdate,
): Promise<void> {
  if (change.rrule !== undefined)
    throw invalid(['body', 'rrule'], 'value_error', {
      en: 'One occurrence has no rule. Change the series, or this one and the later ones with from.',
      ru: 'У одного повторения нет правила. Измените всю серию или это и следующие через from.',
    })
  const known = event.overrides.find(one => one.clock === clock)
  const before: Facts = known ?? { ...event, ...timesAt(event, clock), extra: event.extra, alarms: event.alarms }
  const override: Override = {
    ...before,
    ...wordsOf(change, before),
    ...timesOf(change, before),
    clock,
    sequence: event.sequence + 1,
  }
  const overrides = [...event.overrides.filter(one => one.clock !== clock), override]
  const draft = { ...draftOf(event), sequence: event.sequence + 1 }
  await updateEvent(tx.db, actor, completed(draft, overrides), revision)
  await setOverrides(tx.db, actor, event.id, overrides)
}

/** The times of the occurrence that the rule gives at a clock time. */
export function timesAt(event: EventRow, clock: number): Times {
  const start = clock === event.starts_clock ? event.starts_ms : utcOf(event.tz, clock)
  const end = event.all_day ? utcOf(event.tz, clock + event.duration) : start + event.duration
  return {
    tz: event.tz,
    all_day: event.all_day,
    starts_clock: clock,
    duration: event.duration,
    starts_ms: start,
    ends_ms: end,
  }
}

export async function removeWhole(
  tx: Changing,
  actor: Actor,
  locked: { event: EventRow; revision: number },
): Promise<void> {
  await removeEvent(tx.db, actor, locked.event, locked.revision)
}

export async function removeOne(
  tx: Changing,
  actor: Actor,
  { event, revision }: { event: EventRow; revision: number },
  clock: number,
): Promise<void> {
  const overrides = event.overrides.filter(one => one.clock !== clock)
  const draft = { ...draftOf(event), exdates: [...event.exdates, clock], sequence: event.sequence + 1 }
  await updateEvent(tx.db, actor, completed(draft, overrides), revision)
  if (overrides.length !== event.overrides.length) await setOverrides(tx.db, actor, event.id, overrides)
}

/** Whether it was gone from the series; it comes back as the rule has it. */
export async function restoreOne(
  tx: Changing,
  actor: Actor,
  { event, revision }: { event: EventRow; revision: number },
  clock: number,
): Promise<boolean> {
  const exdates = event.exdates.filter(gone => gone !== clock)
  if (exdates.length === event.exdates.length) return false
  const draft = { ...draftOf(event), exdates, sequence: event.sequence + 1 }
  await updateEvent(tx.db, actor, completed(draft, event.overrides), revision)
  return true
}

/** What the caller calls an occurrence, as its clock time in the event's zone. */
export function clockIn(loc: (string | number)[], event: EventRow, written: string): number {
  const { clock } = instantIn(loc, written, event.tz)
  return event.all_day ? midnight(clock) : clock
}
