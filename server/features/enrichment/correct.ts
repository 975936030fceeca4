import { type Actor, inTransaction, type Needs } from '../../context.ts'
import { AppError } from '../../lib/errors.ts'
import { type Fields, NO_FIELDS } from '../../ports/describer.ts'
import {
  acceptSuggestedName,
  correctFile,
  getObject,
  giveBackFile,
  notProcessed,
  type StoredObject,
} from '../objects/index.ts'

type Changing = Needs<'db' | 'signals'>

export interface FieldCorrection {
  title?: string
  description?: string
  keywords?: string[]
  fields?: Partial<Fields>
  /** What was found out stands there again. */
  give_back?: string[]
}

/** What a person says of a file. Of the fields those that are named change, and all are theirs from then on. */
export async function correctEnrichment(
  context: Changing,
  actor: Actor,
  id: string,
  correction: FieldCorrection,
): Promise<StoredObject> {
  const { give_back: back = [], ...given } = correction
  const written = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  return inTransaction(context, async tx => {
    const object = await getObject(tx, actor, id)
    if (object.status === 'pending') throw notProcessed()
    if (given.fields) written.fields = { ...NO_FIELDS, ...(object.enrichment?.fields as object), ...given.fields }
    const isBack = back.length === 0 || (await giveBackFile(tx.db, actor, id, back))
    const isWritten = Object.keys(written).length === 0 || (await correctFile(tx.db, actor, id, written))
    if (!isBack || !isWritten) throw notProcessed()
    return getObject(tx, actor, id)
  })
}

export async function acceptName(context: Changing, actor: Actor, id: string): Promise<StoredObject> {
  return inTransaction(context, async tx => {
    await getObject(tx, actor, id)
    if (!(await acceptSuggestedName(tx.db, actor, id)))
      throw new AppError('conflict', 'no_suggestion', {
        en: 'No name is suggested for this file. Rename it by hand, or read it anew.',
        ru: 'Для этого файла имя не предложено. Переименуйте его сами или прочитайте заново.',
      })
    return getObject(tx, actor, id)
  })
}
