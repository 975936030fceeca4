import type { AgentPart } from './ui-parts.ts'

/** The AI SDK's stream of UI messages over server-sent events: the one format in which answers come piece by piece. */

export const UI_STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache',
  'x-vercel-ai-ui-message-stream': 'v1',
  'x-accel-buffering': 'no',
}

type TextPart = Extract<AgentPart, { type: `text-${string}` }>

export const uiEvent = (id: number | string, part: object): string => `id: ${id}\ndata: ${JSON.stringify(part)}\n\n`

export const UI_STREAM_END = 'data: [DONE]\n\n'

/** A text as the parts of one block, in pieces of a few words. */
export function textParts(id: string, text: string): TextPart[] {
  const pieces = text.match(/\S+\s*|\s+/gu) ?? []
  const deltas: TextPart[] = []
  for (let from = 0; from < pieces.length; from += 4)
    deltas.push({ type: 'text-delta', id, delta: pieces.slice(from, from + 4).join('') })
  return [{ type: 'text-start', id }, ...deltas, { type: 'text-end', id }]
}
