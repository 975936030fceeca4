import { type Actor, type Context, inTransaction } from '../../context.ts'
import { enqueue } from '../../jobs/queue.ts'
import { AppError, invalid } from '../../lib/errors.ts'
import { getObject, objectStored } from '../objects/index.ts'
import {
  lockTranscript,
  rebuiltTranscript,
  replaceTranscript,
  segmentsOf,
  textOfRecording,
} from '../transcripts/index.ts'
import { setRecordingText } from './queries.ts'

export interface TextCorrection {
  /** Which segment, from 0, as the transcript tells them. */
  index: number
  text: string
}

const noTranscript = () =>
  new AppError('conflict', 'not_processed', {
    en: 'The recording is not written down yet. Correct it when it is ready.',
    ru: 'Запись ещё не расшифрована. Исправьте её, когда она будет готова.',
  })

/** All words of one call together: more than an hour of talk has. */
const MOST_LETTERS = 200_000
/** Of a recording, with everything that was put right. */
const MOST_TEXT = 5_000_000

const tooMuch = () =>
  new AppError('too_large', 'text_too_large', {
    en: `More than ${MOST_LETTERS} letters were put right at once, or the text became longer than ${MOST_TEXT}. Send less.`,
    ru: `За один раз исправлено больше ${MOST_LETTERS} знаков, или текст стал длиннее ${MOST_TEXT}. Отправьте меньше.`,
  })

const changed = () =>
  new AppError('stale', 'stale', {
    en: 'The transcript has changed meanwhile. Read it again.',
    ru: 'Расшифровка тем временем изменилась. Прочитайте её заново.',
  })

const TRIES = 3

/** Words put right by a person; when each was said stays as near to the truth as it can. The index follows in the background. */
export async function correctTranscript(
  context: Context,
  actor: Actor,
  id: string,
  corrections: TextCorrection[],
): Promise<void> {
  if (corrections.reduce((sum, { text }) => sum + text.length, 0) > MOST_LETTERS) throw tooMuch()
  const object = await getObject(context, actor, id)
  // Worked out before the transaction: nothing is held while it takes its time.
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const read = await textOfRecording(context.db, actor.ownerId, object)
    if (!read) throw noTranscript()
    const segments = await segmentsOf(context.db, actor.ownerId, object)
    assertThere(segments.length, corrections)
    const given = corrections.map(({ index, text }): [number, string] => [index, text])
    const made = await rebuiltTranscript(context, actor.ownerId, { text: read.text, segments, given })
    if (made.length > MOST_TEXT) throw tooMuch()
    const stored = await inTransaction(context, async tx => {
      const known = await lockTranscript(tx.db, actor.ownerId, object)
      if (!known) throw noTranscript()
      if ((await textOfRecording(tx.db, actor.ownerId, object))?.text !== read.text) return false
      await replaceTranscript(tx.db, actor.ownerId, object, { ...known, segments: made.segments, corrected: true })
      await setRecordingText(tx.db, actor.ownerId, object, made)
      await enqueue(tx, objectStored, actor.ownerId, { objectId: object.id, version: object.version })
      return true
    })
    if (stored) return
  }
  throw changed()
}

function assertThere(segments: number, corrections: TextCorrection[]): void {
  for (const [n, { index }] of corrections.entries())
    if (index >= segments)
      throw invalid(
        ['body', 'segments', n, 'index'],
        'value_error',
        { en: `There is no segment ${index}.`, ru: `Отрывка ${index} нет.` },
        index,
      )
}
