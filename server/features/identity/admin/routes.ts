import { z } from 'zod'
import { type Route, route } from '../../../http/route.ts'
import type { EndJob } from '../../../jobs/ending.ts'
import { deadLetters, queueStates, revive, runningJobs } from '../../../jobs/overview.ts'
import { notFound } from '../../../lib/errors.ts'
import { out } from '../../../lib/shapes.ts'
import { changeUser, createInvite, createTenant, createUser } from '../admin.ts'
import { presentUser } from '../present.ts'
import { usersOfTenant } from '../queries.ts'
import * as shape from '../schema.ts'
import { mailInvite } from './invite.ts'

const credentials = { email: 'anna@example.org', password: 'correct horse battery' }

export const adminRoutes = (endJob: EndJob): Route[] => [
  route({
    method: 'GET',
    path: '/v1/admin/users',
    name: 'listUsers',
    summary: 'Users of the tenant',
    tag: 'admin',
    access: 'admin',
    reply: z.object({ items: z.array(shape.user) }),
    run: async (context, { actor }) => ({ items: (await usersOfTenant(context.db, actor)).map(presentUser) }),
  }),
  route({
    method: 'POST',
    path: '/v1/admin/users',
    name: 'createUser',
    refuses: ['email_taken'],
    summary: 'Make a user',
    tag: 'admin',
    access: 'admin',
    body: shape.newUser,
    reply: shape.user,
    status: 201,
    example: { ...credentials, role: 'user' },
    run: async (context, { actor, body }) => presentUser(await createUser(context, actor, body)),
  }),
  route({
    method: 'PATCH',
    path: '/v1/admin/users/:user_id',
    name: 'updateUser',
    refuses: ['own_account'],
    summary: 'Change role or tariff, disable or enable',
    tag: 'admin',
    access: 'admin',
    params: shape.userId,
    body: shape.userPatch,
    reply: shape.user,
    example: { role: 'pro' },
    run: async (context, { actor, params, body }) =>
      presentUser(await changeUser(context, actor, params.user_id, body)),
  }),
  route({
    method: 'POST',
    path: '/v1/admin/invites',
    name: 'createInvite',
    refuses: ['first_tenant_only', 'not_found'],
    summary: 'Make an invite; with `email` it is also sent there',
    tag: 'admin',
    access: 'admin',
    body: shape.inviteRequest,
    reply: shape.invite,
    status: 201,
    example: { role: 'user' },
    run: async (context, { actor, body, incoming }) => {
      const { invite, expiresAt } = await createInvite(context, actor, body)
      const mailed = await mailInvite(context, { email: body.email, invite, origin: incoming.origin }, actor.language)
      return { invite, expires_at: expiresAt, mailed }
    },
  }),
  route({
    method: 'POST',
    path: '/v1/admin/tenants',
    name: 'createTenant',
    refuses: ['first_tenant_only'],
    summary: 'Make a tenant, with the invite of its first administrator',
    tag: 'admin',
    access: 'admin',
    body: shape.tenantRequest,
    reply: shape.tenant,
    status: 201,
    example: { name: 'Second office' },
    run: async (context, { actor, body }) => {
      const { tenant, invite, expiresAt } = await createTenant(context, actor, body.name)
      return { tenant, invite, expires_at: expiresAt }
    },
  }),
  route({
    method: 'GET',
    path: '/v1/admin/jobs',
    name: 'listJobs',
    summary: 'Queues with their ETA, and the jobs that were given up with the reason',
    tag: 'admin',
    access: 'admin',
    reply: shape.jobsOverview,
    run: async (context, { actor }) => ({
      queues: await queueStates(context.db, actor),
      running: await runningJobs(context.db, actor),
      dead: await deadLetters(context.db, actor),
    }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/admin/jobs/:job_id',
    name: 'cancelJob',
    summary: 'End a job that runs or waits',
    tag: 'admin',
    access: 'admin',
    params: shape.jobId,
    reply: out.ok,
    run: async (context, { actor, params }) => {
      if (!(await endJob(context, actor, params.job_id))) throw notFound('job')
      return { ok: true }
    },
  }),
  route({
    method: 'POST',
    path: '/v1/admin/jobs/:job_id/retry',
    name: 'retryJob',
    summary: 'Try a given-up job again',
    tag: 'admin',
    access: 'admin',
    params: shape.jobId,
    reply: out.ok,
    run: async (context, { actor, params }) => {
      if (!(await revive(context.db, actor, params.job_id))) throw notFound('job')
      context.signals.raise('jobs')
      return { ok: true }
    },
  }),
]
