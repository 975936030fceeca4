import { createHash, type Hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { v7 as uuidv7 } from 'uuid'
import { type Actor, inTransaction, type Needs } from '../../context.ts'
import { AppError, invalid, notFound } from '../../lib/errors.ts'
import { BlobMissing, type StoredBlob } from '../../ports/blobs.ts'
import { getCollection } from '../collections/index.ts'
import { assertNameFree, getObject, settleStored } from '../objects/index.ts'
import { editorActors, standIn } from '../people/index.ts'
import { assertStorage } from '../usage/index.ts'
import {
  advance,
  findUpload,
  insertUpload,
  lockExpired,
  lockUpload,
  type Metadata,
  partsOf,
  removeParts,
  removeUpload,
  setFinished,
  type UploadPart,
  type UploadRow,
} from './queries.ts'

type Uploads = Needs<'config' | 'db' | 'signals' | 'blobs' | 'tables'>

export const ALGORITHMS = ['sha256', 'sha1', 'md5'] as const

export interface Checksum {
  algorithm: (typeof ALGORITHMS)[number]
  digest: string
}

export class ChecksumMismatch extends Error {
  override name = 'ChecksumMismatch'
}

/** Whose store it goes into: that of the folder's owner. */
export const receiverOf = async (context: Needs<'db'>, actor: Actor, { collection_id: id, chat_only }: Metadata) =>
  id && !chat_only ? standIn(context, actor, { as: 'editor', named: { kind: 'folder', id }, ownerOnly: false }) : actor

/** The same for an upload that has begun, as long as its sender may still change the folder. */
export async function senderOf(context: Needs<'db'>, actor: Actor, id: string): Promise<Actor> {
  if (await findUpload(context.db, actor.ownerId, id)) return actor
  for (const editor of await editorActors(context, actor)) {
    const upload = await findUpload(context.db, editor.ownerId, id)
    if (upload?.metadata.guest === actor.ownerId) return editor
  }
  return actor
}

export async function beginUpload(
  context: Uploads,
  actor: Actor,
  request: { length: number; metadata: Metadata },
): Promise<UploadRow> {
  const { collection_id, chat_only } = request.metadata
  if (collection_id && !chat_only) await getCollection(context, actor, collection_id)
  const { filename, on_name: onName } = request.metadata
  await assertNameFree(context, actor, { filename, collectionId: collection_id, chatOnly: chat_only, onName })
  const hours = context.config.UPLOAD_RETENTION_HOURS
  const upload = await inTransaction(context, async tx => {
    await assertStorage(tx, actor, request.length)
    const metadata = { ...request.metadata, guest: actor.guest?.userId }
    return insertUpload(tx.db, actor, { id: uuidv7(), ...request, metadata, hours })
  })
  return upload.length === 0 ? finishSeen(context, actor, upload) : upload
}

/** All bytes may be there while the object is not: the process was stopped between the two. Whoever looks next finishes it. */
export async function getUpload(context: Uploads, actor: Actor, id: string): Promise<UploadRow> {
  const upload = await getSeen(context, actor, id)
  return upload.received === upload.length && !upload.object_id ? finishSeen(context, actor, upload) : upload
}

/** A sender who wants to be asked is, and begins anew with the answer. */
async function finishSeen(context: Uploads, actor: Actor, upload: UploadRow): Promise<UploadRow> {
  return finishUpload(context, upload, actor).catch(async error => {
    if (error instanceof AppError && (error.code === 'duplicate' || error.code === 'name_taken'))
      await dropUpload(context, actor, upload.id)
    throw error
  })
}

/** An upload into what is hidden is as hidden as the place it goes to, and then as the file that it has become. */
async function getSeen(context: Uploads, actor: Actor, id: string): Promise<UploadRow> {
  const upload = await findUpload(context.db, actor.ownerId, id)
  if (!upload) throw notFound('upload')
  const seen = upload.object_id
    ? await isThere(getObject(context, actor, upload.object_id))
    : await placeIsSeen(context, actor, upload)
  if (!seen) throw notFound('upload')
  return upload
}

/** A folder that has gone hides nothing any more. */
async function placeIsSeen(context: Uploads, actor: Actor, upload: UploadRow): Promise<boolean> {
  const { collection_id, chat_only } = upload.metadata
  if (!collection_id || chat_only || actor.unlocked) return true
  if (await isThere(getCollection(context, actor, collection_id))) return true
  if (actor.guest) return false
  return !(await isThere(getCollection(context, { ...actor, unlocked: true }, collection_id)))
}

const isThere = (looking: Promise<unknown>): Promise<boolean> =>
  looking.then(
    () => true,
    () => false,
  )

const wrongOffset = (offset: number) =>
  new AppError('conflict', 'upload_offset', {
    en: `The upload stands at ${offset}. Ask for its offset with HEAD and go on from there.`,
    ru: `Загрузка стоит на ${offset}. Узнайте место запросом HEAD и продолжайте с него.`,
  })

/** What has arrived when the line breaks is kept, so that little has to be sent twice; with a checksum it is all or nothing. */
export async function receivePart(
  context: Uploads,
  actor: Actor,
  id: string,
  part: { offset: number; body: Readable; checksum?: Checksum },
): Promise<UploadRow> {
  const upload = await getSeen(context, actor, id)
  if (part.offset !== upload.received) throw wrongOffset(upload.received)
  // Others may have taken the room since it began: better said before the bytes come than behind them.
  await inTransaction(context, tx => assertStorage(tx, actor, upload.length - upload.received))
  const hash = part.checksum && createHash(part.checksum.algorithm)
  const bytes = Readable.from(arriving(part.body, upload.length - upload.received, hash), { objectMode: false })
  const stored = await context.blobs.put(actor.ownerId, bytes)
  if (part.checksum && hash?.digest('base64') !== part.checksum.digest) {
    await context.blobs.remove(stored.key)
    throw new ChecksumMismatch()
  }
  if (stored.size === 0) {
    await context.blobs.remove(stored.key)
    return getUpload(context, actor, id)
  }
  await keepPart(context, actor, upload, { start: part.offset, ...stored })
  return getUpload(context, actor, id)
}

async function keepPart(context: Uploads, actor: Actor, upload: UploadRow, part: UploadPart): Promise<void> {
  const keeping = inTransaction(context, async tx => {
    await assertStorage(tx, actor, part.size)
    return advance(tx.db, upload, part, context.config.UPLOAD_RETENTION_HOURS)
  })
  const kept = await keeping.catch(async error => {
    await context.blobs.remove(part.key)
    throw error
  })
  if (kept) return
  await context.blobs.remove(part.key)
  const now = await findUpload(context.db, upload.owner_id, upload.id)
  throw now ? wrongOffset(now.received) : notFound('upload')
}

async function* arriving(body: Readable, room: number, hash: Hash | undefined): AsyncGenerator<Buffer> {
  let size = 0
  try {
    // A request that is destroyed here could not be answered any more.
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > room) break
      hash?.update(chunk)
      yield chunk
    }
  } catch (error) {
    if (hash) throw error
  }
  if (size > room)
    throw invalid(['body'], 'too_long', {
      en: 'More bytes came than Upload-Length allows. Begin a new upload with the right length.',
      ru: 'Пришло больше байт, чем сказано в Upload-Length. Начните новую загрузку с верной длиной.',
    })
}

