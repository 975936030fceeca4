import type { Actor, Needs } from '../../../context.ts'
import { escapeXml } from '../../../lib/xml.ts'
import { isLimited, quota } from '../../usage/index.ts'
import type { DavProperties, RequestedProperties } from '../kernel/properties.ts'
import { DAV, d, named, OWNCLOUD } from '../kernel/xml.ts'
import { covering, discovery, SUPPORTED } from './kept/locks.ts'
import { checksumsOf, type DavLock, deadProperties, type Leaving, liveLocks } from './kept/queries.ts'
import { type Mount, owned, type PathNames } from './paths.ts'
import { SHARED, sizeOfAll, sizesOf, TOP } from './queries.ts'
import { fileEtag, folderEtags, type TreeEntry } from './tree.ts'

/** What is told of files and folders. Things that need a question to the database are asked for a whole page at once. */

const dav = (name: string) => named(DAV, name)
const oc = (name: string) => named(OWNCLOUD, name)

/** Of these only we know. */
export const LIVE = new Set(
  [
    ...['resourcetype', 'getetag', 'getcontentlength', 'getlastmodified', 'creationdate', 'lockdiscovery'],
    ...['supportedlock', 'quota-available-bytes', 'quota-used-bytes', 'getcontenttype'],
  ]
    .map(dav)
    .concat(['id', 'fileid', 'permissions', 'size', 'checksums'].map(oc)),
)

/** The top is an entry without any of its own. */
export type ShownNode = { names: PathNames } & ({ entry?: TreeEntry } | { leaving: Leaving })

interface Known {
  etags: Map<string, string>
  sizes: Map<string, number>
  dead: Map<string, DavProperties>
  checksums: Map<string, string>
  locks: DavLock[]
  quota: () => string
}

const isAsked = ({ names }: RequestedProperties, name: string) => names?.includes(name) ?? false
/** Also given to who asks for everything. */
const isWanted = (asked: RequestedProperties, name: string) => asked.names === undefined || isAsked(asked, name)

export type PropertyContext = Needs<'db' | 'tables'>

/** What the properties of a page need to know. */
export async function know(
  context: PropertyContext,
  actor: Actor,
  page: ShownNode[],
  asked: RequestedProperties,
): Promise<Known> {
  const entries = page.flatMap(one => ('entry' in one && one.entry ? [one.entry] : []))
  const folders = page.flatMap(one => {
    if ('leaving' in one) return []
    return one.entry === undefined ? [null] : one.entry.kind === 'folder' ? [one.entry.id] : []
  })
  const ids = [...entries.map(({ id }) => id), ...(folders.includes(null) ? [TOP] : [])]
  const needsSize = isAsked(asked, oc('size')) || isAsked(asked, dav('quota-used-bytes'))
  const needsQuota = isAsked(asked, dav('quota-available-bytes'))
  const left = needsQuota && !actor.guest && isLimited(context, actor) ? await roomLeft(context, actor) : undefined
  return {
    etags: folders.length > 0 ? await folderEtags(context, actor, folders) : new Map(),
    sizes: needsSize ? await sizesOfFolders(context, actor, folders) : new Map(),
    dead: await deadOf(context, actor, ids),
    checksums: isWanted(asked, oc('checksums')) ? await knownChecksums(context, actor, entries) : new Map(),
    locks: isWanted(asked, dav('lockdiscovery')) ? await liveLocks(context.db, actor.ownerId) : [],
    // -3 is what clients of Nextcloud read as "no limit".
    quota: () => String(left ?? -3),
  }
}

/** As the page shows it: what is hidden takes no room that shows. */
async function roomLeft(context: PropertyContext, actor: Actor): Promise<number> {
  const { storage_bytes, storage_limit_bytes } = await quota(context, actor)
  return Math.max(0, (storage_limit_bytes ?? Number.MAX_SAFE_INTEGER) - storage_bytes)
}

async function sizesOfFolders(context: PropertyContext, actor: Actor, folders: (string | null)[]) {
  const ids = folders.filter(id => id !== null)
  const sizes = new Map((await sizesOf(context.db, actor, ids)).map(row => [row.id, Number(row.size)]))
  if (folders.includes(null)) sizes.set(TOP, await sizeOfAll(context.db, actor))
  return sizes
}

