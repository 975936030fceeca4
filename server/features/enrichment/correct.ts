import { type Actor, inTransaction, type Needs } from '../../context.ts'
import { AppError } from '../../lib/errors.ts'
import { getObject, notProcessed, type StoredObject } from '../objects/index.ts'
import { acceptSuggested, correct } from './queries.ts'

type Changing = Needs<'db' | 'signals'>

export interface Correction {
  title?: string
  description?: string
  keywords?: string[]
}

/** The title, description and keywords that a person gives; the rest of the enrichment is not theirs to write. */
export async function correctEnrichment(
  context: Changing,
  actor: Actor,
  id: string,
  correction: Correction,
): Promise<StoredObject> {
  const fields = Object.fromEntries(Object.entries(correction).filter(([, value]) => value !== undefined))
  return inTransaction(context, async tx => {
    const object = await getObject(tx, actor, id)
    if (object.status === 'pending') throw notProcessed()
    if (Object.keys(fields).length === 0) return object
    if (!(await correct(tx.db, actor, id, fields))) throw notProcessed()
    return getObject(tx, actor, id)
  })
}

export async function acceptName(context: Changing, actor: Actor, id: string): Promise<StoredObject> {
  return inTransaction(context, async tx => {
    await getObject(tx, actor, id)
    if (!(await acceptSuggested(tx.db, actor, id)))
      throw new AppError('conflict', 'no_suggestion', {
        en: 'No name is suggested for this file. Rename it by hand, or read it anew.',
        ru: 'Для этого файла имя не предложено. Переименуйте его сами или прочитайте заново.',
      })
    return getObject(tx, actor, id)
  })
}
