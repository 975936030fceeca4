import { z } from 'zod'
import { type Route, route } from '../../../http/route.ts'
import { out, text } from '../../../lib/shapes.ts'
import { tagName } from '../schema.ts'
import { dropTag, editTag, listTags } from './change.ts'

const tag = 'library'

const params = z.object({ name: text({ min: 1, max: 200 }) })

const tagOut = z.object({ name: z.string(), color: z.string().nullable(), count: z.int() }).meta({ id: 'TagOut' })

/** The names of the design's colours, or a colour as #rrggbb. */
const color = text({ max: 32 }).regex(/^(#[0-9a-f]{6}|[a-z]{2,20})$/, { message: 'value_error' })

export const tagRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/v1/tags',
    name: 'listTags',
    summary: 'My tags with their colours, and on how many files each is',
    tag,
    reply: z.object({ items: z.array(tagOut), counts_are_exact: z.boolean() }),
    run: async (context, { actor }) => {
      const { items, exact } = await listTags(context, actor)
      return { items, counts_are_exact: exact }
    },
  }),
  route({
    method: 'PATCH',
    path: '/v1/tags/:name',
    name: 'updateTag',
    summary: 'Rename a tag on all its files, or give it a colour (null takes it off)',
    tag,
    params,
    body: z.object({ name: tagName.optional(), color: color.nullish() }),
    reply: tagOut,
    example: { color: 'blue' },
    run: (context, { actor, params: { name }, body }) => editTag(context, actor, name, body),
  }),
  route({
    method: 'DELETE',
    path: '/v1/tags/:name',
    name: 'deleteTag',
    scope: 'write',
    summary: 'Take a tag off all its files',
    tag,
    params,
    reply: out.ok,
    run: async (context, { actor, params: { name } }) => {
      await dropTag(context, actor, name)
      return { ok: true }
    },
  }),
]
