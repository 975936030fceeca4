import { v7 as uuidv7 } from 'uuid'
import { type Actor, inTransaction, type Needs, personOf } from '../../context.ts'
import { AppError, notFound } from '../../lib/errors.ts'
import { noteInDiary } from '../diary/index.ts'
import { emit } from '../events/index.ts'
import { getObject } from '../objects/index.ts'
import { givenActors } from '../people/index.ts'
import {
  authorsOf,
  type Comment,
  commentsOf,
  findComment,
  insertComment,
  isGivenNow,
  MOST,
  removeComment,
  updateComment,
} from './queries.ts'

type Changing = Needs<'db' | 'signals'>

const tooMany = () =>
  new AppError('conflict', 'too_many_comments', {
    en: `The file has ${MOST} comments already. Delete some first.`,
    ru: `У файла уже ${MOST} комментариев. Сначала удалите лишние.`,
  })

const notAuthor = () =>
  new AppError('forbidden', 'not_author', {
    en: 'Somebody else wrote this comment. Only they may change it.',
    ru: 'Этот комментарий написал другой человек. Изменить его может только он.',
  })

export async function listComments(context: Needs<'db'>, actor: Actor, objectId: string): Promise<Comment[]> {
  await getObject(context, actor, objectId)
  return commentsOf(context.db, actor, objectId)
}

/** To its owner it names the file. Others who have said something hear that there is news, as long as the file is given to them. */
async function tellOthers(context: Changing, actor: Actor, objectId: string): Promise<void> {
  const { ownerId, tenantId } = actor
  if (actor.guest) await emit(context, { ownerId, type: 'comment.created', objectId, data: { object_id: objectId } })
  for (const { id } of await authorsOf(context.db, ownerId, objectId)) {
    if (id === ownerId || id === personOf(actor)) continue
    if (await isGivenNow(context.db, { userId: id, tenantId }, objectId))
      await emit(context, { ownerId: id, type: 'comment.created', data: {} })
  }
}

export async function addComment(
  context: Changing,
  actor: Actor,
  objectId: string,
  said: { text: string; page?: number; char_start?: number; char_end?: number },
): Promise<Comment> {
  return inTransaction(context, async tx => {
    await getObject(tx, actor, objectId)
    const made = await insertComment(tx.db, actor, {
      id: uuidv7(),
      objectId,
      text: said.text,
      page: said.page,
      charStart: said.char_start,
      charEnd: said.char_end,
    })
    if (!made) throw tooMany()
    await noteInDiary(tx.db, actor, { what: 'commented', objectId })
    await tellOthers(tx, actor, objectId)
    return (await findComment(tx.db, actor, made.id))!
  })
}

/** The comment with the actor that sees it: on one's own file, or on one that was given. */
async function find(context: Needs<'db'>, caller: Actor, id: string): Promise<{ actor: Actor; comment: Comment }> {
  for (const actor of [caller, ...(await givenActors(context, caller))]) {
    const comment = await findComment(context.db, actor, id)
    if (!comment) continue
    await getObject(context, actor, comment.object_id).catch(() => {
      throw notFound('comment')
    })
    return { actor, comment }
  }
  throw notFound('comment')
}

export async function editComment(context: Changing, caller: Actor, id: string, text: string): Promise<Comment> {
  return inTransaction(context, async tx => {
    const { actor, comment } = await find(tx, caller, id)
    if (!comment.is_own) throw notAuthor()
    await updateComment(tx.db, actor, id, text)
    return (await findComment(tx.db, actor, id))!
  })
}

/** One's own, and on one's own files any. */
export async function deleteComment(context: Changing, caller: Actor, id: string): Promise<void> {
  await inTransaction(context, async tx => {
    const { actor, comment } = await find(tx, caller, id)
    if (!comment.may_delete) throw notAuthor()
    await removeComment(tx.db, actor, id)
  })
}
