import { type Context, inTransaction } from '../../context.ts'
import type { Run } from '../../jobs/declare.ts'
import type { Words } from '../../lib/language.ts'
import { type Reading, ReadingFailed } from '../../ports/reader.ts'
import { describeFile, namesItself, proposeName, suggestFolder } from '../enrichment/index.ts'
import { emit, telling, toldOf } from '../events/index.ts'
import { indexText, prepareText } from '../search/index.ts'
import { findToRead, type Outcome, saveFailure, saveReading, type ToRead } from './queries.ts'

/** Reads a stored file in the background: its text, and what can be said of it. */
export async function readObject(
  context: Context,
  { objectId, version }: { objectId: string; version: number },
  run: Run,
): Promise<void> {
  const file = await findToRead(context.db, run.ownerId, objectId, version)
  if (!file) return
  try {
    const reading = await context.blobs.withFile(file.key, path => context.reader.read(path, file))
    await keepReading(context, run.ownerId, file, await outcomeOf(context, run.ownerId, file, reading))
  } catch (error) {
    if (!(error instanceof ReadingFailed)) throw error
    await giveUpReading(context, run.ownerId, file, error.message)
  }
}

async function outcomeOf(context: Context, ownerId: string, file: ToRead, reading: Reading | null): Promise<Outcome> {
  const enriched = await describeFile(context, file, reading)
  const owner = { ownerId, tenantId: file.tenant_id }
  return {
    text: reading?.text ?? '',
    pages: reading?.pages ?? [],
    fromPicture: (reading?.ocrPages ?? 0) > 0,
    needsManual: reading?.needsManual ?? null,
    enrichment: { ...enriched.enrichment },
    categories: enriched.categories,
    proposal: proposeName(file.filename, enriched),
    suggestedFolder: await suggestFolder(context, owner, { collectionId: file.collection_id }, enriched),
  }
}

/** Everything that follows from a reading is written at once: it is found, named and told of together, or not at all. */
async function keepReading(context: Context, ownerId: string, file: ToRead, outcome: Outcome): Promise<void> {
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
  reason: string | Words,
): Promise<void> {
  const words = typeof reason === 'string' ? { en: reason, ru: reason } : reason
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
