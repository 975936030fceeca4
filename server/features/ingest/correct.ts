import { type Actor, type Context, inTransaction } from '../../context.ts'
import { enqueue } from '../../jobs/queue.ts'
import { AppError, invalid } from '../../lib/errors.ts'
import { getObject, objectStored } from '../objects/index.ts'
import { lockTranscript, rebuilt, replaceTranscript, segmentsOf, textOfRecording } from '../transcripts/index.ts'
import { setRecordingText } from './queries.ts'

export interface Correction {
  /** Which segment, from 0, as the transcript tells them. */
  index: number
  text: string
}

const noTranscript = () =>
  new AppError('conflict', 'not_processed', {
    en: 'The recording is not written down yet. Correct it when it is ready.',
    ru: 'Запись ещё не расшифрована. Исправьте её, когда она будет готова.',
  })

/** Words put right by a person; when each was said stays as near to the truth as it can. The index follows in the background. */
export async function correctTranscript(
  context: Context,
  actor: Actor,
  id: string,
  corrections: Correction[],
): Promise<void> {
  const object = await getObject(context, actor, id)
  await inTransaction(context, async tx => {
    const known = await lockTranscript(tx.db, actor.ownerId, object)
    const read = await textOfRecording(tx.db, actor.ownerId, object)
    if (!known || !read) throw noTranscript()
    const segments = await segmentsOf(tx.db, actor.ownerId, object)
    const given = new Map(corrections.map(({ index, text }) => [index, text]))
    for (const [n, { index }] of corrections.entries())
      if (!segments[index])
        throw invalid(
          ['body', 'segments', n, 'index'],
          'value_error',
          { en: `There is no segment ${index}.`, ru: `Отрывка ${index} нет.` },
          index,
        )
    const letters = [...read.text]
    const made = rebuilt(letters, segments, given)
    await replaceTranscript(tx.db, actor.ownerId, object, { ...known, segments: made.segments, corrected: true })
    await setRecordingText(tx.db, actor.ownerId, object, made.text)
    await enqueue(tx, objectStored, actor.ownerId, { objectId: object.id, version: object.version })
  })
}
