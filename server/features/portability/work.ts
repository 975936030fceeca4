import { type Context, inTransaction } from '../../context.ts'
import { type Handler, handle } from '../../jobs/declare.ts'
import type { Language } from '../../lib/language.ts'
import { indexText, prepareForIndex } from '../search/index.ts'
import { giveUpTask } from '../work/index.ts'
import { exportNow } from './export.ts'
import { importNow } from './import.ts'
import { exportAccount, importAccount, indexImported, sweepArchives } from './jobs.ts'
import { lockToIndex, oldArchives, removeArchive, textToIndex } from './queries.ts'

export const KEPT_DAYS = 7

interface TaskPayload {
  taskId: string
  hidden: boolean
  language: Language
}

const gaveUp = (context: Context, name: string, { taskId, hidden, language }: TaskPayload, ownerId: string) =>
  giveUpTask(context, ownerId, taskId, { name, objectId: null, hidden, language })

export const portabilityHandlers: Handler[] = [
  handle(
    exportAccount,
    (context, payload, run) => exportNow(context, run, payload),
    (context, payload, { ownerId }) => gaveUp(context, exportAccount.name, payload, ownerId),
  ),
  handle(
    importAccount,
    (context, payload, run) => importNow(context, run, payload),
    (context, payload, { ownerId }) => gaveUp(context, importAccount.name, payload, ownerId),
  ),
  handle(indexImported, async (context, { objectId }, { ownerId }) => {
    const found = await textToIndex(context.db, ownerId, objectId)
    if (!found) return
    const prepared = found.text === '' ? null : await prepareForIndex(context, ownerId, found)
    await inTransaction(context, async tx => {
      const file = await lockToIndex(tx.db, ownerId, objectId, found.version)
      if (file) await indexText(tx, { ownerId, id: objectId, version: found.version, ...file }, prepared)
    })
  }),
  handle(sweepArchives, async context => {
    for (const { owner_id, id, key } of await oldArchives(context.db, KEPT_DAYS)) {
      await context.blobs.remove(key)
      await removeArchive(context.db, owner_id, id)
    }
  }),
]
