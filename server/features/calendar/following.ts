import { v7 as uuidv7 } from 'uuid'
import type { Actor } from '../../context.ts'
import { nextNumber } from '../../db/numbers.ts'
import { withUntil } from '../../lib/recurrence/rule.ts'
import { utcOf } from '../../lib/time-zones.ts'
import { type Changing, changeAll, removeWhole, timesAt } from './change.ts'
import { ruleOf } from './occurrences.ts'
import { type EventRow, findEvent, insertEvent, type Override, setOverrides, updateEvent } from './queries.ts'
import type { EventUpdate } from './schema.ts'
import { completed, countBefore, draftOf } from './series.ts'
import { copySources } from './sources/queries.ts'

/** "This and all later ones": the series ends before it, and a new one, with an id and a number of its own, begins with it. */

interface LockedEvent {
  event: EventRow
  revision: number
}

const basic = (ms: number) => new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '')

/** The rule, ended before a clock time: UNTIL is in UTC, of all-day events a date. */
const ruleBefore = (event: EventRow, clock: number): string =>
  withUntil(event.rrule, event.all_day ? basic(clock - 1).slice(0, 8) : basic(utcOf(event.tz, clock) - 1000))

/** Ends the series before a clock time, with whatever in it lies there or later. */
async function endBefore(tx: Changing, actor: Actor, { event, revision }: LockedEvent, clock: number): Promise<void> {
  const overrides = event.overrides.filter(one => one.clock < clock)
  const draft = {
    ...draftOf(event),
    rrule: ruleBefore(event, clock),
    exdates: event.exdates.filter(date => date < clock),
    rdates: event.rdates.filter(date => date < clock),
    sequence: event.sequence + 1,
  }
  await updateEvent(tx.db, actor, completed(draft, overrides), revision)
  if (overrides.length !== event.overrides.length) await setOverrides(tx.db, actor, event.id, overrides)
}

const isFirst = (event: EventRow, clock: number): boolean =>
  clock <= event.starts_clock ||
  countBefore({ ...ruleOf(event.rrule), count: undefined }, event.starts_clock, clock) === 0

export async function removeFollowing(tx: Changing, actor: Actor, locked: LockedEvent, clock: number): Promise<void> {
  const { event } = locked
  if (event.rrule === '' || (isFirst(event, clock) && event.rdates.every(date => date >= clock)))
    return removeWhole(tx, actor, locked)
  await endBefore(tx, actor, locked, clock)
}

/** Answers which event the change is in now. */
export async function changeFollowing(
  tx: Changing,
  actor: Actor,
  { clock, ...locked }: LockedEvent & { clock: number },
  change: EventUpdate,
): Promise<string> {
  const { event, revision } = locked
  if (event.rrule === '' || isFirst(event, clock)) {
    await changeAll(tx, actor, locked, change)
    return event.id
  }
  await endBefore(tx, actor, locked, clock)
  const id = uuidv7()
  const later: Override[] = event.overrides.filter(one => one.clock >= clock)
  const begun = completed(
    {
      ...draftOf(event),
      ...timesAt(event, clock),
      id,
      number: await nextNumber(tx.db, actor.ownerId, 'event', { hidden: event.hidden }),
      uid: `${id}@dossier`,
      resource: `${id}.ics`,
      rrule: restOf(event, clock),
      exdates: event.exdates.filter(date => date >= clock),
      rdates: event.rdates.filter(date => date >= clock),
      sequence: 0,
    },
    later,
  )
  await insertEvent(tx.db, actor, begun, { revision })
  await copySources(tx.db, actor, event.id, id)
  await setOverrides(tx.db, actor, id, later)
  const made = await findEvent(tx.db, actor, id)
  await changeAll(tx, actor, { event: made!, revision }, change)
  return id
}

/** What is left of the rule from a clock time on: of a counted one so many as have not been yet. */
function restOf(event: EventRow, clock: number): string {
  const rule = ruleOf(event.rrule)
  if (rule.count === undefined) return event.rrule
  const before = countBefore({ ...rule, count: undefined }, event.starts_clock, clock)
  return event.rrule.replace(/COUNT=\d+/, `COUNT=${Math.max(1, rule.count - before)}`)
}
