import { type Actor, inTransaction, type Needs } from '../../context.ts'
import { AppError, notFound } from '../../lib/errors.ts'
import { lockChange, markUndone, type StoredChange } from './queries.ts'

type Changing = Needs<'db' | 'signals' | 'config'>

/** Puts the value back as it was before; false when the thing is no longer as the change left it. */
export type Undoer = (context: Changing, actor: Actor, change: StoredChange) => Promise<boolean>

/** By the kind of thing, or by kind and field (`object.trashed`); the features that own the things hand them over in app.ts. */
export type Undoers = Record<string, Undoer>

const changedSince = () =>
  new AppError('conflict', 'changed_since', {
    en: 'It has been changed again since then, so this change cannot be undone. Change it by hand.',
    ru: 'С тех пор это изменили ещё раз, поэтому отменить изменение нельзя. Исправьте вручную.',
  })

/** Asking twice is as asking once. */
export async function undoChange(context: Changing, actor: Actor, id: string, undoers: Undoers): Promise<StoredChange> {
  return inTransaction(context, async tx => {
    const change = await lockChange(tx.db, actor, id)
    if (!change) throw notFound('change')
    if (change.undone_at) return change
    const undo = undoers[`${change.subject}.${change.field}`] ?? undoers[change.subject]
    if (!(await undo?.(tx, actor, change))) throw changedSince()
    const undone = await markUndone(tx.db, actor, id)
    // A file may be called otherwise now.
    const { name } = (await lockChange(tx.db, actor, id)) ?? change
    return { ...change, ...undone!, name }
  })
}
