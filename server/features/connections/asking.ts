import type { Needs } from '../../context.ts'
import { tokensAtMost } from '../../lib/token-count.ts'
import {
  type ModelAnswer,
  type ModelEndpoint,
  ModelFailed,
  type ModelRequest,
  type Vectors,
} from '../../ports/models.ts'
import type { Units } from '../../tables.ts'
import { assertAffordable, metered, PartlyDone } from '../usage/index.ts'
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
  objectIds?: string[]
  runId?: string
  hidden?: boolean
  spent?(microRoubles: number): void
}

type Asking = Needs<'db' | 'signals' | 'tables' | 'models'>

const ANSWER_TOKENS = 1000
/** What a model puts around every conversation. */
const AROUND_TOKENS = 40

/** Refuses with 402 what a model of the service would be asked for in a month that is spent. */
export async function assertNotSpent(
  context: Needs<'db' | 'signals' | 'tables' | 'secrets' | 'config'>,
  ownerId: string,
): Promise<void> {
  const choice = await modelFor(context, ownerId)
  if (!choice || choice.own) return
  await assertAffordable(context, { ownerId, meter: 'llm_chat', operation: 'agent' }, { completion_tokens: 1 })
}

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
 * Reserves what it may cost (402 when the month does not hold even the question), asks for an answer that what is left pays
 * for, and charges what it did cost in the transaction of `outcome`; `read` has the answer before that, for work that takes
 * longer than a transaction should. Throws ModelFailed; then only what had already come of the answer is charged, with the question.
 */
export function askModel<R>(
  context: Asking,
  { choice, charge }: { choice: ModelChoice; charge: ModelCharge },
  request: ModelRequest & { read?(answer: ModelAnswer): Promise<void> },
  outcome: (context: Needs<'db' | 'signals' | 'tables'>, answer: ModelAnswer) => Promise<R>,
): Promise<R> {
  return metered(
    context,
    {
      charge: { ...charge, meter: 'llm_chat', free: choice.own },
      expected: expectedOf(contentsOf(request), request.maxTokens ?? ANSWER_TOKENS),
    },
    async ({ maxCompletion }) => {
      const maxTokens = Math.min(request.maxTokens ?? ANSWER_TOKENS, maxCompletion)
      const answer = await generate(context, choice.endpoint, { ...request, maxTokens })
      await request.read?.(answer)
      return { used: answer.used, value: answer }
    },
    outcome,
  )
}

async function generate({ models }: Asking, endpoint: ModelEndpoint, request: ModelRequest): Promise<ModelAnswer> {
  if (!request.onText) return models.generate(endpoint, request)
  const received: string[] = []
  const onText = (piece: string) => {
    received.push(piece)
    request.onText?.(piece)
  }
  try {
    return await models.generate(endpoint, { ...request, onText })
  } catch (error) {
    if (received.length === 0 || !(error instanceof ModelFailed)) throw error
    const { prompt_tokens } = expectedOf(contentsOf(request), 0)
    throw new PartlyDone(error, { prompt_tokens, completion_tokens: tokensIn(received) })
  }
}

export function embedTexts<R>(
  context: Asking,
  { choice, charge }: { choice: ModelChoice; charge: ModelCharge },
  request: { texts: string[]; deadlineMs: number; signal?: AbortSignal },
  outcome: (context: Needs<'db' | 'signals' | 'tables'>, vectors: Vectors['vectors']) => Promise<R>,
): Promise<R> {
  return metered(
    context,
    { charge: { ...charge, meter: 'llm_embed', free: choice.own }, expected: expectedOf(request.texts, 0) },
    async () => {
      const made = await context.models.embed(choice.endpoint, request.texts, request)
      return { used: made.used, value: made.vectors }
    },
    outcome,
  )
}

/** Everything that the model is given, tools and their results included. */
const contentsOf = ({ messages, tools }: ModelRequest) => [JSON.stringify(messages), JSON.stringify(tools ?? [])]

const tokensIn = (texts: string[]) => tokensAtMost(texts.reduce((sum, text) => sum + text.length, 0))

const expectedOf = (texts: string[], answerTokens: number): Units => ({
  prompt_tokens: AROUND_TOKENS + tokensIn(texts),
  completion_tokens: answerTokens,
})
