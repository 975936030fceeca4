import { calendarText } from '../ics-write.ts'
import type { EventRow } from '../queries.ts'
import type { ReadSeries } from '../read-calendar.ts'

/** What is stored, and what a file has in its place. */
export interface Pair {
  before: EventRow
  read: ReadSeries
}

/** Whether both would be written as the same lines; when something was changed last is not counted. */
function isSame({ before, read: { event, overrides } }: Pair): boolean {
  const plain = (row: EventRow) =>
    calendarText({ ...row, updated_ms: 0, overrides: row.overrides }).replace(/^SEQUENCE:.*\r\n/gm, '')
  const after: EventRow = {
    ...event,
    overrides,
    revision: 0,
    updated_ms: 0,
    resource: before.resource,
    hidden: before.hidden,
    made_from: before.made_from,
    given_ids: before.given_ids,
  }
  return plain(before) === plain(after)
}

export const areSame = (pairs: Pair[]): boolean[] => pairs.map(isSame)
