import { z } from 'zod'
import { boolean, booleanText, integer, integerText, list, out, text, uuid } from '../../lib/shapes.ts'
import { answerFields } from '../../lib/ui-parts.ts'

const MOST_OBJECTS = 100
const MOST_TOP = 50

export const askRequest = z
  .object({
    query: text({ min: 1, max: 2000 }),
    history: z.array(z.object({ role: z.string(), content: z.string() })).optional(),
    session_id: uuid().nullish(),
    object_ids: list(uuid(), { max: MOST_OBJECTS }).nullish(),
    doc_type: z.string().nullish(),
    model: z.string().nullish(),
    top_k: integer({ min: 1, max: MOST_TOP }).nullish(),
    use_memory: boolean().optional(),
    web_search: boolean().optional(),
    include_hidden: boolean().optional(),
  })
  .meta({ id: 'AskRequest' })

export const askQuery = z.object({
  stream: booleanText().optional().describe('Answers as a stream of server-sent events, word by word'),
})

const reply = z.object({ answer: z.string(), ...answerFields })

export const askResponse = reply.extend({ session_id: out.uuid().nullable() }).meta({ id: 'AskResponse' })

export const sessionId = z.object({ session_id: uuid() })
export const turnNumber = sessionId.extend({ n: integerText({ min: 1, max: 1_000_000 }) })
export const sessionsQuery = z.object({
  limit: integerText({ min: 1, max: 200 }).optional().describe('At most this many'),
})

export const sessionList = z
  .object({
    items: z.array(
      z.object({
        session_id: out.uuid(),
        title: z.string(),
        turns: z.int(),
        created_at: out.moment(),
        updated_at: out.moment(),
      }),
    ),
  })
  .meta({ id: 'AskSessionList' })

export const session = z
  .object({
    session_id: out.uuid(),
    created_at: out.moment(),
    updated_at: out.moment(),
    turns: z.array(reply.extend({ n: z.int(), query: z.string(), created_at: out.moment() })),
  })
  .meta({ id: 'AskSession' })

export const trace = z
  .object({
    query: z.string(),
    asked: z.string(),
    confidence: z.number(),
    retrieved: z.array(
      z.object({
        object_id: out.uuid(),
        ord: z.int(),
        char_start: z.int(),
        char_end: z.int(),
        page: z.int().nullable(),
        filename: z.string(),
        score: z.number(),
        surprise: z.number().nullable(),
        kept: z.boolean(),
        why: z.string(),
      }),
    ),
    dropped: z.array(z.object({ text: z.string(), why: z.string() })),
    notes: z.array(z.string()),
  })
  .meta({ id: 'AskTrace' })
