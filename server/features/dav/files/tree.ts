import { createHash } from 'node:crypto'
import { type Actor, inTransaction, type Needs } from '../../../context.ts'
import { sharedWithMe } from '../../people/index.ts'
import { findLeaving, type Leaving } from './kept/queries.ts'
import { isLeaving, numbered, plainName } from './names.ts'
import type { Where } from './paths.ts'
import {
  addUpChanges,
  changesOf,
  type EntryRow,
  entriesNamed,
  lockNames,
  removeAlias,
  SHARED,
  setAlias,
  TOP,
  unnamed,
} from './queries.ts'

/** The tree of files and folders, by names: each entry has one that is its own in its folder, and keeps it. */

export interface TreeEntry extends EntryRow {
  /** The name it is seen by. */
  shown: string
}

/** The top is a folder without an id. */
export interface Folder {
  kind: 'folder'
  id: string | null
  entry?: TreeEntry
}

export type FoundNode =
  | Folder
  | { kind: 'file'; entry: TreeEntry }
  | { kind: 'leaving'; place: string; leaving: Leaving }

type Reading = Needs<'db' | 'signals'>

export const shownAs = (row: EntryRow): TreeEntry => ({ ...row, shown: row.alias ?? plainName(row.name) })

const NAMED_AT_ONCE = 1000

/** Gives an alias to the entries of a folder that need one. */
export async function nameEntries(context: Reading, actor: Actor, place: string | null): Promise<void> {
  const waiting = await unnamed(context.db, actor, place, 1)
  if (waiting.length === 0) return
  await inTransaction(context, async tx => {
    await lockNames(tx.db, actor.ownerId)
    for (const { id, name } of await unnamed(tx.db, actor, place, NAMED_AT_ONCE)) {
      const free = await freeName(tx, actor, place, plainName(name))
      await setAlias(tx.db, actor.ownerId, { id, place, ownName: name, name: free })
    }
  })
}

async function freeName(context: Reading, actor: Actor, place: string | null, wanted: string): Promise<string> {
  for (let n = 1; ; n++) {
    const name = numbered(wanted, n)
    if ((await entriesNamed(context.db, actor, place, name)).length === 0) return name
  }
}

/** The entry of this name in a folder; undefined for what is missing or hidden. */
export async function entryIn(
  context: Reading,
  actor: Actor,
  place: string | null,
  name: string,
): Promise<TreeEntry | undefined> {
  let found = await entriesNamed(context.db, actor, place, name)
  // A name that stands twice, or holds what no path can hold.
  if (found.length > 1 || (found.length === 0 && name.includes('_'))) {
    await nameEntries(context, actor, place)
    found = await entriesNamed(context.db, actor, place, name)
  }
  return found.map(shownAs).find(entry => entry.shown === name)
}

export async function find(context: Reading, actor: Actor, { mount, names }: Where): Promise<FoundNode | undefined> {
  const root = mount.given?.entry
  let folder: Folder = root ? { kind: 'folder', id: root.id, entry: root } : { kind: 'folder', id: null }
  for (const [at, name] of names.entries()) {
    const isLast = at === names.length - 1
    if (isLast && isLeaving(name)) return leavingIn(context, actor, folder, name)
    const entry = await entryIn(context, actor, folder.id, name)
    if (!entry) return undefined
    if (entry.kind === 'file') return isLast ? { kind: 'file', entry } : undefined
    folder = { kind: 'folder', id: entry.id, entry }
  }
  return folder
}

async function leavingIn(context: Reading, actor: Actor, folder: Folder, name: string): Promise<FoundNode | undefined> {
  const place = folder.id ?? TOP
  const leaving = await findLeaving(context.db, actor.ownerId, place, name)
  return leaving && { kind: 'leaving', place, leaving }
}

/** A program asked for this name: where a file of ours cannot have it, it is seen by it all the same. */
export async function showAs(
  context: Needs<'db'>,
  actor: Actor,
  made: { id: string; place: string | null; ownName: string },
  name: string,
): Promise<void> {
  if (plainName(made.ownName) === name) await removeAlias(context.db, actor.ownerId, made.id)
  else await setAlias(context.db, actor.ownerId, { ...made, name })
}

const MANY_PARTS = 100

/** An ETag of each folder that changes with anything below it. */
export async function folderEtags(
  context: Needs<'db'>,
  actor: Actor,
  folders: (string | null)[],
): Promise<Map<string, string>> {
  const ids = folders.map(id => id ?? TOP)
  const counted = await changesOf(context.db, actor.ownerId, ids)
  for (const { folder_id, parts } of counted)
    if (parts > MANY_PARTS) await addUpChanges(context.db, actor.ownerId, folder_id)
  const changes = new Map(counted.map(row => [row.folder_id, Number(row.changes)]))
  const etags = new Map(ids.map(id => [id, `"${id.slice(-12)}-${changes.get(id) ?? 0}"`]))
  const given = ids.includes(TOP) || ids.includes(SHARED) ? await markOfGiven(context, actor) : ''
  if (given !== '')
    for (const id of [TOP, SHARED]) if (etags.has(id)) etags.set(id, `"${shortHash(etags.get(id) + given)}"`)
  return etags
}

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 24)

/** Changes with all that was given, what is in it, and what may be done with it; empty where nothing was. */
async function markOfGiven(context: Needs<'db'>, actor: Actor): Promise<string> {
  if (actor.guest) return ''
  const marks: string[] = []
  const shared = await sharedWithMe(context, actor)
  for (const ownerId of new Set(shared.map(({ given }) => given.owner_id))) {
    const theirs = shared.filter(({ given }) => given.owner_id === ownerId)
    const counted = await changesOf(
      context.db,
      ownerId,
      theirs.map(({ folder }) => folder.id),
    )
    const changes = new Map(counted.map(row => [row.folder_id, row.changes]))
    for (const { folder, role } of theirs)
      marks.push(`${folder.id} ${role} ${changes.get(folder.id) ?? 0} ${folder.name}`)
  }
  return marks.join('\n')
}

/** Half of the hash: some programs have little room for an ETag, and repeat it twice in one header. */
export const fileEtag = ({ content_hash }: Pick<EntryRow, 'content_hash'>) => `"${content_hash.slice(0, 32)}"`

/** Undefined where there is nothing. */
export async function etagOf(
  context: Needs<'db'>,
  actor: Actor,
  found: FoundNode | undefined,
): Promise<string | undefined> {
  if (!found) return undefined
  if (found.kind === 'file') return fileEtag(found.entry)
  if (found.kind === 'leaving') return `"${found.leaving.hash}"`
  return (await folderEtags(context, actor, [found.id])).get(found.id ?? TOP)
}
