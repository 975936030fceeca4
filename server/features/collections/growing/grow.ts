import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import { type Actor, inTransaction, type Needs } from '../../../context.ts'
import { invalid } from '../../../lib/errors.ts'
import { getCollection, type OnAutoNaming } from '../change.ts'
import { collectionsById } from '../listing/queries.ts'
import { type Collection, insertCollection, lockTree, setNote, updateCollection } from '../queries.ts'
import { settleBelow } from '../settling/settle.ts'
import { getTheme } from '../themes.ts'
import type { folderGrown } from './schema.ts'

type FolderGrown = z.output<typeof folderGrown>

const parentFirst = (at: number, parent: number) =>
  invalid(
    ['body', 'folders', at, 'parent'],
    'value_error',
    { en: 'A parent stands before what lies in it.', ru: 'Родительская папка стоит раньше того, что в ней лежит.' },
    parent,
  )

async function growOne(tx: Needs<'db'>, actor: Actor, folder: FolderGrown, parentId: string | null): Promise<string> {
  const { name, icon, name_mode, is_hidden, note, theme_id } = folder
  const id = uuidv7()
  await insertCollection(tx.db, actor, { id, name, icon, parentId, themeId: theme_id ?? null })
  if (is_hidden || name_mode === 'auto')
    await updateCollection(tx.db, actor, id, { isHidden: is_hidden, nameMode: name_mode })
  if (note) await setNote(tx.db, actor, id, note)
  return id
}

/** All of them or none, in their order: a tree that was removed can be made again with a few calls. */
export async function growFolders(
  context: Needs<'db' | 'signals'>,
  actor: Actor,
  folders: FolderGrown[],
  onAutoNaming: OnAutoNaming,
): Promise<Collection[]> {
  folders.forEach(({ parent }, at) => {
    if (typeof parent === 'number' && parent >= at) throw parentFirst(at, parent)
  })
  return inTransaction(context, async tx => {
    await lockTree(tx.db, actor)
    for (const id of new Set(folders.flatMap(({ parent_id }) => parent_id ?? []))) await getCollection(tx, actor, id)
    for (const id of new Set(folders.flatMap(({ theme_id }) => theme_id ?? []))) await getTheme(tx, actor, id)
    const ids: string[] = []
    for (const folder of folders) {
      const above = typeof folder.parent === 'number' ? ids[folder.parent]! : (folder.parent_id ?? null)
      ids.push(await growOne(tx, actor, folder, above))
    }
    await settleBelow(tx, actor, ids)
    for (const [at, { name_mode }] of folders.entries())
      if (name_mode === 'auto') await onAutoNaming(tx, actor, ids[at]!)
    // Whoever makes it gets it in answer, hidden or not.
    const made = await collectionsById(tx.db, { ...actor, unlocked: true }, ids)
    const byId = new Map(made.map(folder => [folder.id, folder]))
    return ids.map(id => byId.get(id)!)
  })
}
