import type { z } from 'zod'
import { HttpReply, type Route, route } from '../../http/route.ts'
import { notFound } from '../../lib/errors.ts'
import { out } from '../../lib/shapes.ts'
import { askPart } from '../../lib/ui-parts.ts'
import { UI_STREAM_HEADERS } from '../../lib/ui-stream.ts'
import type { AskRequest } from './ask.ts'
import { askGiven } from './given.ts'
import { listSessions, removeSession } from './queries.ts'
import * as shape from './schema.ts'
import { readSession, readTrace } from './sessions.ts'
import { askStream } from './stream.ts'

const tag = 'ask'
const DEFAULT_SESSIONS = 50

const requestOf = (body: z.output<typeof shape.askRequest>): AskRequest => ({
  ...body,
  history: body.history ?? [],
  use_memory: body.use_memory ?? true,
  web_search: body.web_search ?? true,
  include_hidden: body.include_hidden ?? false,
})

export const askRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/v1/ask',
    name: 'askFiles',
    refuses: [
      'ask_deadline',
      'blank_query',
      'call_too_dear',
      'model_failed',
      'not_found',
      'tariff_spent',
      'unknown_doc_type',
    ],
    summary: 'Ask my files: an answer of which every sentence leads to the exact characters it rests on',
    tag,
    query: shape.askQuery,
    body: shape.askRequest,
    reply: shape.askResponse,
    events: askPart,
    example: { query: 'Когда кончается договор аренды?' },
    run: async (context, { actor, body, query, incoming }) => {
      const { signal } = incoming
      return query.stream
        ? new HttpReply(200, UI_STREAM_HEADERS, await askStream(context, actor, requestOf(body), signal))
        : askGiven(context, actor, requestOf(body), { signal })
    },
  }),
  route({
    method: 'GET',
    path: '/v1/ask/sessions',
    name: 'listAskSessions',
    summary: 'My conversations, the latest first',
    tag,
    query: shape.sessionsQuery,
    reply: shape.sessionList,
    run: async (context, { actor, query }) => ({
      items: (await listSessions(context.db, actor, query.limit ?? DEFAULT_SESSIONS)).map(({ id, ...rest }) => ({
        session_id: id,
        ...rest,
      })),
    }),
  }),
  route({
    method: 'GET',
    path: '/v1/ask/sessions/:session_id',
    name: 'getAskSession',
    summary: 'A conversation, turn by turn',
    tag,
    params: shape.sessionId,
    reply: shape.session,
    run: (context, { actor, params }) => readSession(context, actor, params.session_id),
  }),
  route({
    method: 'DELETE',
    path: '/v1/ask/sessions/:session_id',
    name: 'deleteAskSession',
    summary: 'Forget a conversation',
    tag,
    params: shape.sessionId,
    reply: out.ok,
    run: async (context, { actor, params }) => {
      if (!(await removeSession(context.db, actor, params.session_id))) throw notFound('session')
      return { ok: true }
    },
  }),
  route({
    method: 'GET',
    path: '/v1/ask/sessions/:session_id/turns/:n/trace',
    name: 'getAnswerTrace',
    summary: 'Why this answer: what was found, kept and dropped, and for what reason',
    tag,
    params: shape.turnNumber,
    reply: shape.trace,
    run: (context, { actor, params }) => readTrace(context, actor, params.session_id, params.n),
  }),
]
