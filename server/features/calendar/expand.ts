import type { Needs } from '../../context.ts'
import { computation } from '../../ports/compute.ts'
import type { LinedUp, lineUp, ToLineUp, touching } from './expansion.ts'
import type { Recurring, Window } from './occurrences.ts'
import type { AgendaEvent } from './queries.ts'

const LONGEST_MS = 20_000
const lining = computation<typeof lineUp>(import.meta.url, './expansion.ts', 'lineUp', LONGEST_MS)
const finding = computation<typeof touching>(import.meta.url, './expansion.ts', 'touching', LONGEST_MS)

const FEW_EVENTS = 500
/** Some hundreds of appointments. */
const LITTLE_JSON = 128 * 1024

export async function linedUp(context: Needs<'compute'>, ownerId: string, input: ToLineUp): Promise<LinedUp> {
  if (input.events.length > LITTLE_JSON) return context.compute.run(lining, input, ownerId)
  const { isLight, lineUpEvents } = await import('./expansion.ts')
  const events = JSON.parse(input.events) as AgendaEvent[]
  return isLight(events) ? lineUpEvents(events, input) : context.compute.run(lining, input, ownerId)
}

export async function touched(
  context: Needs<'compute'>,
  ownerId: string,
  events: Recurring[],
  window: Window,
): Promise<boolean[]> {
  if (events.length <= FEW_EVENTS && events.every(({ rrule, overrides }) => rrule === '' && overrides.length === 0))
    return (await import('./expansion.ts')).touching({ events, window })
  return context.compute.run(finding, { events: events.map(timingOf), window }, ownerId)
}

/** Only what is needed for it: descriptions may be long. */
const timingOf = (event: Recurring): Recurring => ({
  all_day: event.all_day,
  tz: event.tz,
  starts_clock: event.starts_clock,
  duration: event.duration,
  starts_ms: event.starts_ms,
  rrule: event.rrule,
  last_clock: event.last_clock,
  exdates: event.exdates,
  rdates: event.rdates,
  overrides: event.overrides,
})
