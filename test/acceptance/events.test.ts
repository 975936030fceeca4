import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { expect, test } from 'vitest'
import { aPerson, baseUrl, type Json, type Person, until } from '../support/client.ts'

interface ReceivedEvent {
  id: string
  event: string
  data: Json
}

/** Listens until it is told to stop; `received` grows as events come. */
async function listen(person: Person, headers: Record<string, string> = {}) {
  const abort = new AbortController()
  const response = await fetch(`${baseUrl()}/v1/events`, {
    headers: { authorization: `Bearer ${person.token}`, ...headers },
    signal: abort.signal,
  })
  const received: ReceivedEvent[] = []
  const reading = (async () => {
    let text = ''
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const blocks = text.split('\n\n')
      text = blocks.pop()!
      for (const block of blocks) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
        const data = field('data')
        if (data) received.push({ id: field('id')!, event: field('event')!, data: JSON.parse(data) })
      }
    }
  })().catch(() => {})
  return {
    response,
    received,
    stop: async () => {
      abort.abort()
      await reading
    },
  }
}

test('a file that was read is told of, once, to its owner only', async () => {
  const [anna, bob] = [await aPerson(), await aPerson()]
  const [annas, bobs] = [await listen(anna), await listen(bob)]
  expect(annas.response.headers.get('content-type')).toMatch(/^text\/event-stream/)
  const { id } = await anna.upload('a.txt')
  await until(async () => annas.received.length > 0, 'the event')
  expect(annas.received[0]).toMatchObject({ event: 'object.ready', data: { type: 'object.ready', object_id: id } })
  await anna.upload('b.txt')
  await until(async () => annas.received.length > 1, 'the second event')
  expect(annas.received).toHaveLength(2)
  expect(bobs.received).toHaveLength(0)
  await Promise.all([annas.stop(), bobs.stop()])
})

test('Last-Event-ID brings what was missed, and nothing twice', async () => {
  const anna = await aPerson()
  const first = await listen(anna)
  await anna.upload('a.txt')
  await until(async () => first.received.length === 1, 'the first event')
  await first.stop()
  const missed = [(await anna.upload('b.txt')).id, (await anna.upload('c.txt')).id]
  for (const id of missed) await anna.read(id)
  const second = await listen(anna, { 'last-event-id': first.received[0]!.id })
  await until(async () => second.received.length === 2, 'the missed events')
  expect(second.received.map(event => event.data.object_id).sort()).toEqual([...missed].sort())
  await second.stop()
  const fresh = await listen(anna)
  const { id } = await anna.upload('d.txt')
  await until(async () => fresh.received.length > 0, 'the new event')
  expect(fresh.received[0]!.data.object_id).toBe(id)
  await fresh.stop()
})

test('a write that stays open elsewhere on the database server delays no event', async () => {
  const server = process.env.TEST_DATABASE_URL
  if (!server) return
  const beside = new pg.Client({ connectionString: server })
  await beside.connect()
  try {
    await beside.query('begin')
    await beside.query('select pg_current_xact_id()')
    const anna = await aPerson()
    const annas = await listen(anna)
    const { id } = await anna.upload('a.txt')
    await until(async () => annas.received.some(event => event.data.object_id === id), 'the event', 60)
    const { rows } = await beside.query('select pg_current_xact_id_if_assigned() is not null as open')
    expect(rows).toEqual([{ open: true }])
    await annas.stop()
  } finally {
    await beside.end()
  }
})

test('a listener with an id that was never given out is told that it missed something, and receives what is new', async () => {
  const anna = await aPerson()
  await anna.read((await anna.upload('a.txt')).id)
  for (const stale of ['99999999-1', 'nonsense', '0'.repeat(5000)]) {
    const late = await listen(anna, { 'last-event-id': stale })
    const { id } = await anna.upload(`${stale.length}.txt`)
    await until(async () => late.received.length > 1, 'the new event')
    expect(late.received.map(({ event, data }) => [event, data.object_id])).toEqual([
      ['events.missed', undefined],
      ['object.ready', id],
    ])
    await late.stop()
  }
})

test('a hidden file is not told of', async () => {
  const anna = await aPerson()
  const start = await listen(anna)
  const shown = await anna.upload('a.txt')
  await until(async () => start.received.length === 1, 'the event')
  await start.stop()
  const secret = await anna.upload('secret.txt')
  await anna.read(secret.id)
  await anna.patch(`/v1/objects/${secret.id}`, { is_hidden: true })
  const later = await anna.upload('later.txt')
  await anna.read(later.id)
  const again = await listen(anna, { 'last-event-id': start.received[0]!.id })
  await until(async () => again.received.length > 0, 'the later event')
  expect(again.received.map(event => event.data.object_id)).toEqual([later.id])
  expect(shown.id).not.toBe(later.id)
  await again.stop()
})

