import { type Context, inTransaction, type Needs } from '../../context.ts'
import type { RunJob } from '../../jobs/declare.ts'
import { enqueue, enqueueWith } from '../../jobs/queue.ts'
import type { Words } from '../../lib/language.ts'
import { type Reading, ReadingFailed, TakesLong } from '../../ports/reader.ts'
import type { Units } from '../../tables.ts'
import { describeFile, likeliestFolder, mannersOfFolders, namesItself } from '../enrichment/index.ts'
import { emit, eventParts, signalEvents } from '../events/index.ts'
import { type ReadingOutcome, saveFailure, stayRead } from '../objects/index.ts'
import { indexText, type PreparedText, prepareForIndex } from '../search/index.ts'
import {
  correctedTranscript,
  type NewTranscript,
  openTranscription,
  replaceTranscript,
  transcribeRecording,
} from '../transcripts/index.ts'
import { metered } from '../usage/index.ts'
import { objectModernised, objectScanned, objectTranscribed } from './jobs.ts'
import { arrivedPart, type Beside, findToRead, saveReading, type ToRead } from './queries.ts'

interface Version {
  objectId: string
  version: number
}

/** Reads a stored file in the background: its text, and what can be said of it. What takes long is put off. */
export async function readObject(context: Context, file: Version, run: RunJob): Promise<void> {
  try {
    await readNow(context, file, run, { quick: true })
  } catch (error) {
    if (!(error instanceof TakesLong)) throw error
    await enqueue(context, error.byOffice ? objectModernised : objectScanned, run.ownerId, file)
  }
}

/** Reads a file page by page from its pictures, or by way of an office program. */
export const readSlow = (context: Context, file: Version, run: RunJob): Promise<void> =>
  readNow(context, file, run, { quick: false })

async function readNow(
  context: Context,
  { objectId, version }: Version,
  run: RunJob,
  { quick }: { quick: boolean },
): Promise<void> {
  const file = await findToRead(context.db, run.ownerId, objectId, version)
  if (!file) return
  await context.room.assert()
  await orGiveUp(context, run.ownerId, file, async () => {
    const reading = await readFile(context, run, file, quick)
    if (hasSound(file, reading)) return queueTranscription(context, run.ownerId, file, reading)
    if (reading.locked && (await keepsUnlocked(context, run.ownerId, file))) return
    await keepText(context, run.ownerId, file, reading)
  })
}

/** What was read with a password that its owner gave stays: without the password nothing else can be read. */
const keepsUnlocked = (context: Context, ownerId: string, file: ToRead): Promise<boolean> =>
  inTransaction(context, async tx => {
    if (!(await stayRead(tx.db, ownerId, file))) return false
    await emit(tx, {
      ownerId,
      type: 'object.ready',
      objectId: file.id,
      data: { object_id: file.id, status: 'ready' },
    })
    return true
  })

/** What was read is described, counted and written. */
export async function keepText(context: Context, ownerId: string, file: ToRead, reading: Reading): Promise<void> {
  const found = await outcomeOf(context, ownerId, file, reading)
  if (reading.ocrPages > 0)
    await counting(context, ownerId, { id: file.id, meter: 'ocr', used: { units: reading.ocrPages } }, tx =>
      keepReading(tx, ownerId, file, found),
    )
  else await keepReading(context, ownerId, file, found)
}

const readFile = (context: Context, run: RunJob, file: ToRead, quick: boolean): Promise<Reading> =>
  context.blobs.withFile(file.key, path =>
    context.reader.read(path, file, {
      quick,
      signal: run.signal,
      progress: (done, total) => void run.progress(done / total).catch(() => {}),
    }),
  )

async function orGiveUp(context: Context, ownerId: string, file: ToRead, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ReadingFailed)) throw error
    await giveUpReading(context, ownerId, file, error.words)
  }
}

const hasSound = ({ kind }: ToRead, { facts }: Reading): boolean =>
  (kind === 'audio' || kind === 'video') && facts.channels !== undefined

const lengthOf = ({ facts }: Reading): number | null =>
  typeof facts.duration_s === 'number' && facts.duration_s > 0 ? facts.duration_s : null

/** From now on it can be asked how far it is. */
const queueTranscription = (context: Context, ownerId: string, file: ToRead, reading: Reading): Promise<void> =>
  inTransaction(context, async tx => {
    await openTranscription(tx.db, ownerId, file, lengthOf(reading))
    await enqueue(tx, objectTranscribed, ownerId, { objectId: file.id, version: file.version })
  })

/** How often somebody looks whether a recording has come back from the trash. */
const LATER_SECONDS = 120

