import { z } from 'zod'
import { type Route, route } from '../../http/route.ts'
import { out, text } from '../../lib/shapes.ts'
import { activate, catalog, createProfile, deleteProfile, editProfile, findProfile, profilesOf } from './profiles.ts'
import * as shape from './schema.ts'

const tag = 'agent'

export const profileRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/v1/agent/catalog',
    name: 'getAgentCatalog',
    summary: 'Roles of the agent, the one that is active, and what new ones can be made of',
    tag,
    reply: shape.catalog,
    run: (context, { actor }) => catalog(context, actor),
  }),
  route({
    method: 'POST',
    path: '/v1/agent/activate',
    name: 'activateAgentProfile',
    refuses: ['not_found'],
    summary: 'Choose the role that answers when none is named',
    tag,
    body: z.object({ slug: text({ min: 1, max: 64 }) }),
    reply: shape.activated,
    example: { slug: 'assistant' },
    run: (context, { actor, body }) => activate(context, actor, body.slug),
  }),
  route({
    method: 'GET',
    path: '/v1/agent/profiles',
    name: 'listAgentProfiles',
    summary: 'The roles, my own among them',
    tag,
    reply: z.object({ items: z.array(shape.profile) }),
    run: async (context, { actor }) => ({ items: await profilesOf(context.db, actor) }),
  }),
  route({
    method: 'POST',
    path: '/v1/agent/profiles',
    name: 'createAgentProfile',
    refuses: ['slug_taken', 'too_many_profiles'],
    summary: 'Make a role of my own; its slug is set once',
    tag,
    body: shape.profileIn,
    reply: shape.profile,
    status: 201,
    example: { slug: 'accountant', name: 'Accountant', instructions: 'Answer with sums.', toolsets: ['reading'] },
    run: (context, { actor, body }) => createProfile(context, actor, { ...body, model: body.model ?? '' }),
  }),
  route({
    method: 'GET',
    path: '/v1/agent/profiles/:slug',
    name: 'getAgentProfile',
    summary: 'One role',
    tag,
    params: shape.profileSlug,
    reply: shape.profile,
    run: (context, { actor, params }) => findProfile(context.db, actor, params.slug),
  }),
  route({
    method: 'PATCH',
    path: '/v1/agent/profiles/:slug',
    name: 'updateAgentProfile',
    refuses: ['built_in_profile'],
    summary: 'Change a role of my own; the slug stays',
    tag,
    params: shape.profileSlug,
    body: shape.profileUpdate,
    reply: shape.profile,
    run: (context, { actor, params, body: { model, ...body } }) =>
      editProfile(context, actor, params.slug, { ...body, ...(model === undefined ? {} : { model: model ?? '' }) }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/agent/profiles/:slug',
    name: 'deleteAgentProfile',
    refuses: ['built_in_profile'],
    summary: 'Remove a role of my own',
    tag,
    params: shape.profileSlug,
    reply: out.ok,
    run: async (context, { actor, params }) => {
      await deleteProfile(context, actor, params.slug)
      return { ok: true }
    },
  }),
]
