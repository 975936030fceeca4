import { type Actor, type Context, inTransaction } from '../../../context.ts'
import { notFound } from '../../../lib/errors.ts'
import { uploadName } from '../../objects/index.ts'
import { removeByDevice } from '../devices/brake.ts'
import {
  changeFolder,
  changePlace,
  copyTo,
  makeFolder,
  removeFolder,
  replaceBy,
  trashFile,
} from '../devices/diary/record.ts'
import { type DavOutcome, DavRefusal } from '../kernel/outcome.ts'
import { admitted, assertUnlocked, type DavCall, folderFor } from './calls.ts'
import { copyProperties, findLeaving, putLeaving, removeLeaving, removeLocksAt } from './kept/queries.ts'
import { isLeaving } from './names.ts'
import { isWithin, namesOf, owned, type PathNames, pathOf } from './paths.ts'
import { countBelow, pageOf, TOP } from './queries.ts'
import { type FoundNode, find, nameEntries, showAs, shownAs, type TreeEntry } from './tree.ts'

/** Copying, moving and removing. Nothing goes for good: what is overwritten is a revision, what is removed is in the trash. */

const MOST_COPIED = 10_000

export async function remove(context: Context, actor: Actor, call: DavCall): Promise<DavOutcome> {
  const { found, tokens } = await admitted(context, actor, call)
  if (!found) throw notFound('object')
  if (call.names.length === 0) throw new DavRefusal(403)
  await assertUnlocked(context, actor, call, { names: call.names, tokens, members: true, deep: true })
  await removeFound(context, actor, found)
  await removeLocksAt(context.db, actor.ownerId, pathOf(owned(call)))
  return { status: 204 }
}

/** Also what makes room for something else: a device is stopped whichever way it removes too much. */
async function removeFound(context: Context, actor: Actor, found: FoundNode): Promise<void> {
  if (found.kind === 'leaving') return removeLeaving(context.db, actor.ownerId, found.place, found.leaving.name)
  const folder = found.kind === 'folder' ? found.id! : undefined
  await removeByDevice(context, actor, folder, tx =>
    found.kind === 'file' ? trashFile(tx, actor, found.entry.id) : removeFolder(tx, actor, found.id!),
  )
}

interface Transfer {
  call: DavCall
  source: FoundNode
  target: FoundNode | undefined
  /** Where it goes. */
  to: PathNames
  tokens: string[]
}

/** The conditions that copying and moving have in common. */
async function prepare(context: Context, actor: Actor, call: DavCall, isMove: boolean): Promise<Transfer> {
  const { found: source, tokens } = await admitted(context, actor, call)
  if (!source) throw notFound('object')
  const to = namesOf(call.mount, call.headers.destination, call.prefix)
  if (!to) throw new DavRefusal(call.headers.destination === undefined ? 400 : 502)
  if (call.names.length === 0 || to.length === 0 || pathOf(to) === pathOf(call.names)) throw new DavRefusal(403)
  if (source.kind === 'folder' && isWithin(to, call.names)) throw new DavRefusal(409)
  const target = await find(context, actor, { mount: call.mount, names: to })
  if (target && call.headers.overwrite?.trim().toUpperCase() === 'F') throw new DavRefusal(412)
  // Into which a folder would have to be taken apart first.
  if (target?.kind === 'folder' && isWithin(call.names, to)) throw new DavRefusal(409)
  await assertUnlocked(context, actor, call, { names: to, tokens, members: true, deep: true })
  if (isMove) await assertUnlocked(context, actor, call, { names: call.names, tokens, members: true, deep: true })
  return { call, source, target, to, tokens }
}

const done = ({ target }: Transfer): DavOutcome => ({ status: target ? 204 : 201 })

export async function move(context: Context, actor: Actor, call: DavCall): Promise<DavOutcome> {
  const transfer = await prepare(context, actor, call, true)
  const { source, target, to } = transfer
  const place = (await folderFor(context, actor, { mount: call.mount, names: to })).id
  const name = to.at(-1)!
  if (isLeaving(name) || source.kind === 'leaving') await passLeaving(context, actor, transfer, place)
  else if (source.kind === 'file' && target?.kind === 'file') {
    // As programs save: a new file is written beside the old one and takes its name. The old one keeps its history.
    await inTransaction(context, async tx => {
      await replaceBy(tx, actor, target.entry.id, source.entry.id)
      await trashFile(tx, actor, source.entry.id)
    })
  } else {
    if (target) await removeFound(context, actor, target)
    if (source.kind === 'file') await moveFile(context, actor, source.entry, { place, name })
    else await moveFolder(context, actor, source.entry!, { place, name })
  }
  await removeLocksAt(context.db, actor.ownerId, pathOf(owned(call)))
  return done(transfer)
}

