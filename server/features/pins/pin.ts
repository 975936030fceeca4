import { type Actor, inTransaction, type Needs } from '../../context.ts'
import { anyId } from '../../lib/shapes.ts'
import { findTag } from '../objects/index.ts'
import { givenActors } from '../people/index.ts'
import { insertPins, removePins, type Seen, type Stored, seenFiled, seenOwn, storedPins } from './queries.ts'

const NONE = '00000000-0000-0000-0000-000000000000'

export interface Named {
  kind: Stored['kind']
  id: string
}

const keyOf = ({ kind, id }: { kind: string; id: string }) => `${kind} ${id.toLowerCase()}`
const named = ({ kind, target_id, tag }: Stored): Named => ({ kind, id: kind === 'tag' ? tag : target_id })

const storedOf = ({ kind, id }: Named): Stored =>
  kind === 'tag' ? { kind, target_id: NONE, tag: id.toLowerCase() } : { kind, target_id: anyId().parse(id), tag: '' }

/** Of these the ones that the caller sees now, in the same order, under the names that they have now. */
async function seenAmong(context: Needs<'db'>, actor: Actor, pins: Stored[]): Promise<Seen[]> {
  const { db } = context
  const ids = (kind: string) => pins.filter(pin => pin.kind === kind).map(pin => pin.target_id)
  const [folders, files] = [ids('folder'), ids('file')]
  const found = [
    ...(await seenFiled(db, actor, folders, files)),
    ...(await seenOwn(db, actor, ids('theme'), ids('search'))),
  ]
  if (found.length < pins.length && folders.length + files.length > 0)
    for (const viewer of await givenActors(context, actor)) found.push(...(await seenFiled(db, viewer, folders, files)))
  for (const { kind, tag } of pins) {
    if (kind !== 'tag') continue
    const seen = await findTag(db, actor, tag)
    if (seen) found.push({ kind, id: seen.name, name: seen.name, icon: '', color: seen.color, file_kind: null })
  }
  const byKey = new Map(found.map(each => [keyOf(each), each]))
  return pins.flatMap(pin => byKey.get(keyOf(named(pin))) ?? [])
}

export const listPins = async (context: Needs<'db'>, actor: Actor): Promise<Seen[]> =>
  seenAmong(context, actor, await storedPins(context.db, actor.ownerId))

/** What the caller does not see is neither pinned nor taken away: hidden pins stay where they are while the zone is locked. */
export async function arrangePins(context: Needs<'db' | 'signals'>, actor: Actor, wanted: Named[]): Promise<Seen[]> {
  const distinct = [...new Map(wanted.map(pin => [keyOf(pin), pin])).values()]
  return inTransaction(context, async tx => {
    const before = await listPins(tx, actor)
    const now = await seenAmong(tx, actor, distinct.map(storedOf))
    await removePins(tx.db, actor.ownerId, before.map(storedOf))
    await insertPins(tx.db, actor.ownerId, now.map(storedOf))
    return now
  })
}
