import { readdir, readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { chooseToken, logSum } from './choose-token.ts'
import { logMel, melBands } from './mel.ts'
import { readTokens, type Tokens } from './tokens.ts'

/** Whisper as two ONNX graphs: one that listens to a window of 30 seconds, one that writes. */

export interface WhisperText {
  tokens: number[]
  logProbs: number[]
  /** For each token, where each of the aligning heads looked; empty where the graph does not tell. */
  attention: Float32Array[]
  noSpeech: number
  /** It went round in a circle and was stopped. */
  looped: boolean
}

export interface Listened {
  hidden: Tensor
  languages: Map<string, number>
  noSpeech: number
}

export interface Whisper {
  tokens: Tokens
  /** How many heads tell where they look. */
  heads: number
  frames: number
  listen(samples: Float32Array): Promise<Listened>
  write(encoded: Listened, language: string, temperature: number): Promise<WhisperText>
}

const MOST_TOKENS = 224
const THREADS = 2

export async function openWhisper(folder: string): Promise<Whisper> {
  const config = JSON.parse(await readFile(join(folder, 'config.json'), 'utf8')) as {
    num_mel_bins: number
    decoder_layers: number
    decoder_attention_heads: number
    d_model: number
    max_source_positions: number
  }
  const generation = JSON.parse(await readFile(join(folder, 'generation_config.json'), 'utf8')) as {
    alignment_heads?: [number, number][]
  }
  const tokens = await readTokens(folder)
  const bands = melBands(config.num_mel_bins)
  // An arena would keep what the attention of 30 seconds takes, for ever; the decoder, which is run for each word, needs it.
  const encoder = await sessionOf(folder, /^encoder_model.*\.onnx$/, { enableCpuMemArena: false })
  const decoder = await sessionOf(folder, /^decoder_model_merged.*\.onnx$/)
  const aligning = (generation.alignment_heads ?? []).filter(([layer]) =>
    decoder.outputNames.includes(`cross_attentions.${layer}`),
  )
  const frames = config.max_source_positions
  const graph: Graph = { decoder, layers: config.decoder_layers, heads: config.decoder_attention_heads, frames }
  const size = config.d_model / config.decoder_attention_heads
  return {
    tokens,
    heads: aligning.length,
    frames,
    async listen(samples) {
      const features = new Tensor('float32', logMel(samples, bands), [1, bands.length, frames * 2])
      // The graph also offers every attention it has, half a gigabyte of it: only what is asked for is made.
      const { last_hidden_state: hidden } = await encoder.run({ [encoder.inputNames[0]!]: features }, [
        'last_hidden_state',
      ])
      const { logits } = await step(graph, { hidden: hidden!, ids: [tokens.start], size })
      return { hidden: hidden!, ...judged(logits, tokens) }
    },
    write: (encoded, language, temperature) =>
      writeDown(graph, { encoded, language, temperature, tokens, aligning, size }),
  }
}

async function sessionOf(
  folder: string,
  pattern: RegExp,
  options: InferenceSession.SessionOptions = {},
): Promise<InferenceSession> {
  for (const place of [join(folder, 'onnx'), folder]) {
    const names = (await readdir(place).catch(() => [])).filter(name => pattern.test(name))
    // The small ones first: they are about as good, in a quarter of the memory.
    const name = names.find(each => /quantized|int8|q8/.test(each)) ?? names[0]
    if (name)
      return InferenceSession.create(join(place, name), {
        intraOpNumThreads: Math.min(THREADS, availableParallelism()),
        interOpNumThreads: 1,
        executionMode: 'sequential',
        graphOptimizationLevel: 'all',
        // Threads that wait give the processor away: others work here too.
        extra: { session: { intra_op: { allow_spinning: '0' } } },
        ...options,
      })
  }
  throw new Error(`there is no ${pattern.source} in ${folder}`)
}

/** Which language it is, and whether it is speech at all, by the first thing the decoder would write. */
function judged(logits: Float32Array, tokens: Tokens): Pick<Listened, 'languages' | 'noSpeech'> {
  const all = logSum(logits, 0, logits.length)
  const found = [...tokens.languages].map(([code, id]) => [code, logits[id]!] as const)
  const sum = logSum(
    Float32Array.from(found, ([, value]) => value),
    0,
    found.length,
  )
  return {
    languages: new Map(found.map(([code, value]) => [code, Math.exp(value - sum)])),
    noSpeech: Math.exp(logits[tokens.noSpeech]! - all),
  }
}

interface Graph {
  decoder: InferenceSession
  layers: number
  heads: number
  frames: number
}

type Past = Record<string, Tensor>

interface Step {
  hidden: Tensor
  ids: number[]
  size: number
  past?: Past
  also?: string[]
}

/** One run of the decoder: the logits behind the last token, and what the next run needs of this one. */
async function step(graph: Graph, { hidden, ids, size, past, also = [] }: Step) {
  const { decoder, layers, heads } = graph
  const feeds: Record<string, Tensor> = {
    input_ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]),
    encoder_hidden_states: hidden,
    use_cache_branch: new Tensor('bool', [past !== undefined], [1]),
  }
  const wanted = ['logits', ...also]
  for (let layer = 0; layer < layers; layer++)
    for (const side of ['decoder', 'encoder'])
      for (const part of ['key', 'value']) {
        const name = `${layer}.${side}.${part}`
        feeds[`past_key_values.${name}`] =
          past?.[name] ?? new Tensor('float32', new Float32Array(0), [1, heads, 0, size])
        if (side === 'decoder' || !past) wanted.push(`present.${name}`)
      }
  const results = await decoder.run(feeds, wanted)
  const next: Past = { ...past }
  for (const name of wanted) if (name.startsWith('present.')) next[name.slice(8)] = results[name]!
  const { data, dims } = results.logits!
  const width = dims[2]!
  const logits = (data as Float32Array).slice((dims[1]! - 1) * width)
  return { logits, past: next, results }
}