interface Spot {
  place: string | null
  name: string
}

async function moveFile(context: Context, actor: Actor, entry: TreeEntry, { place, name }: Spot): Promise<void> {
  const filename = entry.shown === name ? entry.name : uploadName(name)
  const moved = await changePlace(context, actor, entry.id, { place, name: filename })
  await showAs(context, actor, { id: entry.id, place, ownName: moved.filename }, name)
}

async function moveFolder(context: Context, actor: Actor, entry: TreeEntry, { place, name }: Spot): Promise<void> {
  const own = entry.shown === name ? entry.name : name.slice(0, 200)
  await changeFolder(context, actor, entry, { place, name: own })
  await showAs(context, actor, { id: entry.id, place, ownName: own }, name)
}

/** From and to names that are no files of the library: the content is kept where the name says. */
async function passLeaving(
  context: Context,
  actor: Actor,
  { source, target, to }: Transfer,
  place: string | null,
): Promise<void> {
  const name = to.at(-1)!
  if (source.kind !== 'leaving' || !isLeaving(name)) throw new DavRefusal(403)
  if (target) await removeFound(context, actor, target)
  const kept = await findLeaving(context.db, actor.ownerId, source.place, source.leaving.name)
  if (!kept) throw notFound('object')
  await putLeaving(context.db, actor.ownerId, { place: place ?? TOP, name, content: kept.content, hash: kept.hash })
  await removeLeaving(context.db, actor.ownerId, source.place, source.leaving.name)
}

export async function copy(context: Context, actor: Actor, call: DavCall): Promise<DavOutcome> {
  const transfer = await prepare(context, actor, call, false)
  const { source, target, to } = transfer
  const place = (await folderFor(context, actor, { mount: call.mount, names: to })).id
  const name = to.at(-1)!
  if (source.kind === 'leaving' || isLeaving(name)) throw new DavRefusal(403)
  if (source.kind === 'file') {
    if (target?.kind === 'file') await replaceBy(context, actor, target.entry.id, source.entry.id)
    else {
      if (target) await removeFound(context, actor, target)
      await copyFile(context, actor, source.entry, { place, name })
    }
    return done(transfer)
  }
  const isDeep = call.headers.depth !== '0'
  if (isDeep && (await countBelow(context.db, actor, source.id, MOST_COPIED + 1)) > MOST_COPIED)
    throw new DavRefusal(507)
  if (target) await removeFound(context, actor, target)
  await copyFolder(context, actor, source.entry!, { place, name, isDeep })
  return done(transfer)
}

async function copyFile(context: Context, actor: Actor, entry: TreeEntry, { place, name }: Spot): Promise<void> {
  const id = await copyTo(context, actor, entry.id, { place, name })
  await showAs(context, actor, { id, place, ownName: uploadName(name) }, name)
  await copyProperties(context.db, actor.ownerId, entry.id, id)
}

const PAGE = 250

async function copyFolder(
  context: Context,
  actor: Actor,
  entry: TreeEntry,
  { place, name, isDeep }: Spot & { isDeep: boolean },
): Promise<void> {
  const made = await makeFolder(context, actor, { place, name })
  await showAs(context, actor, { id: made.id, place, ownName: made.name }, name)
  await copyProperties(context.db, actor.ownerId, entry.id, made.id)
  if (!isDeep) return
  await nameEntries(context, actor, entry.id)
  for (const kind of ['file', 'folder'] as const)
    for (const one of await allOf(context, actor, entry.id, kind)) {
      const spot = { place: made.id, name: one.shown }
      if (kind === 'file') await copyFile(context, actor, one, spot)
      else await copyFolder(context, actor, one, { ...spot, isDeep })
    }
}

async function allOf(context: Context, actor: Actor, place: string, kind: 'file' | 'folder'): Promise<TreeEntry[]> {
  const all: TreeEntry[] = []
  for (;;) {
    const last = all.at(-1)
    const after = last && { name: last.name.normalize('NFC'), id: last.id }
    const page = await pageOf(context.db, actor, place, { kind, after, limit: PAGE })
    all.push(...page.map(shownAs))
    if (page.length < PAGE) return all
  }
}
