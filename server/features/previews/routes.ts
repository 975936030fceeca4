import { z } from 'zod'
import type { Context } from '../../context.ts'
import { HttpReply, type Incoming, type Route, route } from '../../http/route.ts'
import { uuid } from '../../lib/shapes.ts'
import { getObject, type StoredObject } from '../objects/index.ts'
import { openPreview } from './draw.ts'
import type { Shape } from './recipes.ts'

const tag = 'objects'
const objectId = z.object({ object_id: uuid() })

/** Links send pictures by the same way. */
export async function sendPreview(
  context: Context,
  object: StoredObject,
  shape: Shape,
  incoming: Incoming,
): Promise<HttpReply> {
  const preview = await openPreview(context, object, shape)
  const headers = {
    'content-type': preview.mime,
    'content-security-policy': "sandbox; default-src 'none'",
    // Nothing of the hidden zone may lie in a browser's cache.
    'cache-control': object.is_hidden ? 'no-store' : 'private, no-cache',
    etag: preview.etag,
  }
  const known = incoming.headers['if-none-match']
    ?.split(',')
    .some(tag => tag.trim().replace(/^W\//, '') === preview.etag)
  if (known) return new HttpReply(304, headers)
  const body = incoming.method === 'HEAD' ? undefined : await preview.open()
  return new HttpReply(200, { ...headers, 'content-length': String(preview.size) }, body)
}

const peaks = z.object({ duration_s: z.number(), peaks: z.array(z.number()) }).meta({ id: 'Peaks' })

const cells = z
  .object({
    sheets: z.array(z.object({ name: z.string(), rows: z.array(z.array(z.string())), cut: z.boolean() })),
    cut: z.boolean(),
  })
  .meta({ id: 'Cells' })

export const previewRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/v1/objects/:object_id/thumbnail',
    name: 'getThumbnail',
    given: { as: 'viewer', object: 'params.object_id' },
    refuses: ['busy', 'no_preview'],
    summary: 'The first page of a PDF or office document',
    tag,
    params: objectId,
    replies: 'image/png',
    also: { 304: 'Not changed since If-None-Match' },
    bytes: true,
    run: async (context, { actor, params, incoming }) =>
      sendPreview(context, await getObject(context, actor, params.object_id), 'thumbnail', incoming),
  }),
  route({
    method: 'GET',
    path: '/v1/objects/:object_id/preview',
    name: 'getPreview',
    given: { as: 'viewer', object: 'params.object_id' },
    refuses: ['busy', 'no_preview'],
    summary: 'A small picture of an image, a film, a page or the cover of music',
    tag,
    params: objectId,
    query: z.object({ size: z.enum(['256', '1024']).optional().describe('The longer side, in pixels') }),
    replies: 'image/*',
    also: { 304: 'Not changed since If-None-Match' },
    bytes: true,
    run: async (context, { actor, params, query, incoming }) => {
      const object = await getObject(context, actor, params.object_id)
      return sendPreview(context, object, `preview-${query.size ?? '256'}`, incoming)
    },
  }),
  route({
    method: 'GET',
    path: '/v1/objects/:object_id/preview.pdf',
    name: 'getPreviewPdf',
    given: { as: 'viewer', object: 'params.object_id' },
    refuses: ['busy', 'no_preview'],
    summary: 'An office document as pages',
    tag,
    params: objectId,
    replies: 'application/pdf',
    also: { 304: 'Not changed since If-None-Match' },
    bytes: true,
    run: async (context, { actor, params, incoming }) =>
      sendPreview(context, await getObject(context, actor, params.object_id), 'pdf', incoming),
  }),
  route({
    method: 'GET',
    path: '/v1/objects/:object_id/peaks',
    name: 'getPeaks',
    given: { as: 'viewer', object: 'params.object_id' },
    refuses: ['busy', 'no_preview'],
    summary: 'How loud a recording is over its length, for a waveform: {duration_s, peaks: [0..1]}',
    tag,
    params: objectId,
    reply: peaks,
    also: { 304: 'Not changed since If-None-Match' },
    bytes: true,
    run: async (context, { actor, params, incoming }) =>
      sendPreview(context, await getObject(context, actor, params.object_id), 'peaks', incoming),
  }),
  route({
    method: 'GET',
    path: '/v1/objects/:object_id/cells',
    name: 'getCells',
    given: { as: 'viewer', object: 'params.object_id' },
    refuses: ['busy', 'no_preview'],
    summary: 'The cells of a spreadsheet as they are shown: {sheets: [{name, rows: [[text]], cut}], cut}',
    tag,
    params: objectId,
    reply: cells,
    also: { 304: 'Not changed since If-None-Match' },
    bytes: true,
    run: async (context, { actor, params, incoming }) =>
      sendPreview(context, await getObject(context, actor, params.object_id), 'cells', incoming),
  }),
]
