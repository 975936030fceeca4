import { request } from '../../api/call.ts'

/** The answer of the service as it comes: server-sent events in the AI SDK's UI-message format. */
export interface Chunk {
  type: string
  [more: string]: unknown
}

export async function* chunksOf(response: Response): AsyncGenerator<Chunk> {
  let rest = ''
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      rest += value
      const events = rest.split('\n\n')
      rest = events.pop() ?? ''
      for (const event of events) {
        const data = event
          .split('\n')
          .filter(line => line.startsWith('data: '))
          .map(line => line.slice(6))
          .join('')
        if (data === '[DONE]') return
        if (data !== '') yield JSON.parse(data) as Chunk
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

export const streamed = (method: string, path: string, body: unknown, signal: AbortSignal): Promise<Response> =>
  request(method, path, { body, signal, headers: { accept: 'text/event-stream' } })
