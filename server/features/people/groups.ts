import { v7 as uuidv7 } from 'uuid'
import { type Actor, inTransaction, type Needs } from '../../context.ts'
import { AppError, notFound } from '../../lib/errors.ts'
import { emitAll, type Happening } from '../events/index.ts'
import { changedFor, noticesOfGrant } from './grants.ts'
import {
  colleagues,
  findGroup,
  giversTo,
  grantsToGroup,
  insertGroup,
  MOST_GROUPS,
  type PeopleGroup,
  removeGroup,
  renameGroup,
  setMembers,
} from './queries.ts'

type Changing = Needs<'db' | 'signals'>

const tooMany = () =>
  new AppError('conflict', 'too_many_groups', {
    en: `There are ${MOST_GROUPS} groups already. Delete one first.`,
    ru: `Групп уже ${MOST_GROUPS}. Сначала удалите лишнюю.`,
  })

async function putMembers(context: Changing, actor: Actor, groupId: string, ids: string[]): Promise<void> {
  const known = new Set((await colleagues(context.db, actor, ids)).map(({ id }) => id))
  if (ids.some(id => !known.has(id))) throw notFound('user')
  await setMembers(context.db, actor, groupId, ids)
}

export async function createGroup(
  context: Changing,
  actor: Actor,
  input: { name: string; user_ids: string[] },
): Promise<PeopleGroup> {
  return inTransaction(context, async tx => {
    const made = await insertGroup(tx.db, actor, uuidv7(), input.name)
    if (!made) throw tooMany()
    await putMembers(tx, actor, made.id, input.user_ids)
    return (await findGroup(tx.db, actor, made.id))!
  })
}

async function groupOf(context: Changing, actor: Actor, id: string): Promise<PeopleGroup> {
  const group = await findGroup(context.db, actor, id)
  if (!group) throw notFound('group')
  return group
}

export async function editGroup(
  context: Changing,
  actor: Actor,
  id: string,
  edit: { name?: string; user_ids?: string[] },
): Promise<PeopleGroup> {
  return inTransaction(context, async tx => {
    const before = await groupOf(tx, actor, id)
    if (edit.name !== undefined) await renameGroup(tx.db, actor, id, edit.name)
    if (edit.user_ids) {
      await putMembers(tx, actor, id, edit.user_ids)
      const [old, now] = [new Set(before.user_ids), new Set(edit.user_ids)]
      const changed = [...new Set([...old, ...now])].filter(userId => old.has(userId) !== now.has(userId))
      const grants = await grantsToGroup(tx.db, actor, id)
      const joined = changed.filter(userId => now.has(userId))
      const notices: Happening[] = []
      for (const grant of grants) notices.push(...(await noticesOfGrant(tx, grant, joined)))
      if (grants.length > 0) await emitAll(tx, [...changedFor(changed), ...notices])
    }
    return (await findGroup(tx.db, actor, id))!
  })
}

/** Shares with the group end with it. */
export async function deleteGroup(context: Changing, actor: Actor, id: string): Promise<void> {
  await inTransaction(context, async tx => {
    const { user_ids } = await groupOf(tx, actor, id)
    const givers = (await giversTo(tx.db, actor, id)).map(giver => giver.id)
    await removeGroup(tx.db, actor, id)
    if (givers.length > 0) await emitAll(tx, changedFor([...new Set([...user_ids, ...givers])]))
  })
}
