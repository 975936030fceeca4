import type { Needs } from '../../../context.ts'
import type { Language } from '../../../lib/language.ts'
import type { ModelAnswer, ModelMessage } from '../../../ports/models.ts'
import { askModel, type ModelChoice } from '../../connections/index.ts'
import type { Retrieved } from '../../search/index.ts'
import { asText } from '../clean.ts'
import { isCyrillic } from '../question.ts'
import type { WebSource } from '../reply.ts'
import { verifierBeside } from './beside.ts'
import { type Composed, compose, statementsOf } from './compose.ts'
import { answerPrompt, freePrompt, rewritePrompt, type Said } from './prompt.ts'
import type { Verifier } from './verify.ts'

type Asking = Needs<'db' | 'signals' | 'tables' | 'models' | 'judge' | 'embedder' | 'compute'>

/** One question to a model: whose it is, until when it may take, and who counts what it costs. */
export interface ModelCall {
  choice: ModelChoice
  ownerId: string
  /** When the whole answer has to be there. */
  deadline: number
  signal?: AbortSignal
  /** The files that have gone into it so far, and the run of the agent that asks. */
  objectIds: string[]
  runId?: string
  hidden: boolean
  spent(microRoubles: number): void
}

const MAX_TOKENS = 900
const REWRITE_TOKENS = 200

const requestOf = (call: ModelCall, messages: ModelMessage[], maxTokens: number) => ({
  messages,
  maxTokens,
  temperature: 0,
  deadlineMs: Math.max(1, call.deadline - Date.now()),
  signal: call.signal,
  // Pieces are counted: what comes before a break has been paid for.
  onText: () => {},
})

const chargeOf = ({ ownerId, objectIds, runId, hidden, spent }: ModelCall) => ({
  ownerId,
  operation: 'ask',
  objectIds,
  runId,
  hidden,
  spent,
})

/** The question as it would be asked by somebody who does not know the conversation. */
export async function rewrite(context: Asking, call: ModelCall, question: string, history: Said[]): Promise<string> {
  const request = requestOf(call, rewritePrompt(question, history), REWRITE_TOKENS)
  const { text } = await askModel(
    context,
    { choice: call.choice, charge: chargeOf(call) },
    request,
    async (_tx, answer) => answer,
  )
  const line = text.trim().split('\n')[0]!.trim()
  // A model that chats instead of rewriting is not listened to.
  return line && line.length <= 2 * question.length + 300 ? line : question
}

export interface CheckedAnswer extends Composed {
  model: string
}

/** An answer from passages, each sentence checked. `keep` runs in the transaction that is charged, when there is something. */
export async function writeAnswer<R>(
  context: Asking,
  call: ModelCall,
  asked: { question: string; passages: Retrieved[]; history: Said[]; language: Language; web: WebSource[] },
  keep: (context: Needs<'db' | 'signals' | 'tables'>, written: CheckedAnswer) => Promise<R>,
): Promise<{ written: CheckedAnswer; kept?: R }> {
  const { question, passages, language, web } = asked
  const messages = answerPrompt(question, passages, asked)
  for (let again = false; ; again = true) {
    const judging = { passages, pages: web.length, language, verifier: verifierBeside(context, call.ownerId, passages) }
    const onText = listening(judging.verifier)
    let composed: Composed | undefined
    const request = {
      ...requestOf(call, again ? insisting(messages, language) : messages, MAX_TOKENS),
      onText: onText,
      read: async ({ text }: ModelAnswer) => {
        composed = await compose(text, judging)
      },
    }
    const tried = await askModel(
      context,
      { choice: call.choice, charge: chargeOf(call) },
      request,
      async (tx, { model }) => {
        const written = { ...composed!, model }
        const foreign = written.usable && isCyrillic(written.answer) !== (language === 'ru')
        const good = written.usable && !foreign
        return { written, foreign, kept: good ? await keep(tx, written) : undefined }
      },
    )
    if (!tried.foreign || again)
      return { written: { ...tried.written, usable: tried.written.usable && !tried.foreign }, kept: tried.kept }
  }
}

/** Sentences are verified while the model still writes the next. */
function listening(verifier: Verifier): (piece: string) => void {
  let received = ''
  return piece => {
    received += piece
    if (/[.!?…\n]/u.test(piece))
      for (const { text } of statementsOf(asText(received)).slice(0, -1)) void verifier.verify(text).catch(() => {})
  }
}

const insisting = (messages: ModelMessage[], language: Language): ModelMessage[] => [
  ...messages,
  {
    role: 'user',
    content: language === 'ru' ? 'Ответь на русском языке.' : 'Answer in English.',
  },
]

/** From what the model knows by itself. */
export const writeFreely = <R>(
  context: Asking,
  call: ModelCall,
  asked: { question: string; history: Said[]; language: Language },
  keep: (context: Needs<'db' | 'signals' | 'tables'>, answer: { text: string; model: string }) => Promise<R>,
): Promise<R> =>
  askModel(
    context,
    { choice: call.choice, charge: chargeOf(call) },
    requestOf(call, freePrompt(asked.question, asked), MAX_TOKENS),
    keep,
  )
