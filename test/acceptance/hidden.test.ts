import { expect, test } from 'vitest'
import { aPerson, call, type Json, type Person, theAdmin } from '../support/client.ts'

const unlocked = async (person: Person, pin?: string): Promise<Person> => {
  const { status, body } = await person.post('/v1/hidden-pin/unlock', pin ? { pin } : undefined)
  expect(status).toBe(200)
  return person.with({ 'x-hidden-token': body.hidden_token })
}

/** A theme with a folder with a file in it. */
async function aShelf(person: Person) {
  const theme = (await person.post('/v1/themes', { name: 'theme' })).body
  const folder = await person.folder('folder', { theme_id: theme.id })
  const inner = await person.folder('inner', { parent_id: folder.id })
  const file = await person.upload('file.txt', 'file', `?collection_id=${inner.id}`)
  return { theme, folder, inner, file }
}

test('without a PIN the zone opens for the asking', async () => {
  const anna = await aPerson()
  expect((await anna.get('/v1/hidden-pin')).body).toEqual({ enabled: false, locked_until: null })
  const { id } = await anna.upload('secret.txt', 'secret')
  await anna.patch(`/v1/objects/${id}`, { is_hidden: true })
  expect((await anna.get(`/v1/objects/${id}`)).status).toBe(404)
  const open = await unlocked(anna)
  expect((await open.get(`/v1/objects/${id}`)).body).toMatchObject({ id, is_hidden: true })
  expect((await open.get('/v1/objects')).body.total).toBe(1)
  expect((await open.patch(`/v1/objects/${id}`, { is_hidden: false })).body.is_hidden).toBe(false)
  expect((await anna.get(`/v1/objects/${id}`)).status).toBe(200)
})

test('a PIN is set, changed with the current one, and disabled with it', async () => {
  const anna = await aPerson()
  for (const pin of ['123', '1234567890123', '12a4', '', '١٢٣٤'])
    expect((await anna.post('/v1/hidden-pin', { pin })).body.detail[0].loc).toEqual(['body', 'pin'])
  expect((await anna.post('/v1/hidden-pin', { pin: '1234' })).body).toEqual({ enabled: true, locked_until: null })
  expect((await anna.post('/v1/hidden-pin', { pin: '5678' })).body.detail[0]).toMatchObject({
    loc: ['body', 'current_pin'],
    type: 'missing',
  })
  const wrong = await anna.post('/v1/hidden-pin', { pin: '5678', current_pin: '0000' })
  expect(wrong).toMatchObject({ status: 403, body: { code: 'wrong_pin' } })
  expect((await anna.post('/v1/hidden-pin', { pin: '5678', current_pin: '1234' })).status).toBe(200)
  expect((await anna.post('/v1/hidden-pin/unlock', {})).body.detail[0].loc).toEqual(['body', 'pin'])
  expect((await anna.post('/v1/hidden-pin/unlock', { pin: '1234' })).body.code).toBe('wrong_pin')
  await unlocked(anna, '5678')
  expect((await anna.post('/v1/hidden-pin/disable', {})).body.detail[0]).toMatchObject({ loc: ['body', 'pin'] })
  expect((await anna.post('/v1/hidden-pin/disable', { pin: '1111' })).status).toBe(403)
  expect((await anna.post('/v1/hidden-pin/disable', { pin: '5678' })).body).toEqual({ ok: true })
  expect((await anna.get('/v1/hidden-pin')).body.enabled).toBe(false)
})

test('tokens end with lock, with disable, with a new PIN; and are nobody else’s', async () => {
  const [anna, bob] = [await aPerson(), await aPerson()]
  const { id } = await anna.upload('secret.txt', 'secret')
  await anna.patch(`/v1/objects/${id}`, { is_hidden: true })
  const sees = async (person: Person) => (await person.get(`/v1/objects/${id}`)).status === 200
  const first = await unlocked(anna)
  expect(await sees(first)).toBe(true)
  expect((await anna.post('/v1/hidden-pin/lock')).body).toEqual({ ok: true })
  expect(await sees(first)).toBe(false)
  const second = await unlocked(anna)
  await anna.post('/v1/hidden-pin', { pin: '1234' })
  expect(await sees(second)).toBe(false)
  const third = await unlocked(anna, '1234')
  await anna.post('/v1/hidden-pin/disable', { pin: '1234' })
  expect(await sees(third)).toBe(false)
  const bobs = (await bob.post('/v1/hidden-pin/unlock')).body.hidden_token
  expect(await sees(anna.with({ 'x-hidden-token': bobs }))).toBe(false)
  expect(await sees(anna.with({ 'x-hidden-token': 'nonsense' }))).toBe(false)
})