/** Listens to a recording for a turn; its text is what was said. */
export async function readRecording(context: Context, version: Version, run: RunJob): Promise<void> {
  const file = await findToRead(context.db, run.ownerId, version.objectId, version.version)
  if (!file) return
  await orGiveUp(context, run.ownerId, file, async () => {
    const reading = await readFile(context, run, file, false)
    // What a person has put right is not transcribed anew.
    const corrected = await correctedTranscript(context, run.ownerId, file)
    if (corrected) return keepTranscript(context, run.ownerId, file, { reading, transcript: corrected })
    const turn = await transcribeRecording(context, run, { ...file, seconds: lengthOf(reading) })
    if (turn.state === 'gone') return
    if (turn.state !== 'done') {
      const delaySeconds = turn.state === 'later' ? LATER_SECONDS : undefined
      await enqueueWith(context, { job: objectTranscribed, ownerId: run.ownerId, payload: version, delaySeconds })
      return
    }
    await keepTranscript(context, run.ownerId, file, { reading, transcript: turn.transcript })
  })
}

async function keepTranscript(
  context: Context,
  ownerId: string,
  file: ToRead,
  { reading, transcript }: { reading: Reading; transcript: NewTranscript },
): Promise<void> {
  const said = { ...reading, text: transcript.text, needsManual: transcript.needsManual ?? reading.needsManual }
  const found = await outcomeOf(context, ownerId, file, said)
  const keep = (tx: Needs<'db' | 'signals'>) => keepReading(tx, ownerId, file, { ...found, transcript })
  // What an endpoint wrote was counted piece by piece.
  if (transcript.paid || transcript.seconds === 0) return keep(context)
  const used = { audio_seconds: Math.round(transcript.seconds) }
  return counting(context, ownerId, { id: file.id, meter: 'transcription', used }, keep)
}

/** Done on this machine: counted, charged where a price is configured, and never refused. */
function counting(
  context: Context,
  ownerId: string,
  { id, meter, used }: { id: string; meter: 'ocr' | 'transcription'; used: Units },
  save: (tx: Needs<'db' | 'signals'>) => Promise<void>,
): Promise<void> {
  const charge = { ownerId, meter, operation: 'ingest', objectId: id, local: true, lenient: true }
  return metered(context, { charge, expected: used }, async () => ({ used, value: undefined }), save)
}

interface Found {
  outcome: ReadingOutcome
  /** For the index. */
  prepared: PreparedText | null
  /** Of a recording; written along with it. */
  transcript?: NewTranscript
}

/** What others say of the text, another process and the database, is waited for while it is taken apart here. */
async function outcomeOf(context: Context, ownerId: string, file: ToRead, reading: Reading): Promise<Found> {
  const owner = { ownerId, tenantId: file.tenant_id }
  const { text, pages, headings } = reading
  const [{ enriched, proposal }, manners, prepared] = await Promise.all([
    describeFile(context, owner, file, reading),
    file.may_be_filed ? mannersOfFolders(context, owner) : undefined,
    text === '' ? null : prepareForIndex(context, ownerId, { text, pages, marked: headings }),
  ])
  const isCut = reading.facts.truncated === true || prepared?.truncated
  const outcome: ReadingOutcome = {
    text,
    pages,
    fromPicture: reading.ocrPages > 0,
    needsManual: reading.needsManual,
    enrichment: { ...enriched.enrichment, ...(isCut ? { truncated: true } : {}) },
    categories: enriched.categories,
    likeness: enriched.likeness,
    proposal,
    suggestedFolder: manners ? likeliestFolder(manners, enriched) : null,
  }
  return { outcome, prepared }
}

/** Everything that follows from a reading is written at once: it is found, named and told of together, or not at all. */
async function keepReading(
  context: Needs<'db' | 'signals'>,
  ownerId: string,
  file: ToRead,
  { outcome, prepared, transcript }: Found,
): Promise<void> {
  const ready = {
    ownerId,
    type: 'object.ready' as const,
    objectId: file.id,
    data: { object_id: file.id, status: 'ready' as const },
  }
  await inTransaction(context, async tx => {
    const beside: Beside = happened => [
      namesItself(ownerId, happened),
      eventParts(ready, happened),
      arrivedPart(ownerId, happened),
    ]
    const saved = await saveReading(tx.db, ownerId, file, { outcome, beside })
    if (!saved) return
    if (transcript) await replaceTranscript(tx.db, ownerId, file, transcript)
    const { enrichment } = outcome
    await indexText(tx, { ownerId, id: file.id, version: file.version, enrichment, ...saved }, prepared)
    signalEvents(tx, saved.deliveries)
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
