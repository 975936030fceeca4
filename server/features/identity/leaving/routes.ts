import { z } from 'zod'
import { type Route, route } from '../../../http/route.ts'
import { boolean, out } from '../../../lib/shapes.ts'
import { userId } from '../schema.ts'
import { leave } from './leave.ts'

const departure = z.object({ bucket: boolean().default(false) }).prefault({})
const accepted = z.object({ task_id: out.uuid() }).meta({ id: 'TaskAccepted' })

export const leavingRoutes: Route[] = [
  route({
    method: 'DELETE',
    path: '/v1/auth/me',
    name: 'deleteCurrentUser',
    stepUp: true,
    refuses: ['last_admin', 'not_found'],
    summary: 'Delete my account with everything in it; what lies in my own bucket only with `bucket`',
    tag: 'identity',
    body: departure,
    reply: accepted,
    status: 202,
    run: async (context, { actor, body }) => ({
      task_id: await leave(context, actor, { userId: actor.ownerId, bucket: body.bucket }),
    }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/admin/users/:user_id',
    name: 'deleteUser',
    stepUp: true,
    refuses: ['last_admin'],
    summary: 'Delete an account with everything in it; what lies in its own bucket only with `bucket`',
    tag: 'admin',
    access: 'admin',
    params: userId,
    body: departure,
    reply: accepted,
    status: 202,
    run: async (context, { actor, params, body }) => ({
      task_id: await leave(context, actor, { userId: params.user_id, bucket: body.bucket }),
    }),
  }),
]