/** A receiver on this machine that fails as often as it is told to. */
async function aReceiver(failures = 0) {
  const received: { headers: Record<string, unknown>; body: string }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', chunk => {
      body += chunk
    })
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      response.writeHead(received.length <= failures ? 500 : 200).end()
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return { url, received, close: () => new Promise(done => server.close(done)) }
}

test('a webhook is signed, and delivered again after a failure', async () => {
  const anna = await aPerson()
  const receiver = await aReceiver(1)
  const made = await anna.post('/v1/webhooks', { url: receiver.url, events: ['object.ready'], secret: 'shared secret' })
  expect(made).toMatchObject({ status: 201, body: { url: receiver.url, events: ['object.ready'], last_status: null } })
  const { id } = await anna.upload('a.txt')
  await until(async () => receiver.received.length >= 2, 'the second delivery')
  const [first, second] = receiver.received
  expect(first!.headers['x-dossier-delivery']).toBe(second!.headers['x-dossier-delivery'])
  expect(JSON.parse(second!.body)).toMatchObject({ type: 'object.ready', data: { object_id: id } })
  const [, time, mac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(second!.headers['x-dossier-signature']))!
  expect(createHmac('sha256', 'shared secret').update(`${time}.${second!.body}`).digest('hex')).toBe(mac)
  const listed = await until(async () => {
    const { body, text } = await anna.get('/v1/webhooks')
    expect(text).not.toContain('shared secret')
    return body.items[0]!.last_status === 200 && body.items
  }, 'the outcome')
  expect(listed).toHaveLength(1)
  expect((await anna.delete(`/v1/webhooks/${made.body.id}`)).body).toEqual({ ok: true })
  expect((await anna.delete(`/v1/webhooks/${made.body.id}`)).status).toBe(404)
  await receiver.close()
})

test('what was sent is listed, and sent again with the id that it had', async () => {
  const [anna, boris] = [await aPerson(), await aPerson()]
  const receiver = await aReceiver(1)
  const hook = (await anna.post('/v1/webhooks', { url: receiver.url, events: ['object.ready'] })).body
  const { id } = await anna.upload('sent.txt')
  const list = async (person = anna) => (await person.get(`/v1/webhooks/${hook.id}/deliveries`)).body.items
  const [sent] = await until(async () => {
    const items = await list()
    return items[0]?.status === 200 && items
  }, 'the delivery')
  expect(sent).toEqual({
    id: receiver.received[0]!.headers['x-dossier-delivery'],
    type: 'object.ready',
    data: expect.objectContaining({ object_id: id }),
    happened_at: expect.any(String),
    sent_at: expect.any(String),
    attempts: 2,
    status: 200,
    error: null,
    given_up: false,
  })
  const again = `/v1/webhooks/${hook.id}/deliveries/${sent!.id}/redeliver`
  expect((await boris.post(again)).status).toBe(404)
  expect((await boris.get(`/v1/webhooks/${hook.id}/deliveries`)).status).toBe(404)
  expect((await anna.post(again)).body).toEqual({ ok: true })
  await until(async () => receiver.received.length === 3, 'the third delivery')
  expect(JSON.parse(receiver.received[2]!.body)).toEqual(JSON.parse(receiver.received[1]!.body))
  await until(async () => (await list())[0]!.attempts === 3, 'its outcome')
  expect(await list()).toHaveLength(1)
  // What is hidden or in the trash meanwhile is neither told of nor sent.
  await anna.patch(`/v1/objects/${id}`, { is_hidden: true })
  expect(await list()).toEqual([])
  expect((await anna.post(again)).status).toBe(404)
  const open = anna.with({ 'x-hidden-token': (await anna.post('/v1/hidden-pin/unlock')).body.hidden_token })
  expect(await list(open)).toHaveLength(1)
  expect((await open.post(again)).status).toBe(404)
  expect((await anna.delete(`/v1/webhooks/${hook.id}`)).status).toBe(200)
  await receiver.close()
})

test('webhooks refuse what is no address and no event', async () => {
  const anna = await aPerson()
  const complaint = async (body: object) => (await anna.post('/v1/webhooks', body)).body.detail[0]
  expect(await complaint({ url: 'ftp://example.org', events: ['object.ready'] })).toMatchObject({
    loc: ['body', 'url'],
    type: 'value_error',
  })
  expect(await complaint({ url: 'nonsense', events: ['object.ready'] })).toMatchObject({ loc: ['body', 'url'] })
  expect(await complaint({ url: 'http://127.0.0.1:1', events: ['object.eaten'] })).toMatchObject({ type: 'enum' })
  expect(await complaint({ url: 'http://127.0.0.1:1', events: [] })).toMatchObject({ type: 'too_short' })
})
