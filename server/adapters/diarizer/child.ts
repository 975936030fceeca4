import { createRequire } from 'node:module'
import type { CutPiece } from '../../ports/audio.ts'
import type { Diarized } from '../../ports/diarizer.ts'
import { serve } from '../pool/child.ts'
import { ClassicalListener } from './classical.ts'
import { type Embed, NeuralListener } from './neural.ts'

/** Lives in a process of its own for one recording: its memory goes back when it ends. */

export interface Setting {
  /** The weights of a speaker network; without them the classical way. */
  model?: string
  alike: number
}

export type DiarizerRequest = { open: Setting } | { piece: CutPiece } | { finish: { speakers?: number } }
export type DiarizerReply = { ok: true } | { diarized: Diarized }

let listener: ClassicalListener | NeuralListener | undefined

async function answer(question: DiarizerRequest): Promise<DiarizerReply> {
  if ('open' in question) {
    const { model, alike } = question.open
    listener = model ? new NeuralListener(network(model), alike) : new ClassicalListener()
    return { ok: true }
  }
  if ('piece' in question) {
    await listener!.add(question.piece)
    return { ok: true }
  }
  return { diarized: await listener!.finish(question.finish) }
}

interface Stream {
  acceptWaveform(sound: { sampleRate: number; samples: Float32Array }): void
  inputFinished(): void
}

interface Extractor {
  createStream(): Stream
  compute(stream: Stream, external?: boolean): Float32Array
}

/** A native package that is there only where somebody wants it, so it is met as late as this. */
function network(model: string): Embed {
  const sherpa = createRequire(import.meta.url)('sherpa-onnx-node') as {
    SpeakerEmbeddingExtractor: new (config: { model: string; numThreads: number; debug: boolean }) => Extractor
  }
  const extractor = new sherpa.SpeakerEmbeddingExtractor({ model, numThreads: 1, debug: false })
  return samples => {
    const stream = extractor.createStream()
    stream.acceptWaveform({ sampleRate: 16_000, samples })
    stream.inputFinished()
    return Float32Array.from(extractor.compute(stream, false))
  }
}

serve(answer)
