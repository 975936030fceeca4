import { z } from 'zod'
import type { Context } from '../../../context.ts'
import { type Route, route } from '../../../http/route.ts'
import { notFound } from '../../../lib/errors.ts'
import { boolean, out, text } from '../../../lib/shapes.ts'
import { beginLogin, collectLogin, decideLogin, waitingLogin } from './flow.ts'

const tag = 'account'
const flow = z.object({ flow: text({ min: 1, max: 200 }) })
/** As OAuth's addresses, these take no cookie: a page of another site gains nothing by them. */
const shared = { tag: 'dav', access: 'public', sameSite: false, undocumented: true } as const

function assertOn(context: Context): void {
  if (!context.config.DAV_CLIENTS) throw notFound('object')
}

export const loginRoutes: Route[] = [
  route({
    ...shared,
    method: 'POST',
    path: '/index.php/login/v2',
    summary: 'A sync client asks to be let in (login flow v2)',
    replies: 'application/json',
    run: async (context, { incoming }) => {
      assertOn(context)
      const { poll, flow } = await beginLogin(context, incoming.headers['user-agent'])
      const base = `${incoming.origin}/index.php/login/v2`
      return { poll: { token: poll, endpoint: `${base}/poll` }, login: `${base}/flow/${flow}` }
    },
  }),
  route({
    ...shared,
    method: 'POST',
    path: '/index.php/login/v2/poll',
    summary: 'Whether the person has said yes; until then there is nothing',
    form: 'urlencoded',
    body: z.object({ token: text({ min: 1, max: 200 }) }),
    replies: 'application/json',
    run: async (context, { body, incoming }) => {
      assertOn(context)
      return { server: incoming.origin, ...(await collectLogin(context, body.token)) }
    },
  }),
  route({
    method: 'GET',
    path: '/v1/device-logins/:flow',
    name: 'describeDeviceLogin',
    summary: 'The device that asks to be let in, before I decide',
    tag,
    params: flow,
    reply: z.object({ name: z.string(), created_at: out.moment() }),
    run: (context, { params }) => waitingLogin(context, params.flow),
  }),
  route({
    method: 'POST',
    path: '/v1/device-logins/:flow',
    name: 'decideOnDevice',
    stepUp: true,
    summary: 'Let the device in, with a password of its own for the files, or refuse it',
    tag,
    params: flow,
    body: z.object({ allow: boolean() }),
    reply: out.ok,
    example: { allow: true },
    run: async (context, { actor, params, body }) => {
      await decideLogin(context, actor, params.flow, body.allow)
      return { ok: true }
    },
  }),
]
