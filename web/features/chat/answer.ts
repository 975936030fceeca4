import type { UIMessage } from '@ai-sdk/react'
import type { Schemas } from '../../api/openapi.ts'

export type ChatCitation = Pick<
  Schemas['AskCitation'],
  'object_id' | 'ord' | 'index' | 'char_start' | 'char_end' | 'filename' | 'title' | 'snippet' | 'start_s' | 'end_s'
>

export type Confirmation = Schemas['AgentConfirmation'] & { decided?: boolean }

interface ToolUse {
  id: string
  failed: boolean
  error?: string
  outcome?: Schemas['AgentToolOutput']
}

type Begun = (Schemas['StartPart'] | Schemas['StartAskPart'])['messageMetadata']
type Ended = Omit<Schemas['FinishAskPart']['messageMetadata'], 'status'> &
  Pick<(Schemas['FinishPart'] | Schemas['FinishAskPart'])['messageMetadata'], 'status'>

type Status = 'streaming' | Ended['status']

/** One question and what came of it. */
export interface ChatTurn {
  key: string
  query: string
  text: string
  status: Status
  citations: ChatCitation[]
  tools: ToolUse[]
  confirmations: Confirmation[]
  links: Schemas['AgentLink'][]
  runId?: string
  sessionId?: string
  /** Its number in the session. */
  n?: number
  cost?: number
  /** A model answered from what it knows, for nothing was found in the files. */
  isFree?: boolean
  /** How likely it is that the files answer the question, 0 to 1. */
  confidence?: number
  error?: string
}

export const newTurn = (key: string, query: string): ChatTurn => ({
  key,
  query,
  text: '',
  status: 'streaming',
  citations: [],
  tools: [],
  confirmations: [],
  links: [],
})

type Grounds = Partial<Pick<Ended, 'used_context' | 'model' | 'confidence'>>

type Data = {
  citation: Schemas['AskCitation']
  confirmation: Schemas['AgentConfirmation']
  link: Schemas['AgentLink']
}

/** An answer as the SDK keeps it. */
export type ChatMessage = UIMessage<Partial<Begun & Ended>, Data>

const cited = (known: ChatCitation[], citation: ChatCitation): ChatCitation[] =>
  known.some(
    each =>
      each.object_id === citation.object_id && each.char_start === citation.char_start && each.index === citation.index,
  )
    ? known
    : [...known, citation]

/** A part that is not known changes nothing. */
function addPart(turn: ChatTurn, part: ChatMessage['parts'][number]): void {
  if (part.type === 'data-citation') turn.citations = cited(turn.citations, part.data)
  else if (part.type === 'data-confirmation') turn.confirmations.push(part.data)
  else if (part.type === 'data-link') turn.links.push(part.data)
  else if (part.type === 'source-url') turn.links.push({ url: part.url, title: part.title ?? '' })
  else if ('toolCallId' in part)
    turn.tools.push({
      id: part.toolCallId,
      failed: part.state === 'output-error',
      error: part.errorText,
      outcome: part.state === 'output-available' ? (part.output as Schemas['AgentToolOutput']) : undefined,
    })
}

/** Whether a tool was let do its work, as far as the answer says. */
function outcomes(parts: ChatMessage['parts']): Map<string, boolean> {
  const known = new Map<string, boolean>()
  for (const part of parts) {
    if (!('toolCallId' in part)) continue
    if (part.state === 'output-available') known.set(part.toolCallId, true)
    else if (part.state === 'output-denied') known.set(part.toolCallId, false)
  }
  return known
}

export const SURE = 0.5

/** What an answer rests on. */
export const groundsOf = ({ used_context, model, confidence }: Grounds): Pick<ChatTurn, 'isFree' | 'confidence'> => ({
  isFree: used_context === false && model !== undefined && model !== '',
  confidence: used_context ? confidence : undefined,
})

/** What the parts of an answer make of its turn. */
export function turnOf(base: ChatTurn, { parts, metadata = {} }: ChatMessage): ChatTurn {
  const turn: ChatTurn = {
    ...newTurn(base.key, base.query),
    runId: metadata.run_id ?? base.runId,
    sessionId: metadata.session_id ?? base.sessionId,
    status: metadata.status ?? base.status,
    n: base.n,
    cost: metadata.cost_rub,
    ...groundsOf(metadata),
    text: parts.flatMap(part => (part.type === 'text' && part.text !== '' ? [part.text] : [])).join('\n\n'),
  }
  for (const part of parts) addPart(turn, part)
  const finished = outcomes(parts)
  // What was just decided here is not yet in the answer.
  const decided = new Map(base.confirmations.map(each => [each.tool_call_id, each.decided]))
  turn.confirmations = turn.confirmations.map(each => ({
    ...each,
    decided: finished.get(each.tool_call_id) ?? decided.get(each.tool_call_id),
  }))
  return turn
}
