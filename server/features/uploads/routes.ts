import { z } from 'zod'
import type { Actor, Context } from '../../context.ts'
import { parse } from '../../http/complaints.ts'
import { HttpReply, type Incoming, type Route, route } from '../../http/route.ts'
import { AppError, fileTooLarge, invalid } from '../../lib/errors.ts'
import { booleanText, text, uuid } from '../../lib/shapes.ts'
import { ON_DUPLICATE, ON_NAME } from '../objects/index.ts'
import type { Metadata, UploadRow } from './queries.ts'
import {
  ALGORITHMS,
  beginUpload,
  type Checksum,
  ChecksumMismatch,
  dropUpload,
  getUpload,
  receivePart,
  receiverOf,
  senderOf,
} from './receive.ts'

/** The tus 1.0 protocol: creation, creation-with-upload, checksum, expiration, termination. */

const VERSION = '1.0.0'
const OFFSET_TYPE = 'application/offset+octet-stream'
/** The protocol wants them on every answer. */
const spoken = { tag: 'uploads', headers: { 'tus-resumable': VERSION, 'tus-version': VERSION } }
const uploadId = z.object({ upload_id: uuid() })

function assertVersion(incoming: Incoming): void {
  if (incoming.headers['tus-resumable'] === VERSION) return
  throw new AppError('stale', 'tus_version', {
    en: `Send the header Tus-Resumable: ${VERSION}, the version spoken here.`,
    ru: `Отправьте заголовок Tus-Resumable: ${VERSION} — здесь говорят на этой версии.`,
  })
}

/** Who sends from a browser says for whom it was chosen: somebody else may have signed in there since. */
function assertSender(incoming: Incoming, actor: Actor): void {
  const sender = incoming.headers['x-sender-id']
  if (sender === undefined || sender === actor.ownerId) return
  throw new AppError('stale', 'other_sender', {
    en: 'Somebody else is signed in now. Sign in as the person who chose this file.',
    ru: 'Сейчас выполнен вход под другим именем. Войдите как тот, кто выбрал этот файл.',
  })
}

function numberHeader(incoming: Incoming, name: string): number {
  const value = incoming.headers[name]
  if (value !== undefined && /^\d{1,15}$/.test(value)) return Number(value)
  throw invalid(
    ['header', name],
    value === undefined ? 'missing' : 'int_parsing',
    { en: `The header ${name} takes a whole number.`, ru: `Заголовок ${name} — целое число.` },
    value,
  )
}

const known = z.object({
  filename: text({ max: 4000 }).default('file'),
  filetype: text({ max: 255 }).default(''),
  collection_id: uuid().optional(),
  chat_only: booleanText().default(false),
  on_duplicate: z.enum(ON_DUPLICATE).optional(),
  on_name: z.enum(ON_NAME).optional(),
})

/** `key base64, key base64`; an empty value counts as absent. */
function readMetadata(header: string | undefined): Metadata {
  const pairs = (header ?? '')
    .split(',')
    .map(pair => pair.trim().split(/\s+/))
    .filter(([key, value]) => key && value)
    .map(([key, value]) => [key, Buffer.from(value!, 'base64').toString('utf8')])
  return { ...parse('header', known, Object.fromEntries(pairs)), raw: header ?? '' }
}

function readChecksum(header: string | undefined): Checksum | undefined {
  if (header === undefined) return undefined
  const [algorithm = '', digest = ''] = header.split(/\s+/)
  const found = ALGORITHMS.find(candidate => candidate === algorithm)
  if (found && digest) return { algorithm: found, digest }
  throw new AppError('senseless', 'checksum_algorithm', {
    en: `Upload-Checksum takes one of ${ALGORITHMS.join(', ')} and the digest in base64.`,
    ru: `Upload-Checksum — одно из ${ALGORITHMS.join(', ')} и дайджест в base64.`,
  })
}

const describe = (upload: UploadRow): Record<string, string> => ({
  'tus-resumable': VERSION,
  'upload-offset': String(upload.received),
  'upload-expires': upload.expires_at.toUTCString(),
  ...(upload.object_id ? { 'x-object-id': upload.object_id } : {}),
})

const abilities = (context: Context): Record<string, string> => ({
  'tus-resumable': VERSION,
  'tus-version': VERSION,
  'tus-extension': 'creation,creation-with-upload,checksum,expiration,termination',
  'tus-checksum-algorithm': ALGORITHMS.join(','),
  'tus-max-size': String(context.config.MAX_UPLOAD_BYTES),
})

/** tus has a status of its own for a part that arrived damaged. */
async function answeringMismatch(incoming: Incoming, work: () => Promise<HttpReply>): Promise<HttpReply> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ChecksumMismatch)) throw error
    const words = {
      en: 'The part arrived damaged: its checksum differs. Send it again.',
      ru: 'Часть пришла повреждённой: контрольная сумма другая. Отправьте её ещё раз.',
    }
    const body = { detail: words[incoming.language], code: 'checksum_mismatch', request_id: incoming.requestId }
    return new HttpReply(460, { 'tus-resumable': VERSION }, body)
  }
}

