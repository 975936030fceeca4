import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { type ModelServer, startModelServer } from '../../../test/support/model-server.ts'
import type { ModelEndpoint, ModelFailed, ModelRequest } from '../../ports/models.ts'
import { guardedOutbound } from '../outbound/guarded.ts'
import { openAiCompatibleModels } from './openai-compatible.ts'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

let server: ModelServer
const models = openAiCompatibleModels(guardedOutbound({ allowPrivate: true }))

beforeAll(async () => {
  server = await startModelServer()
})
beforeEach(() => {
  server.seen.length = 0
  server.next({ say: 'ok' })
})
afterAll(() => server.close())

const endpoint = (more: Partial<ModelEndpoint> = {}): ModelEndpoint => ({
  baseUrl: server.baseUrl,
  apiKey: server.key,
  model: 'small',
  embeddingModel: 'vectors',
  trusted: false,
  ...more,
})

const ask = (more: Partial<ModelRequest> = {}, at = endpoint()) =>
  models.generate(at, { messages: [{ role: 'user', content: 'How many?' }], deadlineMs: 20_000, ...more })

const faultOf = (asked: Promise<unknown>): Promise<ModelFailed> =>
  asked.then(
    () => expect.unreachable('it should have failed'),
    error => error,
  )

describe('an answer', () => {
  test('comes whole, with what it used', async () => {
    server.next({ say: 'Seventeen.' })
    expect(await ask()).toEqual({
      text: 'Seventeen.',
      toolCalls: [],
      used: { prompt_tokens: 41, completion_tokens: 8 },
      model: 'small',
    })
    expect(server.seen[0]).toMatchObject({ path: '/v1/chat/completions', authorization: `Bearer ${server.key}` })
  })

  test('comes in pieces when it is listened to', async () => {
    server.next({ say: 'Ровно семнадцать штук.' })
    const pieces: string[] = []
    const answer = await ask({ onText: piece => pieces.push(piece) })
    expect(pieces.length).toBeGreaterThan(2)
    expect(pieces.join('')).toBe('Ровно семнадцать штук.')
    expect(answer).toMatchObject({ text: 'Ровно семнадцать штук.', used: { prompt_tokens: 41, completion_tokens: 8 } })
    expect(server.seen[0]!.body.stream_options).toEqual({ include_usage: true })
  })

  test('is counted by its length when the server does not count', async () => {
    server.next({ say: 'x'.repeat(300), usage: false })
    expect((await ask()).used).toEqual({ prompt_tokens: 3, completion_tokens: 100 })
  })

  test('may be a call of a tool, and the talk goes on with its result', async () => {
    const tools = [{ name: 'find', description: 'Finds files', parameters: z.object({ words: z.string() }) }]
    server.next({ say: '', tools: [{ name: 'find', arguments: '{"words":"rent"}' }] }, { say: 'Two files.' })
    const first = await ask({ tools })
    expect(first.toolCalls).toEqual([{ id: 'call_0', name: 'find', input: { words: 'rent' }, invalid: false }])
    const second = await ask({
      tools,
      messages: [
        { role: 'user', content: 'Find rent' },
        { role: 'assistant', content: '', toolCalls: first.toolCalls },
        { role: 'tool', toolCallId: 'call_0', name: 'find', content: 'two files' },
      ],
    })
    expect(second.text).toBe('Two files.')
    expect(server.seen[1]!.body.messages!.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool'])
  })

  test('with a call of a tool that is no JSON says so', async () => {
    const tools = [{ name: 'find', description: 'Finds files', parameters: z.object({ words: z.string() }) }]
    server.next({ say: '', tools: [{ name: 'find', arguments: '{"words":' }] })
    expect((await ask({ tools })).toolCalls).toMatchObject([{ name: 'find', invalid: true }])
  })
})

describe('an answer in a form', () => {
  const shape = { name: 'count', schema: z.object({ n: z.number() }) }

  test('is asked for by its schema', async () => {
    server.next({ say: '{"n": 17}' })
    expect((await ask({ shape })).value).toEqual({ n: 17 })
    expect(server.seen[0]!.body.response_format).toMatchObject({
      type: 'json_schema',
      json_schema: { schema: { properties: { n: { type: 'number' } } } },
    })
  })

  test('is found between words and fences', async () => {
    server.next({ say: 'Here you are:\n```json\n{"n": 17}\n```\nAnything else?' })
    expect((await ask({ shape })).value).toEqual({ n: 17 })
    expect(server.seen).toHaveLength(1)
  })

  test('gets one more try, with the reason, and both are counted', async () => {
    server.next({ say: '{"n": "many"}' }, { say: '{"n": 17}' })
    expect(await ask({ shape })).toMatchObject({ value: { n: 17 }, used: { prompt_tokens: 82, completion_tokens: 16 } })
    expect(JSON.stringify(server.seen[1]!.body.messages)).toContain('does not fit the schema: n:')
  })

  test('that never fits is a failure', async () => {
    server.next({ say: 'I would rather not.' })
    expect(await faultOf(ask({ shape }))).toMatchObject({ name: 'ModelFailed', fault: 'broken' })
    expect(server.seen).toHaveLength(2)
  })

  test('is told in words where the server knows no schemas', async () => {
    server.next({ status: 400, body: '{"error":{"message":"response_format is not supported"}}' }, { say: '{"n": 17}' })
    expect((await ask({ shape })).value).toEqual({ n: 17 })
    expect(JSON.stringify(server.seen[1]!.body.messages)).toContain('It fits this schema')
  })
})

describe('a server that misbehaves', () => {
  test.each([
    [401, 'unauthorised'],
    [403, 'unauthorised'],
    [404, 'unknown_model'],
    [400, 'refused'],
    [302, 'broken'],
  ])('status %i is %s, told in our words', async (status, fault) => {
    server.next({
      status,
      body: `{"error":{"message":"key ${server.key}"}}`,
      headers: { location: 'http://10.0.0.1/' },
    })
    const failed = await faultOf(ask())
    expect(failed).toMatchObject({ name: 'ModelFailed', fault })
    expect(failed.message).not.toContain(server.key)
  })

  test('one that is busy is asked again', async () => {
    server.next(
      { status: 429, headers: { 'retry-after-ms': '5' } },
      { status: 503, headers: { 'retry-after-ms': '5' } },
      { say: 'ok' },
    )
    expect((await ask()).text).toBe('ok')
    expect(server.seen).toHaveLength(3)
  })

  test('one that stays busy is a failure', async () => {
    server.next({ status: 429, headers: { 'retry-after-ms': '5' } })
    expect(await faultOf(ask())).toMatchObject({ fault: 'busy', passing: true })
  })

  test.each([['hang'], ['drip']] as const)('%s: the deadline ends it', async how => {
    // Signals that nobody holds are taken away by it.
    const collecting = setInterval(collect, 10)
    onTestFinished(() => clearInterval(collecting))
    server.next({ misbehave: how })
    expect(await faultOf(ask({ deadlineMs: 300 }))).toMatchObject({ fault: 'slow' })
    expect(await faultOf(ask({ deadlineMs: 300, onText: () => {} }))).toMatchObject({ fault: 'slow' })
  })

  test.each([['garbage'], ['empty'], ['cut'], ['reset']] as const)('%s is a failure, whole or in pieces', async how => {
    server.next({ misbehave: how })
    expect(await faultOf(ask())).toMatchObject({ name: 'ModelFailed', fault: 'broken' })
    expect(await faultOf(ask({ onText: () => {} }))).toMatchObject({ name: 'ModelFailed', fault: 'broken' })
  })

  test('one that never stops is cut off', async () => {
    server.next({ misbehave: 'endless' })
    expect(await faultOf(ask({ onText: () => {} }))).toMatchObject({ name: 'ModelFailed', fault: 'broken' })
  })

  test('cancelling ends the call', async () => {
    server.next({ misbehave: 'hang' })
    const control = new AbortController()
    const asked = faultOf(ask({ signal: control.signal }))
    control.abort()
    expect(await asked).toMatchObject({ fault: 'cancelled' })
  })

  test('nothing there', async () => {
    expect(await faultOf(ask({}, endpoint({ baseUrl: 'http://127.0.0.1:59/v1' })))).toMatchObject({
      fault: 'unreachable',
    })
  })
})

describe('the guard', () => {
  const answers = [{ address: '93.184.215.14', family: 4 }]
  const guarded = openAiCompatibleModels(guardedOutbound({ allowPrivate: false, askNames: async () => answers }))
  const ask = (baseUrl: string, trusted = false) =>
    guarded.generate(endpoint({ baseUrl, trusted }), { messages: [{ role: 'user', content: 'x' }], deadlineMs: 5000 })

  test('refuses literal and named private addresses, at each connection', async () => {
    answers[0] = { address: '127.0.0.1', family: 4 }
    const port = new URL(server.baseUrl).port
    expect(await faultOf(ask(`http://model.example:${port}/v1`))).toMatchObject({ fault: 'private' })
    answers[0] = { address: '10.1.2.3', family: 4 }
    expect(await faultOf(ask('http://10.1.2.3/v1'))).toMatchObject({ fault: 'private' })
    expect(server.seen).toHaveLength(0)
  })

  test('leaves the address of the configuration alone', async () => {
    expect((await ask(server.baseUrl, true)).text).toBe('ok')
  })
})

test('vectors, one for each text', async () => {
  expect(await models.embed(endpoint(), ['ab', 'abc'], { deadlineMs: 5000 })).toEqual({
    vectors: [
      [2, 1, 0.5],
      [3, 1, 0.5],
    ],
    used: { prompt_tokens: 7 },
  })
})

test('the models that it has', async () => {
  expect(await models.list(endpoint(), { deadlineMs: 5000 })).toEqual(['small', 'large', 'vectors'])
})
