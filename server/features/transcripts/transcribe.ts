import type { Context, Needs } from '../../context.ts'
import type { RunJob } from '../../jobs/declare.ts'
import { AppError } from '../../lib/errors.ts'
import type { Words } from '../../lib/language.ts'
import { type CutPiece, SoundUnusable } from '../../ports/audio.ts'
import { ModelFailed } from '../../ports/models.ts'
import { type RunningTranscriber, TranscriberOff } from '../../ports/transcriber.ts'
import { emit } from '../events/index.ts'
import { metered } from '../usage/index.ts'
import { assemble, type Segment } from './assemble.ts'
import {
  findTranscription,
  keepPiece,
  noteProgress,
  openTranscription,
  type PieceRow,
  piecesOf,
  whereIs,
} from './queries.ts'
import * as why from './reasons.ts'

/** Transcribing a recording in turns: each goes on behind the last finished piece, so a kill costs one piece. */

export interface RecordingFile {
  id: string
  version: number
  key: string
  /** As the container says; null when it does not. */
  seconds: number | null
}

export interface NewTranscript {
  text: string
  segments: Segment[]
  model: string
  languages: string[]
  seconds: number
  needsManual: Words | null
  /** Who wrote it is paid by the piece; what this machine wrote is counted once, at the end. */
  paid: boolean
  /** A person has put words right. */
  corrected?: boolean
}

/** `more`: there is more to transcribe, in another turn. `later`: it lies in the trash. `gone`: nobody needs it. */
export type TranscriptionTurn = { state: 'more' | 'later' | 'gone' } | { state: 'done'; transcript: NewTranscript }

/** After so long another recording has its turn. */
const TURN_MS = 4 * 60_000

/** A container that promises more than this and so much of its length more than there is, has lost its end. */
const LOST_SECONDS = 5
const LOST_SHARE = 0.05

export async function transcribeRecording(
  context: Context,
  run: RunJob,
  file: RecordingFile,
): Promise<TranscriptionTurn> {
  await openTranscription(context.db, run.ownerId, file, file.seconds)
  const known = await findTranscription(context.db, run.ownerId, file)
  if (!known) return { state: 'gone' }
  const before = await piecesOf(context.db, run.ownerId, file)
  const from = before.at(-1)?.end_s ?? 0
  if (known.cancelled) {
    const seconds = known.heard_s
    return finished(context, run.ownerId, file, { seconds, reason: why.calledOff(seconds) })
  }
  const writer = new Writer(context, run, file)
  try {
    const until = performance.now() + TURN_MS
    const decoded = await context.blobs.withFile(file.key, path =>
      context.audio.decode(
        path,
        { from, signal: run.signal, progress: at => writer.reportProgress(at) },
        async piece => (await writer.take(piece)) && performance.now() < until,
      ),
    )
    if (writer.refused) return await refused(context, run.ownerId, file)
    const tooLong = !decoded.whole && writer.last < decoded.seconds
    if (!decoded.whole && !tooLong) return { state: 'more' }
    const reason = tooLong ? why.tooLong(decoded.seconds) : lost(decoded.seconds, file.seconds)
    return await finished(context, run.ownerId, file, { seconds: decoded.seconds, reason })
  } catch (error) {
    if (error instanceof SoundUnusable)
      return finished(context, run.ownerId, file, { seconds: 0, reason: error.why === 'silent' ? null : error.words })
    if (error instanceof TranscriberOff) {
      context.log.warn({ reason: error.message }, 'speech cannot be written down')
      return finished(context, run.ownerId, file, { seconds: file.seconds ?? 0, reason: why.noEngine })
    }
    throw error
  } finally {
    await writer.end()
  }
}

const lost = (decoded: number, promised: number | null): Words | null =>
  promised !== null && promised - decoded > Math.max(LOST_SECONDS, promised * LOST_SHARE)
    ? why.brokenOff(decoded, promised)
    : null

async function refused(context: Needs<'db'>, ownerId: string, file: RecordingFile): Promise<TranscriptionTurn> {
  const where = await whereIs(context.db, ownerId, file)
  if (!where) return { state: 'gone' }
  if (!where.cancelled) return { state: 'later' }
  const { heard_s } = (await findTranscription(context.db, ownerId, file))!
  return finished(context, ownerId, file, { seconds: heard_s, reason: why.calledOff(heard_s) })
}

