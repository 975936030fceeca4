import { v7 as uuidv7 } from 'uuid'
import { type Actor, inTransaction, type Needs, personOf } from '../../context.ts'
import { AppError, notFound } from '../../lib/errors.ts'
import { noteInDiary } from '../diary/index.ts'
import { emitAll, type Happening } from '../events/index.ts'
import { notify, withdraw } from '../notices/index.ts'
import { getObject } from '../objects/index.ts'
import { givenActors } from '../people/index.ts'
import { MOST_MENTIONED, mentionedIn } from './mentions.ts'
import {
  authorsOf,
  type Comment,
  commentsOf,
  findComment,
  insertComment,
  MOST,
  namesFor,
  type Person,
  removeComment,
  seersAmong,
  seersOfFile,
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

const notMentionable = () =>
  new AppError('forbidden', 'not_mentionable', {
    en: `Only people who can see the file can be mentioned, at most ${MOST_MENTIONED} in a comment. Share the folder with them first, or write the name as plain text.`,
    ru: `Упомянуть можно только тех, кому виден файл, и не больше ${MOST_MENTIONED} человек в комментарии. Сначала откройте им папку или напишите имя обычным текстом.`,
  })

export interface ShownComment extends Comment {
  mentions: Person[]
}

/**
 * With the names that people have now. To others than the owner only those who see the file are named: who else is in the house, or was
 * mentioned before access was taken back, is not for them; nothing but the place in the text remains.
 */
async function withMentions(context: Needs<'db'>, actor: Actor, comments: Comment[]): Promise<ShownComment[]> {
  const ids = [...new Set(comments.flatMap(({ text }) => mentionedIn(text)))]
  const people = ids.length === 0 ? [] : await namesFor(context.db, actor, comments[0]!.object_id, ids)
  const known = new Map(people.map(one => [one.id, one]))
  return comments.map(comment => ({
    ...comment,
    mentions: mentionedIn(comment.text).flatMap(id => known.get(id) ?? []),
  }))
}

const shownById = async (context: Needs<'db'>, actor: Actor, id: string): Promise<ShownComment> =>
  (await withMentions(context, actor, [(await findComment(context.db, actor, id))!]))[0]!

export async function listComments(context: Needs<'db'>, actor: Actor, objectId: string): Promise<ShownComment[]> {
  await getObject(context, actor, objectId)
  return withMentions(context, actor, await commentsOf(context.db, actor, objectId))
}

export async function listSeers(context: Needs<'db'>, actor: Actor, objectId: string): Promise<Person[]> {
  await getObject(context, actor, objectId)
  return seersOfFile(context.db, actor.ownerId, objectId)
}

async function assertMentionable(context: Needs<'db'>, actor: Actor, objectId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const seers = await seersAmong(context.db, actor.ownerId, objectId, ids)
  if (ids.length > MOST_MENTIONED || seers.length < ids.length) throw notMentionable()
}

/** To its owner it names the file. Others who have commented are notified that there is news, as long as the file is given to them. */
async function newsForOthers(context: Needs<'db'>, actor: Actor, objectId: string): Promise<Happening[]> {
  const { ownerId } = actor
  const authors = (await authorsOf(context.db, ownerId, objectId)).map(({ id }) => id)
  const readers = (await seersAmong(context.db, ownerId, objectId, authors)).filter(
    ({ id }) => id !== ownerId && id !== personOf(actor),
  )
  const news: Happening[] = readers.map(({ id }) => ({ ownerId: id, type: 'comment.created', data: {} }))
  if (actor.guest) news.push({ ownerId, type: 'comment.created', objectId, data: { object_id: objectId } })
  return news
}

export async function addComment(
  context: Changing,
  actor: Actor,
  objectId: string,
  said: { text: string; page?: number; char_start?: number; char_end?: number; reply_to?: string },
): Promise<ShownComment> {
  return inTransaction(context, async tx => {
    await getObject(tx, actor, objectId)
    const mentioned = mentionedIn(said.text)
    await assertMentionable(tx, actor, objectId, mentioned)
    const answered = said.reply_to === undefined ? undefined : await findComment(tx.db, actor, said.reply_to)
    if (said.reply_to && answered?.object_id !== objectId) throw notFound('comment')
    const made = await insertComment(tx.db, actor, {
      id: uuidv7(),
      objectId,
      text: said.text,
      page: said.page,
      charStart: said.char_start,
      charEnd: said.char_end,
      replyTo: said.reply_to,
    })
    if (!made) throw tooMany()
    await noteInDiary(tx.db, actor, { what: 'commented', objectId })
    const news = await newsForOthers(tx, actor, objectId)
    const cause = { id: made.id, personId: personOf(actor), ownerId: actor.ownerId, objectId }
    news.push(...(await notify(tx, { kind: 'mention', ...cause }, mentioned)))
    if (answered) {
      const readers = await seersAmong(tx.db, actor.ownerId, objectId, [answered.author.id])
      const ids = readers.map(({ id }) => id)
      news.push(...(await notify(tx, { kind: 'reply', ...cause }, ids)))
    }
    await emitAll(tx, news)
    return shownById(tx, actor, made.id)
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

export async function editComment(context: Changing, caller: Actor, id: string, text: string): Promise<ShownComment> {
  return inTransaction(context, async tx => {
    const { actor, comment } = await find(tx, caller, id)
    if (!comment.is_own) throw notAuthor()
    const [before, now] = [mentionedIn(comment.text), mentionedIn(text)]
    const added = now.filter(one => !before.includes(one))
    // Who was named before stays named, also without the file: otherwise nothing of the text could be changed any more.
    await assertMentionable(tx, actor, comment.object_id, added)
    await updateComment(tx.db, actor, id, text)
    const cause = { id, personId: personOf(actor), ownerId: actor.ownerId, objectId: comment.object_id }
    await emitAll(tx, await notify(tx, { kind: 'mention', ...cause }, added))
    const dropped = before.filter(one => !now.includes(one))
    if (dropped.length > 0) await withdraw(tx, id, dropped)
    return shownById(tx, actor, id)
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
