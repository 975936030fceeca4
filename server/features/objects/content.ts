import type { Readable } from 'node:stream'
import parseRange from 'range-parser'
import type { Actor, Needs } from '../../context.ts'
import { AppError, notFound } from '../../lib/errors.ts'
import { findBlob } from './blobs/queries.ts'
import { getObject } from './edit.ts'
import { findText, type StoredObject } from './queries.ts'

export interface ObjectContent {
  status: 200 | 206 | 304
  headers: Record<string, string>
  body?: Readable
}

export interface ContentRequest {
  range?: string
  ifRange?: string
  ifNoneMatch?: string
  disposition: 'inline' | 'attachment'
  /** A HEAD asks for the headers only. */
  headOnly?: boolean
}

/** Bytes that can be sent: those of a file, or of what it was before. */
export type DescribedContent = Pick<StoredObject, 'filename' | 'kind' | 'mime' | 'content_hash'> & { modified: Date }

/** What a browser shows without running anything. Everything else that is text is shown as plain text. */
const SHOWN =
  /^(image\/(png|jpeg|gif|webp|avif|bmp|tiff|heic)|audio\/|video\/|application\/(pdf|ogg|mp4)$|text\/plain$)/

/** Bytes of users never run as a page of ours: no sniffing, no scripts, and markup only ever as plain text. */
function safeHeaders(object: DescribedContent, disposition: 'inline' | 'attachment'): Record<string, string> {
  const shown = SHOWN.test(object.mime)
  const asText = disposition === 'inline' && !shown && (object.kind === 'text' || object.mime === 'image/svg+xml')
  const inline = disposition === 'inline' && (shown || asText)
  const type = asText ? 'text/plain' : object.mime
  return {
    'content-type': type === 'text/plain' ? 'text/plain; charset=utf-8' : type,
    'content-disposition': `${inline ? 'inline' : 'attachment'}; ${headerFilename(object.filename)}`,
    'content-security-policy':
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  }
}

/** The plain form for old programs, the encoded one for all others. */
export function headerFilename(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    c => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `filename="${plain}"; filename*=UTF-8''${encoded}`
}

const matches = (header: string | undefined, etag: string) =>
  header?.split(',').some(tag => ['*', etag, `W/${etag}`].includes(tag.trim()))

export async function openContent(
  context: Needs<'db' | 'blobs'>,
  actor: Actor,
  id: string,
  request: ContentRequest,
): Promise<ObjectContent> {
  const object = await getObject(context, actor, id)
  return openBytes(context, actor, { ...object, modified: object.updated_at }, request)
}

export async function openBytes(
  context: Needs<'db' | 'blobs'>,
  actor: Pick<Actor, 'ownerId' | 'unlocked'>,
  object: DescribedContent,
  request: ContentRequest,
): Promise<ObjectContent> {
  const blob = await findBlob(context.db, actor.ownerId, object.content_hash)
  if (!blob) throw notFound('object')
  return openStored(context, blob, object, { ...request, secret: actor.unlocked })
}

/** Bytes of the store under a name, whole or in part. */
export async function openStored(
  context: Needs<'blobs'>,
  blob: { key: string; size: number },
  object: DescribedContent,
  request: ContentRequest & { secret: boolean },
): Promise<ObjectContent> {
  const etag = `"${object.content_hash}"`
  const headers: Record<string, string> = {
    ...safeHeaders(object, request.disposition),
    etag,
    'accept-ranges': 'bytes',
    'last-modified': object.modified.toUTCString(),
    // Nothing that the open hidden zone shows may lie in a browser's cache.
    'cache-control': request.secret ? 'no-store' : 'private, no-cache',
  }
  if (matches(request.ifNoneMatch, etag)) return { status: 304, headers }
  const range = rangeOf(request, etag, blob.size)
  if (range === 'unsatisfiable') throw outOfRange(blob.size, etag)
  const body = request.headOnly ? undefined : await context.blobs.get(blob.key, range, blob.size)
  if (!range) return { status: 200, headers: { ...headers, 'content-length': String(blob.size) }, body }
  headers['content-range'] = `bytes ${range.start}-${range.end}/${blob.size}`
  return { status: 206, headers: { ...headers, 'content-length': String(range.end - range.start + 1) }, body }
}

const outOfRange = (size: number, etag: string) =>
  new AppError(
    'out_of_range',
    'range_not_satisfiable',
    {
      en: `The file has ${size} bytes. Ask for a range within them.`,
      ru: `В файле ${size} байт. Запросите диапазон внутри них.`,
    },
    { headers: { 'content-range': `bytes */${size}`, 'accept-ranges': 'bytes', etag } },
  )

/** Several ranges at once, or a range of an older content, are answered with the whole. */
function rangeOf(request: ContentRequest, etag: string, size: number) {
  if (!request.range || (request.ifRange && request.ifRange.trim() !== etag)) return undefined
  const ranges = parseRange(size, request.range)
  if (ranges === -1) return 'unsatisfiable' as const
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return undefined
  return ranges[0]
}

export async function readText(context: Needs<'db'>, actor: Actor, id: string) {
  const object = await getObject(context, actor, id)
  if (object.status === 'pending')
    throw new AppError('conflict', 'not_processed', {
      en: 'The file is still being read. Try again when its status is ready.',
      ru: 'Файл ещё читается. Повторите, когда его статус станет ready.',
    })
  return (await findText(context.db, actor, id)) ?? { text: '', pages: [] }
}

/** The first bytes of a file, at most so many. */
export async function firstBytes(
  context: Needs<'db' | 'blobs'>,
  object: Pick<StoredObject, 'owner_id' | 'content_hash'>,
  most: number,
): Promise<Buffer> {
  const blob = await findBlob(context.db, object.owner_id, object.content_hash)
  if (!blob) throw notFound('object')
  if (blob.size === 0) return Buffer.alloc(0)
  const chunks: Buffer[] = []
  const range = { start: 0, end: Math.min(blob.size, most) - 1 }
  for await (const chunk of await context.blobs.get(blob.key, range, blob.size)) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
