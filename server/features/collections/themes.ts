import { v7 as uuidv7 } from 'uuid'
import { type Actor, inTransaction, type Needs } from '../../context.ts'
import { notFound } from '../../lib/errors.ts'
import { findTheme, insertTheme, lockTree, removeTheme, type Theme, updateTheme } from './queries.ts'
import { settleBelow } from './settling/settle.ts'

type Changing = Needs<'db' | 'signals'>

export async function getTheme(context: Needs<'db'>, actor: Actor, id: string): Promise<Theme> {
  const found = await findTheme(context.db, actor, id)
  if (!found) throw notFound('theme')
  return found
}

/** The theme after the caller's own change, which may just have hidden it. */
const reread = async (context: Needs<'db'>, actor: Actor, id: string): Promise<Theme> =>
  getTheme(context, { ...actor, unlocked: true }, id)

export async function createTheme(
  context: Changing,
  actor: Actor,
  input: { name: string; icon: string; is_hidden: boolean },
): Promise<Theme> {
  return inTransaction(context, async tx => {
    const id = uuidv7()
    await insertTheme(tx.db, actor, { id, name: input.name, icon: input.icon, isHidden: input.is_hidden })
    return reread(tx, actor, id)
  })
}

/** Hiding is one flag: the folders and files of the theme go with it, and come back with it, by the visibility rule. */
export async function editTheme(
  context: Changing,
  actor: Actor,
  id: string,
  edit: { name?: string; icon?: string; is_hidden?: boolean },
): Promise<Theme> {
  return inTransaction(context, async tx => {
    await lockTree(tx.db, actor)
    await getTheme(tx, actor, id)
    await updateTheme(tx.db, actor, id, { name: edit.name, icon: edit.icon, isHidden: edit.is_hidden })
    return reread(tx, actor, id)
  })
}

export async function deleteTheme(context: Changing, actor: Actor, id: string): Promise<void> {
  await inTransaction(context, async tx => {
    await lockTree(tx.db, actor)
    const left = await removeTheme(tx.db, actor, await getTheme(tx, actor, id))
    await settleBelow(tx, actor, left)
  })
}
