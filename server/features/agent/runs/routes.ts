import type { Readable } from 'node:stream'
import { z } from 'zod'
import { HttpReply, type Incoming, type Route, route } from '../../../http/route.ts'
import type { ErrorCode } from '../../../lib/refusals.ts'
import { uuid } from '../../../lib/shapes.ts'
import { agentPart } from '../../../lib/ui-parts.ts'
import { UI_STREAM_HEADERS } from '../../../lib/ui-stream.ts'
import * as shape from '../schema.ts'
import { beginRun } from './begin.ts'
import { cancelRun, resumeRun } from './resume.ts'
import { attach, runStream } from './stream.ts'

const tag = 'agent'
/** Five attachments of 5 MB as base64, and the rest of the message. */
const BODY_LIMIT = 64 * 1024 * 1024

const streamed = (body: Readable) => new HttpReply(200, UI_STREAM_HEADERS, body)

const reader = ({ signal, closing, again }: Incoming, after: number) => ({ after, signal, closing, again })

const lastSeen = (header: string | undefined) => (/^\d{1,9}$/.test(header ?? '') ? Number(header) : 0)

/** Why a tool did not do what it was asked; its result has the code. */
const OF_TOOLS: ErrorCode[] = [
  'hidden_open',
  'memory_off',
  'not_owner',
  'not_said',
  'nothing_to_undo',
  'out_of_bounds',
  'own_event',
  'page_forbidden',
  'page_refused',
  'page_unnamed',
  'page_unreachable',
  'page_unreadable',
  'web_off',
]

export const runRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/v1/agent/chat',
    name: 'chatWithAgent',
    refuses: ['agent_off', 'blank_query', 'call_too_dear', 'not_found', 'storage_exhausted', 'tariff_spent'],
    summary: 'Ask the agent; answers with the UI-message stream of the AI SDK as server-sent events',
    tag,
    body: shape.chatRequest,
    bodyLimit: BODY_LIMIT,
    replies: 'text/event-stream',
    events: agentPart,
    inResult: OF_TOOLS,
    example: { query: 'what is on today?' },
    run: async (context, { actor, body, incoming }) => {
      const { runId } = await beginRun(context, actor, body, incoming.origin)
      return streamed(runStream(context, actor, runId, reader(incoming, 0)))
    },
  }),
  route({
    method: 'POST',
    path: '/v1/agent/continue',
    name: 'continueAgentRun',
    refuses: ['agent_off', 'not_found', 'run_not_paused'],
    summary: 'Decide on what a paused run waits for; answers with the rest of its stream',
    tag,
    body: shape.continueRequest,
    bodyLimit: BODY_LIMIT,
    replies: 'text/event-stream',
    events: agentPart,
    inResult: OF_TOOLS,
    run: async (context, { actor, body, incoming }) => {
      const { runId, after } = await resumeRun(context, actor, body)
      return streamed(runStream(context, actor, runId, reader(incoming, after)))
    },
  }),
  route({
    method: 'GET',
    path: '/v1/agent/runs/:run_id/stream',
    name: 'streamAgentRun',
    summary: 'The stream of a run again, from its beginning or from behind Last-Event-ID',
    tag,
    params: z.object({ run_id: uuid() }),
    replies: 'text/event-stream',
    events: agentPart,
    inResult: OF_TOOLS,
    run: async (context, { actor, params, incoming }) =>
      streamed(
        await attach(context, actor, params.run_id, reader(incoming, lastSeen(incoming.headers['last-event-id']))),
      ),
  }),
  route({
    method: 'POST',
    path: '/v1/agent/runs/:run_id/cancel',
    name: 'cancelAgentRun',
    refuses: ['run_ended'],
    summary: 'Stop a run; what it has done stays',
    tag,
    params: z.object({ run_id: uuid() }),
    reply: shape.cancelled,
    run: (context, { actor, params }) => cancelRun(context, actor, params.run_id),
  }),
]
