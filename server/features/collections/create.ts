import { v7 as uuidv7 } from 'uuid'
import { type Actor, inTransaction, type Needs } from '../../context.ts'
import { notFound } from '../../lib/errors.ts'
import { type Collection, findCollection, insertCollection } from './queries.ts'

export async function createCollection(
  context: Needs<'db' | 'signals'>,
  actor: Actor,
  input: { name: string; icon: string; parent_id?: string | null },
): Promise<Collection> {
  return inTransaction(context, async tx => {
    if (input.parent_id && !(await findCollection(tx.db, actor, input.parent_id))) throw notFound('collection')
    const id = uuidv7()
    await insertCollection(tx.db, actor, { id, name: input.name, icon: input.icon, parentId: input.parent_id ?? null })
    return (await findCollection(tx.db, actor, id))!
  })
}

export async function assertCollection(context: Needs<'db'>, actor: Actor, id: string): Promise<void> {
  if (!(await findCollection(context.db, actor, id))) throw notFound('collection')
}
