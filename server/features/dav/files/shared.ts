import { type Actor, inTransaction, type Needs } from '../../../context.ts'
import { notFound } from '../../../lib/errors.ts'
import { type SharedFolder, sharedWithMe, standIn } from '../../people/index.ts'
import { DavRefusal } from '../kernel/outcome.ts'
import type { DavCall } from './calls.ts'
import { numbered, plainName } from './names.ts'
import type { GivenPath, Mount } from './paths.ts'
import { aliasesIn, type EntryRow, entriesNamed, lockNames, namesAbove, SHARED, setAlias } from './queries.ts'
import { shownAs, type TreeEntry } from './tree.ts'

/** Folders shared by others are shown in one folder at the top, each under its own name. */

const NAME = 'Shared'
const MAY_BE_IT = /^Shared(?: \(\d{1,3}\))?$/

type Reading = Needs<'db' | 'signals'>

/** One shared folder, as a tree of its own. */
export interface Tree {
  mount: Mount & { given: GivenPath }
  /** The caller on behalf of its owner. */
  actor: Actor
}

const entryOf = (id: string, name: string, created_at: Date): EntryRow => ({
  kind: 'folder',
  id,
  parent_id: null,
  name,
  alias: null,
  size: 0,
  mime: '',
  content_hash: '',
  version: 0,
  created_at,
  modified_at: created_at,
})

export const sharedEntry = (name: string): TreeEntry => shownAs(entryOf(SHARED, name, new Date(0)))

export interface SharedRoot {
  name: string
  folders: { shown: string; shared: SharedFolder }[]
}

/**
 * The folder of shared folders; undefined if nothing is shared. If one's own folder has the same name, that one keeps
 * it.
 */
export async function sharedFolders(context: Reading, actor: Actor): Promise<SharedRoot | undefined> {
  const all = await sharedWithMe(context, actor)
  if (all.length === 0) return undefined
  const { names, added } = await namesFor(context, actor, all)
  if (added.length > 0)
    await inTransaction(context, async tx => {
      await lockNames(tx.db, actor.ownerId)
      for (const each of (await namesFor(tx, actor, all)).added)
        await setAlias(tx.db, actor.ownerId, { ...each, place: SHARED })
    })
  const folders = all.map(shared => ({ shown: names.get(shared.folder.id)!, shared }))
  return { name: await freeAtTop(context, actor), folders }
}

/**
 * If two shared folders have the same name, one gets an alias. It is stored, so that a path means the same folder as
 * long as it is shared.
 */
async function namesFor(context: Needs<'db'>, actor: Actor, all: SharedFolder[]) {
  const kept = new Map((await aliasesIn(context.db, actor.ownerId, SHARED)).map(row => [row.entry_id, row]))
  const aliasOf = ({ folder }: SharedFolder) => {
    const alias = kept.get(folder.id)
    return alias?.own_name === folder.name ? alias.name : undefined
  }
  const names = new Map(all.flatMap(shared => (aliasOf(shared) ? [[shared.folder.id, aliasOf(shared)!]] : [])))
  const taken = new Set(names.values())
  const added: { id: string; ownName: string; name: string }[] = []
  for (const { folder } of all.filter(shared => !names.has(shared.folder.id))) {
    const wanted = plainName(folder.name)
    let n = 1
    while (taken.has(numbered(wanted, n))) n++
    const name = numbered(wanted, n)
    taken.add(name)
    names.set(folder.id, name)
    if (n > 1) added.push({ id: folder.id, ownName: folder.name, name })
  }
  return { names, added }
}

async function freeAtTop(context: Reading, actor: Actor): Promise<string> {
  for (let n = 1; ; n++) {
    const name = numbered(NAME, n)
    if ((await entriesNamed(context.db, actor, null, name)).length === 0) return name
  }
}

export async function treeOf(
  context: Reading,
  actor: Actor,
  { base, name }: { base: string; name: string },
  { shown, shared: { folder, role, given } }: SharedRoot['folders'][number],
): Promise<Tree> {
  const above = await namesAbove(context.db, given.owner_id, folder.id)
  return {
    actor: await standIn(context, actor, { as: 'viewer', named: { kind: 'folder', id: folder.id }, ownerOnly: false }),
    mount: {
      base,
      given: {
        under: [name, shown],
        above: above.map(one => one.alias ?? plainName(one.name)),
        role,
        entry: { ...entryOf(folder.id, folder.name, folder.created_at), shown },
      },
    },
  }
}

/** Which tree a call is about: one's own, a shared one, or the folder that lists the shared ones. */
export type SharedPath = { actor: Actor; call: DavCall; shared?: SharedRoot }

export async function placeOf(context: Reading, actor: Actor, call: DavCall, isWriting: boolean): Promise<SharedPath> {
  const [first, second] = call.names
  const shared =
    first !== undefined && MAY_BE_IT.test(first) && !actor.guest ? await sharedFolders(context, actor) : undefined
  if (shared?.name !== first || !shared) return { actor, call }
  if (second === undefined) return { actor, call, shared }
  const folder = shared.folders.find(({ shown }) => shown === second)
  if (!folder) throw isWriting ? new DavRefusal(403) : notFound('object')
  const tree = await treeOf(context, actor, { base: call.mount.base, name: shared.name }, folder)
  const named = { kind: 'folder' as const, id: folder.shared.folder.id }
  const on = isWriting ? await standIn(context, actor, { as: 'editor', named, ownerOnly: false }) : tree.actor
  if (!on.guest) throw notFound('object')
  return { actor: on, call: { ...call, mount: tree.mount, names: call.names.slice(2) } }
}
