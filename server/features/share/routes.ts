import { z } from 'zod'
import type { Context } from '../../context.ts'
import { HttpReply, type Incoming, type Route, route } from '../../http/route.ts'
import { AppError, notFound } from '../../lib/errors.ts'
import { out, uuid } from '../../lib/shapes.ts'
import { objectAccepted, readText, sendContent, textReply, uploadObject } from '../objects/index.ts'
import { sendPreview } from '../previews/index.ts'
import { readTranscript, transcriptReply } from '../transcripts/index.ts'
import { sharedArchive } from './archive.ts'
import { noteDoing } from './diary/queries.ts'
import { revokeLink, shareCollection, shareObject, showLink } from './links.ts'
import { kindOfShare, presentNewShare, presentPublic, presentShare, presentShown } from './present.ts'
import { countShared, listShared, nameOf, sharesOf } from './queries.ts'
import * as shape from './schema.ts'
import { headerPassword, issuePass, openShare, sharedObject, type Visit } from './visit.ts'

const tag = 'sharing'
const PASS_COOKIE = 'dossier_share'

export const shareRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/v1/collections/:collection_id/shares',
    name: 'shareFolder',
    given: { as: 'owner', folder: 'params.collection_id' },
    summary: 'Make a link to a folder',
    tag,
    params: z.object({ collection_id: uuid() }),
    body: shape.shareRequest,
    reply: shape.newShare,
    status: 201,
    example: { password: 'open sesame', can_upload: true },
    run: async (context, { actor, params, body, incoming }) =>
      presentNewShare(await shareCollection(context, actor, params.collection_id, body), incoming.origin),
  }),
  route({
    method: 'POST',
    path: '/v1/objects/:object_id/shares',
    name: 'shareFile',
    given: { as: 'owner', object: 'params.object_id' },
    summary: 'Make a link to a file',
    tag,
    params: z.object({ object_id: uuid() }),
    body: shape.shareRequest,
    reply: shape.newShare,
    status: 201,
    example: { expires_at: '2030-01-01T00:00:00Z' },
    run: async (context, { actor, params, body, incoming }) =>
      presentNewShare(await shareObject(context, actor, params.object_id, body), incoming.origin),
  }),
  route({
    method: 'GET',
    path: '/v1/shares',
    name: 'listShares',
    summary: 'My links',
    tag,
    reply: z.object({ items: z.array(shape.share) }),
    run: async (context, { actor }) => ({ items: (await sharesOf(context.db, actor)).map(presentShare) }),
  }),
  route({
    method: 'GET',
    path: '/v1/shares/:share_id',
    name: 'getShare',
    summary: 'One of my links, to be copied again, and its diary by day',
    tag,
    params: shape.shareId,
    reply: shape.shownShare,
    run: async (context, { actor, params, incoming }) =>
      presentShown(await showLink(context, actor, params.share_id), incoming.origin),
  }),
  route({
    method: 'DELETE',
    path: '/v1/shares/:share_id',
    name: 'revokeShare',
    summary: 'Revoke a link',
    tag,
    params: shape.shareId,
    reply: out.ok,
    run: async (context, { actor, params }) => {
      await revokeLink(context, actor, params.share_id)
      return { ok: true }
    },
  }),
]

const visitOf = (context: Context, token: string, incoming: Incoming, password?: string): Promise<Visit> =>
  openShare(context, {
    token,
    password: password ?? headerPassword(incoming.headers['x-share-password']),
    pass: incoming.cookies[PASS_COOKIE],
    ip: incoming.ip,
    language: incoming.language,
  })

/** The beginning of a file counts: players and readers ask for the rest of it piece by piece. */
const isDownload = ({ method, headers }: Incoming) =>
  method === 'GET' && (headers.range === undefined || headers.range.startsWith('bytes=0-'))

const open = { access: 'public', tag: 'public links' } as const

