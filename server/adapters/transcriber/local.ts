import { fileURLToPath } from 'node:url'
import { type PieceText, type Transcriber, TranscriberOff } from '../../ports/transcriber.ts'
import { childPool } from '../pool/pool.ts'
import type { Sandbox } from '../pool/sandbox.ts'
import type { TranscriberRequest } from './child.ts'
import { findWeights, type Weights } from './weights.ts'

const CHILD = fileURLToPath(new URL('./child.js', import.meta.url))
/** A piece of half a minute, on a machine that is busy with other things. */
const PIECE_MS = 300_000

/** Whisper on this machine, in a child that ends with the recording. */
export function localTranscriber(sandbox: Sandbox, modelsDir: string): Transcriber & { close(): Promise<void> } {
  const closers = new Set<() => Promise<void>>()
  let known: Promise<Weights> | undefined
  const weights = () => {
    // Looked for again when they were not there: somebody may have put them there since.
    known ??= findWeights(modelsDir).catch(error => {
      known = undefined
      throw error instanceof TranscriberOff ? error : new TranscriberOff(`off: ${(error as Error).message}`)
    })
    return known
  }
  return {
    async check() {
      const { model, languages } = await weights()
      return `${model} writes speech down${languages.length > 0 ? ` in ${languages.join(', ')}` : ''}`
    },
    async begin() {
      const { folder, model, languages, dataMb } = await weights()
      const limits = { heapMb: 512, dataMb, idleMs: 0, nice: 5, readable: [folder] }
      const pool = childPool<TranscriberRequest, PieceText>(sandbox, {
        name: 'transcriber',
        script: CHILD,
        ...limits,
      })
      closers.add(pool.close)
      const child = await pool.reserve()
      return {
        model,
        write: ({ samples }, { signal } = {}) =>
          child.ask({ folder, served: { languages }, samples }, { ms: PIECE_MS, signal }),
        async end() {
          child.end()
          closers.delete(pool.close)
        },
      }
    },
    async close() {
      await Promise.all([...closers].map(close => close()))
    },
  }
}
