import { z } from 'zod'
import type { Actor, Context } from '../../context.ts'
import { HttpReply, type Incoming, type Route, route } from '../../http/route.ts'
import { out } from '../../lib/shapes.ts'
import { archiveOf } from './archive.ts'
import { bringObject } from './arrive.ts'
import { bulk, PERSONAL } from './bulk.ts'
import { openContent, readText } from './content.ts'
import { editObject, getObject, lockName, reprocess } from './edit.ts'
import { facetRoutes } from './facets/routes.ts'
import { lineRoutes } from './lines/routes.ts'
import { filterOf, listPage, type ObjectPage, trashPage } from './list.ts'
import { presentObject } from './present.ts'
import { setOpened } from './queries.ts'
import { contentRequest, revisionRoutes } from './revisions/routes.ts'
import * as shape from './schema.ts'
import { tagRoutes } from './tags/routes.ts'
import { emptyTrash, removeForGood, restoreObject, trashObject } from './trash.ts'

const tag = 'objects'

const presentPage = ({ items, total, exact, nextCursor }: ObjectPage) => ({
  items: items.map(presentObject),
  total,
  total_is_exact: exact,
  next_cursor: nextCursor,
})

/** The bytes as the request asks for them; links send them by the same way. */
export async function sendContent(
  context: Context,
  actor: Actor,
  id: string,
  { incoming, disposition = 'attachment' }: { incoming: Incoming; disposition?: 'inline' | 'attachment' },
): Promise<HttpReply> {
  const { status, headers, body } = await openContent(context, actor, id, contentRequest(incoming, disposition))
  return new HttpReply(status, headers, body)
}

const bringIn: Route[] = [
  route({
    method: 'POST',
    path: '/v1/objects',
    name: 'uploadFile',
    given: { as: 'editor', folder: 'query.collection_id', ownerOnly: ['query.chat_only'] },
    refuses: ['duplicate', 'name_taken', 'not_found', 'storage_exhausted', 'version_conflict'],
    summary:
      'Upload a file (multipart/form-data, part `file`); `on_duplicate` and `on_name` say what becomes of one that is there already (200 where none is made)',
    tag,
    query: shape.uploadQuery,
    takes: 'file',
    reply: shape.objectAccepted,
    status: 201,
    also: { 200: 'None was made: `on_duplicate` was `skip`, and the file that is there already is named' },
    run: async (context, { actor, query, file }) => {
      const { created, ...accepted } = await bringObject(context, actor, {
        filename: file.filename,
        bytes: file.bytes,
        head: file.head,
        complete: file.complete,
        chatOnly: query.chat_only ?? false,
        collectionId: query.collection_id,
        onDuplicate: query.on_duplicate,
        onName: query.on_name,
      })
      return created ? accepted : new HttpReply(200, {}, accepted)
    },
  }),
]

const look: Route[] = [
  route({
    method: 'GET',
    path: '/v1/objects',
    name: 'listFiles',
    given: { as: 'viewer', folder: 'query.collection_id' },
    refuses: ['not_found', 'unknown_doc_type'],
    summary: 'My files, a page at a time',
    tag,
    query: shape.listQuery,
    reply: shape.objectPage,
    run: async (context, { actor, query }) => {
      const { sort, limit, cursor, offset } = query
      return presentPage(await listPage(context, actor, filterOf(query), { sort, limit, cursor, offset }))
    },
  }),
  route({
    method: 'GET',
    path: '/v1/objects/:object_id',
    name: 'getFile',
    given: { as: 'viewer', object: 'params.object_id' },
    summary: 'One file',
    tag,
    params: shape.objectId,
    reply: shape.objectDetail,
    run: async (context, { actor, params }) => presentObject(await getObject(context, actor, params.object_id)),
  }),
  route({
    method: 'GET',
    path: '/v1/objects/:object_id/content',
    name: 'downloadFile',
    given: { as: 'viewer', object: 'params.object_id' },
    refuses: ['range_not_satisfiable'],
    summary: 'The bytes, whole or a range of them',
    tag,
    params: shape.objectId,
    query: shape.contentQuery,
    replies: 'application/octet-stream',
    bytes: true,
    run: async (context, { actor, params, query, incoming }) => {
      const reply = await sendContent(context, actor, params.object_id, {
        incoming,
        disposition: query.disposition,
      })
      if (incoming.method === 'GET') await setOpened(context.db, actor, params.object_id)
      return reply
    },
  }),
  route({
    method: 'GET',
    path: '/v1/objects/:object_id/text',
    name: 'getFileText',
    given: { as: 'viewer', object: 'params.object_id' },
    refuses: ['not_processed'],
    summary: 'The text that was read from the file; citations point into it',
    tag,
    params: shape.objectId,
    reply: shape.textReply,
    run: async (context, { actor, params }) => {
      const reply = await readText(context, actor, params.object_id)
      await setOpened(context.db, actor, params.object_id)
      return reply
    },
  }),
  route({
    method: 'POST',
    path: '/v1/objects/archive',
    name: 'downloadArchive',
    refuses: ['not_found'],
    given: { as: 'viewer', object: 'body.object_ids' },
    scope: 'read',
    summary: 'A zip of the chosen files, made while it is sent',
    tag,
    body: shape.archiveRequest,
    replies: 'application/zip',
    bytes: true,
    run: async (context, { actor, body }) =>
      new HttpReply(
        200,
        { 'content-type': 'application/zip', 'content-disposition': 'attachment; filename="dossier.zip"' },
        await archiveOf(context, actor, body.object_ids),
      ),
  }),
]