const HEAD_BYTES = 256 * 1024

/** The parts become one blob, the blob an object; done twice at once, one of the two wins and the other cleans up. */
async function finishUpload(context: Uploads, upload: UploadRow, sender?: Actor): Promise<UploadRow> {
  const parts = await partsOf(context.db, upload.owner_id, upload.id)
  // A single part already is the whole file and is used without copying, unless the file goes to the owner's own
  // bucket.
  const copied = parts.length !== 1 || upload.own_bucket
  const gathered = await gather(context, upload, parts).catch(async error => {
    // Another request was faster: it has made the object and removed the parts under our hands.
    const now = await findUpload(context.db, upload.owner_id, upload.id)
    if (error instanceof BlobMissing && now?.object_id) return now
    throw error
  })
  if ('object_id' in gathered) return gathered
  const { whole, head } = gathered
  const outcome = await inTransaction(context, async tx => {
    const current = await lockUpload(tx.db, upload.owner_id, upload.id)
    if (!current) throw notFound('upload')
    if (current.object_id) return { objectId: current.object_id, useless: copied ? [whole.key] : [] }
    // From here on the file counts, and its parts no more.
    await removeParts(tx.db, upload.owner_id, upload.id)
    const owner = actorOf(upload)
    const viewer = sender?.guest ? sender : { ...owner, unlocked: sender?.unlocked ?? false }
    const target = { ...(await targetOf(tx, upload, sender !== undefined)), head }
    const { id, spare } = await settleStored(tx, owner, target, { stored: whole, viewer })
    await setFinished(tx.db, upload.owner_id, upload.id, id)
    const joined = copied ? parts.map(part => part.key) : []
    return { objectId: id, useless: spare ? [...joined, spare] : joined }
  })
  for (const key of outcome.useless) await context.blobs.remove(key)
  return { ...upload, received: upload.length, object_id: outcome.objectId }
}

