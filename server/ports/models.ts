import type { z } from 'zod'

/** An OpenAI-compatible server: the service's own, or one that a user has brought along. */
export interface ModelEndpoint {
  baseUrl: string
  apiKey: string
  model: string
  /** Empty when it makes no vectors. */
  embeddingModel: string
  /** Named by whoever runs the service, so it may lie in a private network. */
  trusted: boolean
}

export interface ModelToolCall {
  id: string
  name: string
  input: unknown
  /** The model has written something that is no JSON, or names no tool of ours. */
  invalid: boolean
}

export type ModelMessage =
  | { role: 'system' | 'user'; content: string }
  | { role: 'assistant'; content: string; toolCalls?: ModelToolCall[] }
  | { role: 'tool'; toolCallId: string; name: string; content: string }

export interface ModelTool {
  name: string
  description: string
  parameters: z.ZodType
}

export interface ModelRequest {
  messages: ModelMessage[]
  tools?: ModelTool[]
  /** The shape that the answer must have; then `value` holds it. */
  shape?: { name: string; schema: z.ZodType }
  maxTokens?: number
  temperature?: number
  /** All of it, with every repeated try. */
  deadlineMs: number
  signal?: AbortSignal
  /** Called with each piece of the text as it comes. */
  onText?(piece: string): void
}

export interface ModelAnswer {
  text: string
  value?: unknown
  toolCalls: ModelToolCall[]
  used: { prompt_tokens: number; completion_tokens: number }
  /** Who answered, by its own word. */
  model: string
}

export interface Vectors {
  vectors: number[][]
  used: { prompt_tokens: number }
}

/** What a server makes of a piece of speech; times and judgements only where it tells them. Seconds within the piece. */
export interface Transcription {
  text: string
  language?: string
  segments: { text: string; start: number; end: number; noSpeech: number; likely: number; packed: number }[]
  words: { text: string; start: number; end: number }[]
}

/** Models behind an endpoint. Every method ends by its deadline, with an answer or with ModelFailed. */
export interface Models {
  generate(endpoint: ModelEndpoint, request: ModelRequest): Promise<ModelAnswer>
  embed(
    endpoint: ModelEndpoint,
    texts: string[],
    options: { deadlineMs: number; signal?: AbortSignal },
  ): Promise<Vectors>
  transcribe(
    endpoint: ModelEndpoint,
    sound: { wav: Buffer; model: string },
    options: { deadlineMs: number; signal?: AbortSignal },
  ): Promise<Transcription>
  /** The names of the models it has; empty when it does not tell. */
  list(endpoint: ModelEndpoint, options: { deadlineMs: number }): Promise<string[]>
}

export type ModelFault =
  | 'private'
  | 'unreachable'
  | 'unauthorised'
  | 'unknown_model'
  | 'refused'
  | 'busy'
  | 'slow'
  | 'broken'
  | 'cancelled'

/** Words of ours only: what a server says may hold more than should be shown. */
export class ModelFailed extends Error {
  override name = 'ModelFailed'
  constructor(
    readonly fault: ModelFault,
    message: string,
    /** The server has said that another try may do. */
    readonly passing = false,
  ) {
    super(message)
  }
}
