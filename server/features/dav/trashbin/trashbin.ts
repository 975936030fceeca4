import { Readable } from 'node:stream'
import type { Actor, Context } from '../../../context.ts'
import { notFound } from '../../../lib/errors.ts'
import { assertScope } from '../../../lib/scopes.ts'
import { escapeXml } from '../../../lib/xml.ts'
import { removeByDevice } from '../devices/brake.ts'
import { removeFile, restoreFile } from '../devices/diary/record.ts'
import { elementOf } from '../kernel/body.ts'
import { type DavOutcome, DavRefusal } from '../kernel/outcome.ts'
import { askedIn, type DavProperties, type RequestedProperties, responseOf } from '../kernel/properties.ts'
import { DAV, d, multistatusAround, named, OWNCLOUD } from '../kernel/xml.ts'
import { findTrashed, type Trashed, trashedBefore } from './queries.ts'

/** The trash, as Nextcloud's clients see it: a folder of what was removed, and one to move it to, which brings it back. */

const NEXTCLOUD = 'http://nextcloud.org/ns'
const PAGE = 250
/** More is seen in the page. */
const MOST = 10_000

export interface TrashPath {
  base: string
  /** `trash` or `restore`; undefined is the top. */
  part: 'trash' | 'restore' | undefined
  id: string | undefined
}

const ID = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/

export function placeIn(base: string, path: string): TrashPath {
  const [part, id, ...rest] = path.startsWith(base) ? path.slice(base.length).split('/').filter(Boolean) : ['?']
  if (rest.length > 0 || (part !== undefined && part !== 'trash' && part !== 'restore')) throw notFound('object')
  return { base, part, id: id && (part === 'restore' || ID.test(id)) ? id : id && '' }
}

const folder = (path: string, asked: RequestedProperties) =>
  responseOf(path, { [named(DAV, 'resourcetype')]: () => d('collection') }, asked)

const propertiesOf = (file: Trashed): DavProperties => ({
  [named(DAV, 'resourcetype')]: () => '',
  [named(DAV, 'getetag')]: () => escapeXml(`"${file.content_hash.slice(0, 32)}"`),
  [named(DAV, 'getcontentlength')]: () => String(file.size),
  [named(DAV, 'getcontenttype')]: () => escapeXml(file.mime),
  [named(DAV, 'getlastmodified')]: () => file.modified_at.toUTCString(),
  [named(OWNCLOUD, 'fileid')]: () => file.id.replaceAll('-', ''),
  [named(OWNCLOUD, 'size')]: () => String(file.size),
  [named(OWNCLOUD, 'permissions')]: () => 'GD',
  [named(NEXTCLOUD, 'trashbin-filename')]: () => escapeXml(file.filename),
  [named(NEXTCLOUD, 'trashbin-original-location')]: () =>
    escapeXml(file.folder === '' ? file.filename : `${file.folder}/${file.filename}`),
  [named(NEXTCLOUD, 'trashbin-deletion-time')]: () => String(Math.floor(file.deleted_at.getTime() / 1000)),
})

export async function listTrash(
  context: Context,
  actor: Actor,
  place: TrashPath,
  { body, depth }: { body: Readable; depth: string | undefined },
): Promise<DavOutcome> {
  const asked = askedIn(await elementOf(body))
  const { base, part, id } = place
  if (id !== undefined) {
    const file = part === 'trash' ? await found(context, actor, id) : undefined
    if (!file) throw notFound('object')
    return listing([responseOf(`${base}trash/${file.id}`, propertiesOf(file), asked)])
  }
  if (part === undefined)
    return listing([
      folder(base, asked),
      ...(depth === '0' ? [] : ['trash/', 'restore/'].map(name => folder(base + name, asked))),
    ])
  if (part === 'restore' || depth === '0') return listing([folder(`${base}${part}/`, asked)])
  return listing([folder(`${base}trash/`, asked)], pages(context, actor, base, asked))
}

async function* pages(
  context: Context,
  actor: Actor,
  base: string,
  asked: RequestedProperties,
): AsyncGenerator<string> {
  let before: { at: Date; id: string } | undefined
  for (let n = 0; n < MOST; n += PAGE) {
    const files = await trashedBefore(context.db, actor, before, PAGE)
    for (const file of files) yield responseOf(`${base}trash/${file.id}`, propertiesOf(file), asked)
    const last = files.at(-1)
    if (!last || files.length < PAGE) return
    before = { at: last.deleted_at, id: last.id }
  }
}

async function* nothing(): AsyncGenerator<string> {}

function listing(first: string[], more: AsyncGenerator<string> = nothing()): DavOutcome {
  async function* document() {
    const [open, close] = multistatusAround()
    yield open + first.join('\n')
    yield* more
    yield close
  }
  return { status: 207, body: Readable.from(document(), { objectMode: false }) }
}

const found = (context: Context, actor: Actor, id: string) =>
  id === '' ? undefined : findTrashed(context.db, actor, id)

/** Where it goes to is where it came from: the name behind `restore/` says nothing. */
export async function restoreTrashed(
  context: Context,
  actor: Actor,
  { base, part, id }: TrashPath,
  destination: string | undefined,
): Promise<DavOutcome> {
  const target = destination && new URL(destination, 'http://here').pathname
  if (part !== 'trash' || !id || !target?.includes(`${base}restore/`)) throw new DavRefusal(403)
  await restoreFile(context, actor, id)
  return { status: 201 }
}

/** For good: a token needs the right to it, and a device that removes very much waits. */
export async function removeTrashed(context: Context, actor: Actor, { part, id }: TrashPath): Promise<DavOutcome> {
  if (part !== 'trash' || id === undefined) throw new DavRefusal(403)
  if (id === '') throw notFound('object')
  assertScope(actor, 'delete')
  const file = await found(context, actor, id)
  if (!file) throw notFound('object')
  await removeByDevice(context, actor, undefined, tx => removeFile(tx, actor, { id, name: file.filename }))
  return { status: 204 }
}
