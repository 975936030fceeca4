import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the server does with one request; `next` takes them in order, the last one stays. */
export type Script =
  | { say: string; usage?: boolean; tools?: { name: string; arguments: string }[] }
  | { status: number; body?: string; headers?: Record<string, string> }
  | { misbehave: 'hang' | 'reset' | 'cut' | 'garbage' | 'endless' | 'drip' | 'empty' }

export interface Seen {
  path: string
  authorization: string
  body: { model?: string; messages?: { role: string; content: unknown }[]; [name: string]: unknown }
}

type Thinking = (seen: Seen) => Script | Promise<Script>

export interface ModelServer {
  baseUrl: string
  key: string
  readonly seen: Seen[]
  next(...scripts: Script[]): void
  /** Answers by the request itself, for tests whose model must seem to think. */
  answer(reply: Thinking | undefined): void
  /** How many calls it has not ended, and the caller has not left. */
  open(): number
  close(): Promise<void>
}

const MODELS = ['small', 'large', 'vectors']

/** An OpenAI-compatible server that says what it is told to, and misbehaves as real ones do. */
export async function startModelServer(): Promise<ModelServer> {
  const key = `sk-test-${Math.random().toString(36).slice(2)}-wxyz`
  const seen: Seen[] = []
  let scripts: Script[] = [{ say: 'ok' }]
  let reply: Thinking | undefined

  const scriptFor = async (call: Seen): Promise<Script> => {
    if (call.authorization !== `Bearer ${key}`)
      return { status: 401, body: JSON.stringify({ error: { message: `Incorrect key: ${call.authorization}` } }) }
    return (await reply?.(call)) ?? (scripts.length > 1 ? scripts.shift()! : scripts[0]!)
  }

  let open = 0
  const server = createServer(async (request, response) => {
    open++
    response.once('close', () => open--)
    const call = await read(request)
    if (call.path === '/v1/models') return json(response, 200, { data: MODELS.map(id => ({ id })) })
    seen.push(call)
    perform(response, call, await scriptFor(call))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    key,
    seen,
    next: (...more) => {
      scripts = more
    },
    answer: given => {
      reply = given
    },
    open: () => open,
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

async function read(request: IncomingMessage): Promise<Seen> {
  let text = ''
  for await (const piece of request) text += piece
  const authorization = request.headers.authorization ?? ''
  return { path: request.url ?? '', authorization, body: text ? JSON.parse(text) : {} }
}

function perform(response: ServerResponse, { path, body }: Seen, script: Script): void {
  if ('status' in script) {
    response.writeHead(script.status, { 'content-type': 'application/json', ...script.headers })
    response.end(script.body ?? '{"error":{"message":"as told"}}')
  } else if ('misbehave' in script) misbehave(response, script.misbehave, body.stream === true)
  else if (path.endsWith('/embeddings')) embed(response, body)
  else if (body.stream) stream(response, body, script)
  else whole(response, body, script)
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

const USAGE = { prompt_tokens: 41, completion_tokens: 8, total_tokens: 49 }

type Say = Extract<Script, { say: string }>

const calls = (script: Say) =>
  script.tools?.map((tool, index) => ({ index, id: `call_${index}`, type: 'function', function: tool }))

function whole(response: ServerResponse, body: Seen['body'], script: Say): void {
  json(response, 200, {
    id: 'x',
    created: 1,
    model: body.model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: script.say, tool_calls: calls(script) },
        finish_reason: script.tools ? 'tool_calls' : 'stop',
      },
    ],
    ...(script.usage === false ? {} : { usage: USAGE }),
  })
}

function stream(response: ServerResponse, body: Seen['body'], script: Say): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (choice: object, more = {}) =>
    response.write(
      `data: ${JSON.stringify({ id: 'x', created: 1, model: body.model, choices: [{ index: 0, ...choice }], ...more })}\n\n`,
    )
  for (const piece of script.say.match(/.{1,7}/gsu) ?? []) send({ delta: { content: piece } })
  if (script.tools) send({ delta: { tool_calls: calls(script) } })
  send(
    { delta: {}, finish_reason: script.tools ? 'tool_calls' : 'stop' },
    script.usage === false ? {} : { usage: USAGE },
  )
  response.end('data: [DONE]\n\n')
}

function embed(response: ServerResponse, body: Seen['body']): void {
  const texts = ([] as string[]).concat(body.input as string | string[])
  const data = texts.map((text, index) => ({ index, embedding: [text.length, 1, 0.5] }))
  json(response, 200, { model: body.model, data, usage: { prompt_tokens: 7, total_tokens: 7 } })
}

function misbehave(response: ServerResponse, how: string, streaming: boolean): void {
  if (how === 'hang') return
  if (how === 'reset') return void response.destroy()
  response.writeHead(200, { 'content-type': streaming ? 'text/event-stream' : 'application/json' })
  const piece = `data: {"id":"x","choices":[{"index":0,"delta":{"content":"half of it ${'and more '.repeat(2000)}"}}]}\n\n`
  if (how === 'empty') return void response.end(streaming ? 'data: [DONE]\n\n' : '{"choices":[]}')
  if (how === 'garbage') return void response.end('<html>It works!</html>')
  if (how === 'cut') {
    response.write(streaming ? piece : '{"choices": [{"mess')
    return void setTimeout(() => response.destroy(), 20)
  }
  const beat = setInterval(() => response.write(how === 'drip' ? ' ' : piece.repeat(10)), how === 'drip' ? 50 : 1)
  response.on('close', () => clearInterval(beat))
}
