import { z } from 'zod'
import { type Route, route } from '../../http/route.ts'
import { integer, out, text, uuid } from '../../lib/shapes.ts'
import { objectDetail, presentObject } from '../objects/index.ts'
import { dropDraft, getDraft, publishDraft, saveDraft } from './edit.ts'

const tag = 'editing'
const MAX_TEXT = 5_000_000
const BODY_LIMIT = 64 * 1024 * 1024

const objectId = z.object({ object_id: uuid() })
const draftUpdate = z.object({ base_version: integer({ min: 1, max: 2_147_483_647 }), text: text({ max: MAX_TEXT }) })
const draftOut = z
  .object({ base_version: z.int(), text: z.string(), updated_at: out.moment() })
  .meta({ id: 'DraftOut' })

export const draftRoutes: Route[] = [
  route({
    method: 'PUT',
    path: '/v1/objects/:object_id/draft',
    name: 'saveDraft',
    given: { as: 'editor', object: 'params.object_id' },
    refuses: ['not_text'],
    summary: 'Keep a text that is not published yet; the file itself stays as it is',
    tag,
    params: objectId,
    body: draftUpdate,
    bodyLimit: BODY_LIMIT,
    reply: draftOut,
    example: { base_version: 1, text: 'A new text' },
    run: (context, { actor, params, body }) => saveDraft(context, actor, params.object_id, body),
  }),
  route({
    method: 'GET',
    path: '/v1/objects/:object_id/draft',
    name: 'getDraft',
    given: { as: 'editor', object: 'params.object_id' },
    summary: 'The draft of a file',
    tag,
    params: objectId,
    reply: draftOut,
    run: (context, { actor, params }) => getDraft(context, actor, params.object_id),
  }),
  route({
    method: 'DELETE',
    path: '/v1/objects/:object_id/draft',
    name: 'discardDraft',
    given: { as: 'editor', object: 'params.object_id' },
    summary: 'Throw the draft away',
    tag,
    params: objectId,
    reply: out.ok,
    run: async (context, { actor, params }) => {
      await dropDraft(context, actor, params.object_id)
      return { ok: true }
    },
  }),
  route({
    method: 'POST',
    path: '/v1/objects/:object_id/draft/publish',
    name: 'publishDraft',
    given: { as: 'editor', object: 'params.object_id' },
    refuses: ['draft_stale', 'file_too_large', 'not_text', 'storage_exhausted'],
    summary: 'Make the draft the content of the file',
    tag,
    params: objectId,
    reply: objectDetail,
    run: async (context, { actor, params }) => presentObject(await publishDraft(context, actor, params.object_id)),
  }),
]
