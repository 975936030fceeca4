import { z } from 'zod'
import { inMicro } from '../../tables.ts'
import { type Reach, reachOf, shownName, type Tool, tool } from '../tools/index.ts'
import { secondsOf } from '../transcripts/index.ts'
import { askGiven } from './given.ts'

const asked = ({ objectIds, collectionId }: Reach) => ({ object_ids: objectIds, collection_id: collectionId })

const askFiles = tool({
  name: 'ask_files',
  risk: 'read',
  outside: { name: 'ask', scopes: ['ask'] },
  description: 'Answer a question from the texts of the files, with citations.',
  input: z.object({ question: z.string().trim().min(1).max(2000) }),
  async sentence(_, __, { question }) {
    return {
      en: `Look for the answer in the files: "${shownName(question)}"`,
      ru: `Найти ответ в файлах: «${shownName(question)}»`,
    }
  },
  async look(context, runContext, { question }) {
    let given: string[] = []
    const onGiven = (ids: string[]) => {
      given = ids
    }
    const answer = await askGiven(
      context,
      runContext.actor,
      {
        query: question,
        history: runContext.history,
        use_memory: true,
        // Words that a model wrote do not go out by themselves; the web has a tool of its own, which asks first.
        web_search: false,
        include_hidden: runContext.actor.unlocked,
        ...asked(
          await reachOf(context, runContext, [...runContext.scope.attachmentIds, ...runContext.scope.objectIds]),
        ),
      },
      {
        unkept: true,
        runId: runContext.runId,
        language: runContext.actor.language,
        signal: runContext.signal,
        onGiven,
      },
    )
    const spans = answer.citations.map(({ object_id, char_start, char_end }) => ({
      objectId: object_id,
      charStart: char_start,
      charEnd: char_end,
    }))
    const times = await secondsOf(context, runContext.actor.ownerId, spans)
    return {
      data: { answer: answer.answer, used_context: answer.used_context, confidence: answer.confidence },
      says: answer.answer,
      citations: answer.citations.map((citation, n) => ({
        ...citation,
        start_s: times[n]?.start_s ?? null,
        end_s: times[n]?.end_s ?? null,
      })),
      cost: inMicro(answer.cost_rub),
      given,
    }
  },
})

export const answeringTools: Tool[] = [askFiles]
