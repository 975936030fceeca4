import type { Needs } from '../../context.ts'
import { computation } from '../../ports/compute.ts'
import { calendarTexts, eventsText, type headText, type UsedZone } from './ics-write.ts'
import type { EventRow } from './queries.ts'

/** Writing events as text: a few at once here, more in a thread, since events are as many and as long as somebody likes. */

const LONGEST_MS = 30_000
const each = computation<typeof calendarTexts>(import.meta.url, './ics-write.ts', 'calendarTexts', LONGEST_MS)
const joined = computation<typeof eventsText>(import.meta.url, './ics-write.ts', 'eventsText', LONGEST_MS)
const heading = computation<typeof headText>(import.meta.url, './ics-write.ts', 'headText', LONGEST_MS)

const FEW = 10
const SHORT = 20_000

/** Whether writing these costs less than a message to a thread. */
export const isLittle = (events: Pick<EventRow, 'description' | 'extra' | 'overrides' | 'exdates' | 'rdates'>[]) =>
  events.length <= FEW &&
  events.every(
    ({ description, extra, overrides, exdates, rdates }) =>
      description.length < SHORT &&
      overrides.length + exdates.length + rdates.length + extra.length <= FEW &&
      overrides.every(one => one.description.length < SHORT),
  )

/** Of each a calendar of its own. */
export const textsOfEvents = async (
  context: Needs<'compute'>,
  ownerId: string,
  events: EventRow[],
): Promise<string[]> => (isLittle(events) ? calendarTexts(events) : context.compute.run(each, events, ownerId))

/** A part of one calendar. */
export const partOf = async (context: Needs<'compute'>, ownerId: string, events: EventRow[]): Promise<string> =>
  isLittle(events) ? eventsText(events) : context.compute.run(joined, events, ownerId)

/** The definition of a zone is looked for hour by hour. */
export const headOf = (context: Needs<'compute'>, ownerId: string, head: { zones: UsedZone[]; name: string }) =>
  context.compute.run(heading, head, ownerId)
