import { type Context, inTransaction, type Needs } from '../../context.ts'
import type { Run } from '../../jobs/declare.ts'
import { enqueue } from '../../jobs/queue.ts'
import type { Words } from '../../lib/language.ts'
import { type Reading, ReadingFailed, TakesLong } from '../../ports/reader.ts'
import { describeFile, namesItself, proposeName, suggestFolder } from '../enrichment/index.ts'
import { emit, telling, toldOf } from '../events/index.ts'
import { indexText, prepareText } from '../search/index.ts'
import { metered } from '../usage/index.ts'
import { objectScanned } from './jobs.ts'
import { findToRead, type Outcome, saveFailure, saveReading, type ToRead } from './queries.ts'

interface Version {
  objectId: string
  version: number
}

/** Reads a stored file in the background: its text, and what can be said of it. What takes long is put off. */
export async function readObject(context: Context, file: Version, run: Run): Promise<void> {
  try {
    await readNow(context, file, run, { quick: true })
  } catch (error) {
    if (!(error instanceof TakesLong)) throw error
    await enqueue(context, objectScanned, run.ownerId, file)
  }
}

/** Reads a file page by page from its pictures. */
export const readScan = (context: Context, file: Version, run: Run): Promise<void> =>
  readNow(context, file, run, { quick: false })

async function readNow(
  context: Context,
  { objectId, version }: Version,
  run: Run,
  { quick }: { quick: boolean },
): Promise<void> {
  const file = await findToRead(context.db, run.ownerId, objectId, version)
  if (!file) return
  try {
    const reading = await context.blobs.withFile(file.key, path =>
      context.reader.read(path, file, {
        quick,
        signal: run.signal,
        progress: (done, total) => void run.progress(done / total).catch(() => {}),
      }),
    )
    const outcome = await outcomeOf(context, run.ownerId, file, reading)
    if (reading.ocrPages > 0)
      await countingPages(context, run.ownerId, file, reading.ocrPages, tx =>
        keepReading(tx, run.ownerId, file, outcome),
      )
    else await keepReading(context, run.ownerId, file, outcome)
  } catch (error) {
    if (!(error instanceof ReadingFailed)) throw error
    await giveUpReading(context, run.ownerId, file, error.words)
  }
}

/** Recognised on this machine: it costs nothing, and is counted. */
function countingPages(
  context: Context,
  ownerId: string,
  { id }: ToRead,
  pages: number,
  save: (tx: Needs<'db' | 'signals'>) => Promise<void>,
): Promise<void> {
  const charge = { ownerId, meter: 'ocr' as const, operation: 'ingest', objectId: id, free: true }
  const used = { units: pages }
  return metered(context, charge, used, async () => ({ used, value: undefined }), save)
}

async function outcomeOf(context: Context, ownerId: string, file: ToRead, reading: Reading): Promise<Outcome> {
  const enriched = await describeFile(context, ownerId, file, reading)
  const owner = { ownerId, tenantId: file.tenant_id }
  return {
    text: reading.text,
    pages: reading.pages,
    fromPicture: reading.ocrPages > 0,
    needsManual: reading.needsManual,
    enrichment: { ...enriched.enrichment },
    categories: enriched.categories,
    proposal: proposeName(file.filename, enriched),
    suggestedFolder: await suggestFolder(context, owner, { collectionId: file.collection_id }, enriched),
  }
}

/** Everything that follows from a reading is written at once: it is found, named and told of together, or not at all. */
async function keepReading(
  context: Needs<'db' | 'signals'>,
  ownerId: string,
  file: ToRead,
  outcome: Outcome,
): Promise<void> {
  const ready = {
    ownerId,
    type: 'object.ready' as const,
    objectId: file.id,
    data: { object_id: file.id, status: 'ready' },
  }
  const prepared = outcome.text === '' ? null : await prepareText(outcome.text, outcome.pages)
  await inTransaction(context, async tx => {
    const saved = await saveReading(tx.db, ownerId, file, outcome, happened => [
      namesItself(ownerId, happened),
      telling(ready, happened),
    ])
    if (!saved) return
    await indexText(tx, { ownerId, id: file.id, version: file.version }, prepared)
    toldOf(tx)
  })
}

/** The file itself stays usable; its owner is told why it could not be read. */
export async function giveUpReading(
  context: Context,
  ownerId: string,
  file: Pick<ToRead, 'id' | 'version'>,
  words: Words,
): Promise<void> {
  await inTransaction(context, async tx => {
    if (await saveFailure(tx.db, ownerId, file, words))
      await emit(tx, {
        ownerId,
        type: 'object.failed',
        objectId: file.id,
        data: { object_id: file.id, status: 'failed', error: words.en },
      })
  })
}
