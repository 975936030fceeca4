import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { aPerson, call, type Json, Person, theAdmin, until } from './support/client.ts'

/**
 * Walks the whole route table with a hidden theme, folder and file in place and looks for any trace of them in any
 * answer: for their owner without the hidden token, for a stranger, and for somebody of another tenant. The routes come
 * from the service's own description, so that a new one is covered without touching this file.
 */

interface Operation {
  method: string
  path: string
  params: string[]
  body: Json
}

const secret = `тайна-${randomBytes(6).toString('hex')}`
let operations: Operation[]
let anna: Person
let open: Person
let ids: Record<string, string>
let traces: string[]

beforeAll(async () => {
  const { body } = await call('GET', '/openapi.json')
  operations = Object.entries<Json>(body.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      params: [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1]!),
      body: operation.requestBody?.content['application/json'],
    })),
  )
  anna = await aPerson()
  const theme = (await anna.post('/v1/themes', { name: `тема ${secret}` })).body
  const folder = await anna.folder(`папка ${secret}`, { theme_id: theme.id })
  await anna.put(`/v1/collections/${folder.id}/note`, { text: `заметка ${secret}` })
  const file = await anna.upload(`${secret}.txt`, `содержание ${secret}`, `?collection_id=${folder.id}`)
  const object = await anna.read(file.id)
  const share = (await anna.post(`/v1/collections/${folder.id}/shares`, {})).body
  ids = {
    object_id: file.id,
    collection_id: folder.id,
    theme_id: theme.id,
    share_id: share.id,
    token: share.token,
    user_id: anna.id,
  }
  await anna.patch(`/v1/themes/${theme.id}`, { is_hidden: true })
  const unlocked = await anna.post('/v1/hidden-pin/unlock')
  open = anna.with({ 'x-hidden-token': unlocked.body.hidden_token })
  traces = [secret, file.id, folder.id, theme.id, share.id, object.content_hash]
})

/** Everything that reads; changes that would succeed are left to the tests of each feature. */
const readable = () =>
  operations.filter(({ method, path }) => method === 'GET' || method === 'HEAD' || path.endsWith('/archive'))

const filled = (path: string) =>
  path.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? '00000000-0000-4000-8000-000000000000')

const QUERIES = ['', `?collection_id=COLLECTION`, `?theme_id=THEME`, `?q=${encodeURIComponent(secret)}`]

/** The answer as text; a stream is listened to for a moment, from its very beginning. */
async function answerOf(person: Person, operation: Operation, query: string): Promise<string> {
  const path = filled(operation.path) + query.replace('COLLECTION', ids.collection_id!).replace('THEME', ids.theme_id!)
  if (operation.path === '/v1/events') return receivedBy(person)
  const body = operation.method === 'POST' ? { object_ids: [ids.object_id] } : undefined
  const { text, headers } = await person.call(operation.method, path, { body })
  return text + JSON.stringify([...headers])
}

async function receivedBy(person: Person): Promise<string> {
  const abort = new AbortController()
  const response = await fetch(`${process.env.ACCEPTANCE_URLS!.split(',')[0]}/v1/events`, {
    headers: { authorization: `Bearer ${person.token}`, 'last-event-id': '0-0', ...person.extraHeaders },
    signal: abort.signal,
  })
  const reader = response.body!.getReader()
  const marker = (await person.upload(`marker-${randomBytes(4).toString('hex')}.txt`)).id
  let text = ''
  while (!text.includes(marker)) text += new TextDecoder().decode((await reader.read()).value)
  abort.abort()
  return text
}

async function leaksOf(person: Person): Promise<string[]> {
  const leaks: string[] = []
  for (const operation of readable())
    for (const query of operation.params.length > 0 ? [''] : QUERIES) {
      const answer = await answerOf(person, operation, query)
      for (const trace of traces)
        if (answer.includes(trace)) leaks.push(`${operation.method} ${operation.path}${query}: ${trace}`)
    }
  return leaks
}

test('with the token everything is there, so that the sweep would see it', async () => {
  const seen = (await leaksOf(open)).join('\n')
  for (const path of [
    'GET /v1/objects:',
    'GET /v1/collections:',
    'GET /v1/themes:',
    'GET /v1/events:',
    'GET /v1/shares:',
    'GET /v1/search?q=',
    'GET /v1/objects/{object_id}/text',
    'GET /v1/collections/{collection_id}/note',
  ])
    expect(seen).toContain(path)
})

test('its owner without the token finds no trace', async () => {
  expect(await leaksOf(anna)).toEqual([])
})

test('a stranger finds no trace', async () => {
  expect(await leaksOf(await aPerson())).toEqual([])
})

test('somebody of another tenant finds no trace, not even its administrator', async () => {
  const admin = await theAdmin()
  const { body } = await admin.post('/v1/admin/tenants', { name: 'Elsewhere' })
  const email = `${randomBytes(6).toString('hex')}@example.org`
  const joined = await call('POST', '/v1/auth/register', {
    body: { email, password: 'elsewhere!', invite: body.invite },
  })
  const stranger = new Person(email, 'elsewhere!', joined.body.token, joined.body.user.id)
  expect(await leaksOf(stranger)).toEqual([])
})

test('somebody outside, with the link, finds no trace', async () => {
  const nobody = { call: (method: string, path: string, options: object) => call(method, path, options) } as Person
  for (const operation of readable().filter(({ path }) => path.startsWith('/v1/share/'))) {
    const answer = await answerOf(nobody, operation, '')
    for (const trace of traces) expect(answer).not.toContain(trace)
  }
})

test('no count betrays it: the answers are those of somebody who has nothing', async () => {
  const twin = await aPerson()
  // The streams of the sweep have left files with both; they go first.
  for (const person of [anna, twin]) {
    const { items } = (await person.get('/v1/objects')).body
    if (items.length > 0)
      await person.post('/v1/objects/bulk', { object_ids: items.map(item => item.id), action: 'trash' })
    await person.delete('/v1/trash')
  }
  const plain = (text: string) =>
    text
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
      .replace(/[0-9a-f]{16}@/g, 'SOMEBODY@')
      .replace(/"latency_ms":[\d.]+|dos_[\w-]+/g, 'X')
  // The sweep itself has left its mark on the usage: the next test compares that.
  const volatile = new Set(['/metrics', '/health/deep', '/v1/events', '/v1/usage'])
  for (const { method, path, params } of readable()) {
    if (method !== 'GET' || params.length > 0 || volatile.has(path)) continue
    const [mine, theirs] = [await anna.get(path), await twin.get(path)]
    expect({ path, answer: plain(mine.text) }).toEqual({ path, answer: plain(theirs.text) })
  }
})

test('the usage does not tell that a hidden file was read', async () => {
  const bob = await aPerson()
  const box = await bob.folder('box')
  await bob.patch(`/v1/collections/${box.id}`, { is_hidden: true })
  const { body } = await bob.post('/v1/hidden-pin/unlock')
  const unlocked = bob.with({ 'x-hidden-token': body.hidden_token })
  await unlocked.upload('a.txt', `содержание ${secret}`, `?collection_id=${box.id}`)
  await until(async () => (await unlocked.get('/v1/usage')).body.by_meter.length > 0, 'the file to be counted')
  expect((await bob.get('/v1/usage')).body).toEqual({ total_cost_rub: 0, by_meter: [], by_day: [] })
})
