import type { Needs } from '../../context.ts'
import { enqueue } from '../../jobs/queue.ts'
import type { Happening } from '../events/index.ts'
import { mailNotice } from './jobs.ts'
import { type Cause, insertNotices, removeNotices } from './queries.ts'

type Changing = Needs<'db' | 'signals'>

/**
 * In the transaction of what they are told of; nobody is told of their own deeds, and of each cause once. The events are the caller's to
 * emit, all that the transaction has at once.
 */
export async function notify(context: Changing, cause: Cause, people: string[]): Promise<Happening[]> {
  if (people.length === 0) return []
  const all = await insertNotices(context.db, cause, [...new Set(people)])
  for (const told of all) if (told.by_mail) await enqueue(context, mailNotice, told.owner_id, { noticeId: told.id })
  return all.map(told => ({
    ownerId: told.owner_id,
    type: 'notice.created',
    madeOf: { objectIds: told.object_ids, givenIds: told.given_ids, hidden: false, from: 'others' },
    data: { notice_id: told.id, kind: cause.kind },
  }))
}

/** They are not named any more. */
export const withdraw = (context: Needs<'db'>, causeId: string, people: string[]): Promise<void> =>
  removeNotices(context.db, people, causeId)
