import { serve } from '../pool/child.ts'
import { Cutter, FRAME, RATE } from './cutter.ts'
import { type AudioPrograms, decode, probe } from './decode.ts'
import { voiceDetector } from './voice.ts'

/** Lives in a process of its own, with little memory and no secrets, for one recording: each question is for its next piece. */

export interface DecoderRequest {
  path: string
  from: number
  mostSeconds: number
  programs: AudioPrograms
  model: string
}

export type DecoderReply =
  | { piece: { start: number; end: number; samples: Int16Array; speech: [number, number][] } }
  | { done: { seconds: number; whole: boolean } }
  | { unusable: 'silent' | 'damaged' }

const REPORT_SECONDS = 30

async function* pieces(
  { path, from, mostSeconds, programs, model }: DecoderRequest,
  onProgress: (seconds: number) => void,
): AsyncGenerator<DecoderReply, DecoderReply> {
  const { channels, readable } = await probe(programs, path)
  if (!readable) return { unusable: 'damaged' }
  if (channels === undefined) return { unusable: 'silent' }
  const likely = await voiceDetector(model)
  const cutter = new Cutter(from)
  let reported = from
  let any = false
  // What was transcribed already is decoded again and left out: seeking is exact in few formats.
  let left = Math.round(from * RATE) * 2
  for await (const frame of framesOf(decode(programs, path, channels))) {
    any = true
    if (left > 0) {
      left -= frame.length * 2
      continue
    }
    const piece = cutter.push(frame, await likely(frame))
    if (piece) yield { piece }
    if (cutter.seconds - reported >= REPORT_SECONDS) {
      reported = cutter.seconds
      onProgress(reported)
    }
    if (cutter.seconds >= mostSeconds) {
      const last = cutter.end()
      if (last) yield { piece: last }
      return { done: { seconds: cutter.seconds, whole: false } }
    }
  }
  if (!any) return { unusable: 'damaged' }
  const last = cutter.end()
  if (last) yield { piece: last }
  return { done: { seconds: cutter.seconds, whole: true } }
}

async function* framesOf(chunks: AsyncGenerator<Buffer>): AsyncGenerator<Int16Array> {
  const bytes = FRAME * 2
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const all = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let at = 0
    for (; at + bytes <= all.length; at += bytes) yield samplesOf(all, at, FRAME)
    rest = all.subarray(at)
  }
  if (rest.length >= 2) {
    const last = new Int16Array(FRAME)
    last.set(samplesOf(rest, 0, rest.length >> 1))
    yield last
  }
}

/** Copied: a view would hold the whole chunk, and may not begin at an even byte. */
function samplesOf(bytes: Buffer, at: number, count: number): Int16Array {
  const samples = new Int16Array(count)
  Buffer.from(samples.buffer).set(bytes.subarray(at, at + count * 2))
  return samples
}

let answers: AsyncGenerator<DecoderReply, DecoderReply> | undefined
/** Of the question that is being answered. */
let telling: (seconds: number) => void

serve(async (question: DecoderRequest | 'next', onProgress) => {
  telling = onProgress
  if (question !== 'next') answers = pieces(question, seconds => telling(seconds))
  return (await answers!.next()).value
})
