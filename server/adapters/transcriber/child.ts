import type { PieceText, SoundPiece } from '../../ports/transcriber.ts'
import { serve } from '../pool/child.ts'
import { openWhisper, type Whisper } from './whisper/model.ts'
import { type Served, transcribePiece } from './whisper/transcribe.ts'

/** Lives in a process of its own for one recording: its memory goes back when it ends. */

export interface TranscriberRequest {
  folder: string
  served: Served
  samples: SoundPiece['samples']
}

let opening: Promise<Whisper> | undefined

async function answer({ folder, served, samples }: TranscriberRequest): Promise<PieceText> {
  opening ??= openWhisper(folder)
  const whisper = await opening
  const sound = Float32Array.from(samples, sample => sample / 32768)
  return transcribePiece(whisper, sound, served)
}

serve(answer)
