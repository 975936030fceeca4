import { type Actor, inTransaction, type Needs } from '../../../context.ts'
import { nextNumber } from '../../../db/numbers.ts'
import type { Words } from '../../../lib/language.ts'
import { type Changing, zoneOf } from '../change.ts'
import { touched } from '../expand.ts'
import { readCalendar, storeNew, storeOver } from '../imports/import.ts'
import { type EventRow, eventsById, eventsByUid, lockEvent, nextRevision, removeEvent } from '../queries.ts'
import { FIRST_MS, LAST_MS } from '../times.ts'
import { textsOfEvents } from '../writing.ts'
import {
  FIRST_ID,
  findResources,
  type Resource,
  removedAfter,
  resourcesAfter,
  setSource,
  sourcesOf,
} from './queries.ts'

export { calendarRevision, findResources, type Resource } from './queries.ts'

const PAGE = 500
/** The texts of a batch are read together. */
const BATCH_BYTES = 2 * 1024 * 1024

/** In parts of a bounded length, whatever the events are. */
export function* batchesOf(resources: Resource[]): Generator<Resource[]> {
  let batch: Resource[] = []
  let bytes = 0
  for (const resource of resources) {
    if (batch.length > 0 && (batch.length >= PAGE || bytes + resource.weight > BATCH_BYTES)) {
      yield batch
      ;[batch, bytes] = [[], 0]
    }
    batch.push(resource)
    bytes += resource.weight
  }
  if (batch.length > 0) yield batch
}

/** All, or those that were changed behind a revision, read page by page: there may be tens of thousands. */
export async function* resourceBatches(context: Needs<'db'>, actor: Actor, since = 0): AsyncGenerator<Resource[]> {
  let after = FIRST_ID
  for (;;) {
    const page = await resourcesAfter(context.db, actor, { after, since, limit: PAGE })
    yield* batchesOf(page)
    if (page.length < PAGE) return
    after = page.at(-1)!.id
  }
}

/** The names of what was removed behind a revision, page by page. */
export async function* removedSince(context: Needs<'db'>, actor: Actor, since: number): AsyncGenerator<string[]> {
  let after = ''
  for (;;) {
    const page = await removedAfter(context.db, actor, { after, since, limit: PAGE })
    if (page.length > 0) yield page
    if (page.length < PAGE) return
    after = page.at(-1)!
  }
}

/** The events of a batch, in its order; what was removed meanwhile is not there. */
export async function eventsOf(context: Needs<'db'>, actor: Actor, resources: { id: string }[]): Promise<EventRow[]> {
  const found = await eventsById(
    context.db,
    actor,
    resources.map(({ id }) => id),
  )
  return resources.flatMap(({ id }) => found.get(id) ?? [])
}

/** The texts of resources, in their order: as they were put, else as they are now. */
export async function textsOf(
  context: Needs<'db' | 'compute'>,
  actor: Actor,
  resources: Resource[],
): Promise<string[]> {
  const texts = await sourcesOf(
    context.db,
    actor,
    resources.map(({ id }) => id),
  )
  const unwritten = resources.filter(({ id }) => !texts.has(id))
  const events = unwritten.length > 0 ? await eventsOf(context, actor, unwritten) : []
  const written = await textsOfEvents(context, actor.ownerId, events)
  for (const [at, { id }] of events.entries()) texts.set(id, written[at]!)
  return resources.map(({ id }) => texts.get(id) ?? '')
}

/** Those of the resources that have an occurrence between two moments; either may be open. */
export async function resourcesBetween(
  context: Needs<'db' | 'compute'>,
  actor: Actor,
  resources: Resource[],
  window: { since?: number; until?: number },
): Promise<Resource[]> {
  const tz = await zoneOf(context, actor)
  const events = await eventsById(
    context.db,
    actor,
    resources.map(({ id }) => id),
  )
  const span = { since: window.since ?? FIRST_MS, until: window.until ?? LAST_MS, tz }
  const known = resources.filter(({ id }) => events.has(id))
  const hits = await touched(
    context,
    actor.ownerId,
    known.map(({ id }) => events.get(id)!),
    span,
  )
  return known.filter((_, at) => hits[at])
}

/** What must be so for a change to be made: that the resource has this version, or that it is not there at all. */
export interface Condition {
  revision?: number
  /** Any version, but there. */
  exists?: boolean
  absent?: boolean
}

export type PutOutcome =
  | { kind: 'created' | 'replaced'; revision: number }
  | { kind: 'stale' }
  | { kind: 'not_events' }
  | { kind: 'uid_taken'; name: string }
  | { kind: 'invalid'; words: Words }

const holds = (found: Resource | undefined, { revision, exists, absent }: Condition) =>
  !(absent && found) && !(exists && !found) && (revision === undefined || found?.revision === revision)

const SEVERAL: Words = {
  en: 'One resource holds one event with its exceptions.',
  ru: 'В одном ресурсе — одно событие с исключениями.',
}

/** Puts one event, with all that differs from it, under a name. */
export async function putResource(
  context: Changing & Needs<'compute'>,
  actor: Actor,
  { name, text, condition }: { name: string; text: string; condition: Condition },
): Promise<PutOutcome> {
  const { series, problems, others } = await readCalendar(context, actor, text)
  if (others.length > 0) return { kind: 'not_events' }
  if (problems.length > 0) return { kind: 'invalid', words: problems[0]!.words }
  const [read] = series
  if (!read || series.length > 1) return { kind: 'invalid', words: SEVERAL }
  return inTransaction(context, async tx => {
    const revision = await nextRevision(tx.db, actor)
    const [found] = await findResources(tx.db, actor, [name])
    if (!holds(found, condition)) return { kind: 'stale' }
    const twin = (await eventsByUid(tx.db, actor, [read.event.uid])).get(read.event.uid)
    if (twin && twin.resource !== name) return { kind: 'uid_taken', name: twin.resource }
    if (found && !twin) return { kind: 'uid_taken', name }
    if (twin) await storeOver(tx, actor, { ...read, before: twin }, revision)
    else {
      const number = await nextNumber(tx.db, actor.ownerId, 'event')
      await storeNew(tx, actor, { ...read, event: { ...read.event, number, resource: name } }, revision)
    }
    await setSource(tx.db, actor, twin?.id ?? read.event.id, text)
    return { kind: twin ? 'replaced' : 'created', revision }
  })
}

export async function deleteResource(
  context: Changing,
  actor: Actor,
  name: string,
  condition: Condition,
): Promise<'removed' | 'missing' | 'stale'> {
  return inTransaction(context, async tx => {
    const revision = await nextRevision(tx.db, actor)
    const [found] = await findResources(tx.db, actor, [name])
    if (!found) return 'missing'
    if (!holds(found, condition)) return 'stale'
    const event = await lockEvent(tx.db, actor, found.id)
    await removeEvent(tx.db, actor, event!, revision)
    return 'removed'
  })
}
