import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aPerson, type Person } from './support/client.ts'
import { type ModelServer, startModelServer } from './support/model-server.ts'
import { type RunningServer, startServer } from './support/server.ts'

/** Answers where the service has a model, a search engine and a deadline of its own. */

let model: ModelServer
let engine: Server
let server: RunningServer
let anna: Person
const searched: string[] = []
let results: unknown = []

beforeAll(async () => {
  model = await startModelServer()
  engine = createServer((request, response) => {
    const url = new URL(request.url!, 'http://x')
    searched.push(`${url.pathname} ${url.searchParams.get('q')} ${url.searchParams.get('format')}`)
    if (results === 'broken') response.writeHead(500).end('it broke')
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results }))
  })
  await new Promise<void>(done => engine.listen(0, '127.0.0.1', done))
  server = await startServer({
    env: {
      SEARXNG_URL: `http://127.0.0.1:${(engine.address() as AddressInfo).port}`,
      // Long enough for a busy machine to answer, short enough to wait for.
      ASK_DEADLINE_SECONDS: '6',
      LLM_BASE_URL: model.baseUrl,
      LLM_API_KEY: model.key,
      LLM_MODEL: 'small',
      REGISTRATION: 'open',
    },
  })
  model.next({ say: '{}' })
  anna = await aPerson(server.url)
  const { id } = await anna.upload(
    'Аренда.txt',
    'Арендная плата составляет 50 000 рублей в месяц. Договор действует до 31 декабря 2026 года.',
  )
  await anna.read(id)
})
beforeEach(() => {
  searched.length = 0
  results = []
  model.answer(undefined)
})
afterAll(async () => {
  await server.stop()
  await model.close()
  engine.closeAllConnections()
  engine.close()
})

const ask = (query: string, more: object = {}) => anna.post('/v1/ask', { query, ...more })
const spent = async () => (await anna.get('/v1/usage')).body.total_cost_rub

test('a call costs what it says, also when it breaks off half-way', async () => {
  const before = await spent()
  model.next({ say: 'Арендная плата составляет 50 000 рублей в месяц [1].' })
  const { body } = await ask('Какая арендная плата?')
  expect(body.cost_rub).toBeGreaterThan(0)
  expect(await spent()).toBeCloseTo(before + body.cost_rub, 6)
  model.next({ misbehave: 'cut' })
  const cut = (await ask('Какая арендная плата?')).body
  expect(cut).toMatchObject({ used_context: true, model: '' })
  expect(cut.cost_rub).toBeGreaterThan(0)
  expect(await spent()).toBeCloseTo(before + body.cost_rub + cut.cost_rub, 6)
})

test('a slow model is cut off with 504, as an answer and as a stream', { tags: ['long'] }, async () => {
  for (const misbehave of ['hang', 'drip'] as const) {
    model.next({ misbehave })
    const [{ status, body }, { text }] = await Promise.all([
      ask('Какая арендная плата?'),
      anna.post('/v1/ask?stream=true', { query: 'Какая арендная плата?' }),
    ])
    expect({ misbehave, status, code: body.code }).toEqual({ misbehave, status: 504, code: 'ask_deadline' })
    expect(text).toContain('"type":"error"')
    expect(text).toContain('"status":"failed"')
  }
})

test('the web is searched when the files do not answer and the policy allows it; its pages are no citations', async () => {
  model.answer(seen => {
    const said = seen.body.messages!.map(({ content }) => content).join('\n')
    return said.includes('<page number="1"') ? { say: 'Ртуть кипит при 357 градусах [1].' } : { say: 'NOT_FOUND' }
  })
  results = [
    { url: 'https://example.org/mercury', title: 'Ртуть', content: 'Ртуть кипит при 357 градусах.\u202e' },
    { url: 'javascript:alert(1)', title: 'плохо', content: 'x' },
    { url: 'https://user:pw@example.org/', title: 'хуже', content: 'x' },
  ]
  const question = 'При какой температуре кипит ртуть?'
  const { body } = await ask(question)
  expect(body.answer).toBe('Ртуть кипит при 357 градусах.')
  expect(body).toMatchObject({ used_context: false, citations: [], primary: null })
  expect(body.web_sources).toEqual([
    { url: 'https://example.org/mercury', title: 'Ртуть', snippet: 'Ртуть кипит при 357 градусах.' },
  ])
  expect(searched).toEqual([`/search ${question} json`])
  searched.length = 0
  expect((await ask(question, { web_search: false })).body).toMatchObject({ used_context: false, web_sources: [] })
  model.answer(undefined)
  model.next({ say: 'Арендная плата составляет 50 000 рублей в месяц [1].' })
  expect((await ask('Какая арендная плата?')).body).toMatchObject({ used_context: true, web_sources: [] })
  expect(searched).toEqual([])
  const meters = (await anna.get('/v1/usage')).body.by_meter.map(({ meter }: { meter: string }) => meter)
  expect(meters).toContain('web_search')
})

test('a search engine that is broken is done without', async () => {
  results = 'broken'
  model.next({ say: 'NOT_FOUND' })
  const { status, body } = await ask('При какой температуре кипит олово?')
  expect(status).toBe(200)
  expect(body).toMatchObject({ used_context: false, web_sources: [] })
  expect(body.answer).toMatch(/не нашлось/)
})