async function deadOf(context: PropertyContext, actor: Actor, ids: string[]): Promise<Map<string, DavProperties>> {
  const found = new Map<string, DavProperties>()
  for (const { entry_id, name, value } of await deadProperties(context.db, actor.ownerId, ids))
    found.set(entry_id, { ...found.get(entry_id), [name]: () => value })
  return found
}

async function knownChecksums(
  context: PropertyContext,
  actor: Actor,
  entries: TreeEntry[],
): Promise<Map<string, string>> {
  const hashes = new Map(entries.map(({ id, content_hash }) => [id, content_hash]))
  const rows = await checksumsOf(context.db, actor.ownerId, [...hashes.keys()])
  return new Map(
    rows.filter(row => hashes.get(row.object_id) === row.content_hash).map(row => [row.object_id, row.checksum]),
  )
}

export function propertiesOf(mount: Mount, shown: ShownNode, known: Known): DavProperties {
  const locks = () => discovery(mount, covering(known.locks, owned({ mount, names: shown.names })))
  const locking = { [dav('supportedlock')]: () => SUPPORTED, [dav('lockdiscovery')]: locks }
  if ('leaving' in shown) return { ...locking, ...leavingProperties(shown.leaving) }
  const { entry } = shown
  const own = entry?.kind === 'file' ? fileProperties(entry, known) : folderProperties(entry, known)
  const permissions = { [oc('permissions')]: () => permissionsOf(mount, shown.names, entry) }
  return { ...known.dead.get(entry?.id ?? TOP), ...locking, ...own, ...permissions }
}

/** In the letters of Nextcloud: S is somebody else's, G is read, the others are what may be done. */
function permissionsOf({ given }: Mount, names: PathNames, entry: TreeEntry | undefined): string {
  if (!entry) return 'GCK'
  if (entry.id === SHARED) return 'G'
  if (given && (given.role === 'viewer' || names.length === 0)) return given.role === 'viewer' ? 'SG' : 'SGCK'
  return (given ? 'S' : '') + (entry.kind === 'file' ? 'GDNVW' : 'GDNVCK')
}

/** Clients of Nextcloud keep it as a number. */
const numberOf = (id: string) => String(BigInt(`0x${id.replaceAll('-', '').slice(-13)}`))

const moments = (created: Date, modified: Date): DavProperties => ({
  [dav('creationdate')]: () => created.toISOString(),
  [dav('getlastmodified')]: () => modified.toUTCString(),
})

function fileProperties(entry: TreeEntry, { checksums }: Known): DavProperties {
  const checksum = checksums.get(entry.id)
  return {
    [dav('resourcetype')]: () => '',
    [dav('displayname')]: () => escapeXml(entry.shown),
    [dav('getcontentlength')]: () => String(entry.size),
    [dav('getcontenttype')]: () => escapeXml(entry.mime),
    [dav('getetag')]: () => fileEtag(entry),
    ...moments(entry.created_at, entry.modified_at),
    [oc('id')]: () => entry.id.replaceAll('-', ''),
    [oc('fileid')]: () => numberOf(entry.id),
    [oc('size')]: () => String(entry.size),
    ...(checksum ? { [oc('checksums')]: () => `<O:checksum>${escapeXml(checksum)}</O:checksum>` } : {}),
  }
}

function folderProperties(entry: TreeEntry | undefined, { etags, sizes, quota }: Known): DavProperties {
  const id = entry?.id ?? TOP
  const size = () => String(sizes.get(id) ?? 0)
  return {
    [dav('resourcetype')]: () => d('collection'),
    [dav('displayname')]: () => escapeXml(entry?.shown ?? 'Dossier'),
    [dav('getetag')]: () => etags.get(id)!,
    ...(entry ? moments(entry.created_at, entry.modified_at) : moments(new Date(0), new Date(0))),
    [dav('quota-used-bytes')]: size,
    [dav('quota-available-bytes')]: quota,
    [oc('id')]: () => id.replaceAll('-', ''),
    [oc('fileid')]: () => numberOf(id),
    [oc('size')]: size,
  }
}

const leavingProperties = ({ name, size, hash, written_at }: Leaving): DavProperties => ({
  [dav('resourcetype')]: () => '',
  [dav('displayname')]: () => escapeXml(name),
  [dav('getcontentlength')]: () => String(size),
  [dav('getcontenttype')]: () => 'application/octet-stream',
  [dav('getetag')]: () => `"${hash}"`,
  ...moments(written_at, written_at),
})
