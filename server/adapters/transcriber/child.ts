import type { PieceText, SoundPiece } from '../../ports/transcriber.ts'
import { openWhisper, type Whisper } from './whisper/model.ts'
import { type Served, transcribePiece } from './whisper/transcribe.ts'

/** Lives in a process of its own for one recording: its memory goes back when it ends. */

export interface Question {
  id: number
  folder: string
  served: Served
  samples: SoundPiece['samples']
}

export type Answer = { id: number } & ({ text: PieceText } | { broken: string })

let opening: Promise<Whisper> | undefined

async function answer({ id, folder, served, samples }: Question): Promise<Answer> {
  opening ??= openWhisper(folder)
  const whisper = await opening
  const sound = Float32Array.from(samples, sample => sample / 32768)
  return { id, text: await transcribePiece(whisper, sound, served) }
}

/** One after the other: the processor is busy with the first anyway. */
let line: Promise<unknown> = Promise.resolve()

process.on('message', (question: Question) => {
  line = line.then(() =>
    answer(question).then(
      reply => process.send?.(reply),
      (error: Error) => process.send?.({ id: question.id, broken: error.message }),
    ),
  )
})
// The parent is gone: so is the reason to be here.
process.on('disconnect', () => process.exit(0))
