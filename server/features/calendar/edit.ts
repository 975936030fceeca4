import { type Actor, inTransaction } from '../../context.ts'
import type { MadeOf } from '../../db/visibility.ts'
import { AppError, invalid, notFound } from '../../lib/errors.ts'
import {
  type Changing,
  changeAll,
  changeOne,
  clockIn,
  getEvent,
  lockEventForChange,
  removeOne,
  removeWhole,
  restoreOne,
} from './change.ts'
import { changeFollowing, removeFollowing } from './following.ts'
import { isOccurrence } from './occurrences.ts'
import { type EventRow, noteRemoved } from './queries.ts'
import type { EventUpdate } from './schema.ts'
import { addSources, isHiddenMade } from './sources/queries.ts'

export interface SeriesScope {
  /** One occurrence, by the start that the rule gives it. */
  occurrence_at?: string
  /** One and all later ones. */
  from?: string
}

function refuseBoth(scope: SeriesScope): void {
  if (scope.occurrence_at === undefined || scope.from === undefined) return
  throw invalid(['query', 'from'], 'value_error', {
    en: 'Give occurrence_at or from, not both.',
    ru: 'Укажите occurrence_at или from, но не оба.',
  })
}

/** The occurrence that the caller means; one that the series does not have is not found. */
function occurrenceIn(event: EventRow, name: keyof SeriesScope, written: string): number {
  const clock = clockIn(['query', name], event, written)
  if (!isOccurrence(event, clock)) throw notFound('occurrence')
  return clock
}

interface LockedEvent {
  event: EventRow
  revision: number
}

/** Answers the event and, when one occurrence was changed, which. */
export async function changeEvent(
  context: Changing,
  actor: Actor,
  { id, madeOf, ...scope }: SeriesScope & { id: string; madeOf?: MadeOf },
  change: EventUpdate,
): Promise<{ event: EventRow; clock?: number }> {
  refuseBoth(scope)
  const changed = await inTransaction(context, async tx => {
    const locked = await lockEventForChange(tx, actor, id)
    const { event } = locked
    if (madeOf) await conceal(tx, actor, locked, madeOf)
    if (scope.from !== undefined) {
      const clock = occurrenceIn(event, 'from', scope.from)
      return { id: await changeFollowing(tx, actor, { ...locked, clock }, change) }
    }
    const clock =
      scope.occurrence_at === undefined ? undefined : occurrenceIn(event, 'occurrence_at', scope.occurrence_at)
    const isSingle = event.rrule === '' && event.rdates.length === 0
    if (clock === undefined || isSingle) await changeAll(tx, actor, locked, change)
    else await changeOne(tx, actor, { ...locked, clock }, change)
    return { id, clock: isSingle ? undefined : clock }
  })
  const reader = madeOf ? { ...actor, unlocked: true } : actor
  return { event: await getEvent(context, reader, changed.id), clock: changed.clock }
}

const ownEvent = () =>
  new AppError('conflict', 'own_event', {
    en: 'This conversation has read what others have shared, so your own event is left as it is. Make a new event, or ask in a new conversation.',
    ru: 'В этом разговоре прочитано то, чем поделились другие, поэтому ваше событие не изменено. Создайте новое событие или попросите в новом разговоре.',
  })

/** Words from files come into an event: it is hidden while they are, and gone for programs that have a copy. */
async function conceal(tx: Changing, actor: Actor, { event, revision }: LockedEvent, madeOf: MadeOf): Promise<void> {
  // It would go from the calendar with what others take back: only what was made from such things may.
  if (madeOf.givenIds?.length && event.given_ids.length === 0) throw ownEvent()
  await addSources(tx.db, actor, event.id, madeOf)
  if (!event.hidden && (await isHiddenMade(tx.db, actor, madeOf)))
    await noteRemoved(tx.db, actor, event.resource, revision)
}

export async function deleteEvent(context: Changing, actor: Actor, id: string, scope: SeriesScope): Promise<void> {
  refuseBoth(scope)
  await inTransaction(context, async tx => {
    const locked = await lockEventForChange(tx, actor, id)
    const { event } = locked
    if (scope.from !== undefined) return removeFollowing(tx, actor, locked, occurrenceIn(event, 'from', scope.from))
    if (scope.occurrence_at === undefined) return removeWhole(tx, actor, locked)
    const clock = occurrenceIn(event, 'occurrence_at', scope.occurrence_at)
    if (event.rrule === '' && event.rdates.length === 0) return removeWhole(tx, actor, locked)
    await removeOne(tx, actor, locked, clock)
  })
}

/** Brings back an occurrence that was removed from its series. */
export async function restoreOccurrence(
  context: Changing,
  actor: Actor,
  id: string,
  written: string,
): Promise<EventRow> {
  await inTransaction(context, async tx => {
    const locked = await lockEventForChange(tx, actor, id)
    const gone = clockIn(['body', 'occurrence_at'], locked.event, written)
    if (!(await restoreOne(tx, actor, locked, gone))) throw notFound('occurrence')
  })
  return getEvent(context, actor, id)
}