async function finished(
  context: Needs<'db'>,
  ownerId: string,
  file: RecordingFile,
  { seconds, reason }: { seconds: number; reason: Words | null },
): Promise<TranscriptionTurn> {
  const pieces = await piecesOf(context.db, ownerId, file)
  const words = pieces.flatMap(piece => piece.words.map(([text, start, end]) => ({ text, start, end })))
  const unserved = distinct(pieces.map(piece => piece.foreign_language))
  return {
    state: 'done',
    transcript: {
      ...assemble(words),
      model: distinct(pieces.filter(piece => piece.words.length > 0).map(piece => piece.model)).join(', '),
      languages: distinct(pieces.map(piece => piece.language)),
      seconds,
      needsManual: reason ?? (unserved.length > 0 ? why.foreignSpeech(unserved) : unclear(pieces)),
      paid: pieces.some(piece => piece.model.startsWith(PAID)),
    },
  }
}

/** Less than this may be a cough. */
const UNCLEAR_SECONDS = 4

const unclear = (pieces: PieceRow[]): Words | null => {
  const seconds = pieces.reduce((sum, piece) => sum + piece.end_s - piece.start_s, 0)
  return seconds > UNCLEAR_SECONDS && pieces.every(piece => piece.words.length === 0) ? why.unclearSpeech : null
}

const distinct = (values: (string | null)[]): string[] => [
  ...new Set(values.filter((value): value is string => value !== null && value !== '')),
]

/** Stands before the name of a model that is paid for. */
const PAID = 'endpoint:'

/** Writes pieces down with the endpoint where there is one, and with what is on this machine where it fails. */
class Writer {
  refused = false
  last = 0
  private transcriber: RunningTranscriber | undefined
  private paid: boolean
  private sent = 0

  constructor(
    private readonly context: Context,
    private readonly run: RunJob,
    private readonly file: RecordingFile,
  ) {
    this.paid = context.transcribers.endpoint !== undefined
  }

  async take(piece: CutPiece): Promise<boolean> {
    const wanted = this.paid ? await this.takePaid(piece) : await this.write(this.context, piece)
    this.last = piece.end
    this.refused = !wanted
    return wanted
  }

  private async takePaid(piece: CutPiece): Promise<boolean> {
    const { context, run, file } = this
    const seconds = piece.end - piece.start
    // Whole seconds are counted: what one piece is short of, the next one makes up for.
    const used = { audio_seconds: Math.round(this.sent + seconds) - Math.round(this.sent) }
    const charge = { ownerId: run.ownerId, meter: 'transcription' as const, operation: 'ingest', objectId: file.id }
    try {
      const transcriber = await this.startedTranscriber()
      const kept = await metered(
        context,
        { charge, expected: used },
        async () => ({ used, value: await transcriber.write(piece, { signal: run.signal }) }),
        (tx, text) => keepPiece(tx.db, run.ownerId, file, rowOf(piece, text, `${PAID}${transcriber.model}`)),
      )
      this.sent += seconds
      return kept
    } catch (error) {
      const spent = error instanceof AppError && error.refusal === 'over_tariff'
      if (!spent && !(error instanceof ModelFailed && error.fault !== 'cancelled')) throw error
      context.log.warn({ err: error, object_id: file.id }, 'the endpoint does not write; this machine does')
      await this.end()
      this.paid = false
      return this.write(context, piece)
    }
  }

  private async write(context: Needs<'db'>, piece: CutPiece): Promise<boolean> {
    const transcriber = await this.startedTranscriber()
    const text = await transcriber.write(piece, { signal: this.run.signal })
    return keepPiece(context.db, this.run.ownerId, this.file, rowOf(piece, text, transcriber.model))
  }

  /** Begun with the first speech: silence never loads a model. */
  private async startedTranscriber(): Promise<RunningTranscriber> {
    const { endpoint, local } = this.context.transcribers
    this.transcriber ??= await (this.paid ? endpoint! : local).begin()
    return this.transcriber
  }

  reportProgress(at: number): void {
    const { context, run, file } = this
    const total = file.seconds && Math.max(file.seconds, at)
    const progress = total ? Math.min(1, at / total) : 0
    const emitting = async () => {
      await run.progress(progress)
      await noteProgress(context.db, run.ownerId, file, at)
      const data = { object_id: file.id, progress: Math.round(progress * 100) / 100, seconds_done: Math.round(at) }
      await emit(context, { ownerId: run.ownerId, type: 'task.progress', objectId: file.id, data })
    }
    emitting().catch(error => context.log.debug({ err: error }, 'progress could not be told'))
  }

  async end(): Promise<void> {
    await this.transcriber?.end()
    this.transcriber = undefined
  }
}

const round = (seconds: number) => Math.round(seconds * 100) / 100

function rowOf(
  piece: CutPiece,
  text: { words: { text: string; start: number; end: number }[]; language: string | null; foreign: string | null },
  model: string,
): PieceRow {
  return {
    start_s: piece.start,
    end_s: piece.end,
    model,
    language: text.language,
    foreign_language: text.foreign,
    words: text.words.map(word => [
      word.text.replaceAll('\u0000', ''),
      round(piece.start + word.start),
      round(Math.min(piece.end, piece.start + word.end)),
    ]),
  }
}
