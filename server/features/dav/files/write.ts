import { createHash } from 'node:crypto'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { type Actor, type Context, personOf } from '../../../context.ts'
import { AppError, fileTooLarge } from '../../../lib/errors.ts'
import { arriving, getObject, saveContent, uploadObject } from '../../objects/index.ts'
import { makeFolder, noteAdded, noteChanged } from '../devices/diary/record.ts'
import { textOf } from '../kernel/body.ts'
import { type DavOutcome, DavRefusal } from '../kernel/outcome.ts'
import { admitted, assertUnlocked, type DavCall, folderFor } from './calls.ts'
import { putLeaving, setChecksum, trimLeavings } from './kept/queries.ts'
import { isLeaving } from './names.ts'
import { TOP } from './queries.ts'
import { fileEtag, showAs, type TreeEntry } from './tree.ts'

/** New files, new content, new folders. */

const LEAVINGS = { rows: 2000, bytes: 32 * 1024 * 1024 }
const MAX_LEAVING = 4 * 1024 * 1024

export async function put(context: Context, actor: Actor, call: DavCall): Promise<DavOutcome> {
  const { found, tokens } = await admitted(context, actor, call)
  if (found?.kind === 'folder') throw new DavRefusal(405)
  await assertUnlocked(context, actor, call, { names: call.names, tokens, members: !found })
  const folder = await folderFor(context, actor, call)
  const name = call.names.at(-1)!
  if (isLeaving(name)) return putAside(context, actor, { place: folder.id ?? TOP, name }, call.body)
  const sent = checked(call.body, call.headers['oc-checksum'])
  const entry = found?.kind === 'file' ? found.entry : undefined
  const modifiedAt = modifiedIn(call.headers['x-oc-mtime'])
  const id = entry
    ? await overwrite(context, actor, { entry, sent, modifiedAt, call })
    : await create(context, actor, { place: folder.id, name, sent, modifiedAt })
  const object = await getObject(context, actor, id)
  if (sent.checksum)
    await setChecksum(context.db, actor.ownerId, { objectId: id, hash: object.content_hash, checksum: sent.checksum })
  return {
    status: entry ? 204 : 201,
    headers: {
      etag: fileEtag(object),
      'oc-etag': fileEtag(object),
      'oc-fileid': id.replaceAll('-', ''),
      ...(modifiedAt ? { 'x-oc-mtime': 'accepted' } : {}),
      ...(sent.checksum ? { 'oc-checksum': sent.checksum } : {}),
    },
  }
}

interface Sent {
  body: Readable
  checksum: string | undefined
  /** Settles when all has come, and is what the sender said it was. */
  complete: Promise<void>
}

async function create(
  context: Context,
  actor: Actor,
  { place, name, sent, modifiedAt }: { place: string | null; name: string; sent: Sent; modifiedAt: Date | undefined },
): Promise<string> {
  const upload = {
    ...(await arriving(sent.body, context.config.MAX_UPLOAD_BYTES)),
    filename: name,
    collectionId: place ?? undefined,
    chatOnly: false,
    modifiedAt,
    complete: sent.complete,
  }
  const { id } = await uploadObject(context, actor, upload, (tx, made) => noteAdded(tx, actor, made))
  const { filename } = await getObject(context, actor, id)
  await showAs(context, actor, { id, place, ownName: filename }, name)
  return id
}

const movedOn = () =>
  new AppError('stale', 'stale', {
    en: 'The file has changed meanwhile. Read it again.',
    ru: 'Файл тем временем изменился. Прочитайте его заново.',
  })

async function overwrite(
  context: Context,
  actor: Actor,
  { entry, sent, modifiedAt, call }: { entry: TreeEntry; sent: Sent; modifiedAt: Date | undefined; call: DavCall },
): Promise<string> {
  await saveContent(context, actor, entry.id, {
    ...(await arriving(sent.body, context.config.MAX_UPLOAD_BYTES)),
    baseVersion: call.headers['if-match'] === undefined ? 'any' : entry.version,
    author: personOf(actor),
    modifiedAt,
    moved: movedOn,
    complete: sent.complete,
    also: (tx, { before, hash }) => noteChanged(tx, actor, before, hash),
  })
  return entry.id
}

/** Seconds since 1970, as sync clients send it. */
function modifiedIn(header: string | undefined): Date | undefined {
  const seconds = Number(header)
  return header && seconds > 0 && seconds < 32_503_680_000 ? new Date(seconds * 1000) : undefined
}

