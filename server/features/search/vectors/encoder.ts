import type { Context, Needs } from '../../../context.ts'
import { tokensAtMost } from '../../../lib/token-count.ts'
import { EmbedderOff, type EmbedPurpose, type EncoderModel } from '../../../ports/embedder.ts'
import { embedTexts, type ModelChoice, modelFor } from '../../connections/index.ts'
import { metered } from '../../usage/index.ts'
import { remembered } from './remembered.ts'

/** Whoever makes the vectors for one owner. */
export interface Encoder {
  model: EncoderModel
  /** `objectId` is the file that passages come from. */
  embed(texts: string[], purpose: EmbedPurpose, deadlineMs: number, objectId?: string): Promise<(Float32Array | null)[]>
}

export type VectorEncoding = Needs<'db' | 'embedder' | 'models' | 'signals' | 'tables' | 'secrets' | 'config'>

/** A model at an endpoint, the user's own or the service's, where one is named; else the encoder on this machine. */
export async function encoderFor(
  context: VectorEncoding,
  ownerId: string,
  first: EmbedPurpose = 'query',
): Promise<Encoder> {
  const choice = await modelFor(context, ownerId)
  if (choice?.endpoint.embeddingModel) return atEndpoint(context, ownerId, choice)
  const model = await context.embedder.model(first)
  return {
    model,
    embed: (texts, purpose, deadlineMs, objectId) => {
      const make = async (some: string[]) => {
        const made = await context.embedder.embed(some, purpose, { deadlineMs })
        if (objectId && some.length > 0) await counted(context, { ownerId, objectId }, some)
        return made
      }
      return purpose === 'query' ? remembered(model.id, texts, make) : make(texts)
    },
  }
}

const operationOf = (purpose: EmbedPurpose) => (purpose === 'query' ? 'search' : 'ingest')

/** Files that the encoder on this machine has read are counted like those of any other; none is refused for it. */
async function counted(
  context: VectorEncoding,
  whose: { ownerId: string; objectId: string },
  texts: string[],
): Promise<void> {
  const used = { prompt_tokens: tokensAtMost(texts.reduce((sum, text) => sum + text.length, 0)) }
  const charge = { ...whose, meter: 'llm_embed', operation: 'ingest', local: true, lenient: true } as const
  await metered(
    context,
    { charge, expected: used },
    async () => ({ used, value: undefined }),
    async () => {},
  )
}

const PROBE_MS = 10_000
const dims = new Map<string, number>()

async function atEndpoint(context: VectorEncoding, ownerId: string, choice: ModelChoice): Promise<Encoder> {
  const embed: Encoder['embed'] = async (texts, purpose, deadlineMs, objectId) => {
    if (texts.length === 0) return []
    const charge = { ownerId, operation: operationOf(purpose), objectId }
    return embedTexts(context, { choice, charge }, { texts, deadlineMs }, async (_tx, vectors) => vectors.map(unit))
  }
  const id = `${choice.endpoint.embeddingModel} @ ${choice.endpoint.baseUrl}`
  let dim = dims.get(id)
  if (dim === undefined) {
    const [vector] = await embed(['проба'], 'query', PROBE_MS).catch((error: Error) => {
      throw new EmbedderOff(error.message)
    })
    dim = vector!.length
    dims.set(id, dim)
  }
  return { model: { id, dim }, embed }
}

function unit(numbers: number[]): Float32Array {
  let square = 0
  for (const value of numbers) square += value * value
  const length = Math.sqrt(square) || 1
  return Float32Array.from(numbers, value => value / length)
}

/** For /health/deep: which encoder works here, or why none does. */
export const encoderCheck = (context: Pick<Context, 'embedder'>) => ({
  name: 'vectors',
  async run() {
    const { id, dim } = await context.embedder.model('passage').catch((error: Error) => {
      throw new Error(`search is by words alone: ${error.message}`)
    })
    return `${id} makes vectors of ${dim} numbers`
  },
})
