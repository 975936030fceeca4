import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  DefaultChatTransport,
  parseJsonEventStream,
  readUIMessageStream,
  type UIMessage,
  type UIMessageChunk,
  uiMessageChunkSchema,
} from 'ai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chat, decide, read } from './support/agent.ts'
import { aPerson, type Json, Person, until } from './support/client.ts'
import { type ModelServer, startModelServer } from './support/model-server.ts'
import { type RunningServer, startServer } from './support/server.ts'

/** Streams as the AI SDK's own client reads them, cut off, read slowly, and many at once. */

let server: RunningServer
let model: ModelServer
let anna: Person

beforeAll(async () => {
  model = await startModelServer()
  server = await startServer({ env: { ALLOW_PRIVATE_ENDPOINTS: 'on' } })
  anna = await aPerson(server.url)
})
afterAll(async () => {
  await model.close()
  await server.stop()
})

const connect = (person: Person) =>
  person.put('/v1/integrations/llm', { base_url: model.baseUrl, api_key: model.key, model: 'small' })

test("the AI SDK's own client understands every chunk, the pause and what follows it", async () => {
  const { id } = await anna.upload('old draft.txt', 'a draft of no use')
  await anna.read(id)
  const open = async (path: string, body: object) => {
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${anna.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(response.headers.get('x-vercel-ai-ui-message-stream')).toBe('v1')
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    return parseJsonEventStream({ stream: response.body!, schema: uiMessageChunkSchema }).pipeThrough(
      new TransformStream<Json, UIMessageChunk>({
        transform(part, controller) {
          if (!part.success) throw part.error
          controller.enqueue(part.value)
        },
      }),
    )
  }
  const last = async (stream: ReadableStream<UIMessageChunk>, message?: UIMessage): Promise<UIMessage> => {
    let whole: UIMessage | undefined
    const onError = (error: unknown) => {
      throw error
    }
    for await (const state of readUIMessageStream({ stream, message, onError, terminateOnError: true })) whole = state
    return whole!
  }
  const paused = await last(await open('/v1/agent/chat', { query: 'delete old draft.txt' }))
  expect(paused.metadata).toMatchObject({ run_id: paused.id, status: 'paused', cost_rub: 0 })
  const waiting = paused.parts.find(part => part.type === 'tool-trash_file') as Json
  expect(waiting).toMatchObject({ state: 'approval-requested', input: { object_id: id } })
  expect(paused.parts.find(part => part.type === 'data-confirmation')).toMatchObject({ data: { risk: 'destructive' } })
  const { run_id, session_id } = paused.metadata as Json
  const decisions = [{ tool_call_id: waiting.toolCallId, confirmed: true }]
  const done = await last(await open('/v1/agent/continue', { run_id, session_id, decisions }), paused)
  expect(done.parts.find(part => part.type === 'tool-trash_file')).toMatchObject({ state: 'output-available' })
  expect(done.metadata).toMatchObject({ status: 'completed' })
  expect((done.parts.findLast(part => part.type === 'text') as Json).text).toContain('trash')
})

test("the AI SDK's chat transport re-attaches to a run in its middle", async () => {
  const person = await aPerson(server.url)
  await connect(person)
  model.answer(({ body }) => (Array.isArray(body.tools) ? { say: 'word '.repeat(200) } : { say: '{}' }))
  const reply = await chat(person, 'say many words')
  const half = reply.ids[Math.floor(reply.ids.length / 2)]!
  const again = read(
    200,
    (await person.get(`/v1/agent/runs/${reply.runId}/stream`, { 'last-event-id': String(half) })).text,
  )
  expect([...reply.ids.filter(id => id <= half), ...again.ids]).toEqual(reply.ids)
  const transport = new DefaultChatTransport({
    api: `${server.url}/v1/agent/chat`,
    headers: { authorization: `Bearer ${person.token}` },
    prepareReconnectToStreamRequest: ({ id }) => ({ api: `${server.url}/v1/agent/runs/${id}/stream` }),
  })
  const stream = (await transport.reconnectToStream({ chatId: reply.runId }))!
  let text = ''
  for await (const message of readUIMessageStream({ stream }))
    text = message.parts.map((part: Json) => part.text ?? '').join('')
  expect(text.trim()).toBe('word '.repeat(200).trim())
})

test('a caller that leaves takes nothing with it: the run goes on, and can be read to its end', async () => {
  const person = await aPerson(server.url)
  await connect(person)
  let calls = 0
  model.answer(({ body }) => {
    if (!Array.isArray(body.tools)) return { say: '{}' }
    return calls++ === 0
      ? { say: 'first', tools: [{ name: 'create_task', arguments: '{"title":"once"}' }] }
      : { say: 'second' }
  })
  const abort = new AbortController()
  const response = await fetch(`${server.url}/v1/agent/chat`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: 'make a task' }),
    signal: abort.signal,
  })
  const { value } = await response.body!.getReader().read()
  const runId = /"run_id":"([^"]+)"/.exec(new TextDecoder().decode(value))![1]!
  abort.abort()
  const whole = await person.get(`/v1/agent/runs/${runId}/stream`)
  expect(whole.text).toContain('"status":"completed"')
  expect((await person.get('/v1/tasks')).body.items).toMatchObject([{ title: 'once' }])
})