const HASHES: Record<string, string> = { MD5: 'md5', SHA1: 'sha1', SHA256: 'sha256', SHA3256: 'sha3-256' }

interface Sum {
  update(chunk: Buffer): void
  hex(): string
}

function sumOf(kind: string): Sum | undefined {
  const algorithm = HASHES[kind.replace('-', '')]
  if (algorithm) {
    const hash = createHash(algorithm)
    return { update: chunk => void hash.update(chunk), hex: () => hash.digest('hex') }
  }
  if (kind === 'ADLER32') return adler32()
  if (kind !== 'CRC32') return undefined
  let sum = 0
  return {
    update: chunk => {
      sum = crc32(chunk, sum)
    },
    hex: () => sum.toString(16).padStart(8, '0'),
  }
}

function adler32(): Sum {
  let [a, b] = [1, 0]
  return {
    update(chunk) {
      for (let at = 0; at < chunk.length; ) {
        const end = Math.min(at + 3800, chunk.length)
        for (; at < end; at++) {
          a += chunk[at]!
          b += a
        }
        a %= 65_521
        b %= 65_521
      }
    },
    hex: () => (((b << 16) | a) >>> 0).toString(16).padStart(8, '0'),
  }
}

/** The bytes, compared on their way with what the sender said of them. */
function checked(body: Readable, header: string | undefined): Sent {
  const [, kind = '', value = ''] = /^\s*([A-Za-z0-9-]{1,16}):([0-9A-Fa-f]{8,128})\s*$/.exec(header ?? '') ?? []
  const sum = sumOf(kind.toUpperCase())
  if (!sum) return { body, checksum: undefined, complete: Promise.resolve() }
  const through = new PassThrough()
  const complete = pipeline(
    body,
    async function* (source) {
      for await (const chunk of source) {
        sum.update(chunk as Buffer)
        yield chunk
      }
    },
    through,
  ).then(() => {
    if (sum.hex() !== value.toLowerCase()) throw new DavRefusal(400)
  })
  // Whoever keeps the bytes waits for it; a refusal before that is no unhandled one.
  complete.catch(() => {})
  return { body: through, checksum: `${kind.toUpperCase()}:${value.toLowerCase()}`, complete }
}

async function putAside(
  context: Context,
  actor: Actor,
  at: { place: string; name: string },
  body: Readable,
): Promise<DavOutcome> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += (chunk as Buffer).length
    if (size > MAX_LEAVING) throw fileTooLarge(MAX_LEAVING)
    chunks.push(chunk as Buffer)
  }
  const content = Buffer.concat(chunks)
  const hash = createHash('sha256').update(content).digest('hex')
  await putLeaving(context.db, actor.ownerId, { ...at, content, hash })
  await trimLeavings(context.db, actor.ownerId, LEAVINGS)
  return { status: 201, headers: { etag: `"${hash}"` } }
}

export async function mkcol(context: Context, actor: Actor, call: DavCall): Promise<DavOutcome> {
  if ((await textOf(call.body, 1024)) !== '') throw new DavRefusal(415)
  const { found, tokens } = await admitted(context, actor, call)
  if (found || call.names.length === 0) throw new DavRefusal(405)
  await assertUnlocked(context, actor, call, { names: call.names, tokens, members: true })
  const parent = await folderFor(context, actor, call)
  const name = call.names.at(-1)!
  if (isLeaving(name)) throw new DavRefusal(403)
  const made = await makeFolder(context, actor, { place: parent.id, name })
  await showAs(context, actor, { id: made.id, place: parent.id, ownName: made.name }, name)
  return { status: 201, headers: { 'oc-fileid': made.id.replaceAll('-', '') } }
}

/** A lock on what is not there makes an empty file, as the protocol says. */
export async function createEmpty(context: Context, actor: Actor, call: DavCall): Promise<void> {
  const folder = await folderFor(context, actor, call)
  const name = call.names.at(-1)!
  if (isLeaving(name)) {
    const hash = createHash('sha256').digest('hex')
    const empty = { place: folder.id ?? TOP, name, content: Buffer.alloc(0), hash }
    return putLeaving(context.db, actor.ownerId, empty)
  }
  const empty = {
    filename: name,
    bytes: Buffer.alloc(0),
    head: Buffer.alloc(0),
    collectionId: folder.id ?? undefined,
    chatOnly: false,
    complete: Promise.resolve(),
  }
  const { id } = await uploadObject(context, actor, empty, (tx, made) => noteAdded(tx, actor, made))
  await showAs(context, actor, { id, place: folder.id, ownName: (await getObject(context, actor, id)).filename }, name)
}
