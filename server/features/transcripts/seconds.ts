import type { Needs } from '../../context.ts'
import { secondsWithin } from './assemble.ts'
import { segmentsIn } from './queries.ts'

export interface TimedSpan {
  objectId: string
  /** Code points of the object's text, half-open. */
  charStart: number
  charEnd: number
}

/** When each span was said, for many spans at once; null for what is no recording. */
export async function secondsOf(
  context: Needs<'db'>,
  ownerId: string,
  spans: TimedSpan[],
): Promise<({ start_s: number; end_s: number } | null)[]> {
  if (spans.length === 0) return []
  const found = await segmentsIn(
    context.db,
    ownerId,
    spans.map(({ objectId, charStart, charEnd }) => ({
      object_id: objectId,
      char_start: charStart,
      char_end: Math.max(charEnd, charStart + 1),
    })),
  )
  return spans.map(({ charStart, charEnd }, index) =>
    secondsWithin(
      found.filter(({ span }) => span === index),
      charStart,
      charEnd,
    ),
  )
}
