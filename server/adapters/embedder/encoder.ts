import { access, readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import type { EmbedPurpose, EncoderModel } from '../../ports/embedder.ts'
import { type UnigramModel, unigram } from './unigram.ts'
import { type Tokenise, wordPiece } from './wordpiece.ts'

/** An ONNX encoder from a folder. It runs inside the child: loading it takes hundreds of megabytes. */

export interface OnnxEncoder {
  model: EncoderModel
  /** Empty: every language. */
  languages: string[]
  encode(texts: string[], purpose: EmbedPurpose): Promise<Float32Array[]>
}

/** What `encoder.json` beside the weights may say; everything has a default. */
interface Card {
  id: string
  languages: string[]
  pooling: 'mean' | 'cls'
  max_length: number
  query_prefix: string
  passage_prefix: string
}

export async function openEncoder(folder: string): Promise<OnnxEncoder> {
  const files = await readdir(folder)
  const weights = files.filter(name => name.endsWith('.onnx')).sort()[0]
  if (!weights) throw new Error(`there is no .onnx file in ${folder}`)
  const card = await cardOf(folder, weights)
  const tokenise = await tokeniserOf(folder)
  const session = await InferenceSession.create(join(folder, weights), {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
  })
  const encode = async (texts: string[], purpose: EmbedPurpose) => {
    const prefix = purpose === 'query' ? card.query_prefix : card.passage_prefix
    const pieces = texts.map(text => tokenise(prefix + text, card.max_length))
    return encodeAll(pieces, batch => run(session, batch, card.pooling))
  }
  const [probe] = await encode(['проба'], 'query')
  return { model: { id: card.id, dim: probe!.length }, languages: card.languages, encode }
}

/** Single words, mostly. */
const SHORT = 8
const TOGETHER = 32

/** Short texts of one length go through together, in a quarter of the time; in longer ones the time goes into the pieces. */
export async function encodeAll(
  pieces: number[][],
  run: (batch: number[][]) => Promise<Float32Array[]>,
): Promise<Float32Array[]> {
  const made = new Array<Float32Array>(pieces.length)
  const groups = new Map<string, number[]>()
  pieces.forEach(({ length }, at) => {
    const name = length <= SHORT ? `${length}` : `alone ${at}`
    groups.set(name, [...(groups.get(name) ?? []), at])
  })
  for (const places of groups.values())
    for (let from = 0; from < places.length; from += TOGETHER) {
      const batch = places.slice(from, from + TOGETHER)
      const vectors = await runOrEach(
        batch.map(at => pieces[at]!),
        run,
      )
      batch.forEach((at, i) => {
        made[at] = vectors[i]!
      })
    }
  return made
}

/** Some models are made for one text at a time. */
async function runOrEach(batch: number[][], run: (batch: number[][]) => Promise<Float32Array[]>) {
  if (batch.length === 1) return run(batch)
  try {
    return await run(batch)
  } catch {
    const vectors: Float32Array[] = []
    for (const one of batch) vectors.push(...(await run([one])))
    return vectors
  }
}

async function cardOf(folder: string, weights: string): Promise<Card> {
  const path = join(folder, 'encoder.json')
  const given = await readFile(path, 'utf8').then(
    text => JSON.parse(text) as Partial<Card>,
    () => ({}) as Partial<Card>,
  )
  const id = given.id ?? `${basename(folder)}/${weights}`
  const asks = /e5/i.test(id)
  return {
    id,
    languages: given.languages ?? [],
    pooling: given.pooling ?? (/bge/i.test(id) ? 'cls' : 'mean'),
    max_length: given.max_length ?? 512,
    query_prefix: given.query_prefix ?? (asks ? 'query: ' : ''),
    passage_prefix: given.passage_prefix ?? (asks ? 'passage: ' : ''),
  }
}

async function tokeniserOf(folder: string): Promise<Tokenise> {
  const vocabulary = join(folder, 'vocab.txt')
  const plain = await access(vocabulary).then(
    () => true,
    () => false,
  )
  if (plain) return wordPiece((await readFile(vocabulary, 'utf8')).replace(/\r?\n$/, '').split(/\r?\n/))
  const { model } = JSON.parse(await readFile(join(folder, 'tokenizer.json'), 'utf8')) as {
    model: { type: string; vocab: unknown } & UnigramModel
  }
  if (model.type === 'Unigram') return unigram(model)
  if (model.type !== 'WordPiece') throw new Error(`a tokenizer of type ${model.type} is not known`)
  const ids = Object.entries(model.vocab as unknown as Record<string, number>)
  const pieces: string[] = []
  for (const [piece, id] of ids) pieces[id] = piece
  return wordPiece(pieces)
}

/** Texts of as many pieces each. */
async function run(session: InferenceSession, texts: number[][], pooling: Card['pooling']): Promise<Float32Array[]> {
  const shape = [texts.length, texts[0]!.length]
  const numbers = BigInt64Array.from(texts.flat(), BigInt)
  const ones = new BigInt64Array(numbers.length).fill(1n)
  const inputs: Record<string, Tensor> = {
    input_ids: new Tensor('int64', numbers, shape),
    attention_mask: new Tensor('int64', ones, shape),
    token_type_ids: new Tensor('int64', new BigInt64Array(numbers.length), shape),
  }
  const feeds = Object.fromEntries(session.inputNames.map(name => [name, inputs[name]!]))
  const results = await session.run(feeds)
  const named = ['embedding', 'sentence_embedding', 'dense_vecs', 'last_hidden_state'].find(name => results[name])
  const output = results[named ?? session.outputNames[0]!]!
  const data = output.data as Float32Array
  const size = data.length / texts.length
  return texts.map((_, n) => unit(pooled(data.subarray(n * size, (n + 1) * size), output.dims, pooling)))
}

/** The vector of the text, or of its pieces one behind the other. */
function pooled(data: Float32Array, dims: readonly number[], pooling: Card['pooling']): Float32Array {
  if (dims.length < 3) return Float32Array.from(data)
  const [length, dim] = [dims[1]!, dims[2]!]
  if (pooling === 'cls') return data.slice(0, dim)
  const sum = new Float32Array(dim)
  for (let at = 0; at < length * dim; at++) sum[at % dim]! += data[at]!
  return sum
}

function unit(vector: Float32Array): Float32Array {
  let square = 0
  for (const value of vector) square += value * value
  const length = Math.sqrt(square) || 1
  return vector.map(value => value / length)
}
