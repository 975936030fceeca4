import type { Json, Person } from './client.ts'

/** The agent as a client sees it: the events of one stream, in order. */
export interface AgentReply {
  status: number
  chunks: Json[]
  ids: number[]
  body: Json
  runId: string
  sessionId: string
  /** All that was said. */
  text: string
  finish: Json
  /** What waits for a yes. */
  confirmations: Json[]
}

export function read(status: number, raw: string): AgentReply {
  const events = raw.split('\n\n').filter(event => event.includes('data: '))
  const parsed = events.map(event => ({
    id: Number(/^id: (\d+)$/m.exec(event)?.[1] ?? 0),
    data: /^data: (.*)$/m.exec(event)![1]!,
  }))
  const chunks = parsed.filter(({ data }) => data !== '[DONE]').map(({ data }) => JSON.parse(data))
  const start = chunks.find(chunk => chunk.type === 'start')
  return {
    status,
    chunks,
    ids: parsed.filter(({ data }) => data !== '[DONE]').map(({ id }) => id),
    body: status === 200 ? undefined : JSON.parse(raw),
    runId: start?.messageMetadata.run_id ?? '',
    sessionId: start?.messageMetadata.session_id ?? '',
    text: chunks
      .filter(chunk => chunk.type === 'text-delta')
      .map(chunk => chunk.delta)
      .join(''),
    finish: chunks.findLast(chunk => chunk.type === 'finish')?.messageMetadata,
    confirmations: chunks.filter(chunk => chunk.type === 'data-confirmation').map(chunk => chunk.data),
  }
}

export async function chat(person: Person, query: string, more: object = {}): Promise<AgentReply> {
  const { status, text } = await person.post('/v1/agent/chat', { query, ...more })
  return read(status, text)
}

export async function decide(
  person: Person,
  reply: AgentReply,
  confirmed: boolean,
  more: object = {},
): Promise<AgentReply> {
  const decisions = reply.confirmations.map(({ tool_call_id }) => ({ tool_call_id, confirmed }))
  const { status, text } = await person.post('/v1/agent/continue', {
    run_id: reply.runId,
    session_id: reply.sessionId,
    decisions,
    ...more,
  })
  return read(status, text)
}
