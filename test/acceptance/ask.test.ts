import { expect, test } from 'vitest'
import { aPerson, type Json, type Person, until } from '../support/client.ts'

const ask = (person: Person, query: string, more: object = {}) => person.post('/v1/ask', { query, ...more })

async function withFiles(files: Record<string, string>): Promise<{ anna: Person; ids: Record<string, string> }> {
  const anna = await aPerson()
  const ids: Record<string, string> = {}
  for (const [name, text] of Object.entries(files)) ids[name] = (await anna.upload(name, text)).id
  for (const id of Object.values(ids)) await anna.read(id)
  return { anna, ids }
}

const LEASE = `ДОГОВОР АРЕНДЫ № 17/24 🏠\r\n\r\nООО «Ромашка» сдаёт, а Иванов Пётр Сергеевич снимает помещение на улице Ленина, дом 5.
Арендная плата составляет 50 000 рублей в месяц. Договор действует до 31 декабря 2026 года.
Залог в размере двух месячных плат возвращается в течение десяти дней после выезда.`
const MEMO = `Протокол совещания от 3 марта. Присутствовали Смирнова и Орлов.
Решили перенести запуск сайта на 15 апреля. Бюджет рекламы утвердили: 1 200 000 рублей. Ответственный за рекламу — Орлов.`
const RECIPE = `Chocolate cake. Melt the butter with 200 grams of chocolate. Bake the cake for forty minutes at 180 degrees.
Let it cool before you take it out of the tin. Serve it with cream.`

const FILES = { 'Аренда.txt': LEASE, 'memo.txt': MEMO, 'cake.txt': RECIPE }

/** Each citation is exactly what stands in the text of its file. */
async function assertExact(anna: Person, body: Json): Promise<void> {
  for (const { object_id, char_start, char_end, snippet } of body.citations) {
    const { text } = (await anna.get(`/v1/objects/${object_id}/text`)).body
    expect([...text].slice(char_start, char_end).join('')).toBe(snippet)
  }
}

test('a question is answered by sentences of the files, each with the exact place it stands at', async () => {
  const { anna, ids } = await withFiles(FILES)
  const expected: [string, string, string][] = [
    ['Сколько стоит аренда помещения в месяц?', 'Аренда.txt', '50 000 рублей'],
    ['До какого числа действует договор аренды?', 'Аренда.txt', '31 декабря 2026'],
    ['Кто отвечает за рекламу?', 'memo.txt', 'Орлов'],
    ['На какое число перенесли запуск сайта?', 'memo.txt', '15 апреля'],
    ['How long should the cake be baked?', 'cake.txt', 'forty minutes'],
    ['How much chocolate is in the cake?', 'cake.txt', '200 grams'],
  ]
  for (const [question, file, gold] of expected) {
    const { status, body } = await ask(anna, question)
    expect({ question, status, used: body.used_context }).toEqual({ question, status: 200, used: true })
    expect(body.answer).toContain(gold)
    expect(body.citations.length).toBeGreaterThan(0)
    expect(body.citations.length).toBeLessThanOrEqual(3)
    expect(body.primary).toMatchObject({ object_id: ids[file], filename: file })
    expect(body.citations.map(c => c.index)).toEqual(body.citations.map((_: Json, i: number) => i + 1))
    expect(body).toMatchObject({ cost_rub: 0, web_sources: [], model: '' })
    await assertExact(anna, body)
  }
})

test('the frame speaks the language of the question', async () => {
  const { anna } = await withFiles(FILES)
  expect((await ask(anna, 'Какая арендная плата?')).body.answer).toMatch(/^Вот что сказано/)
  expect((await ask(anna, 'How hot is the oven for the cake, in degrees?')).body.answer).toMatch(/^This is what/)
})

test('what the files do not say is not answered', async () => {
  const { anna } = await withFiles(FILES)
  for (const question of [
    'Кто открыл Америку и в каком году это случилось?',
    'What is the boiling point of mercury?',
    'Какой пароль от роутера в офисе?',
    'Who won the football world cup?',
  ]) {
    const { body } = await ask(anna, question)
    expect({ question, ...body }).toMatchObject({ question, used_context: false, citations: [], primary: null })
    expect(body.answer).toMatch(/не нашлось|do not answer/)
  }
})

