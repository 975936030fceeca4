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
  for (const notice of all)
    if (notice.by_mail) await enqueue(context, mailNotice, notice.owner_id, { noticeId: notice.id })
  return all.map(notice => ({
    ownerId: notice.owner_id,
    type: 'notice.created',
    madeOf: { objectIds: notice.object_ids, givenIds: notice.given_ids, hidden: false, from: 'others' },
    data: { notice_id: notice.id, kind: cause.kind },
  }))
}

/** They are not named any more. */
export const withdraw = (context: Needs<'db'>, causeId: string, people: string[]): Promise<void> =>
  removeNotices(context.db, people, causeId)
