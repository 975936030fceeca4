import { z } from 'zod'
import { out } from './shapes.ts'
import { union, variant } from './variants.ts'

/** The parts of the streams in which answers come: the AI SDK's UI-message stream, as far as we send it. */

/** A place in a file that an answer rests on. */
export const citation = z
  .object({
    object_id: out.uuid(),
    ord: z.int(),
    index: z.int(),
    char_start: z.int(),
    char_end: z.int(),
    page: z.int().nullable(),
    start_s: z.number().nullish(),
    end_s: z.number().nullish(),
    doc_type: z.string(),
    filename: z.string(),
    title: z.string(),
    snippet: z.string(),
  })
  .meta({ id: 'AskCitation' })

const confirmation = z
  .strictObject({
    tool_call_id: z.string(),
    title: z.string(),
    detail: z.string(),
    risk: z.enum(['read', 'reversible', 'destructive', 'outward']),
  })
  .meta({ id: 'AgentConfirmation', description: 'What is asked before a call is carried out' })

const toolOutput = z
  .looseObject({
    change_ids: z.array(out.uuid()).optional().describe('What was changed, each to be undone by itself'),
    object_id: out.uuid().nullish(),
    collection_id: out.uuid().nullish(),
    event_id: out.uuid().nullish(),
  })
  .meta({ id: 'AgentToolOutput', description: 'What a tool answers; each tool has fields of its own beside these' })

const link = z.strictObject({ url: z.string(), title: z.string() }).meta({ id: 'AgentLink' })

const id = { id: z.string() }
const call = { toolCallId: z.string() }

const textStart = variant('Part', 'text-start', id)
const textDelta = variant('Part', 'text-delta', { ...id, delta: z.string() })
const textEnd = variant('Part', 'text-end', id)
const sourceUrl = variant('Part', 'source-url', { sourceId: z.string(), url: z.string(), title: z.string() })
const cited = variant('Part', 'data-citation', { id: z.string().optional(), data: citation })
const failure = variant('Part', 'error', { errorText: z.string() })

const begun = <Run extends z.ZodType>(run: Run) => ({
  messageId: out.uuid(),
  messageMetadata: z.strictObject({ run_id: run, session_id: out.uuid() }),
})

export const agentPart = union('AgentStreamPart', [
  variant('Part', 'start', begun(out.uuid())),
  textStart,
  textDelta,
  textEnd,
  variant('Part', 'tool-input-available', {
    ...call,
    toolName: z.string(),
    input: z.record(z.string(), z.unknown()),
  }),
  variant('Part', 'tool-approval-request', { ...call, approvalId: z.string() }),
  variant('Part', 'tool-output-available', { ...call, output: toolOutput }),
  variant('Part', 'tool-output-error', { ...call, errorText: z.string() }),
  variant('Part', 'tool-output-denied', call),
  sourceUrl,
  cited,
  variant('Part', 'data-confirmation', { ...id, data: confirmation }),
  variant('Part', 'data-link', { ...id, data: link }),
  failure,
  variant('Part', 'finish', {
    messageMetadata: z.strictObject({
      status: z.enum(['paused', 'completed', 'failed', 'cancelled']),
      cost_rub: z.number(),
    }),
  }),
])
export type AgentPart = z.output<typeof agentPart>

/** What stands at the end of an answer about files; of one that failed there is only what it cost. */
const grounds = {
  primary: citation.nullable(),
  used_context: z.boolean(),
  confidence: z.number().describe('How likely it is that the files answer the question, 0 to 1.'),
  web_sources: z.array(z.object({ url: z.string(), title: z.string(), snippet: z.string() })),
  model: z.string().describe('Who wrote it; empty when it was put together without a model.'),
}

export const answerFields = { ...grounds, citations: z.array(citation), cost_rub: z.number() }

export const askPart = union('AskStreamPart', [
  variant('AskPart', 'start', begun(z.null())),
  variant('Part', 'data-status', {
    data: z.strictObject({ stage: z.enum(['searching', 'web', 'writing']) }),
    transient: z.literal(true),
  }),
  textStart,
  textDelta,
  textEnd,
  cited,
  sourceUrl,
  failure,
  variant('AskPart', 'finish', {
    messageMetadata: z.strictObject({
      status: z.enum(['completed', 'failed']),
      session_id: out.uuid().nullable(),
      cost_rub: z.number(),
      ...z.object(grounds).partial().shape,
    }),
  }),
])
export type AskPart = z.output<typeof askPart>