test('five wrong PINs in a row lock the zone, also when they come at once', async () => {
  const anna = await aPerson()
  await anna.post('/v1/hidden-pin', { pin: '1234' })
  const guess = (pin: string) => anna.post('/v1/hidden-pin/unlock', { pin })
  for (let n = 0; n < 4; n++) expect((await guess('0000')).status).toBe(403)
  await unlocked(anna, '1234')
  const statuses = (await Promise.all(Array.from({ length: 12 }, () => guess('0000')))).map(reply => reply.status)
  expect(statuses.filter(status => status === 403)).toHaveLength(5)
  expect(statuses.filter(status => status === 429)).toHaveLength(7)
  const right = await guess('1234')
  expect(right.status).toBe(429)
  expect(Number(right.headers.get('retry-after'))).toBeGreaterThan(14 * 60)
  const state = (await anna.get('/v1/hidden-pin')).body
  expect(new Date(state.locked_until).getTime()).toBeGreaterThan(Date.now())
  expect((await anna.post('/v1/hidden-pin/disable', { pin: '1234' })).status).toBe(429)
  const admin = await theAdmin()
  expect((await admin.post(`/v1/admin/users/${anna.id}/hidden-pin/reset`)).body).toEqual({ ok: true })
  expect((await anna.get('/v1/hidden-pin')).body).toEqual({ enabled: false, locked_until: null })
  await unlocked(anna)
})

test('a hidden theme takes its folders and files along, and brings back only what went with it', async () => {
  const anna = await aPerson()
  const { theme, folder, inner, file } = await aShelf(anna)
  const own = await anna.upload('own.txt', 'own', `?collection_id=${inner.id}`)
  await anna.patch(`/v1/objects/${own.id}`, { is_hidden: true })
  expect((await anna.patch(`/v1/themes/${theme.id}`, { is_hidden: true })).body).toMatchObject({ is_hidden: true })
  const open = await unlocked(anna)
  for (const path of [
    `themes/${theme.id}`,
    `collections/${folder.id}`,
    `collections/${inner.id}`,
    `objects/${file.id}`,
  ]) {
    expect((await anna.get(`/v1/${path}`)).status).toBe(404)
    expect((await open.get(`/v1/${path}`)).body.is_hidden).toBe(true)
  }
  expect((await anna.get('/v1/collections')).body.items).toEqual([])
  expect((await anna.get('/v1/themes')).body.items).toEqual([])
  expect(await open.patch(`/v1/objects/${file.id}`, { is_hidden: false })).toMatchObject({
    status: 409,
    body: { code: 'hidden_by_parent' },
  })
  expect((await open.patch(`/v1/collections/${inner.id}`, { is_hidden: false })).body.code).toBe('hidden_by_parent')
  await open.patch(`/v1/themes/${theme.id}`, { is_hidden: false })
  expect((await anna.get(`/v1/objects/${file.id}`)).status).toBe(200)
  expect((await anna.get(`/v1/objects/${own.id}`)).status).toBe(404)
  expect((await anna.get(`/v1/collections/${inner.id}`)).body.object_count).toBe(1)
  expect((await open.get(`/v1/collections/${inner.id}`)).body.object_count).toBe(2)
})

test('a hidden folder hides all below it; what moves in or out changes with its place', async () => {
  const anna = await aPerson()
  const { folder, inner, file } = await aShelf(anna)
  const other = await anna.folder('other')
  expect((await anna.patch(`/v1/collections/${folder.id}`, { is_hidden: true })).body.is_hidden).toBe(true)
  const open = await unlocked(anna)
  expect((await anna.get(`/v1/objects/${file.id}`)).status).toBe(404)
  for (const [method, path, body] of [
    ['PATCH', `collections/${inner.id}`, { name: 'x' }],
    ['DELETE', `collections/${inner.id}`, undefined],
    ['PUT', `collections/${inner.id}/note`, { text: 'x' }],
    ['PATCH', `collections/${other.id}`, { parent_id: inner.id }],
    ['POST', 'collections', { name: 'x', parent_id: inner.id }],
    ['PATCH', `objects/${file.id}`, { filename: 'x' }],
  ] as const)
    expect((await anna.call(method, `/v1/${path}`, { body })).status).toBe(404)
  expect((await anna.send('x', 'x', `?collection_id=${inner.id}`)).status).toBe(404)
  const moved = await open.patch(`/v1/objects/${file.id}`, { collection_id: other.id })
  expect(moved.body.is_hidden).toBe(false)
  expect((await anna.get(`/v1/objects/${file.id}`)).status).toBe(200)
  expect((await open.patch(`/v1/collections/${inner.id}`, { parent_id: null })).body).toMatchObject({
    is_hidden: false,
  })
  expect((await open.patch(`/v1/collections/${inner.id}`, { parent_id: folder.id })).body.is_hidden).toBe(true)
})

