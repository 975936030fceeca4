import { request } from '../../api/call.ts'
import type { Schemas } from '../../api/openapi.ts'

/** The answer of the service as it comes: server-sent events in the AI SDK's UI-message format. */
type Chunk = Schemas['AgentStreamPart'] | Schemas['AskStreamPart']

async function* chunksOf(response: Response): AsyncGenerator<Chunk> {
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

export const streamed = (method: string, path: string, body: unknown, signal?: AbortSignal): Promise<Response> =>
  request(method, path, { body, signal, headers: { accept: 'text/event-stream' } })

/** As the SDK's client wants it, which has a type of its own for the pieces. */
export function streamOf(response: Response): ReadableStream<never> {
  const chunks = chunksOf(response)
  return new ReadableStream<Chunk>({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await chunks.return(undefined)
    },
  }) as ReadableStream<never>
}
