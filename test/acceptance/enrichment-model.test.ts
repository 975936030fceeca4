import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aPerson, type Json, type Person } from '../support/client.ts'
import { type ModelServer, startModelServer } from '../support/model-server.ts'

let server: ModelServer
let anna: Person

const TEXT = `ДОГОВОР АРЕНДЫ № 15
ООО «Ромашка» и Иванов Иван Иванович заключили договор аренды помещения в Казани. Арендная плата 45 000 рублей в месяц.
Арендная плата вносится до пятого числа. Срок аренды помещения истекает 31.12.2025.`

const SAID = {
  title: 'Аренда офиса у «Ромашки»',
  description: 'Договор аренды помещения.',
  summary: 'Первое. Второе. Третье.',
  keywords: ['аренда', 'офис', 'аренда'],
  doc_type: 'contract',
  categories: ['legal', 'home'],
}

beforeAll(async () => {
  server = await startModelServer()
  anna = await aPerson()
  server.next({ say: 'ok' })
  const saved = await anna.put('/v1/integrations/llm', {
    base_url: server.baseUrl,
    api_key: server.key,
    model: 'small',
  })
  expect(saved.body.status).toBe('ok')
})
beforeEach(() => {
  server.seen.length = 0
})
afterAll(() => server.close())

const read = async (text: string): Promise<Json> => anna.read((await anna.upload('scan.txt', text)).id)

test('with a model it is the model that describes; places and language stay exact', async () => {
  server.next({ say: JSON.stringify(SAID) })
  const { enrichment, categories, id } = await read(TEXT)
  const { categories: _, ...told } = SAID
  expect(enrichment).toMatchObject({
    ...told,
    keywords: ['аренда', 'офис'],
    model: 'small',
    language: 'ru',
  })
  expect(categories).toEqual(['legal', 'home'])
  expect(enrichment.entities.people[0]).toMatchObject({ normal: 'Иванов Иван Иванович' })
  expect(enrichment.provenance).toMatchObject({ title: 'small', entities: 'local' })
  expect(JSON.stringify(server.seen[0]!.body.messages)).toContain('Арендная плата')
  const { by_meter } = (await anna.get('/v1/usage')).body
  expect(by_meter).toContainEqual(expect.objectContaining({ meter: 'llm_chat', calls: 1, cost_rub: 0 }))
  // A person's word goes over the model's, too.
  await anna.patch(`/v1/objects/${id}/enrichment`, { title: 'Моё' })
  expect((await anna.get(`/v1/objects/${id}`)).body.enrichment).toMatchObject({ title: 'Моё', summary: SAID.summary })
})

test('an answer that does not fit is asked for once more', async () => {
  server.next({ say: 'no JSON at all' }, { say: JSON.stringify({ ...SAID, title: 'Second try' }) })
  const { enrichment } = await read(`${TEXT} 2`)
  expect(enrichment).toMatchObject({ title: 'Second try', model: 'small' })
  expect(server.seen).toHaveLength(2)
})

test('a model that fails, lies or says nothing leaves the local result', async () => {
  for (const script of [
    { status: 500 },
    { say: 'never JSON' },
    { say: JSON.stringify({ ...SAID, doc_type: 'spaceship' }) },
    { misbehave: 'garbage' as const },
  ]) {
    server.next(script)
    const { enrichment, status } = await read(`${TEXT} ${JSON.stringify(script)}`)
    expect({ script, status, enrichment }).toMatchObject({
      status: 'ready',
      enrichment: { model: 'local', title: 'Договор аренды № 15', doc_type: 'contract' },
    })
  }
})

test('too little text and programs are not worth asking about', async () => {
  server.next({ say: JSON.stringify(SAID) })
  expect((await read('short')).enrichment.model).toBe('local')
  const code = await anna.upload('a.py', 'def f():\n    return 1\n'.repeat(20))
  expect((await anna.read(code.id)).enrichment).toMatchObject({ model: 'local', doc_type: 'code' })
  expect(server.seen).toHaveLength(0)
})
