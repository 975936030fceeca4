import { z } from 'zod'
import { type Route, route } from '../../http/route.ts'
import { notFound } from '../../lib/errors.ts'
import { out, uuid } from '../../lib/shapes.ts'
import { revealed } from '../tools/index.ts'
import { findSession, listSessions, removeSession, turnsOf } from './queries.ts'
import * as shape from './schema.ts'

const tag = 'agent'
const sessionId = z.object({ session_id: uuid() })

export const conversationRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/v1/agent/sessions',
    name: 'listAgentSessions',
    summary: 'My conversations, the newest first',
    tag,
    reply: shape.sessions,
    run: async (context, { actor }) => ({ items: await listSessions(context.db, actor, 200) }),
  }),
  route({
    method: 'GET',
    path: '/v1/agent/sessions/:session_id',
    name: 'getAgentSession',
    summary: 'A conversation with its turns',
    tag,
    params: sessionId,
    reply: shape.sessionDetail,
    run: async (context, { actor, params }) => {
      const session = await findSession(context.db, actor, params.session_id)
      if (!session) throw notFound('session')
      const turns = await turnsOf(context.db, actor, session.id, 500)
      return {
        ...session,
        turns: revealed(
          context,
          turns.map(({ object_ids: _ids, given_ids: _given, read_foreign: _foreign, ...turn }) => turn),
        ),
      }
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/agent/sessions/:session_id',
    name: 'deleteAgentSession',
    summary: 'Remove a conversation',
    tag,
    params: sessionId,
    reply: out.ok,
    run: async (context, { actor, params }) => {
      if (!(await removeSession(context.db, actor, params.session_id))) throw notFound('session')
      return { ok: true }
    },
  }),
]
