import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aPerson } from '../support/client.ts'
import { type ModelServer, startModelServer } from '../support/model-server.ts'

let server: ModelServer

beforeAll(async () => {
  server = await startModelServer()
})
beforeEach(() => {
  server.seen.length = 0
  server.next({ say: 'ok' })
})
afterAll(() => server.close())

const CARD = '/v1/integrations/llm'
const settings = (more = {}) => ({ base_url: server.baseUrl, api_key: server.key, model: 'small', ...more })

test('the card of a model shows a hint and never the key', async () => {
  const anna = await aPerson()
  expect((await anna.get(CARD)).body).toEqual({
    kind: 'llm',
    configured: false,
    enabled: false,
    status: 'not_configured',
    checked_at: '',
    last_error: '',
    config: {},
    migration: {},
    secret_hint: '',
  })
  const saved = await anna.put(CARD, settings({ embedding_model: 'vectors' }))
  expect(saved.status).toBe(200)
  expect(saved.body).toMatchObject({
    configured: true,
    enabled: true,
    status: 'ok',
    last_error: '',
    config: { base_url: server.baseUrl, model: 'small', embedding_model: 'vectors' },
    secret_hint: `…${server.key.slice(-4)}`,
  })
  expect(saved.body.checked_at).toMatch(/^2.*Z$/)
  expect(server.seen.map(({ path }) => path)).toEqual(['/v1/chat/completions', '/v1/embeddings'])
  expect(server.seen[0]!.body).toMatchObject({ model: 'small', max_tokens: 1 })
  const shown = [saved.text, (await anna.get(CARD)).text, (await anna.get('/v1/integrations')).text]
  for (const text of shown) expect(text).not.toContain(server.key)
  expect((await anna.get('/v1/integrations')).body.items.map(({ kind }: { kind: string }) => kind)).toEqual([
    's3',
    'llm',
  ])
  expect((await (await aPerson()).get(CARD)).body.configured).toBe(false)
})

test('a first check that fails answers 200 with the reason, and the connection is off', async () => {
  const anna = await aPerson()
  const wrong = await anna.put(CARD, settings({ api_key: 'sk-wrong-key-entirely' }))
  expect(wrong.status).toBe(200)
  expect(wrong.body).toMatchObject({
    configured: true,
    enabled: false,
    status: 'error',
    last_error: 'The key is wrong.',
  })
  expect(wrong.text).not.toContain('sk-wrong')
  const mended = await anna.put(CARD, settings())
  expect(mended.body).toMatchObject({ enabled: true, status: 'ok', last_error: '' })
})

test('a failed check never replaces a working connection, and an omitted key is the stored one', async () => {
  const anna = await aPerson()
  await anna.put(CARD, settings())
  server.next({ status: 404 })
  const failed = await anna.put(CARD, settings({ model: 'no-such', api_key: undefined }))
  expect(failed.body).toMatchObject({ status: 'error', last_error: 'There is no such model at this address.' })
  expect((await anna.get(CARD)).body).toMatchObject({ status: 'ok', enabled: true, config: { model: 'small' } })
  server.next({ say: 'ok' })
  const changed = await anna.put(CARD, settings({ model: 'large', api_key: undefined }))
  expect(changed.body).toMatchObject({ status: 'ok', config: { model: 'large' } })
  expect(server.seen.at(-1)!.authorization).toBe(`Bearer ${server.key}`)
})

test('it is checked again, switched, and removed', async () => {
  const anna = await aPerson()
  expect((await anna.post(`${CARD}/check`)).status).toBe(404)
  expect((await anna.patch(CARD, { enabled: true })).status).toBe(404)
  await anna.put(CARD, settings())
  server.next({ misbehave: 'garbage' })
  expect((await anna.post(`${CARD}/check`)).body).toMatchObject({ status: 'error', enabled: true })
  server.next({ say: 'ok' })
  expect((await anna.post(`${CARD}/check`)).body).toMatchObject({ status: 'ok', last_error: '' })
  expect((await anna.patch(CARD, { enabled: false })).body.enabled).toBe(false)
  expect((await anna.delete(CARD)).body).toEqual({ ok: true })
  expect((await anna.get(CARD)).body.status).toBe('not_configured')
})

test('what is wrong with the request is said, and the key is not said back', async () => {
  const anna = await aPerson()
  const missing = await anna.put(CARD, { base_url: server.baseUrl, api_key: server.key })
  expect(missing.status).toBe(422)
  expect(missing.body.detail).toMatchObject([{ loc: ['body', 'model'], type: 'missing' }])
  const long = await anna.put(CARD, settings({ api_key: 'k'.repeat(1001) }))
  expect(long.body.detail).toMatchObject([{ loc: ['body', 'api_key'], type: 'string_too_long' }])
  expect(long.text).not.toContain('kkkk')
  for (const base_url of ['not an address', 'ftp://example.org/v1', 'http://user:pass@example.org/v1']) {
    const refused = await anna.put(CARD, settings({ base_url }))
    expect(refused.body.detail).toMatchObject([{ loc: ['body', 'base_url'], type: 'value_error' }])
  }
  expect((await anna.get(CARD)).body.configured).toBe(false)
})
