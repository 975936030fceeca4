import { type Actor, inTransaction, type Needs } from '../../../context.ts'
import { renamePin } from '../../../db/pins.ts'
import { AppError, notFound } from '../../../lib/errors.ts'
import { editObject, getObject } from '../edit.ts'
import { distinctTags } from '../naming.ts'
import { MAX_TAGS } from '../schema.ts'
import { colorsOf, removeTag, renameTag, setColor, type Tag, taggedSample, tagIsUsed } from './queries.ts'

type Changing = Needs<'db' | 'signals'>

const tooMany = () =>
  new AppError('conflict', 'too_many_tags', {
    en: `A file has at most ${MAX_TAGS} tags. Take one off first.`,
    ru: `У файла не больше ${MAX_TAGS} тегов. Сначала уберите лишний.`,
  })

export async function tagObject(
  context: Changing,
  actor: Actor,
  id: string,
  change: { add: string[]; remove: string[] },
): Promise<void> {
  await inTransaction(context, async tx => {
    const { tags } = await getObject(tx, actor, id)
    const gone = new Set(change.remove.map(tag => tag.toLowerCase()))
    const left = distinctTags([...tags.filter(tag => !gone.has(tag.toLowerCase())), ...change.add])
    if (left.length > MAX_TAGS) throw tooMany()
    await editObject(tx, actor, id, { tags: left })
  })
}

/** Tags on files that the caller sees; a tag on nothing else than hidden files is not there. */
export async function listTags(context: Needs<'db'>, actor: Actor): Promise<{ items: Tag[]; exact: boolean }> {
  const [{ tags, exact }, colors] = await Promise.all([
    taggedSample(context.db, actor),
    colorsOf(context.db, actor.ownerId),
  ])
  const byName = new Map(colors.map(({ name, color }) => [name, color]))
  const items = tags.map(({ name, count }) => ({ name, count, color: byName.get(name.toLowerCase()) ?? null }))
  return { items, exact }
}

export interface TagEdit {
  name?: string
  color?: string | null
}

/** How many files are written at a time. */
const BATCH = 500

/** A new name goes to every file that the caller sees; files by batches, so that no statement is long. */
export async function editTag(context: Changing, actor: Actor, name: string, edit: TagEdit): Promise<Tag> {
  if (!(await tagIsUsed(context.db, actor, name))) throw notFound('tag')
  const now = edit.name ?? name
  if (now !== name) {
    const step = { from: name, to: now, limit: BATCH }
    // With the first files: were it last and interrupted, nobody could rename it again.
    const first = await inTransaction(context, async tx => {
      await renamePin(tx.db, actor.ownerId, step)
      return renameTag(tx.db, actor, step)
    })
    if (first === BATCH) while ((await renameTag(context.db, actor, step)) === BATCH);
    const kept = (await colorsOf(context.db, actor.ownerId)).find(tag => tag.name === name.toLowerCase())
    if (kept && edit.color === undefined) await setColor(context.db, actor.ownerId, now, kept.color)
  }
  if (edit.color !== undefined) await setColor(context.db, actor.ownerId, now, edit.color)
  const { items } = await listTags(context, actor)
  const found = items.find(tag => tag.name.toLowerCase() === now.toLowerCase())
  if (!found) throw notFound('tag')
  return found
}

export async function dropTag(context: Changing, actor: Actor, name: string): Promise<void> {
  if (!(await tagIsUsed(context.db, actor, name))) throw notFound('tag')
  while ((await removeTag(context.db, actor, { name, limit: BATCH })) === BATCH);
}
