import { Readable } from 'node:stream'
import type { Actor, Context, Needs } from '../../../context.ts'
import { notFound } from '../../../lib/errors.ts'
import { assertStorage } from '../../usage/index.ts'
import { type DavCall, type Mount, namesOf, placeOf, put } from '../files/index.ts'
import { type DavOutcome, DavRefusal } from '../kernel/outcome.ts'
import { responseOf } from '../kernel/properties.ts'
import { DAV, d, multistatus, named } from '../kernel/xml.ts'
import {
  beginUpload,
  chunksOf,
  countUploads,
  findUpload,
  MOST_CHUNKS,
  putChunk,
  removeOverdueChunks,
  removeUpload,
  type StoredChunk,
} from './queries.ts'

/** Large files in parts: a folder for the upload, a part by each number, and a move of the whole to where it belongs. */

const MOST_UPLOADS = 200

export interface ChunkPart {
  upload: string
  /** Undefined is the upload itself. */
  name: string | undefined
}

async function known(context: Needs<'db'>, actor: Actor, upload: string): Promise<void> {
  if (!(await findUpload(context.db, actor.ownerId, upload))) throw notFound('upload')
}

export async function begin(context: Needs<'db'>, actor: Actor, { upload, name }: ChunkPart): Promise<DavOutcome> {
  if (name !== undefined) throw new DavRefusal(405)
  if ((await countUploads(context.db, actor.ownerId))!.n >= MOST_UPLOADS) throw new DavRefusal(507)
  if (!(await beginUpload(context.db, actor.ownerId, upload))) throw new DavRefusal(405)
  return { status: 201 }
}

export async function receive(
  context: Context,
  actor: Actor,
  { upload, name }: ChunkPart,
  body: Readable,
): Promise<DavOutcome> {
  if (name === undefined || !/^[0-9A-Za-z-]{1,64}$/.test(name)) throw new DavRefusal(403)
  await known(context, actor, upload)
  await assertStorage(context, actor, 0)
  const { key, size } = await context.blobs.put(actor.ownerId, body, { own: actor.ownBucket })
  const before = await putChunk(context.db, actor.ownerId, upload, { name, key, size })
  if (before) await context.blobs.remove(before)
  return { status: 201 }
}

export async function list(
  context: Needs<'db'>,
  actor: Actor,
  base: string,
  { upload }: ChunkPart,
): Promise<DavOutcome> {
  await known(context, actor, upload)
  const chunks = await chunksOf(context.db, actor.ownerId, upload)
  const folder = `${base}${encodeURIComponent(upload)}/`
  const responses = [
    responseOf(folder, { [named(DAV, 'resourcetype')]: () => d('collection') }, {}),
    ...chunks.map(({ name, size }) =>
      responseOf(
        folder + encodeURIComponent(name),
        { [named(DAV, 'resourcetype')]: () => '', [named(DAV, 'getcontentlength')]: () => String(size) },
        {},
      ),
    ),
  ]
  return { status: 207, body: multistatus(responses) }
}

export async function giveUp(context: Needs<'db' | 'blobs'>, actor: Actor, { upload }: ChunkPart): Promise<DavOutcome> {
  await known(context, actor, upload)
  await forget(context, await removeUpload(context.db, actor.ownerId, upload))
  return { status: 204 }
}

async function forget(context: Needs<'blobs'>, gone: { key: string | null }[]): Promise<void> {
  for (const { key } of gone) if (key) await context.blobs.remove(key)
}

async function* bytesOf(context: Needs<'blobs'>, chunks: StoredChunk[]): AsyncGenerator<Buffer> {
  for (const { key, size } of chunks) yield* (await context.blobs.get(key, undefined, size)) as AsyncIterable<Buffer>
}

/** All parts become one file, as if it had been put in one piece. */
export async function finish(
  context: Context,
  actor: Actor,
  { upload, name }: ChunkPart,
  call: Omit<DavCall, 'names' | 'mount'> & { mount: Mount },
): Promise<DavOutcome> {
  await known(context, actor, upload)
  const names = namesOf(call.mount, call.headers.destination, call.prefix)
  if (name !== '.file' || !names) throw new DavRefusal(400)
  const chunks = await chunksOf(context.db, actor.ownerId, upload)
  if (chunks.length > MOST_CHUNKS) throw new DavRefusal(413)
  const size = chunks.reduce((sum, chunk) => sum + Number(chunk.size), 0)
  const said = call.headers['oc-total-length']
  if (said !== undefined && Number(said) !== size) throw new DavRefusal(400)
  const body = Readable.from(bytesOf(context, chunks), { objectMode: false })
  const place = await placeOf(context, actor, { ...call, names, body }, true)
  if (place.shared) throw new DavRefusal(403)
  const done = await put(context, place.actor, place.call)
  await forget(context, await removeUpload(context.db, actor.ownerId, upload))
  return done
}

export async function sweepChunks(context: Needs<'db' | 'blobs'>): Promise<void> {
  for (let gone = await removeOverdueChunks(context.db); gone.length > 0; gone = await removeOverdueChunks(context.db))
    await forget(context, gone)
}