test('a question in one language is answered from a file in the other', async () => {
  const { anna, ids } = await withFiles({
    'cake.txt': RECIPE,
    'Аренда.txt': LEASE,
    'museum.txt':
      'The museum is open daily from ten to six. On Mondays the museum is closed. Children enter the museum free of charge.',
  })
  await until(async () => {
    const { body } = await anna.get('/v1/search/vectors')
    return body.done === 3
  }, 'the vectors')
  const { body } = await ask(anna, 'В какой день недели музей закрыт для посетителей?')
  expect(body).toMatchObject({ used_context: true, primary: { object_id: ids['museum.txt'] } })
  expect(body.answer).toContain('On Mondays the museum is closed.')
  expect(body.answer).toMatch(/на другом языке/)
  await assertExact(anna, body)
})

test('object_ids and doc_type narrow the question; what cannot be seen is simply not there', async () => {
  const { anna, ids } = await withFiles(FILES)
  const stranger = await aPerson()
  const question = 'Кто отвечает за рекламу?'
  const among = (list: (string | undefined)[]) => ask(anna, question, { object_ids: list })
  expect((await among([ids['memo.txt']])).body.used_context).toBe(true)
  expect((await among([])).body.used_context).toBe(true)
  expect((await among([ids['Аренда.txt']])).body).toMatchObject({ used_context: false, citations: [] })
  expect((await ask(stranger, question, { object_ids: [ids['memo.txt']] })).body).toMatchObject({ used_context: false })
  expect((await ask(anna, question, { doc_type: 'photo' })).body.used_context).toBe(false)
  expect((await ask(anna, question, { doc_type: 'poem' })).status).toBe(400)
  await anna.delete(`/v1/objects/${ids['memo.txt']}`)
  expect((await ask(anna, question)).body.used_context).toBe(false)
})

test('what a file is about is told by how it begins', async () => {
  const { anna, ids } = await withFiles(FILES)
  const about = (query: string, name: keyof typeof FILES) => ask(anna, query, { object_ids: [ids[name]] })
  for (const query of ['О чём этот документ?', 'Кратко перескажи файл']) {
    const { body } = await about(query, 'memo.txt')
    expect(body).toMatchObject({ used_context: true, primary: { object_id: ids['memo.txt'] } })
    expect(body.answer).toContain('Решили перенести запуск сайта на 15 апреля.')
    await assertExact(anna, body)
  }
  expect((await about('What is this document about?', 'cake.txt')).body.answer).toContain('Melt the butter')
})

test('a hidden file answers only with the token and the wish together, and its turns hide with it', async () => {
  const { anna, ids } = await withFiles(FILES)
  const question = 'Кто отвечает за рекламу?'
  const before = (await ask(anna, question)).body
  await anna.post('/v1/hidden-pin', { pin: '4821' })
  await anna.patch(`/v1/objects/${ids['memo.txt']}`, { is_hidden: true })
  const { hidden_token } = (await anna.post('/v1/hidden-pin/unlock', { pin: '4821' })).body
  const unlocked = anna.with({ 'x-hidden-token': hidden_token })
  expect((await ask(anna, question)).body.used_context).toBe(false)
  expect((await ask(anna, question, { include_hidden: true })).body.used_context).toBe(false)
  expect((await ask(unlocked, question)).body.used_context).toBe(false)
  const { body } = await ask(unlocked, question, { include_hidden: true })
  expect(body).toMatchObject({ used_context: true, primary: { object_id: ids['memo.txt'] } })
  for (const id of [before.session_id, body.session_id]) {
    expect((await anna.get(`/v1/ask/sessions/${id}`)).status).toBe(404)
    expect((await anna.get(`/v1/ask/sessions/${id}/turns/1/trace`)).status).toBe(404)
    expect((await anna.delete(`/v1/ask/sessions/${id}`)).status).toBe(404)
    expect((await unlocked.get(`/v1/ask/sessions/${id}`)).body.turns[0]!.query).toBe(question)
  }
  expect((await anna.get('/v1/ask/sessions')).text).not.toContain(body.session_id)
})

test('use_memory=false has no access to the files at all', async () => {
  const { anna } = await withFiles(FILES)
  const { status, body } = await ask(anna, 'Кто отвечает за рекламу?', { use_memory: false })
  expect(status).toBe(200)
  expect(body).toMatchObject({ used_context: false, citations: [], primary: null })
  expect(body.answer).not.toContain('Орлов')
})

