import { z } from 'zod'
import type { Context } from '../../../context.ts'
import { inMicro } from '../../../tables.ts'
import { ask } from '../../ask/index.ts'
import { secondsOf } from '../../transcripts/index.ts'
import { listedInScope, scopedIds } from '../files/queries.ts'
import { type Seat, shownName, type Tool, tool } from './tool.ts'

const NOWHERE = '00000000-0000-0000-0000-000000000000'
const MOST_FILES = 2000

/** Where the question looks: what the run may touch, and of files that came with it, those. */
async function reachOf(context: Context, seat: Seat): Promise<{ object_ids?: string[]; collection_id?: string }> {
  const { scope, actor } = seat
  const named = [...scope.attachmentIds, ...scope.objectIds]
  if (named.length > 0) {
    const found = await scopedIds(context.db, actor, scope, named)
    return { object_ids: found.size > 0 ? [...found] : [NOWHERE] }
  }
  if (scope.collectionId === null) return {}
  if (scope.subfolders) return { collection_id: scope.collectionId }
  const files = await listedInScope(context.db, actor, scope, { limit: MOST_FILES })
  return { object_ids: files.length > 0 ? files.map(({ id }) => id) : [NOWHERE] }
}

const askFiles = tool({
  name: 'ask_files',
  risk: 'read',
  description: 'Answer a question from the texts of the files, with citations.',
  input: z.object({ question: z.string().trim().min(1).max(2000) }),
  async sentence(_, __, { question }) {
    return {
      en: `Look for the answer in the files: "${shownName(question)}"`,
      ru: `Найти ответ в файлах: «${shownName(question)}»`,
    }
  },
  async look(context, seat, { question }) {
    const answer = await ask(
      context,
      seat.actor,
      {
        query: question,
        history: seat.history,
        use_memory: true,
        // Words that a model wrote do not go out by themselves; the web has a tool of its own, which asks first.
        web_search: false,
        include_hidden: seat.actor.unlocked,
        ...(await reachOf(context, seat)),
      },
      { unkept: true },
    )
    const spans = answer.citations.map(({ object_id, char_start, char_end }) => ({
      objectId: object_id,
      charStart: char_start,
      charEnd: char_end,
    }))
    const times = await secondsOf(context, seat.actor.ownerId, spans)
    return {
      data: { answer: answer.answer, used_context: answer.used_context, confidence: answer.confidence },
      says: answer.answer,
      citations: answer.citations.map((citation, n) => ({
        ...citation,
        start_s: times[n]?.start_s ?? null,
        end_s: times[n]?.end_s ?? null,
      })),
      cost: inMicro(answer.cost_rub),
    }
  },
})

export const answeringTools: Tool[] = [askFiles]
