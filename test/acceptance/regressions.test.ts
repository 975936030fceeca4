import { expect, test } from 'vitest'
import { aPerson, baseUrl, call, type Person, until } from '../support/client.ts'

/** Things that once went wrong. */

const TUS = { 'tus-resumable': '1.0.0' }
const BYTES = { ...TUS, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }

const begin = async (person: Person, length: number, metadata = ''): Promise<string> => {
  const headers = { ...TUS, 'upload-length': String(length), 'upload-metadata': metadata }
  const made = await person.call('POST', '/v1/uploads', { headers })
  return new URL(made.headers.get('location')!).pathname
}

const unlock = async (person: Person): Promise<Person> =>
  person.with({ 'x-hidden-token': (await person.post('/v1/hidden-pin/unlock')).body.hidden_token })

test('far more bytes than announced are refused, and the service lives on', async () => {
  const anna = await aPerson()
  const path = await begin(anna, 10)
  const reply = await anna.call('PATCH', path, { headers: BYTES, raw: new Uint8Array(3_000_000) })
  expect(reply.status).toBe(422)
  expect(reply.headers.get('tus-resumable')).toBe('1.0.0')
  // Past the time for which a refused caller is still listened to.
  const end = Date.now() + 6000
  await until(async () => Date.now() > end && (await call('GET', '/health')).status === 200, 'the service to live on')
})

test('giving an upload up while its last part comes leaves a whole file or none', async () => {
  const anna = await aPerson()
  for (let round = 0; round < 15; round++) {
    const path = await begin(anna, 4)
    const [sent] = await Promise.all([
      anna.call('PATCH', path, { headers: BYTES, raw: 'last' }),
      anna.call('DELETE', path, { headers: TUS }),
    ])
    const id = sent.headers.get('x-object-id')
    if (id) expect((await anna.get(`/v1/objects/${id}/content`)).text).toBe('last')
  }
})

test('an upload into a hidden folder is hidden with it', async () => {
  const anna = await aPerson()
  const box = await anna.folder('box')
  await anna.patch(`/v1/collections/${box.id}`, { is_hidden: true })
  const open = await unlock(anna)
  const path = await begin(open, 4, `collection_id ${Buffer.from(box.id).toString('base64')}`)
  expect((await anna.call('HEAD', path, { headers: TUS })).status).toBe(404)
  expect((await anna.call('PATCH', path, { headers: BYTES, raw: 'last' })).status).toBe(404)
  const sent = await open.call('PATCH', path, { headers: BYTES, raw: 'last' })
  expect(sent.headers.get('x-object-id')).toBeTruthy()
  expect((await anna.call('HEAD', path, { headers: TUS })).status).toBe(404)
  expect((await anna.call('DELETE', path, { headers: TUS })).status).toBe(404)
})

test('a folder with a theme of its own is hidden by the theme above it', async () => {
  const anna = await aPerson()
  const [one, two] = [
    (await anna.post('/v1/themes', { name: 'one' })).body,
    (await anna.post('/v1/themes', { name: 'two' })).body,
  ]
  const top = await anna.folder('secret', { theme_id: one.id })
  const child = await anna.folder('child', { parent_id: top.id, theme_id: two.id })
  const { id } = await anna.upload('a.txt', 'a', `?collection_id=${child.id}`)
  expect((await anna.get(`/v1/collections/${child.id}`)).body.theme_id).toBe(two.id)
  await anna.patch(`/v1/themes/${one.id}`, { is_hidden: true })
  expect((await anna.get(`/v1/collections/${child.id}`)).status).toBe(404)
  expect((await anna.get(`/v1/objects/${id}`)).status).toBe(404)
  expect((await anna.get(`/v1/themes/${two.id}`)).body.folder_count).toBe(0)
})

test('what was hidden by itself stays hidden through mode=keep', async () => {
  const anna = await aPerson()
  const outer = await anna.folder('outer')
  const inner = await anna.folder('inner', { parent_id: outer.id })
  const { id } = await anna.upload('a.txt', 'a', `?collection_id=${inner.id}`)
  const open = await unlock(anna)
  await open.patch(`/v1/collections/${inner.id}`, { is_hidden: true })
  await open.patch(`/v1/collections/${outer.id}`, { is_hidden: true })
  await open.delete(`/v1/collections/${inner.id}?mode=keep`)
  await open.patch(`/v1/collections/${outer.id}`, { is_hidden: false })
  expect((await anna.get(`/v1/objects/${id}`)).status).toBe(404)
  expect((await open.get(`/v1/objects/${id}`)).body).toMatchObject({ collection_id: outer.id, is_hidden: true })
})

