import { z } from 'zod'
import { type Route, route } from '../../http/route.ts'
import { integer, out, text, uuid } from '../../lib/shapes.ts'
import { addComment, deleteComment, editComment, listComments, listSeers } from './say.ts'

const tag = 'editing'

const said = text({ min: 1, max: 4000 }).refine(value => value.trim() !== '', { params: { type: 'value_error' } })
const place = integer({ min: 0, max: 2_147_483_647 })

const newComment = z
  .object({
    text: said,
    page: integer({ min: 1, max: 1_000_000 }).optional(),
    char_start: place.optional(),
    char_end: place.optional(),
    reply_to: uuid().optional(),
  })
  .refine(
    ({ char_start: from, char_end: to }) => (from === undefined) === (to === undefined) && (from ?? 0) <= (to ?? 0),
    {
      path: ['char_end'],
      params: { type: 'value_error' },
    },
  )

const person = z.object({ id: out.uuid(), name: z.string() })

const comment = z
  .object({
    id: out.uuid(),
    object_id: out.uuid(),
    author: person,
    text: z.string(),
    /** Whom the text names as `<@id>`, by their names of now. */
    mentions: z.array(person),
    reply_to: out.uuid().nullable(),
    page: z.int().nullable(),
    char_start: z.int().nullable(),
    char_end: z.int().nullable(),
    created_at: out.moment(),
    updated_at: out.moment(),
    is_own: z.boolean(),
    may_delete: z.boolean(),
  })
  .meta({ id: 'CommentOut' })

const objectId = z.object({ object_id: uuid() })
const commentId = z.object({ comment_id: uuid() })
const given = { as: 'viewer', object: 'params.object_id' } as const

export const commentRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/v1/objects/:object_id/comments',
    name: 'listComments',
    summary: 'What people say of a file, the oldest first',
    tag,
    given,
    params: objectId,
    reply: z.object({ items: z.array(comment) }),
    run: async (context, { actor, params }) => ({ items: await listComments(context, actor, params.object_id) }),
  }),
  route({
    method: 'POST',
    path: '/v1/objects/:object_id/comments',
    name: 'addComment',
    refuses: ['too_many_comments', 'not_mentionable'],
    summary:
      'Say something of a file, of a page or of a passage of it; `<@id>` in the text names somebody who can see the file, and tells them',
    tag,
    given,
    params: objectId,
    body: newComment,
    reply: comment,
    status: 201,
    example: { text: 'Is this the last version?', page: 1 },
    run: (context, { actor, params, body }) => addComment(context, actor, params.object_id, body),
  }),
  route({
    method: 'GET',
    path: '/v1/objects/:object_id/people',
    name: 'listPeopleOfObject',
    summary: 'Who can see a file, to be mentioned in comments on it',
    tag,
    given,
    params: objectId,
    reply: z.object({ items: z.array(person) }),
    run: async (context, { actor, params }) => ({ items: await listSeers(context, actor, params.object_id) }),
  }),
  route({
    method: 'PATCH',
    path: '/v1/comments/:comment_id',
    name: 'updateComment',
    refuses: ['not_author', 'not_mentionable'],
    summary: 'Put one of my comments in other words',
    tag,
    params: commentId,
    body: z.object({ text: said }),
    reply: comment,
    example: { text: 'This is the last version.' },
    run: (context, { actor, params, body }) => editComment(context, actor, params.comment_id, body.text),
  }),
  route({
    method: 'DELETE',
    path: '/v1/comments/:comment_id',
    name: 'deleteComment',
    refuses: ['not_author'],
    summary: 'Remove one of my comments, or any on a file of mine',
    tag,
    params: commentId,
    reply: out.ok,
    run: async (context, { actor, params }) => {
      await deleteComment(context, actor, params.comment_id)
      return { ok: true }
    },
  }),
]
