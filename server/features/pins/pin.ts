import { type Actor, inTransaction, type Needs } from '../../context.ts'
import { lockPins, placePins, removePins, type Stored } from '../../db/pins.ts'
import { anyId } from '../../lib/shapes.ts'
import { findTags } from '../objects/index.ts'
import { givenActors } from '../people/index.ts'
import type { PinnedThing } from './queries.ts'
import * as q from './queries.ts'

const NONE = '00000000-0000-0000-0000-000000000000'

export interface NamedPin {
  kind: Stored['kind']
  id: string
}

interface Pin {
  row: Stored
  seen: PinnedThing
}

const keyOf = ({ kind, target_id, tag }: Stored) => `${kind} ${target_id.toLowerCase()} ${tag}`
const keysOf = (pins: Pin[]) => new Set(pins.map(({ row }) => keyOf(row)))

/** A tag as it was written: the database finds its lower case, which differs from ours in some languages. */
const storedOf = ({ kind, id }: NamedPin): Stored =>
  kind === 'tag' ? { kind, target_id: NONE, tag: id } : { kind, target_id: anyId().parse(id), tag: '' }

/** Folders and files: the caller's own, then those of others who have given something, where some are still missing. */
async function filedAmong(
  context: Needs<'db'>,
  actor: Actor,
  folders: string[],
  files: string[],
): Promise<PinnedThing[]> {
  if (folders.length + files.length === 0) return []
  const found = await q.seenFiled(context.db, actor, folders, files)
  const own = new Set(found.map(({ id }) => id))
  const missing = (ids: string[]) => ids.filter(id => !own.has(id.toLowerCase()))
  const [otherFolders, otherFiles] = [missing(folders), missing(files)]
  if (otherFolders.length + otherFiles.length === 0) return found
  const givers = await givenActors(context, actor)
  if (givers.length === 0) return found
  const ids = givers.map(({ ownerId }) => ownerId)
  const owners = new Set((await q.ownersOf(context.db, ids, otherFolders, otherFiles)).map(row => row.owner_id))
  for (const viewer of givers)
    if (owners.has(viewer.ownerId)) found.push(...(await q.seenFiled(context.db, viewer, otherFolders, otherFiles)))
  return found
}

/** Of these the ones that the caller sees now, each once, in the same order, under the names that they have now. */
async function seenAmong(context: Needs<'db'>, actor: Actor, wanted: Stored[]): Promise<Pin[]> {
  const of = (kind: string) => wanted.filter(pin => pin.kind === kind)
  const ids = (kind: string) => of(kind).map(pin => pin.target_id)
  const found = new Map<string, Pin>()
  for (const seen of [
    ...(await filedAmong(context, actor, ids('folder'), ids('file'))),
    ...(await q.seenOwn(context.db, actor, ids('theme'), ids('search'))),
  ]) {
    const row: Stored = { kind: seen.kind, target_id: seen.id, tag: '' }
    found.set(keyOf(row), { row, seen })
  }
  const tags = of('tag').map(({ tag }) => tag)
  for (const { asked, key, name, color } of tags.length > 0 ? await findTags(context.db, actor, tags) : []) {
    const seen: PinnedThing = { kind: 'tag', id: name, name, icon: '', color, file_kind: null }
    found.set(keyOf({ kind: 'tag', target_id: NONE, tag: asked }), {
      row: { kind: 'tag', target_id: NONE, tag: key },
      seen,
    })
  }
  const pins = wanted.flatMap(pin => found.get(keyOf(pin)) ?? [])
  return [...new Map(pins.map(pin => [keyOf(pin.row), pin])).values()]
}

export async function listPins(context: Needs<'db'>, actor: Actor): Promise<PinnedThing[]> {
  const pins = await seenAmong(context, actor, await q.storedPins(context.db, actor.ownerId))
  return pins.slice(0, q.MOST).map(({ seen }) => seen)
}

/** The new ones take the places of those that were shown; all else stays where it stood between them. */
function merge(stored: Stored[], shown: Pin[], now: Pin[]): Stored[] {
  const [places, kept, queue] = [keysOf(shown), keysOf(now), now.map(({ row }) => row)]
  const merged = stored.flatMap(row => {
    if (places.has(keyOf(row))) return queue.splice(0, 1)
    return kept.has(keyOf(row)) ? [] : [row]
  })
  return [...merged, ...queue]
}

/** If there are too many pins, those that nobody can see go first, then those that this request did not name. */
function cut(rows: Stored[], seen: Set<string>, now: Set<string>): Stored[] {
  const unseen = rows.filter(row => !seen.has(keyOf(row)) && !now.has(keyOf(row)))
  const others = rows.filter(row => seen.has(keyOf(row)) && !now.has(keyOf(row)))
  const gone = new Set([...unseen, ...others].slice(0, Math.max(0, rows.length - q.KEPT)))
  return rows.filter(row => !gone.has(row))
}

/** What the caller is not shown is neither pinned nor taken away: hidden pins stay where they are while the zone is locked. */
export async function arrangePins(
  context: Needs<'db' | 'signals'>,
  actor: Actor,
  wanted: NamedPin[],
): Promise<PinnedThing[]> {
  return inTransaction(context, async tx => {
    await lockPins(tx.db, actor.ownerId)
    const stored = await q.storedPins(tx.db, actor.ownerId)
    const before = await seenAmong(tx, actor, stored)
    const now = await seenAmong(tx, actor, wanted.map(storedOf))
    const left = cut(merge(stored, before.slice(0, q.MOST), now), keysOf(before), keysOf(now))
    const keys = new Set(left.map(keyOf))
    const gone = stored.filter(row => !keys.has(keyOf(row)))
    if (gone.length > 0) await removePins(tx.db, actor.ownerId, gone)
    await placePins(tx.db, actor.ownerId, left)
    const seen = new Map([...before, ...now].map(pin => [keyOf(pin.row), pin.seen]))
    return left.flatMap(row => seen.get(keyOf(row)) ?? []).slice(0, q.MOST)
  })
}
