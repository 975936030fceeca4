import type { OpenAICompatibleProvider } from '@ai-sdk/openai-compatible'
import type { LanguageModel, LanguageModelUsage, ModelMessage as SdkMessage, ToolSet } from 'ai'
import type { z } from 'zod'
import { timeLimit } from '../../lib/time-limit.ts'
import { withoutEnd } from '../../lib/trim.ts'
import {
  type ModelAnswer,
  type ModelEndpoint,
  ModelFailed,
  type ModelMessage,
  type ModelRequest,
  type Models,
  type ModelTool,
} from '../../ports/models.ts'
import type { Outbound } from '../../ports/outbound.ts'
import { faultOf } from './faults.ts'
import { guardedFetch, openFetch } from './fetch.ts'
import { jsonWithin, schemaInWords } from './json.ts'
import { retried } from './retry.ts'
import { transcribeAt } from './transcription.ts'

/** Characters to a token, for servers that do not count. */
const CHARACTERS_PER_TOKEN = 3

/** Any server that speaks the OpenAI protocol, through the AI SDK; deadlines, counting and faults are settled here. */
export function openAiCompatibleModels(outbound: Outbound): Models {
  const guarded = guardedFetch(outbound)
  const open = openFetch()
  const fetchOf = (endpoint: ModelEndpoint) => (endpoint.trusted ? open : guarded)
  const providerOf = async (endpoint: ModelEndpoint, structured: boolean): Promise<OpenAICompatibleProvider> => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
    return createOpenAICompatible({
      name: 'endpoint',
      baseURL: endpoint.baseUrl,
      apiKey: endpoint.apiKey || undefined,
      fetch: fetchOf(endpoint),
      includeUsage: true,
      supportsStructuredOutputs: structured,
    })
  }

  async function generate(endpoint: ModelEndpoint, request: ModelRequest, signal: AbortSignal): Promise<ModelAnswer> {
    const model = async (structured: boolean) => (await providerOf(endpoint, structured))(endpoint.model)
    if (!request.shape) return plain(await model(false), request, signal)
    try {
      return await shaped(await model(true), request, signal)
    } catch (error) {
      // Many servers know nothing of schemas: then the schema is told in words.
      if (faultOf(error).fault !== 'refused') throw error
      return shaped(await model(false), { ...request, messages: withSchema(request) }, signal)
    }
  }

  return {
    generate(endpoint, request) {
      const signal = limitOf(request)
      return retried(signal, () => generate(endpoint, request, signal))
    },
    embed(endpoint, texts, options) {
      const signal = limitOf(options)
      return retried(signal, async () => {
        const { embedMany } = await sdk()
        const model = (await providerOf(endpoint, false)).embeddingModel(endpoint.embeddingModel)
        const { embeddings, usage } = await embedMany({
          model,
          values: texts,
          maxRetries: 0,
          abortSignal: signal,
        })
        if (embeddings.length !== texts.length || embeddings.some(vector => !vector.every(Number.isFinite)))
          throw new ModelFailed('broken', 'The model server gave vectors that cannot be used.')
        return { vectors: embeddings, used: { prompt_tokens: usage.tokens || tokensOf(texts) } }
      })
    },
    transcribe(endpoint, sound, options) {
      const signal = limitOf(options)
      return retried(signal, () => transcribeAt(fetchOf(endpoint), endpoint, sound, signal))
    },
    async list(endpoint, options) {
      try {
        const reply = await fetchOf(endpoint)(`${withoutEnd(endpoint.baseUrl, /\//)}/models`, {
          headers: endpoint.apiKey ? { authorization: `Bearer ${endpoint.apiKey}` } : {},
          signal: limitOf(options),
        })
        if (!reply.ok) return []
        const { data } = (await reply.json()) as { data?: { id?: unknown }[] }
        return (data ?? []).map(({ id }) => id).filter(id => typeof id === 'string')
      } catch (error) {
        const fault = faultOf(error)
        // A page in place of a list: it has none.
        if (fault.fault === 'broken') return []
        throw fault
      }
    },
  }
}