async function gather(context: Uploads, upload: UploadRow, parts: UploadPart[]) {
  const whole = parts.length === 1 && !upload.own_bucket ? parts[0]! : await join(context, upload, parts)
  return { whole, head: await firstBytes(context, whole) }
}

async function join(context: Uploads, upload: UploadRow, parts: UploadPart[]): Promise<StoredBlob> {
  async function* bytes() {
    for (const part of parts) yield* await context.blobs.get(part.key, undefined, part.size)
  }
  return context.blobs.put(upload.owner_id, Readable.from(bytes(), { objectMode: false }), { own: upload.own_bucket })
}

async function firstBytes(context: Uploads, blob: { key: string; size: number }): Promise<Buffer> {
  if (blob.size === 0) return Buffer.alloc(0)
  const chunks: Buffer[] = []
  const end = Math.min(blob.size, HEAD_BYTES) - 1
  for await (const chunk of await context.blobs.get(blob.key, { start: 0, end })) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** The owner, with everything unlocked: what may be done was decided when the upload began. */
const actorOf = (upload: UploadRow): Actor => ({
  ownerId: upload.owner_id,
  tenantId: upload.tenant_id,
  role: 'user',
  tokenId: '',
  tariff: upload.tariff ?? '',
  ownBucket: upload.own_bucket,
  language: 'en',
  unlocked: true,
})

/** A folder that has gone in the meantime must not cost the file: it then lies at the top. */
async function targetOf(context: Needs<'db'>, upload: UploadRow, canAsk: boolean) {
  const { filename, chat_only, collection_id, on_duplicate, on_name } = upload.metadata
  const exists = collection_id ? await isThere(getCollection(context, actorOf(upload), collection_id)) : false
  return {
    filename,
    chatOnly: chat_only,
    collectionId: exists ? collection_id : undefined,
    // Nobody is there to be asked when an upload is finished for its sender.
    onDuplicate: on_duplicate === 'ask' && !canAsk ? 'keep' : on_duplicate,
    onName: on_name === 'ask' && !canAsk ? 'keep' : on_name,
  }
}

export async function dropUpload(context: Uploads, actor: Actor, id: string): Promise<void> {
  await getSeen(context, actor, id)
  const keys = await inTransaction(context, tx => removeUpload(tx.db, actor.ownerId, id))
  if (!keys) throw notFound('upload')
  for (const key of keys) await context.blobs.remove(key)
}

/** An upload that brought all its bytes is finished rather than dropped, however late. */
export async function endExpired(context: Uploads, upload: UploadRow): Promise<void> {
  if (upload.received === upload.length && !upload.object_id) await finishUpload(context, upload)
  const keys = await inTransaction(context, async tx =>
    (await lockExpired(tx.db, upload.owner_id, upload.id)) ? removeUpload(tx.db, upload.owner_id, upload.id) : [],
  )
  for (const key of keys ?? []) await context.blobs.remove(key)
}
