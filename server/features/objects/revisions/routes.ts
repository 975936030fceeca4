import { z } from 'zod'
import { personOf } from '../../../context.ts'
import { HttpReply, type Incoming, type Route, route } from '../../../http/route.ts'
import { integerText, out, uuid } from '../../../lib/shapes.ts'
import { type ContentRequest, openBytes } from '../content.ts'
import { getObject } from '../edit.ts'
import { presentObject } from '../present.ts'
import { contentQuery, objectDetail, objectId } from '../schema.ts'
import { arriving } from './arriving.ts'
import {
  getRevision,
  type ListedRevision,
  listRevisions,
  removeRevisions,
  restoreRevision,
  saveContent,
  versionConflict,
} from './save.ts'

const tag = 'editing'

const revisionId = z.object({ object_id: uuid(), revision_id: uuid() })

const revisionList = z
  .object({
    items: z.array(
      z.object({
        id: out.uuid(),
        version: z.int(),
        content_hash: z.string(),
        filename: z.string(),
        size: z.int(),
        is_current: z.boolean(),
        author: out.uuid().nullable(),
        created_at: out.moment(),
      }),
    ),
  })
  .meta({ id: 'RevisionList' })

const presentRevision = ({ kind: _kind, mime: _mime, ...revision }: ListedRevision) => revision

export const contentRequest = (incoming: Incoming, disposition: 'inline' | 'attachment'): ContentRequest => ({
  range: incoming.headers.range,
  ifRange: incoming.headers['if-range'],
  ifNoneMatch: incoming.headers['if-none-match'],
  disposition,
  headOnly: incoming.method === 'HEAD',
})

export const revisionRoutes: Route[] = [
  route({
    method: 'PUT',
    path: '/v1/objects/:object_id/content',
    name: 'replaceFileContent',
    given: { as: 'editor', object: 'params.object_id' },
    refuses: ['file_too_large', 'storage_exhausted', 'version_conflict'],
    summary: 'Save new bytes over `base_version`; what was there becomes a revision',
    tag,
    params: objectId,
    query: z.object({
      base_version: integerText({ min: 1 })
        .optional()
        .describe('The version that was changed; where there is a newer one, it is refused (409)'),
    }),
    takes: 'raw',
    reply: objectDetail,
    run: async (context, { actor, params, query, incoming }) => {
      await getObject(context, actor, params.object_id)
      const saved = await saveContent(context, actor, params.object_id, {
        ...(await arriving(incoming.body, context.config.MAX_UPLOAD_BYTES)),
        baseVersion: query.base_version,
        author: personOf(actor),
        moved: versionConflict,
      })
      return presentObject(saved)
    },
  }),
  route({
    method: 'GET',
    path: '/v1/objects/:object_id/revisions',
    name: 'listRevisions',
    given: { as: 'editor', object: 'params.object_id' },
    summary: 'What the file was before each change, the newest first',
    tag,
    params: objectId,
    reply: revisionList,
    run: async (context, { actor, params }) => ({
      items: (await listRevisions(context, actor, params.object_id)).map(presentRevision),
    }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/objects/:object_id/revisions',
    name: 'removeRevisions',
    summary: 'Remove for good what the file was before, such as words that have been redacted since',
    tag,
    params: objectId,
    reply: out.ok,
    run: async (context, { actor, params }) => {
      await removeRevisions(context, actor, params.object_id)
      return { ok: true }
    },
  }),
  route({
    method: 'GET',
    path: '/v1/objects/:object_id/revisions/:revision_id/content',
    name: 'downloadRevision',
    given: { as: 'editor', object: 'params.object_id' },
    refuses: ['range_not_satisfiable'],
    summary: 'The bytes of a revision',
    tag,
    params: revisionId,
    query: contentQuery,
    replies: 'application/octet-stream',
    bytes: true,
    run: async (context, { actor, params, query, incoming }) => {
      const revision = await getRevision(context, actor, params.object_id, params.revision_id)
      const request = contentRequest(incoming, query.disposition ?? 'attachment')
      const sent = await openBytes(context, actor, { ...revision, modified: revision.created_at }, request)
      return new HttpReply(sent.status, sent.headers, sent.body)
    },
  }),
  route({
    method: 'POST',
    path: '/v1/objects/:object_id/revisions/:revision_id/restore',
    name: 'restoreRevision',
    given: { as: 'editor', object: 'params.object_id' },
    summary: 'Bring a revision back; the present content becomes one first',
    tag,
    params: revisionId,
    reply: objectDetail,
    run: async (context, { actor, params }) =>
      presentObject(await restoreRevision(context, actor, params.object_id, params.revision_id)),
  }),
]