/** Loaded when it is first needed: most installations never do. */
async function sdk() {
  ;(globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false
  return import('ai')
}

const limitOf = ({ deadlineMs, signal }: { deadlineMs: number; signal?: AbortSignal }): AbortSignal =>
  timeLimit(deadlineMs, signal)

function final(error: unknown): ModelFailed {
  const { fault, message } = faultOf(error)
  return new ModelFailed(fault, message)
}

const callOf = async (model: LanguageModel, request: ModelRequest, signal: AbortSignal) => ({
  model,
  messages: request.messages.map(inSdkWords),
  tools: await toolsOf(request.tools),
  maxOutputTokens: request.maxTokens,
  temperature: request.temperature,
  // Ours alone stand there: what files say comes as the user's words.
  allowSystemInMessages: true,
  maxRetries: 0,
  abortSignal: signal,
})

async function plain(model: LanguageModel, request: ModelRequest, signal: AbortSignal): Promise<ModelAnswer> {
  const { generateText, streamText } = await sdk()
  const call = await callOf(model, request, signal)
  if (!request.onText) {
    return answerOf(request, givenBy(await generateText(call)))
  }
  // Errors come as parts of the stream; without a listener the SDK would print them.
  const result = streamText({ ...call, onError: () => {} })
  let emitted = false
  for await (const part of result.fullStream) {
    if (part.type === 'text-delta') {
      emitted = true
      request.onText(part.text)
    }
    // Text that was already sent cannot be taken back, so there is no second try then.
    if (part.type === 'error') throw emitted ? final(part.error) : part.error
    if (part.type === 'abort') throw signal.reason
  }
  // A stream that just ends, without a word on why, has been cut off.
  if ((await result.finishReason) === 'other')
    throw new ModelFailed('broken', 'The model server broke off in the middle.', !emitted)
  return answerOf(request, {
    text: await result.text,
    toolCalls: await result.toolCalls,
    usage: await result.usage,
    modelId: (await result.response).modelId,
  })
}

/** One more try is given to an answer that does not fit, with the reason told. */
async function shaped(model: LanguageModel, request: ModelRequest, signal: AbortSignal): Promise<ModelAnswer> {
  const { generateText, jsonSchema, Output } = await sdk()
  const { schema, name } = request.shape!
  const used = { prompt_tokens: 0, completion_tokens: 0 }
  let messages = request.messages
  for (let attempt = 1; ; attempt++) {
    const call = await callOf(model, { ...request, messages }, signal)
    // Judged here, by our own schema: the SDK would throw away what only needs to be unwrapped.
    const output = Output.object({ schema: jsonSchema(schemaInWords(schema)), name })
    const answer = answerOf(request, await generateText({ ...call, output }).then(givenBy, salvage))
    used.prompt_tokens += answer.used.prompt_tokens
    used.completion_tokens += answer.used.completion_tokens
    const parsed = schema.safeParse(jsonWithin(answer.text))
    if (parsed.success) return { ...answer, value: parsed.data, used }
    if (attempt === 2) throw new ModelFailed('broken', 'The model did not keep to the form that was asked for.')
    messages = [
      ...request.messages,
      { role: 'assistant', content: answer.text },
      { role: 'user', content: `This does not fit the schema: ${complaint(parsed.error)} Answer with the JSON only.` },
    ]
  }
}

const complaint = (error: z.ZodError) =>
  error.issues
    .slice(0, 5)
    .map(issue => `${issue.path.join('.') || 'the whole'}: ${issue.message}.`)
    .join(' ')

interface Given {
  text: string
  toolCalls: { toolCallId: string; toolName: string; input: unknown; invalid?: boolean }[]
  usage: LanguageModelUsage
  modelId: string
}

const givenBy = (result: Omit<Given, 'modelId'> & { response: { modelId: string } }): Given => ({
  text: result.text,
  toolCalls: result.toolCalls,
  usage: result.usage,
  modelId: result.response.modelId,
})

/** The text of an answer that the SDK could not make an object of. */
function salvage(error: unknown): Given {
  const { name, text, usage, response } = error as {
    name?: string
    text?: string
    usage?: LanguageModelUsage
    response?: { modelId?: string }
  }
  if (name !== 'AI_NoObjectGeneratedError' || text === undefined) throw error
  return { text, usage: usage!, toolCalls: [], modelId: response?.modelId ?? '' }
}

function answerOf(request: ModelRequest, given: Partial<Given> & Pick<Given, 'text' | 'usage'>): ModelAnswer {
  const toolCalls = (given.toolCalls ?? []).map(call => ({
    id: call.toolCallId,
    name: call.toolName,
    input: call.input,
    invalid: call.invalid ?? false,
  }))
  if (given.text === '' && toolCalls.length === 0)
    throw new ModelFailed('broken', 'The model gave an empty answer.', true)
  return {
    text: given.text,
    toolCalls,
    used: {
      prompt_tokens: given.usage?.inputTokens || tokensOf(request.messages.map(({ content }) => content)),
      completion_tokens: given.usage?.outputTokens || tokensOf([given.text]),
    },
    model: given.modelId ?? '',
  }
}

const tokensOf = (texts: string[]) =>
  Math.ceil(texts.reduce((sum, text) => sum + text.length, 0) / CHARACTERS_PER_TOKEN)

function withSchema({ messages, shape }: ModelRequest): ModelMessage[] {
  const words = `Answer with one JSON object and nothing else. It fits this schema:\n${JSON.stringify(schemaInWords(shape!.schema))}`
  return [{ role: 'system', content: words }, ...messages]
}

async function toolsOf(tools: ModelTool[] | undefined): Promise<ToolSet | undefined> {
  if (!tools?.length) return undefined
  const { jsonSchema, tool } = await sdk()
  return Object.fromEntries(
    tools.map(({ name, description, parameters }) => [
      name,
      tool({ description, inputSchema: jsonSchema(schemaInWords(parameters)) }),
    ]),
  )
}

function inSdkWords(message: ModelMessage): SdkMessage {
  if (message.role === 'tool') {
    const output = { type: 'text' as const, value: message.content }
    return {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId: message.toolCallId, toolName: message.name, output }],
    }
  }
  if (message.role !== 'assistant' || !message.toolCalls?.length)
    return { role: message.role, content: message.content } as SdkMessage
  return {
    role: 'assistant',
    content: [
      ...(message.content ? [{ type: 'text' as const, text: message.content }] : []),
      ...message.toolCalls.map(({ id, name, input }) => ({
        type: 'tool-call' as const,
        toolCallId: id,
        toolName: name,
        input,
      })),
    ],
  }
}
