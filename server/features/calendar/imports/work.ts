import { type Context, inTransaction } from '../../../context.ts'
import { type Handler, Hopeless, handle, type RunJob } from '../../../jobs/declare.ts'
import type { Language } from '../../../lib/language.ts'
import { doTask, giveUpTask, ownerActor, progressOf } from '../../work/index.ts'
import { readCalendar, sayProblems, storeSeries } from './import.ts'
import { importEvents } from './jobs.ts'
import { advanceImport, importText, lockImport, removeImport } from './queries.ts'

/** Each batch is a short transaction, together with how far the task is: a task that is broken off goes on behind its last one. */
const BATCH = 50

const accepted = (language: Language) => ({ name: importEvents.name, objectId: null, hidden: false, language })

async function takeAll(context: Context, language: Language, run: RunJob) {
  const { ownerId, jobId } = run
  const actor = await ownerActor(context, ownerId, language)
  return doTask(context, run, accepted(language), async () => {
    const asked = await importText(context.db, ownerId, jobId)
    if (!asked) throw new Hopeless('the file is no longer there')
    const { series, problems, others } = await readCalendar(context, actor, asked.text)
    const reportProgress = progressOf(context, run, null)
    for (;;) {
      run.signal.throwIfAborted()
      const done = await inTransaction(context, async tx => {
        const so = await lockImport(tx.db, ownerId, jobId)
        if (!so) throw new Hopeless('the file is no longer there')
        const batch = series.slice(so.done, so.done + BATCH)
        const counts = await storeSeries(tx, actor, batch)
        await advanceImport(tx.db, ownerId, jobId, { ...counts, done: batch.length })
        return so.done + batch.length
      })
      reportProgress(done / series.length)
      if (done >= series.length) break
    }
    return async tx => {
      const { created, updated, unchanged } = (await lockImport(tx.db, ownerId, jobId))!
      await removeImport(tx.db, ownerId, jobId)
      const report = { created, updated, unchanged, failed: sayProblems(problems, language), skipped: others }
      return { objectIds: [], report }
    }
  })
}

export const importHandlers: Handler[] = [
  handle(
    importEvents,
    (context, { language }, run) => takeAll(context, language, run),
    async (context, { taskId, language }, { ownerId, why }) => {
      // What passes is tried again after a start, and needs the text for it.
      if (why === 'fault' || why === 'stopped') await removeImport(context.db, ownerId, taskId)
      await giveUpTask(context, ownerId, taskId, accepted(language))
    },
  ),
]
