import { type Actor, inTransaction, type Needs } from '../../context.ts'
import { enqueue } from '../../jobs/queue.ts'
import { AppError, notFound, notOwner } from '../../lib/errors.ts'
import { lockPlace } from '../collections/index.ts'
import { noteInDiary } from '../diary/index.ts'
import { objectStored } from './jobs.ts'
import { assertDocType } from './list.ts'
import { distinctTags } from './naming.ts'
import { findObject, rereadObject, type StoredObject, setGivenFavorite, updateObject } from './queries.ts'

export interface Edit {
  filename?: string
  is_hidden?: boolean
  collection_id?: string | null
  chat_only?: false
  doc_type?: string | null
  name_locked?: boolean
  is_favorite?: boolean
  /** All of them; those that are not among them are taken off. */
  tags?: string[]
}

export async function getObject(context: Needs<'db'>, actor: Actor, id: string): Promise<StoredObject> {
  const object = await findObject(context.db, actor, id)
  if (!object) throw notFound('object')
  return object
}

const hiddenByParent = () =>
  new AppError('conflict', 'hidden_by_parent', {
    en: 'The file lies in a hidden folder or theme. Unhide that, or move the file out of it.',
    ru: 'Файл лежит в скрытой папке или теме. Откройте её или вынесите файл из неё.',
  })

export const notProcessed = () =>
  new AppError('conflict', 'not_processed', {
    en: 'The file is still being read. Try again when its status is ready.',
    ru: 'Файл ещё читается. Повторите, когда его статус станет ready.',
  })

/** Rename, move, hide, say what kind of paper it is, or save a chat attachment to the cloud. The one who hides still gets the thing in answer. */
export async function editObject(
  context: Needs<'db' | 'signals'>,
  actor: Actor,
  id: string,
  edit: Edit,
): Promise<StoredObject> {
  if (edit.doc_type) assertDocType(edit.doc_type)
  if (actor.guest && edit.is_favorite !== undefined) return editWithMark(context, actor, id, edit)
  return inTransaction(context, async tx => {
    const object = await getObject(tx, actor, id)
    if (edit.doc_type !== undefined && object.status === 'pending') throw notProcessed()
    // Only the owner may move a file out of a shared folder.
    if (actor.guest && edit.collection_id === null) throw notOwner()
    if (edit.collection_id) await lockPlace(tx, actor, edit.collection_id)
    const written = await updateObject(tx.db, actor, id, {
      filename: edit.filename,
      isHidden: edit.is_hidden,
      collectionId: edit.collection_id,
      chatOnly: edit.chat_only,
      docType: edit.doc_type,
      nameLocked: edit.name_locked,
      isFavorite: edit.is_favorite,
      tags: edit.tags && distinctTags(edit.tags),
    })
    if (!written) throw notFound('object')
    if (edit.filename !== undefined && edit.filename !== object.filename)
      await noteInDiary(tx.db, actor, { what: 'renamed', objectId: id, before: object.filename })
    if (edit.collection_id !== undefined && edit.collection_id !== object.collection_id)
      await noteInDiary(tx.db, actor, { what: 'moved', objectId: id, fromId: object.collection_id })
    const changed = await rereadObject(tx.db, actor, object.id)
    if (edit.is_hidden === false && changed?.is_hidden) throw hiddenByParent()
    return changed!
  })
}

/** Somebody to whom the file was given has a mark of their own; the file itself may not change at all. */
const editWithMark = (context: Needs<'db' | 'signals'>, actor: Actor, id: string, edit: Edit): Promise<StoredObject> =>
  inTransaction(context, async tx => {
    const { is_favorite, ...more } = edit
    await getObject(tx, actor, id)
    await setGivenFavorite(tx.db, actor, id, is_favorite === true)
    const changes = Object.values(more).some(value => value !== undefined)
    return changes ? editObject(tx, actor, id, more) : getObject(tx, actor, id)
  })

export async function lockName(context: Needs<'db' | 'signals'>, actor: Actor, id: string): Promise<StoredObject> {
  return inTransaction(context, async tx => {
    await getObject(tx, actor, id)
    if (!(await updateObject(tx.db, actor, id, { nameLocked: true }))) throw notFound('object')
    return getObject(tx, actor, id)
  })
}

/** Reads the file anew; what is known of it stays until the new reading is there. */
export async function reprocess(context: Needs<'db' | 'signals'>, actor: Actor, id: string): Promise<StoredObject> {
  return inTransaction(context, async tx => {
    const object = await getObject(tx, actor, id)
    await enqueue(tx, objectStored, actor.ownerId, { objectId: id, version: object.version })
    return object
  })
}