export const publicShareRoutes: Route[] = [
  route({
    ...open,
    method: 'GET',
    path: '/v1/share/:token',
    name: 'openShare',
    refuses: ['locked', 'share_password'],
    summary: 'What a link leads to',
    params: shape.shareToken,
    reply: shape.publicCard,
    run: async (context, { params, incoming }) => {
      const { share } = await visitOf(context, params.token, incoming)
      if (incoming.method === 'GET') await noteDoing(context.db, share, 'opened')
      return {
        kind: kindOfShare(share),
        name: await nameOf(context.db, share),
        can_upload: share.can_upload,
        expires_at: share.expires_at,
        object_id: share.object_id,
      }
    },
  }),
  route({
    ...open,
    method: 'POST',
    path: '/v1/share/:token/unlock',
    name: 'unlockShare',
    refuses: ['locked', 'share_password'],
    setsCookie: true,
    summary: 'Give the password once; a cookie then opens the link for pictures and players too',
    params: shape.shareToken,
    body: shape.passwordRequest,
    reply: out.ok,
    run: async (context, { params, body, incoming }) => {
      const { share } = await visitOf(context, params.token, incoming, body.password)
      const { pass, maxAge } = issuePass(context, share)
      const secure = incoming.origin.startsWith('https:') ? '; Secure' : ''
      const cookie = `${PASS_COOKIE}=${pass}; Path=/v1/share/${params.token}; HttpOnly; SameSite=Strict; Max-Age=${maxAge}${secure}`
      return new HttpReply(200, { 'set-cookie': cookie }, { ok: true })
    },
  }),
  route({
    ...open,
    method: 'GET',
    path: '/v1/share/:token/objects',
    name: 'listSharedFiles',
    refuses: ['locked', 'share_password'],
    summary: 'The files of a shared folder and of all folders below it',
    params: shape.shareToken,
    query: shape.publicPage,
    reply: shape.publicList,
    run: async (context, { params, query, incoming }) => {
      const { share, viewer } = await visitOf(context, params.token, incoming)
      if (!share.collection_id) throw notFound('share')
      const page = { limit: query.limit ?? 200, offset: query.offset ?? 0 }
      return {
        folder_name: await nameOf(context.db, share),
        can_upload: share.can_upload,
        total: await countShared(context.db, viewer, share),
        items: (await listShared(context.db, viewer, share, page)).map(presentPublic),
      }
    },
  }),
  route({
    ...open,
    method: 'POST',
    path: '/v1/share/:token/objects',
    name: 'uploadToShare',
    refuses: ['locked', 'share_password', 'storage_exhausted', 'upload_not_allowed'],
    summary: 'Put a file into a shared folder, where its owner allows it',
    params: shape.shareToken,
    takes: 'file',
    reply: objectAccepted,
    status: 201,
    run: async (context, { params, file, incoming }) => {
      const { share, viewer } = await visitOf(context, params.token, incoming)
      if (!share.can_upload || !share.collection_id) throw uploadsNotAllowed()
      const { id } = await uploadObject(context, viewer, {
        ...file,
        chatOnly: false,
        origin: 'link',
        collectionId: share.collection_id,
      })
      await noteDoing(context.db, share, 'uploaded')
      // Whether the owner has the same file already is nobody's business outside.
      return { id, status: 'pending', duplicate: false }
    },
  }),
  route({
    ...open,
    method: 'GET',
    path: '/v1/share/:token/objects/:object_id',
    name: 'getSharedFile',
    refuses: ['locked', 'share_password'],
    summary: 'One shared file',
    params: shape.sharedObjectId,
    reply: shape.publicObject,
    run: async (context, { params, incoming }) => {
      const visit = await visitOf(context, params.token, incoming)
      return presentPublic(await sharedObject(context, visit, params.object_id))
    },
  }),
  route({
    ...open,
    method: 'GET',
    path: '/v1/share/:token/objects/:object_id/content',
    name: 'downloadSharedFile',
    refuses: ['locked', 'range_not_satisfiable', 'share_password'],
    summary: 'The bytes of a shared file',
    params: shape.sharedObjectId,
    query: shape.disposition,
    replies: 'application/octet-stream',
    bytes: true,
    run: async (context, { params, query, incoming }) => {
      const visit = await visitOf(context, params.token, incoming)
      const { id } = await sharedObject(context, visit, params.object_id)
      if (isDownload(incoming)) await noteDoing(context.db, visit.share, 'downloaded')
      return sendContent(context, visit.viewer, id, { incoming, disposition: query.disposition })
    },
  }),
  route({
    ...open,
    method: 'GET',
    path: '/v1/share/:token/objects/:object_id/thumbnail',
    name: 'getSharedThumbnail',
    refuses: ['busy', 'locked', 'no_preview', 'share_password'],
    summary: 'The first page of a shared file',
    params: shape.sharedObjectId,
    replies: 'image/png',
    bytes: true,
    also: { 304: 'Not changed since If-None-Match' },
    run: async (context, { params, incoming }) => {
      const visit = await visitOf(context, params.token, incoming)
      return sendPreview(context, await sharedObject(context, visit, params.object_id), 'thumbnail', incoming)
    },
  }),
  route({
    ...open,
    method: 'GET',
    path: '/v1/share/:token/objects/:object_id/text',
    name: 'getSharedText',
    refuses: ['locked', 'not_processed', 'share_password'],
    summary: 'The text of a shared file',
    params: shape.sharedObjectId,
    reply: textReply,
    run: async (context, { params, incoming }) => {
      const visit = await visitOf(context, params.token, incoming)
      const { id } = await sharedObject(context, visit, params.object_id)
      return readText(context, visit.viewer, id)
    },
  }),
  route({
    ...open,
    method: 'GET',
    path: '/v1/share/:token/objects/:object_id/transcript',
    name: 'getSharedTranscript',
    refuses: ['locked', 'share_password'],
    summary: 'When each word of a shared recording is said: characters of its text, and seconds',
    params: shape.sharedObjectId,
    reply: transcriptReply,
    run: async (context, { params, incoming }) => {
      const visit = await visitOf(context, params.token, incoming)
      return readTranscript(context, visit.viewer, await sharedObject(context, visit, params.object_id))
    },
  }),
  route({
    ...open,
    method: 'GET',
    path: '/v1/share/:token/archive',
    name: 'downloadSharedArchive',
    refuses: ['locked', 'share_password'],
    summary: 'Everything the link shows, as a zip made while it is sent',
    params: shape.shareToken,
    replies: 'application/zip',
    bytes: true,
    run: async (context, { params, incoming }) => {
      const visit = await visitOf(context, params.token, incoming)
      if (isDownload(incoming)) await noteDoing(context.db, visit.share, 'downloaded')
      const headers = { 'content-type': 'application/zip', 'content-disposition': 'attachment; filename="dossier.zip"' }
      return new HttpReply(200, headers, incoming.method === 'HEAD' ? undefined : sharedArchive(context, visit))
    },
  }),
]

const uploadsNotAllowed = () =>
  new AppError('forbidden', 'upload_not_allowed', {
    en: 'This link does not take files. Ask its owner for one that does.',
    ru: 'Эта ссылка не принимает файлы. Попросите у владельца другую.',
  })