test('removing a folder with the zone locked leaves what is hidden in it alone', async () => {
  const anna = await aPerson()
  const top = await anna.folder('top')
  const secret = await anna.folder('secret', { parent_id: top.id })
  const [within, beside] = [
    await anna.upload('a.txt', 'a', `?collection_id=${secret.id}`),
    await anna.upload('b.txt', 'b', `?collection_id=${top.id}`),
  ]
  await anna.patch(`/v1/collections/${secret.id}`, { is_hidden: true })
  await anna.patch(`/v1/objects/${beside.id}`, { is_hidden: true })
  expect((await anna.delete(`/v1/collections/${top.id}`)).status).toBe(200)
  const open = await unlock(anna)
  expect((await open.get(`/v1/objects/${within.id}`)).body.collection_id).toBe(secret.id)
  expect((await open.get(`/v1/collections/${secret.id}`)).body).toMatchObject({ parent_id: null, is_hidden: true })
  expect((await open.get(`/v1/objects/${beside.id}`)).body).toMatchObject({ collection_id: null, is_hidden: true })
  expect((await open.get('/v1/trash')).body.total).toBe(0)
})

test('a file never ends up in a folder that has gone', async () => {
  const anna = await aPerson()
  for (let round = 0; round < 15; round++) {
    const box = await anna.folder('box')
    const { id } = await anna.upload(`${round}.txt`)
    await Promise.all([
      anna.patch(`/v1/objects/${id}`, { collection_id: box.id }),
      anna.send('new.txt', 'new', `?collection_id=${box.id}`),
      anna.delete(`/v1/collections/${box.id}?mode=keep`),
    ])
  }
  for (const { collection_id } of (await anna.get('/v1/objects?limit=500')).body.items) expect(collection_id).toBeNull()
})

test('changes that race the trash are done or not found, never broken', async () => {
  const anna = await aPerson()
  const statuses = new Set<number>()
  for (let round = 0; round < 15; round++) {
    const { id } = await anna.upload(`${round}.txt`)
    const replies = await Promise.all([
      anna.patch(`/v1/objects/${id}`, { filename: 'x' }),
      anna.delete(`/v1/objects/${id}`),
      anna.post(`/v1/objects/${id}/lock-name`),
      anna.patch(`/v1/objects/${id}`, { is_hidden: true }),
    ])
    for (const { status } of replies) statuses.add(status)
  }
  expect([...statuses].filter(status => status !== 200 && status !== 404)).toEqual([])
})

test('an event stream ends with its token, and receives nothing hidden once the zone is locked', async () => {
  const anna = await aPerson()
  const box = await anna.folder('box')
  await anna.patch(`/v1/collections/${box.id}`, { is_hidden: true })
  const token = (await anna.post('/v1/tokens', { name: 'listener' })).body
  const open = await unlock(anna)
  const response = await fetch(`${baseUrl()}/v1/events`, {
    headers: { authorization: `Bearer ${token.token}`, ...open.extraHeaders },
  })
  const reader = response.body!.getReader()
  let text = ''
  const receive = async (id: string) => {
    while (!text.includes(id)) text += new TextDecoder().decode((await reader.read()).value)
  }
  await receive((await open.upload('a.txt', 'a', `?collection_id=${box.id}`)).id)
  await anna.post('/v1/hidden-pin/lock')
  const again = await unlock(anna)
  const secret = (await again.upload('b.txt', 'b', `?collection_id=${box.id}`)).id
  await receive((await anna.upload('c.txt', 'c')).id)
  expect(text).not.toContain(secret)
  await anna.delete(`/v1/tokens/${token.id}`)
  await until(async () => (await reader.read()).done, 'the stream to end')
})

