import type { Chunk } from './stream.ts'

export interface Citation {
  object_id: string
  ord: number
  index: number
  char_start: number
  char_end: number
  filename: string
  title: string
  snippet: string
  /** Of a recording: when it is said. */
  start_s?: number | null
  end_s?: number | null
}

export interface Confirmation {
  tool_call_id: string
  title: string
  detail: string
  risk: string
  decided?: boolean
}

interface ToolUse {
  id: string
  name: string
  state: 'running' | 'done' | 'failed' | 'denied'
  error?: string
}

type Status = 'streaming' | 'completed' | 'paused' | 'failed' | 'cancelled'

/** One question and what came of it. */
export interface Turn {
  key: string
  query: string
  text: string
  status: Status
  citations: Citation[]
  tools: ToolUse[]
  confirmations: Confirmation[]
  links: { url: string; title: string }[]
  runId?: string
  sessionId?: string
  /** Its number in the session. */
  n?: number
  cost?: number
  /** False: nothing was found in the files. */
  usedContext?: boolean
  error?: string
}

export const newTurn = (key: string, query: string): Turn => ({
  key,
  query,
  text: '',
  status: 'streaming',
  citations: [],
  tools: [],
  confirmations: [],
  links: [],
})

interface Metadata {
  run_id?: string
  session_id?: string
  status?: Status
  cost_rub?: number
  used_context?: boolean
}

function withMetadata(turn: Turn, found: unknown): Turn {
  const { run_id, session_id, status, cost_rub, used_context } = (found ?? {}) as Metadata
  return {
    ...turn,
    runId: run_id ?? turn.runId,
    sessionId: session_id ?? turn.sessionId,
    status: status ?? turn.status,
    cost: cost_rub ?? turn.cost,
    usedContext: used_context ?? turn.usedContext,
  }
}

const toolSet = (turn: Turn, id: unknown, change: Partial<ToolUse>): Turn => ({
  ...turn,
  tools: turn.tools.some(tool => tool.id === id)
    ? turn.tools.map(tool => (tool.id === id ? { ...tool, ...change } : tool))
    : [...turn.tools, { id: String(id), name: '', state: 'running', ...change }],
})

const decidedAs = (turn: Turn, id: unknown, decided: boolean): Turn => ({
  ...turn,
  confirmations: turn.confirmations.map(each => (each.tool_call_id === id ? { ...each, decided } : each)),
})

const cited = (turn: Turn, citation: Citation): Turn =>
  turn.citations.some(
    each =>
      each.object_id === citation.object_id && each.char_start === citation.char_start && each.index === citation.index,
  )
    ? turn
    : { ...turn, citations: [...turn.citations, citation] }

/** What a piece of the stream makes of the turn; pieces that are not known change nothing. */
const PIECES: Record<string, (turn: Turn, chunk: Chunk) => Turn> = {
  start: (turn, chunk) => withMetadata(turn, chunk.messageMetadata),
  'message-metadata': (turn, chunk) => withMetadata(turn, chunk.messageMetadata),
  'text-start': turn => ({ ...turn, text: turn.text === '' ? '' : `${turn.text}\n\n` }),
  'text-delta': (turn, chunk) => ({ ...turn, text: turn.text + String(chunk.delta ?? '') }),
  'tool-input-available': (turn, chunk) =>
    toolSet(turn, chunk.toolCallId, { name: String(chunk.toolName ?? ''), state: 'running' }),
  'tool-output-available': (turn, chunk) =>
    decidedAs(toolSet(turn, chunk.toolCallId, { state: 'done' }), chunk.toolCallId, true),
  'tool-output-error': (turn, chunk) =>
    toolSet(turn, chunk.toolCallId, { state: 'failed', error: String(chunk.errorText ?? '') }),
  'tool-output-denied': (turn, chunk) =>
    decidedAs(toolSet(turn, chunk.toolCallId, { state: 'denied' }), chunk.toolCallId, false),
  'data-citation': (turn, chunk) => cited(turn, chunk.data as Citation),
  'data-citations': (turn, chunk) => (chunk.data as Citation[]).reduce(cited, turn),
  'data-confirmation': (turn, chunk) => ({
    ...turn,
    confirmations: [...turn.confirmations, chunk.data as Confirmation],
  }),
  'data-link': (turn, chunk) => ({ ...turn, links: [...turn.links, chunk.data as { url: string; title: string }] }),
  finish: (turn, chunk) => ({
    ...withMetadata(turn, chunk.messageMetadata),
    status: (chunk.messageMetadata as Metadata | undefined)?.status ?? 'completed',
  }),
  'source-url': (turn, chunk) => ({
    ...turn,
    links: [...turn.links, { url: String(chunk.url ?? ''), title: String(chunk.title ?? '') }],
  }),
  abort: turn => ({ ...turn, status: 'cancelled' }),
  error: (turn, chunk) => ({ ...turn, status: 'failed', error: String(chunk.errorText ?? '') }),
}

export const reduced = (turn: Turn, chunk: Chunk): Turn => PIECES[chunk.type]?.(turn, chunk) ?? turn
