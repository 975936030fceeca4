import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPerson, until } from './support/client.ts'
import { type ModelServer, startModelServer } from './support/model-server.ts'
import { type RunningServer, startServer } from './support/server.ts'

/** Vectors from an endpoint that the user has connected. */

let server: ModelServer
/** Its own: in the shared one the vectors wait behind those of everything that other tests have uploaded. */
let service: RunningServer

const TOPICS = [/cat|feline|purr/gi, /rent|tenant|landlord/gi, /bridge|river/gi]
const noise = (text: string, n: number) => ((text.length * (n + 3)) % 7) / 70
const vectorOf = (text: string) => [
  ...TOPICS.map((topic, n) => (text.match(topic)?.length ?? 0) + noise(text, n)),
  0.3 + noise(text, 5),
]

beforeAll(async () => {
  server = await startModelServer()
  service = await startServer({ env: { ALLOW_PRIVATE_ENDPOINTS: 'on' } })
  server.answer(({ path, body }) => {
    if (!path.endsWith('/embeddings')) return { say: 'ok' }
    const texts = ([] as string[]).concat(body.input as string | string[])
    const data = texts.map((text, index) => ({ index, embedding: vectorOf(text) }))
    return {
      status: 200,
      body: JSON.stringify({ model: body.model, data, usage: { prompt_tokens: 7, total_tokens: 7 } }),
    }
  })
})
afterAll(async () => {
  await service.stop()
  await server.close()
})

test('a file is found by the meaning that the connected model gives it, and the vectors bear its name', async () => {
  const anna = await aPerson(service.url)
  const card = { base_url: server.baseUrl, api_key: server.key, model: 'small', embedding_model: 'vectors' }
  expect((await anna.put('/v1/integrations/llm', card)).status).toBe(200)
  const files = {
    'pet.txt': 'The cat sat by the window and would purr all day.',
    'flat.txt': 'The tenant pays the landlord on the fifth.',
    'walk.txt': 'We crossed the river by the old bridge.',
  }
  for (const [name, text] of Object.entries(files)) await anna.read((await anna.upload(name, text)).id)
  const state = await until(async () => {
    const { body } = await anna.get('/v1/search/vectors')
    return body.waiting === 0 && body.done === 3 && body
  }, 'the vectors')
  expect(state).toMatchObject({ model: `vectors @ ${server.baseUrl}`, dim: 4, refused: 0 })
  const { body } = await anna.get('/v1/search?mode=semantic&q=feline')
  expect(body.mode).toBe('semantic')
  expect(body.items.map(item => item.object.filename)[0]).toBe('pet.txt')
  const asked = server.seen.filter(({ path }) => path.endsWith('/embeddings')).map(({ body }) => body.model)
  expect(new Set(asked)).toEqual(new Set(['vectors']))
})