test('no secret comes back, however oddly it was sent', async () => {
  const anna = await aPerson()
  for (const body of [
    [{ email: 'a@b.c', password: 'SECRETPW' }],
    'SECRETPW',
    { email: { x: { password: 'SECRETPW' } }, password: 'x' },
  ])
    expect((await call('POST', '/v1/auth/login', { body })).text).not.toContain('SECRETPW')
  const hook = await anna.post('/v1/webhooks', { url: 'http://u:SECRETPW@example.org', events: ['object.ready'] })
  expect(hook.status).toBe(422)
  expect(hook.text).not.toContain('SECRETPW')
})

test('ten right PINs at once open ten times', async () => {
  const anna = await aPerson()
  await anna.post('/v1/hidden-pin', { pin: '1234' })
  const tries = await Promise.all(Array.from({ length: 10 }, () => anna.post('/v1/hidden-pin/unlock', { pin: '1234' })))
  expect(tries.map(reply => reply.status)).toEqual(Array.from({ length: 10 }, () => 200))
})

test('an archive takes any name', async () => {
  const anna = await aPerson()
  const { id } = await anna.upload('x.txt', 'x')
  await anna.patch(`/v1/objects/${id}`, { filename: 'A: plan.txt' })
  const zip = await anna.post('/v1/objects/archive', { object_ids: [id] })
  expect(zip.status).toBe(200)
  expect(zip.text).toContain('A_ plan.txt')
})

test('a forged cursor, a wrong method with a broken body, and an impossible range get their answers', async () => {
  const anna = await aPerson()
  const { id } = await anna.upload('x.txt', 'x')
  const forged = (cursor: object) =>
    anna.get(`/v1/objects?cursor=${Buffer.from(JSON.stringify(cursor)).toString('base64url')}`)
  const good = { sort: '-created_at', value: '2020-01-01T00:00:00.000Z', id, total: 1 }
  expect((await forged(good)).status).toBe(200)
  for (const odd of [{ id: '-'.repeat(36) }, { value: '2020-99-99T00:00:00.000Z' }, { total: -5 }])
    expect((await forged({ ...good, ...odd })).status).toBe(422)
  const json = { 'content-type': 'application/json' }
  expect((await anna.call('PUT', '/v1/objects', { headers: json, raw: '{' })).status).toBe(405)
  expect((await anna.call('POST', '/v1/nothing', { headers: json, raw: '{' })).status).toBe(404)
  const beyond = await anna.get(`/v1/objects/${id}/content`, { range: 'bytes=9-' })
  expect(beyond).toMatchObject({ status: 416, body: { code: 'range_not_satisfiable', request_id: expect.any(String) } })
})

test('chat attachments are not listed in the trash either', async () => {
  const anna = await aPerson()
  const { id } = await anna.upload('chat.txt', 'chat', '?chat_only=true')
  await anna.delete(`/v1/objects/${id}`)
  expect((await anna.get('/v1/trash')).body).toMatchObject({ items: [], total: 0 })
  expect((await anna.post(`/v1/objects/${id}/restore`)).status).toBe(200)
})

test('a link to a file in the trash can be revoked', async () => {
  const anna = await aPerson()
  const { id } = await anna.upload('x.txt')
  const share = (await anna.post(`/v1/objects/${id}/shares`, {})).body
  await anna.delete(`/v1/objects/${id}`)
  expect((await anna.get('/v1/shares')).body.items.map(item => item.id)).toEqual([share.id])
  expect((await anna.delete(`/v1/shares/${share.id}`)).status).toBe(200)
})

test('signing out locks the hidden zone', async () => {
  const anna = await aPerson()
  const { id } = await anna.upload('x.txt')
  await anna.patch(`/v1/objects/${id}`, { is_hidden: true })
  const open = await unlock(anna)
  const login = await call('POST', '/v1/auth/login', { body: { email: anna.email, password: anna.password } })
  await call('POST', '/v1/auth/logout', { headers: { authorization: `Bearer ${login.body.token}` } })
  expect((await open.get(`/v1/objects/${id}`)).status).toBe(404)
})

test('preferences do not grow without end', async () => {
  const anna = await aPerson()
  const put = (n: number) => anna.put('/v1/settings', { prefs: { [`key${n}`]: 'x'.repeat(30_000) } })
  expect([(await put(1)).status, (await put(2)).status, (await put(3)).status]).toEqual([200, 200, 400])
})