test('removing a hidden theme or folder leaves its content hidden', async () => {
  const anna = await aPerson()
  const shelf = await aShelf(anna)
  await anna.patch(`/v1/themes/${shelf.theme.id}`, { is_hidden: true })
  const open = await unlocked(anna)
  expect((await anna.delete(`/v1/themes/${shelf.theme.id}`)).status).toBe(404)
  await open.delete(`/v1/themes/${shelf.theme.id}`)
  expect((await anna.get(`/v1/objects/${shelf.file.id}`)).status).toBe(404)
  expect((await anna.get('/v1/collections')).body.items).toEqual([])
  await open.delete(`/v1/collections/${shelf.folder.id}?mode=keep`)
  expect((await open.get(`/v1/objects/${shelf.file.id}`)).body.is_hidden).toBe(true)
  expect((await anna.get('/v1/objects')).body.total).toBe(0)

  const box = await anna.folder('box')
  await anna.upload('b.txt', 'b', `?collection_id=${box.id}`)
  await anna.patch(`/v1/collections/${box.id}`, { is_hidden: true })
  await open.delete(`/v1/collections/${box.id}`)
  expect((await anna.get('/v1/trash')).body.total).toBe(0)
  expect((await open.get('/v1/trash')).body.total).toBe(1)
})

test('the trash of the hidden zone is hidden too', async () => {
  const anna = await aPerson()
  const { id } = await anna.upload('secret.txt', 'secret')
  await anna.patch(`/v1/objects/${id}`, { is_hidden: true })
  const open = await unlocked(anna)
  await open.delete(`/v1/objects/${id}`)
  expect((await anna.get('/v1/trash')).body).toMatchObject({ items: [], total: 0 })
  expect((await anna.post(`/v1/objects/${id}/restore`)).status).toBe(404)
  expect((await anna.delete(`/v1/objects/${id}/permanent`)).status).toBe(404)
  expect((await anna.delete('/v1/trash')).body.removed).toBe(0)
  expect((await open.post(`/v1/objects/${id}/restore`)).body.is_hidden).toBe(true)
})

test('the page unlocks by cookie as well', async () => {
  const anna = await aPerson()
  const { id } = await anna.upload('secret.txt', 'secret')
  await anna.patch(`/v1/objects/${id}`, { is_hidden: true })
  const login = await call('POST', '/v1/auth/login', { body: { email: anna.email, password: anna.password } })
  const session = login.headers.get('set-cookie')!.split(';')[0]!
  const page = { cookie: session, 'sec-fetch-site': 'same-origin' }
  const unlock = await call('POST', '/v1/hidden-pin/unlock', { headers: page })
  const cookie = unlock.headers.get('set-cookie')!
  expect(cookie).toMatch(/^dossier_hidden=.+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+/)
  const both = { ...page, cookie: `${session}; ${cookie.split(';')[0]}` }
  expect((await call('GET', `/v1/objects/${id}`, { headers: both })).status).toBe(200)
  expect((await call('GET', `/v1/objects/${id}`, { headers: page })).status).toBe(404)
  expect((await anna.post('/v1/hidden-pin/unlock')).headers.get('set-cookie')).toBeNull()
  const lock = await call('POST', '/v1/hidden-pin/lock', { headers: both })
  expect(lock.headers.get('set-cookie')).toMatch(/dossier_hidden=;.*Max-Age=0/)
  expect((await call('GET', `/v1/objects/${id}`, { headers: both })).status).toBe(404)
})

test('an unlocked stream has events of hidden files, a locked one does not', async () => {
  const anna = await aPerson()
  const box = await anna.folder('box')
  await anna.patch(`/v1/collections/${box.id}`, { is_hidden: true })
  const open = await unlocked(anna)
  const { id } = await open.upload('secret.txt', 'secret', `?collection_id=${box.id}`)
  await open.read(id)
  const receivedBy = async (person: Person) => {
    const abort = new AbortController()
    const headers = { authorization: `Bearer ${person.token}`, 'last-event-id': '0-0', ...person.extraHeaders }
    const response = await fetch(`${process.env.ACCEPTANCE_URLS!.split(',')[0]}/v1/events`, {
      headers,
      signal: abort.signal,
    })
    const reader = response.body!.getReader()
    let text = ''
    const marker = (await anna.upload(`marker-${Math.random()}.txt`)).id
    while (!text.includes(marker)) text += new TextDecoder().decode((await reader.read()).value)
    abort.abort()
    return text
  }
  expect(await receivedBy(anna)).not.toContain(id)
  expect(await receivedBy(open)).toContain(id)
})

test('unhiding needs the zone open, and a missing thing answers just as a hidden one', async () => {
  const anna = await aPerson()
  const { id } = await anna.upload('secret.txt', 'secret')
  await anna.patch(`/v1/objects/${id}`, { is_hidden: true })
  const same = async (path: string) => {
    const { status, body } = await anna.get(path)
    return { status, body: { ...(body as Json), request_id: '' } }
  }
  const missing = '00000000-0000-4000-8000-000000000000'
  for (const path of ['', '/content', '/text'])
    expect(await same(`/v1/objects/${id}${path}`)).toEqual(await same(`/v1/objects/${missing}${path}`))
})
