import { type Context, inTransaction } from '../../context.ts'
import type { Run } from '../../jobs/declare.ts'
import { ReadingFailed } from '../../ports/reader.ts'
import { emit, telling, toldOf } from '../events/index.ts'
import { indexText, prepareText } from '../search/index.ts'
import { guessLanguage } from './languages.ts'
import { findToRead, saveFailure, saveReading, type ToRead } from './queries.ts'

/** Reads a stored file in the background: its text, and what can be said of it without a model. */
export async function readObject(
  context: Context,
  { objectId, version }: { objectId: string; version: number },
  run: Run,
): Promise<void> {
  const file = await findToRead(context.db, run.ownerId, objectId, version)
  if (!file) return
  try {
    const text = await context.blobs.withFile(file.key, path => context.reader.read(path, file))
    const enrichment = { title: titleOf(file.filename), language: guessLanguage(text?.text ?? ''), doc_type: 'other' }
    const ready = {
      ownerId: run.ownerId,
      type: 'object.ready' as const,
      objectId,
      data: { object_id: objectId, status: 'ready' },
    }
    const prepared = text && (await prepareText(text.text, text.pages))
    await inTransaction(context, async tx => {
      const saved = await saveReading(tx.db, run.ownerId, file, { text, enrichment }, happened =>
        telling(ready, happened),
      )
      if (!saved) return
      await indexText(tx, { ownerId: run.ownerId, id: objectId, version }, prepared)
      toldOf(tx)
    })
  } catch (error) {
    if (!(error instanceof ReadingFailed)) throw error
    await giveUpReading(context, run.ownerId, file, error.message)
  }
}

/** The file itself stays usable; its owner is told why it could not be read. */
export async function giveUpReading(
  context: Context,
  ownerId: string,
  file: Pick<ToRead, 'id' | 'version'>,
  reason: string,
): Promise<void> {
  await inTransaction(context, async tx => {
    if (await saveFailure(tx.db, ownerId, file, reason))
      await emit(tx, {
        ownerId,
        type: 'object.failed',
        objectId: file.id,
        data: { object_id: file.id, status: 'failed', error: reason },
      })
  })
}

const titleOf = (filename: string) => filename.replace(/\.[^.\s]{1,16}$/, '').replaceAll('_', ' ')
