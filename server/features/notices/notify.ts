import type { Needs } from '../../context.ts'
import { enqueue } from '../../jobs/queue.ts'
import { emit } from '../events/index.ts'
import { mailNotice } from './jobs.ts'
import { type Cause, insertNotices, removeNotices } from './queries.ts'

type Changing = Needs<'db' | 'signals'>

/** In the transaction of what they are told of; nobody is told of their own deeds, and of each cause once. */
export async function notify(context: Changing, cause: Cause, people: string[]): Promise<void> {
  for (const told of await insertNotices(context.db, cause, [...new Set(people)])) {
    await emit(context, {
      ownerId: told.owner_id,
      type: 'notice.created',
      madeOf: { objectIds: told.object_ids, givenIds: told.given_ids, hidden: false, from: 'others' },
      data: { notice_id: told.id, kind: cause.kind },
    })
    if (told.by_mail) await enqueue(context, mailNotice, told.owner_id, { noticeId: told.id })
  }
}

/** They are not named any more. */
export const withdraw = (context: Needs<'db'>, causeId: string, people: string[]): Promise<void> =>
  removeNotices(context.db, people, causeId)
