import type { Needs } from '../../context.ts'
import type { ModelAnswer, ModelEndpoint, ModelRequest, Vectors } from '../../ports/models.ts'
import type { Units } from '../../tables.ts'
import { metered } from '../usage/index.ts'
import { serviceModel, storedEndpoint } from './model.ts'
import { findConnection } from './queries.ts'

/** Asking a model on somebody's behalf: whose model it is, and who pays. */

export interface ModelChoice {
  endpoint: ModelEndpoint
  /** The user's own costs nothing here; it is counted all the same. */
  own: boolean
}

export interface ModelCharge {
  ownerId: string
  /** What is done, in a word: `ask`, `ingest`, `agent`. */
  operation: string
  objectId?: string
}

type Asking = Needs<'db' | 'signals' | 'tables' | 'models'>

const CHARACTERS_PER_TOKEN = 3
const ANSWER_TOKENS = 1000

/** The user's own model where there is one, else the service's; undefined when there is neither. */
export async function modelFor(
  context: Needs<'db' | 'secrets' | 'config'>,
  ownerId: string,
): Promise<ModelChoice | undefined> {
  const own = await findConnection(context.db, ownerId, 'llm')
  if (own?.enabled) return { endpoint: storedEndpoint(context, own), own: true }
  const service = serviceModel(context)
  return service && { endpoint: service, own: false }
}

/**
 * Reserves what it may cost (402 when the month does not hold it), asks, and charges what it did cost in the transaction of
 * `outcome`. Throws ModelFailed; then nothing is charged.
 */
export function askModel<R>(
  context: Asking,
  choice: ModelChoice,
  charge: ModelCharge,
  request: ModelRequest,
  outcome: (context: Needs<'db' | 'signals' | 'tables'>, answer: ModelAnswer) => Promise<R>,
): Promise<R> {
  return metered(
    context,
    { ...charge, meter: 'llm_chat', free: choice.own },
    expectedOf(
      request.messages.map(({ content }) => content),
      request.maxTokens ?? ANSWER_TOKENS,
    ),
    async () => {
      const answer = await context.models.generate(choice.endpoint, request)
      return { used: answer.used, value: answer }
    },
    outcome,
  )
}

export function embedTexts<R>(
  context: Asking,
  choice: ModelChoice,
  charge: ModelCharge,
  request: { texts: string[]; deadlineMs: number; signal?: AbortSignal },
  outcome: (context: Needs<'db' | 'signals' | 'tables'>, vectors: Vectors['vectors']) => Promise<R>,
): Promise<R> {
  return metered(
    context,
    { ...charge, meter: 'llm_embed', free: choice.own },
    expectedOf(request.texts, 0),
    async () => {
      const made = await context.models.embed(choice.endpoint, request.texts, request)
      return { used: made.used, value: made.vectors }
    },
    outcome,
  )
}

const expectedOf = (texts: string[], answerTokens: number): Units => ({
  prompt_tokens: Math.ceil(texts.reduce((sum, text) => sum + text.length, 0) / CHARACTERS_PER_TOKEN),
  completion_tokens: answerTokens,
})