interface Writing {
  encoded: Listened
  language: string
  temperature: number
  tokens: Tokens
  aligning: [number, number][]
  size: number
}

async function writeDown(graph: Graph, writing: Writing): Promise<WhisperText> {
  const { encoded, tokens, aligning, size } = writing
  const layers = [...new Set(aligning.map(([layer]) => `cross_attentions.${layer}`))]
  const written: WhisperText = { tokens: [], logProbs: [], attention: [], noSpeech: encoded.noSpeech, looped: false }
  const random = seeded(7)
  let ids = [tokens.start, tokens.languages.get(writing.language)!, tokens.transcribe]
  let past: Past | undefined
  while (written.tokens.length < MOST_TOKENS) {
    const made = await step(graph, { hidden: encoded.hidden, ids, size, past, also: layers })
    past = made.past
    const { token, logProb } = chooseToken(made.logits, written.tokens, tokens, {
      temperature: writing.temperature,
      random,
    })
    written.logProbs.push(logProb)
    if (token === tokens.end) return written
    written.tokens.push(token)
    written.attention.push(looked(made.results, aligning, graph.frames))
    if (isCircle(written.tokens)) {
      written.looped = true
      return written
    }
    ids = [token]
  }
  return written
}

function looked(results: Record<string, Tensor>, aligning: [number, number][], frames: number): Float32Array {
  const rows = new Float32Array(aligning.length * frames)
  aligning.forEach(([layer, head], index) => {
    const { data, dims } = results[`cross_attentions.${layer}`]!
    // The row of the last position, which is the one that the token was chosen at.
    const at = (head + 1) * dims[2]! * frames - frames
    rows.set((data as Float32Array).subarray(at, at + frames), index * frames)
  })
  return rows
}

/** The same words four times in a row, from one word to a dozen. */
function isCircle(tokens: number[]): boolean {
  for (let length = 1; length <= 24; length++) {
    const times = length < 4 ? 6 : 4
    if (tokens.length < length * times) break
    const tail = tokens.slice(-length * times)
    if (tail.every((token, at) => token === tail[at % length])) return true
  }
  return false
}

/** Drawn the same way every time: a recording read twice reads the same. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