export const uploadRoutes: Route[] = [
  route({
    method: 'OPTIONS',
    path: '/v1/uploads',
    name: 'getUploadOptions',
    answers: ['Tus-Resumable', 'Tus-Version', 'Tus-Extension'],
    summary: 'What resumable uploads can do here',
    ...spoken,
    access: 'public',
    replies: 'headers only',
    status: 204,
    run: async context => new HttpReply(204, abilities(context)),
  }),
  route({
    method: 'POST',
    path: '/v1/uploads',
    name: 'createUpload',
    answers: ['Location', 'Tus-Resumable', 'Upload-Offset', 'Upload-Expires', 'X-Object-Id'],
    refuses: [
      'checksum_algorithm',
      'duplicate',
      'file_too_large',
      'name_taken',
      'not_editor',
      'not_found',
      'not_owner',
      'other_sender',
      'storage_exhausted',
      'tus_version',
      'upload_offset',
      'version_conflict',
    ],
    summary:
      'Begin a resumable upload (tus 1.0: Upload-Length, Upload-Metadata; X-Sender-Id is refused unless it is your own id)',
    ...spoken,
    takes: 'raw',
    replies: 'headers only',
    status: 201,
    also: { 460: 'The part arrived damaged: its checksum differs' },
    run: async (context, { actor, incoming }) => {
      assertVersion(incoming)
      assertSender(incoming, actor)
      const length = numberHeader(incoming, 'upload-length')
      if (length > context.config.MAX_UPLOAD_BYTES) throw fileTooLarge(context.config.MAX_UPLOAD_BYTES)
      const checksum = readChecksum(incoming.headers['upload-checksum'])
      const metadata = readMetadata(incoming.headers['upload-metadata'])
      const receiver = await receiverOf(context, actor, metadata)
      let upload = await beginUpload(context, receiver, { length, metadata })
      const location = `${incoming.origin}/v1/uploads/${upload.id}`
      return answeringMismatch(incoming, async () => {
        if (incoming.headers['content-type'] === OFFSET_TYPE)
          upload = await receivePart(context, receiver, upload.id, { offset: 0, body: incoming.body, checksum })
        return new HttpReply(201, { ...describe(upload), location })
      })
    },
  }),
  route({
    method: 'HEAD',
    path: '/v1/uploads/:upload_id',
    name: 'getUploadOffset',
    answers: ['Tus-Resumable', 'Upload-Offset', 'Upload-Expires', 'Upload-Length', 'X-Object-Id'],
    refuses: ['duplicate', 'name_taken', 'storage_exhausted', 'tus_version', 'version_conflict'],
    summary: 'How far an upload has come',
    ...spoken,
    params: uploadId,
    replies: 'headers only',
    run: async (context, { actor, params, incoming }) => {
      assertVersion(incoming)
      const upload = await getUpload(context, await senderOf(context, actor, params.upload_id), params.upload_id)
      const metadata = upload.metadata.raw ? { 'upload-metadata': upload.metadata.raw } : undefined
      return new HttpReply(200, { ...describe(upload), 'upload-length': String(upload.length), ...metadata })
    },
  }),
  route({
    method: 'PATCH',
    path: '/v1/uploads/:upload_id',
    name: 'continueUpload',
    answers: ['Tus-Resumable', 'Upload-Offset', 'Upload-Expires', 'X-Object-Id'],
    refuses: [
      'checksum_algorithm',
      'duplicate',
      'name_taken',
      'storage_exhausted',
      'tus_version',
      'upload_offset',
      'version_conflict',
    ],
    summary: 'Send the next bytes; the last answer names the object in x-object-id',
    ...spoken,
    params: uploadId,
    takes: 'raw',
    replies: 'headers only',
    status: 204,
    also: { 460: 'The part arrived damaged: its checksum differs' },
    run: async (context, { actor, params, incoming }) => {
      assertVersion(incoming)
      if (incoming.headers['content-type'] !== OFFSET_TYPE)
        throw new AppError('unsupported', 'content_type', {
          en: `Send the bytes as ${OFFSET_TYPE}.`,
          ru: `Отправьте байты как ${OFFSET_TYPE}.`,
        })
      const offset = numberHeader(incoming, 'upload-offset')
      const checksum = readChecksum(incoming.headers['upload-checksum'])
      return answeringMismatch(incoming, async () => {
        const sender = await senderOf(context, actor, params.upload_id)
        const upload = await receivePart(context, sender, params.upload_id, { offset, body: incoming.body, checksum })
        return new HttpReply(204, describe(upload))
      })
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/uploads/:upload_id',
    name: 'cancelUpload',
    refuses: ['tus_version'],
    summary: 'Give an upload up',
    ...spoken,
    params: uploadId,
    replies: 'headers only',
    status: 204,
    run: async (context, { actor, params, incoming }) => {
      assertVersion(incoming)
      await dropUpload(context, await senderOf(context, actor, params.upload_id), params.upload_id)
      return new HttpReply(204, { 'tus-resumable': VERSION })
    },
  }),
]