const change: Route[] = [
  route({
    method: 'PATCH',
    path: '/v1/objects/:object_id',
    name: 'updateFile',
    given: {
      as: 'editor',
      object: 'params.object_id',
      ownerOnly: ['body.is_hidden'],
      isPersonal: ({ is_favorite, ...more }) =>
        is_favorite !== undefined && Object.values(more).every(value => value === undefined),
    },
    refuses: ['hidden_by_parent', 'not_owner', 'not_processed', 'unknown_doc_type'],
    summary:
      'Rename, move, hide or unhide, correct its kind (`doc_type`), mark as a favourite, set its tags, or save a chat attachment to the cloud',
    tag,
    params: shape.objectId,
    body: shape.objectPatch,
    reply: shape.objectDetail,
    example: { filename: 'contract.pdf' },
    run: async (context, { actor, params, body }) =>
      presentObject(await editObject(context, actor, params.object_id, body)),
  }),
  route({
    method: 'POST',
    path: '/v1/objects/:object_id/lock-name',
    name: 'lockFileName',
    given: { as: 'editor', object: 'params.object_id' },
    summary: 'Keep the name as it is',
    tag,
    params: shape.objectId,
    reply: shape.objectDetail,
    run: async (context, { actor, params }) => presentObject(await lockName(context, actor, params.object_id)),
  }),
  route({
    method: 'POST',
    path: '/v1/objects/:object_id/reprocess',
    name: 'reprocessFile',
    given: { as: 'editor', object: 'params.object_id' },
    summary: 'Read the file anew',
    tag,
    params: shape.objectId,
    reply: shape.objectDetail,
    status: 202,
    run: async (context, { actor, params }) => presentObject(await reprocess(context, actor, params.object_id)),
  }),
  route({
    method: 'POST',
    path: '/v1/objects/bulk',
    name: 'changeFiles',
    given: { as: 'editor', object: 'body.object_ids', isPersonal: ({ action }) => PERSONAL.has(String(action)) },
    refuses: [
      'hidden_by_parent',
      'not_found',
      'not_in_trash',
      'not_owner',
      'not_processed',
      'too_many_tags',
      'unknown_doc_type',
    ],
    summary: 'One action on many files',
    tag,
    body: shape.bulkRequest,
    reply: shape.bulkOutcome,
    run: (context, { actor, body }) => bulk(context, actor, body),
  }),
]

const trash: Route[] = [
  route({
    method: 'DELETE',
    path: '/v1/objects/:object_id',
    name: 'trashFile',
    given: { as: 'editor', object: 'params.object_id' },
    summary: 'Move to the trash',
    tag: 'trash',
    params: shape.objectId,
    reply: out.ok,
    run: async (context, { actor, params }) => {
      await trashObject(context, actor, params.object_id)
      return { ok: true }
    },
  }),
  route({
    method: 'POST',
    path: '/v1/objects/:object_id/restore',
    name: 'restoreFile',
    summary: 'Bring back from the trash',
    tag: 'trash',
    params: shape.objectId,
    reply: shape.objectDetail,
    run: async (context, { actor, params }) => presentObject(await restoreObject(context, actor, params.object_id)),
  }),
  route({
    method: 'DELETE',
    path: '/v1/objects/:object_id/permanent',
    name: 'deleteFile',
    refuses: ['not_in_trash'],
    summary: 'Remove from the trash for good, bytes and all',
    tag: 'trash',
    params: shape.objectId,
    reply: out.ok,
    run: async (context, { actor, params }) => {
      await removeForGood(context, actor, params.object_id)
      return { ok: true }
    },
  }),
  route({
    method: 'GET',
    path: '/v1/trash',
    name: 'listTrash',
    summary: 'What lies in the trash',
    tag: 'trash',
    query: shape.trashQuery,
    reply: shape.objectPage.extend({ kept_days: z.int() }),
    run: async (context, { actor, query }) => ({
      ...presentPage(await trashPage(context, actor, query)),
      kept_days: context.config.TRASH_RETENTION_DAYS,
    }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/trash',
    name: 'emptyTrash',
    summary: 'Empty the trash; one with more than 1,000 files by the task that is named (202)',
    tag: 'trash',
    also: { 202: 'There are many: the task that is named goes on removing them' },
    reply: out.ok.extend({ removed: z.int(), task_id: out.uuid().optional() }),
    run: async (context, { actor }) => {
      const { removed, taskId } = await emptyTrash(context, actor)
      return taskId ? new HttpReply(202, {}, { ok: true, removed, task_id: taskId }) : { ok: true, removed }
    },
  }),
]

export const objectRoutes: Route[] = [
  ...bringIn,
  ...facetRoutes,
  ...lineRoutes,
  ...look,
  ...change,
  ...tagRoutes,
  ...trash,
  ...revisionRoutes,
]