/** Reads a little now and then. */
async function slowly(path: string, person: Person): Promise<string> {
  return new Promise((resolve, reject) => {
    const sending = request(
      server.url + path,
      { headers: { authorization: `Bearer ${person.token}` } },
      async response => {
        let text = ''
        response.on('error', reject)
        for await (const piece of response) {
          text += piece
          await sleep(5)
        }
        resolve(text)
      },
    )
    sending.on('error', reject)
    sending.end()
  })
}

test('a slow reader gets all of it, as it was', async () => {
  const person = await aPerson(server.url)
  await connect(person)
  model.answer(({ body }) => (Array.isArray(body.tools) ? { say: 'many words here '.repeat(4000) } : { say: '{}' }))
  const reply = await chat(person, 'talk for a long while')
  const slow = read(200, await slowly(`/v1/agent/runs/${reply.runId}/stream`, person))
  expect(slow.text).toBe(reply.text)
  expect(slow.text).toContain('many words here')
})

const memoryOf = async (): Promise<number> => {
  const { text } = await anna.get('/metrics')
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1] ?? 0)
}

test('two hundred idle streams cost next to nothing, and all receive the end', { tags: ['long'] }, async () => {
  const person = await aPerson(server.url)
  await connect(person)
  model.answer(({ body }) => (Array.isArray(body.tools) ? { misbehave: 'hang' } : { say: '{}' }))
  const abort = new AbortController()
  const begun = await fetch(`${server.url}/v1/agent/chat`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: 'think for ever' }),
    signal: abort.signal,
  })
  const { value } = await begun.body!.getReader().read()
  const runId = /"run_id":"([^"]+)"/.exec(new TextDecoder().decode(value))![1]!
  let listening = 0
  const attach = async () => {
    const headers = { authorization: `Bearer ${person.token}` }
    const { body } = await fetch(`${server.url}/v1/agent/runs/${runId}/stream`, { headers })
    const pieces: Uint8Array[] = []
    for await (const piece of body!) if (pieces.push(piece) === 1) listening++
    return Buffer.concat(pieces).toString()
  }
  const first = Array.from({ length: 20 }, attach)
  await until(async () => listening === 20, 'twenty to have begun')
  const before = await memoryOf()
  const streams = [...first, ...Array.from({ length: 180 }, attach)]
  await until(async () => listening === 200, 'all of them to have begun')
  const after = await memoryOf()
  console.log(`200 idle streams: ${Math.round((after - before) / 1024 / 1024)} MB more`)
  expect(after - before).toBeLessThan(60 * 1024 * 1024)
  expect((await person.post(`/v1/agent/runs/${runId}/cancel`)).body.status).toBe('cancelled')
  const ends = await Promise.all(streams)
  expect(ends.filter(text => text.includes('"status":"cancelled"') && text.endsWith('data: [DONE]\n\n'))).toHaveLength(
    200,
  )
  abort.abort()
})

test('killed in the middle, the service goes on with the run where it stood; switched off, it begins no other', {
  tags: ['long'],
}, async () => {
  const node = await startServer({ env: { ALLOW_PRIVATE_ENDPOINTS: 'on' } })
  const person = await aPerson(node.url)
  await person.put('/v1/integrations/llm', { base_url: model.baseUrl, api_key: model.key, model: 'small' })
  let calls = 0
  model.answer(({ body }) => {
    if (!Array.isArray(body.tools)) return { say: '{}' }
    if (calls++ === 0) return { say: 'one', tools: [{ name: 'create_task', arguments: '{"title":"only once"}' }] }
    return calls === 2 ? { misbehave: 'hang' } : { say: 'and done' }
  })
  const begun = fetch(`${node.url}/v1/agent/chat`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: 'a task, please' }),
  }).then(response => response.text())
  begun.catch(() => {})
  await until(async () => calls >= 2, 'the second question to the model')
  await node.kill()
  const next = await startServer({ env: { ALLOW_PRIVATE_ENDPOINTS: 'on', AGENT: 'off' }, dataDir: node.dataDir })
  const same = new Person(person.email, person.password, person.token, person.id, next.url)
  const { id } = (await same.get('/v1/agent/sessions')).body.items[0]!
  const { turns } = (await same.get(`/v1/agent/sessions/${id}`)).body
  const whole = read(200, (await same.get(`/v1/agent/runs/${turns[0]!.run_id}/stream`)).text)
  expect(whole.finish.status).toBe('completed')
  expect(whole.text).toBe('oneand done')
  expect((await same.get('/v1/tasks?status=all')).body.items).toMatchObject([{ title: 'only once' }])
  const off = await same.post('/v1/agent/chat', { query: 'hello' })
  expect([off.status, off.body.code, off.headers.get('retry-after')]).toEqual([503, 'agent_off', null])
  expect((await decide(same, { ...whole, confirmations: [{ tool_call_id: 'call-0-0' }] }, true)).status).toBe(503)
  expect((await same.get('/v1/agent/catalog')).status).toBe(200)
  await next.stop()
})