test('a conversation goes on, is listed, read, explained and forgotten; a foreign one is not found', async () => {
  const { anna, ids } = await withFiles(FILES)
  const first = (await ask(anna, 'Какая арендная плата за помещение?')).body
  const next = await ask(anna, 'А до какого числа он действует?', { session_id: first.session_id })
  expect(next.body).toMatchObject({ session_id: first.session_id, used_context: true })
  expect(next.body.answer).toContain('31 декабря 2026')
  const { items } = (await anna.get('/v1/ask/sessions')).body
  expect(items).toMatchObject([{ session_id: first.session_id, title: 'Какая арендная плата за помещение?', turns: 2 }])
  const path = `/v1/ask/sessions/${first.session_id}`
  const { turns } = (await anna.get(path)).body
  expect(turns).toMatchObject([
    { n: 1, answer: first.answer },
    { n: 2, query: 'А до какого числа он действует?' },
  ])
  const { body: trace } = await anna.get(`${path}/turns/1/trace`)
  expect(trace.retrieved).toContainEqual(expect.objectContaining({ object_id: ids['Аренда.txt'], kept: true }))
  expect(trace.confidence).toBeGreaterThan(0.5)
  const stranger = await aPerson()
  for (const at of [path, `${path}/turns/1/trace`]) expect((await stranger.get(at)).status).toBe(404)
  expect((await ask(stranger, 'Что там?', { session_id: first.session_id })).status).toBe(404)
  expect((await stranger.delete(path)).status).toBe(404)
  expect((await anna.delete(path)).body).toEqual({ ok: true })
  expect((await anna.get(path)).status).toBe(404)
  expect((await ask(anna, 'И что?', { session_id: first.session_id })).status).toBe(404)
})

test('bounds are those of the interface', async () => {
  const anna = await aPerson()
  const wrong = async (body: object) => {
    const reply = await anna.post('/v1/ask', body)
    return [reply.status, reply.body.detail?.[0]?.loc, reply.body.detail?.[0]?.type]
  }
  expect(await wrong({})).toEqual([422, ['body', 'query'], 'missing'])
  expect(await wrong({ query: '' })).toEqual([422, ['body', 'query'], 'string_too_short'])
  expect(await wrong({ query: '🦊'.repeat(2001) })).toEqual([422, ['body', 'query'], 'string_too_long'])
  expect((await ask(anna, '🦊'.repeat(2000))).status).toBe(200)
  expect((await ask(anna, '   ')).status).toBe(400)
  expect(await wrong({ query: 'x', top_k: 0 })).toEqual([422, ['body', 'top_k'], 'greater_than_equal'])
  expect(await wrong({ query: 'x', top_k: 51 })).toEqual([422, ['body', 'top_k'], 'less_than_equal'])
  const id = '01890000-0000-7000-8000-000000000001'
  expect(await wrong({ query: 'x', object_ids: Array(101).fill(id) })).toEqual([
    422,
    ['body', 'object_ids'],
    'too_long',
  ])
  expect(await wrong({ query: 'x', object_ids: ['y'] })).toEqual([422, ['body', 'object_ids', 0], 'uuid_parsing'])
  expect(await wrong({ query: 'x', session_id: 'y' })).toEqual([422, ['body', 'session_id'], 'uuid_parsing'])
  expect(await wrong({ query: 'x', model: 'gpt' })).toEqual([422, ['body', 'model'], 'value_error'])
  expect(await wrong({ query: 'x', history: [{ role: 'user' }] })).toEqual([
    422,
    ['body', 'history', 0, 'content'],
    'missing',
  ])
})

test('the same answer comes as a stream of UI messages', async () => {
  const { anna, ids } = await withFiles(FILES)
  const reply = await anna.post('/v1/ask?stream=true', { query: 'Кто отвечает за рекламу?' })
  expect(reply.headers.get('x-vercel-ai-ui-message-stream')).toBe('v1')
  const lines = reply.text.split('\n').filter(line => line.startsWith('data: '))
  expect(lines.at(-1)).toBe('data: [DONE]')
  const parts = lines.slice(0, -1).map(line => JSON.parse(line.slice(6)))
  expect(parts[0]).toMatchObject({ type: 'start', messageMetadata: { session_id: expect.any(String) } })
  const text = parts.filter(p => p.type === 'text-delta').map(p => p.delta)
  const { body } = await anna.get(`/v1/ask/sessions/${parts[0].messageMetadata.session_id}`)
  expect(text.join('')).toBe(body.turns[0]!.answer)
  expect(parts.filter(p => p.type === 'data-citation').map(p => p.data)).toEqual(body.turns[0]!.citations)
  expect(body.turns[0]!.primary.object_id).toBe(ids['memo.txt'])
  expect(parts.at(-1)).toMatchObject({ type: 'finish', messageMetadata: { status: 'completed', cost_rub: 0 } })
  expect((await anna.post('/v1/ask?stream=true', { query: ' ' })).status).toBe(400)
})
