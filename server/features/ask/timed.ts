import type { Actor, Needs } from '../../context.ts'
import { secondsOf } from '../transcripts/index.ts'
import type { AnswerDraft } from './drafts.ts'

/** What is cited of recordings can be played. */
export async function timed(context: Needs<'db'>, actor: Actor, draft: AnswerDraft): Promise<AnswerDraft> {
  const times = await secondsOf(
    context,
    actor.ownerId,
    draft.citations.map(({ object_id, char_start, char_end }) => ({
      objectId: object_id,
      charStart: char_start,
      charEnd: char_end,
    })),
  )
  const citations = draft.citations.map((citation, at) => ({ ...citation, ...times[at] }))
  const primary = draft.primary && citations[draft.citations.indexOf(draft.primary)]
  return { ...draft, citations, primary: primary ?? draft.primary }
}
