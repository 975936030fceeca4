import type { Actor, Needs } from '../../context.ts'
import { zoneOf } from './change.ts'
import { touched } from './expand.ts'
import { type EventRow, listEvents } from './queries.ts'
import { FIRST_MS, instantIn, LAST_MS } from './times.ts'

const DEFAULT_LIMIT = 500

/** The events that have an occurrence in the window, each once; without a window all of them. */
export async function eventsBetween(
  context: Needs<'db' | 'compute'>,
  actor: Actor,
  query: { since?: string; until?: string; limit?: number },
): Promise<{ events: EventRow[]; truncated: boolean }> {
  const tz = await zoneOf(context, actor)
  const since = query.since ? instantIn(['query', 'since'], query.since, tz).utc : null
  const until = query.until ? instantIn(['query', 'until'], query.until, tz).utc : null
  const limit = query.limit ?? DEFAULT_LIMIT
  const found = await listEvents(context.db, actor, { since, until, limit: limit + 1 })
  const truncated = found.length > limit
  const events = found.slice(0, limit)
  if (since === null && until === null) return { events, truncated }
  const window = { since: since ?? FIRST_MS, until: until ?? LAST_MS, tz }
  const hits = await touched(context, actor.ownerId, events, window)
  return { events: events.filter((_, at) => hits[at]), truncated }
}
