import { type Actor, inTransaction, type Needs } from '../../../context.ts'
import { nextNumber } from '../../../db/numbers.ts'
import type { Words } from '../../../lib/language.ts'
import { type Changing, zoneOf } from '../change.ts'
import { touched } from '../expand.ts'
import { calendarText } from '../ics-write.ts'
import { readCalendar, storeNew, storeOver } from '../imports/import.ts'
import { eventsById, eventsByUid, lockEvent, nextRevision, removeEvent } from '../queries.ts'
import { FIRST_MS, LAST_MS } from '../times.ts'
import { findResources, type Resource, setSource } from './queries.ts'

export { calendarRevision, changesSince, findResources, listResources, type Resource } from './queries.ts'

/** The texts of resources, in their order: as they were put, else as they are now. */
export async function textsOf(context: Needs<'db'>, actor: Actor, resources: Resource[]): Promise<string[]> {
  const unwritten = resources.filter(({ source }) => source === null).map(({ id }) => id)
  const events = unwritten.length > 0 ? await eventsById(context.db, actor, unwritten) : new Map()
  return resources.map(({ id, source }) => source ?? calendarText(events.has(id) ? [events.get(id)!] : []))
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
  name: string,
  text: string,
  condition: Condition,
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
    if (twin) await storeOver(tx, actor, twin, read, revision)
    else {
      const number = await nextNumber(tx.db, actor.ownerId, 'event')
      await storeNew(tx, actor, { ...read.event, number, resource: name }, read.overrides, revision)
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
