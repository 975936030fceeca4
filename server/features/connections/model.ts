import { type Actor, inTransaction, type Needs } from '../../context.ts'
import type { Check } from '../../ports/checks.ts'
import { type ModelEndpoint, ModelFailed } from '../../ports/models.ts'
import { assertReachable, hint, keptOrNew } from './card.ts'
import { type Connection, findConnection } from './queries.ts'

type Connecting = Needs<'db' | 'signals' | 'models' | 'secrets' | 'outbound'>

export interface ModelConfig {
  base_url: string
  model: string
  embedding_model: string
}

export interface ModelCardRequest extends ModelConfig {
  api_key?: string | null
}

const CHECK_MS = 20_000

export const endpointOf = (config: ModelConfig, apiKey: string): ModelEndpoint => ({
  baseUrl: config.base_url,
  apiKey,
  model: config.model,
  embeddingModel: config.embedding_model,
  trusted: false,
})

const openKey = (context: Needs<'secrets'>, connection: Connection): string => context.secrets.open(connection.secret)

export const storedEndpoint = (context: Needs<'secrets'>, connection: Connection): ModelEndpoint =>
  endpointOf(connection.config as unknown as ModelConfig, openKey(context, connection))

export function serviceModel({ config }: Needs<'config'>): ModelEndpoint | undefined {
  if (!config.LLM_BASE_URL || !config.LLM_MODEL) return undefined
  return {
    baseUrl: config.LLM_BASE_URL,
    apiKey: config.LLM_API_KEY,
    model: config.LLM_MODEL,
    embeddingModel: config.EMBEDDING_MODEL,
    trusted: true,
  }
}

/** The service's own model, where there is one, answers. */
export const modelChecks = (context: Needs<'models' | 'config'>): Check[] => {
  const service = serviceModel(context)
  if (!service) return []
  return [
    {
      name: 'model',
      async run() {
        await context.models.list(service, { deadlineMs: 4000 })
        return `${service.model} answers questions`
      },
    },
  ]
}

/** Asks the model for one word, then stores the connection with the outcome; what does not work replaces nothing that does. */
export async function saveModel(context: Connecting, actor: Actor, request: ModelCardRequest): Promise<Connection> {
  const existing = await findConnection(context.db, actor.ownerId, 'llm')
  await assertReachable(context, 'base_url', request.base_url)
  const config: ModelConfig = {
    base_url: request.base_url,
    model: request.model,
    embedding_model: request.embedding_model,
  }
  // A server on one's own network often asks for no key at all.
  const key = request.api_key ?? (existing ? openKey(context, existing) : '')
  const error = await probeModel(context, endpointOf(config, key))
  return inTransaction(context, tx =>
    keptOrNew(tx.db, actor.ownerId, existing, {
      kind: 'llm',
      config: { ...config },
      secret: context.secrets.seal(key),
      secret_hint: key === '' ? '' : hint(key),
      error,
    }),
  )
}

/** One token of an answer, and one vector where it is to make them; answers what went wrong, or nothing. */
export async function probeModel(context: Needs<'models'>, endpoint: ModelEndpoint): Promise<string> {
  try {
    await context.models.generate(endpoint, {
      messages: [{ role: 'user', content: 'Say: ok' }],
      maxTokens: 1,
      deadlineMs: CHECK_MS,
    })
    if (endpoint.embeddingModel) await context.models.embed(endpoint, ['ok'], { deadlineMs: CHECK_MS })
    return ''
  } catch (error) {
    if (error instanceof ModelFailed) return error.message
    throw error
  }
}
