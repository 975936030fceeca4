import { beforeAll, describe, expect, test } from 'vitest'
import { aPerson, call, type Json, type Person, theAdmin, until } from './support/client.ts'

/** Folders that are given to others of the house: who sees what, who may do what, and what is left when it is taken back. */

const NOWHERE = '00000000-0000-4000-8000-000000000000'

const give = async (owner: Person, folder: string, to: object): Promise<Json> => {
  const { status, body } = await owner.post(`/v1/collections/${folder}/grants`, to)
  if (status !== 201) throw new Error(`grant answered ${status}: ${JSON.stringify(body)}`)
  return body
}

interface House {
  anna: Person
  boris: Person
  above: Json
  given: Json
  below: Json
  beside: Json
  file: string
  deep: string
  hidden: string
  trashed: string
  outside: string
  grant: Json
}

/** Above > given > below, and a folder beside; files in each, one hidden and one in the trash. */
async function aHouse(role: 'viewer' | 'editor'): Promise<House> {
  const [anna, boris] = [await aPerson(), await aPerson()]
  const above = await anna.folder('Above the rest')
  const given = await anna.folder('Given', { parent_id: above.id })
  const below = await anna.folder('Below', { parent_id: given.id })
  const beside = await anna.folder('Beside', { parent_id: above.id })
  const put = async (name: string, folder: string) =>
    (await anna.upload(name, `words of ${name}`, `?collection_id=${folder}`)).id as string
  const [file, deep] = [await put('file.txt', given.id), await put('deep.txt', below.id)]
  const [hidden, trashed] = [await put('hidden.txt', given.id), await put('trashed.txt', given.id)]
  const outside = await put('outside.txt', beside.id)
  for (const id of [file, deep, hidden, trashed, outside]) await anna.read(id)
  await anna.patch(`/v1/objects/${hidden}`, { is_hidden: true })
  await anna.delete(`/v1/objects/${trashed}`)
  const grant = await give(anna, given.id, { email: boris.email, role })
  return { anna, boris, above, given, below, beside, file, deep, hidden, trashed, outside, grant }
}

const statuses = async (person: Person, paths: string[]) =>
  Promise.all(paths.map(async path => (await person.get(path)).status))

describe('a viewer', () => {
  let house: House
  beforeAll(async () => {
    house = await aHouse('viewer')
  })

  test('is told of the folder, and by whom it was given', async () => {
    const { boris, anna, given } = house
    expect((await boris.get('/v1/shared')).body.items).toEqual([
      {
        collection_id: given.id,
        name: 'Given',
        icon: '',
        role: 'viewer',
        owner: { id: anna.id, email: anna.email, name: 'Anna' },
        object_count: 1,
        has_folders: true,
        given_at: expect.any(String),
      },
    ])
    expect((await anna.get('/v1/shared')).body.items).toEqual([])
  })

  test('reads what is in it and below', async () => {
    const { boris, given, below, file, deep } = house
    const list = (await boris.get(`/v1/objects?collection_id=${given.id}`)).body
    expect({ ids: list.items.map(item => item.id), total: list.total }).toEqual({ ids: [file], total: 1 })
    expect(list.items[0]).toMatchObject({ access: 'viewer', owner_name: 'Anna', theme_id: null, is_favorite: false })
    const folders = (await boris.get(`/v1/collections?parent_id=${given.id}`)).body.items
    expect(folders).toMatchObject([{ id: below.id, path: 'Given/Below', parent_id: given.id, object_count: 1 }])
    expect((await boris.get(`/v1/collections/${given.id}`)).body).toMatchObject({
      parent_id: null,
      path: 'Given',
      access: 'viewer',
      owner_name: 'Anna',
    })
    expect((await boris.get(`/v1/objects/${deep}/content`)).text).toBe('words of deep.txt')
    expect((await boris.get(`/v1/objects/${deep}/text`)).body.text).toBe('words of deep.txt')
    expect((await boris.get(`/v1/objects/${file}`)).body).toMatchObject({ id: file, access: 'viewer' })
    expect((await boris.get(`/v1/objects/facets?collection_id=${given.id}`)).body.total).toBe(1)
    expect((await boris.post('/v1/objects/archive', { object_ids: [file, deep] })).status).toBe(200)
  })

  test('finds nothing above, beside, hidden or in the trash', async () => {
    const { boris, above, beside, hidden, trashed, outside } = house
    const files = [hidden, trashed, outside].flatMap(id =>
      ['', '/content', '/text', '/preview', '/thumbnail'].map(path => `/v1/objects/${id}${path}`),
    )
    const folders = [above.id, beside.id].flatMap(id => [
      `/v1/collections/${id}`,
      `/v1/collections/${id}/note`,
      `/v1/collections?parent_id=${id}`,
      `/v1/objects?collection_id=${id}`,
      `/v1/objects/facets?collection_id=${id}`,
      `/v1/collections/${id}/grants`,
    ])
    expect(new Set(await statuses(boris, [...files, ...folders]))).toEqual(new Set([404]))
    for (const ids of [[hidden], [house.file, hidden], [house.file, outside]])
      expect((await boris.post('/v1/objects/archive', { object_ids: ids })).status).toBe(404)
    const [missing, foreign] = [await boris.get(`/v1/objects/${NOWHERE}`), await boris.get(`/v1/objects/${outside}`)]
    expect({ ...foreign.body, request_id: '' }).toEqual({ ...missing.body, request_id: '' })
    const everything = await Promise.all(
      ['/v1/objects', '/v1/collections', '/v1/themes', '/v1/tags', '/v1/trash', '/v1/shares'].map(
        async path => (await boris.get(path)).body.items,
      ),
    )
    expect(everything.flat()).toEqual([])
  })

  test('changes nothing, and is told why', async () => {
    const { boris, given, below, file, grant } = house
    const refused = [
      await boris.patch(`/v1/objects/${file}`, { filename: 'mine.txt' }),
      await boris.delete(`/v1/objects/${file}`),
      await boris.put(`/v1/objects/${file}/draft`, { base_version: 1, text: 'mine' }),
      await boris.get(`/v1/objects/${file}/revisions`),
      await boris.send('mine.txt', 'mine', `?collection_id=${given.id}`),
      await boris.patch(`/v1/collections/${below.id}`, { name: 'mine' }),
      await boris.post('/v1/collections', { name: 'mine', parent_id: given.id }),
      await boris.post('/v1/objects/bulk', { object_ids: [file], action: 'trash' }),
    ]
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(refused.map(() => [403, 'not_editor']))
    const owners = [
      await boris.patch(`/v1/objects/${file}`, { is_hidden: true }),
      await boris.patch(`/v1/collections/${below.id}`, { is_hidden: true }),
      await boris.post(`/v1/objects/${file}/shares`, {}),
      await boris.post(`/v1/collections/${given.id}/shares`, {}),
      await boris.get(`/v1/collections/${given.id}/grants`),
      await boris.post(`/v1/collections/${below.id}/grants`, { email: boris.email, role: 'editor' }),
      await boris.patch(`/v1/collections/${given.id}/grants/${grant.id}`, { role: 'editor' }),
      await boris.delete(`/v1/collections/${given.id}/grants/${grant.id}`),
    ]
    expect(owners.map(({ status, body }) => [status, body.code])).toEqual(owners.map(() => [403, 'not_owner']))
  })

  test('learns nothing of what its owner thinks of a file', async () => {
    const { anna, boris, file, given } = house
    await anna.patch(`/v1/objects/${file}`, { is_favorite: true })
    await anna.get(`/v1/objects/${file}/content`)
    const item = (await boris.get(`/v1/objects/${file}`)).body
    expect(item).toMatchObject({ is_favorite: false, opened_at: null, suggested_name: null })
    expect((await boris.get(`/v1/objects?collection_id=${given.id}&favorite=true`)).body.items).toEqual([])
    expect((await boris.get(`/v1/objects/facets?collection_id=${given.id}`)).body.favorite).toBe(0)
    const before = (await anna.get(`/v1/objects/${file}`)).body.opened_at
    await boris.get(`/v1/objects/${file}/content`)
    expect((await anna.get(`/v1/objects/${file}`)).body.opened_at).toBe(before)
  })
})

describe('a search', () => {
  const found = async (person: Person, query: string) => {
    const { body } = await person.get(`/v1/search?mode=text&${query}`)
    return body.items.map(item => item.object.filename).toSorted()
  }

  test('finds one’s own files and those that were given, and nothing else', async () => {
    const { anna, boris, given, above, grant } = await aHouse('viewer')
    const own = await boris.upload('own.txt', 'words of my own')
    await boris.read(own.id)
    expect(await found(boris, 'q=words')).toEqual(['deep.txt', 'file.txt', 'own.txt'])
    const { body } = await boris.get('/v1/search?mode=text&q=words')
    expect(body.total).toBe(3)
    expect(body.items.map(item => item.object.owner_name).toSorted()).toEqual(['Anna', 'Anna', null].toSorted())
    expect(body.facets.kind).toEqual([{ value: 'text', count: 3 }])
    expect(await found(boris, `q=words&collection_id=${given.id}`)).toEqual(['deep.txt', 'file.txt'])
    expect((await boris.get(`/v1/search?q=words&collection_id=${above.id}`)).status).toBe(404)
    expect(await found(boris, 'q=words&limit=2&offset=2')).toHaveLength(1)
    expect(await found(anna, 'q=own')).toEqual([])
    // A folder outside of what was given is no folder, however it is named.
    const hints = async (name: string) =>
      (await boris.get(`/v1/search?q=${encodeURIComponent(`in:"${name}" words`)}`)).body.hints.length
    expect([await hints('Below'), await hints('Beside'), await hints('Never')]).toEqual([0, 1, 1])
    await anna.delete(`/v1/collections/${given.id}/grants/${grant.id}`)
    expect(await found(boris, 'q=words')).toEqual(['own.txt'])
  })
})

describe('an editor', () => {
  let house: House
  beforeAll(async () => {
    house = await aHouse('editor')
  })

  test('brings files, which are the owner’s', async () => {
    const { anna, boris, below } = house
    const { id } = await boris.upload('brought.txt', 'brought', `?collection_id=${below.id}`)
    expect((await anna.get(`/v1/objects/${id}`)).body).toMatchObject({ access: 'owner', collection_id: below.id })
    expect((await boris.get(`/v1/objects/${id}`)).body).toMatchObject({ access: 'editor', owner_name: 'Anna' })
    expect((await boris.get('/v1/objects')).body.items).toEqual([])
    expect((await boris.get('/v1/usage/quota')).body.storage_bytes ?? 0).toBe(0)
  })

  test('brings large files in parts, until it is taken back', async () => {
    const { anna, boris, given } = await aHouse('editor')
    const tus = { 'tus-resumable': '1.0.0' }
    const metadata = (name: string) =>
      `filename ${btoa(name)},collection_id ${btoa(given.id)},on_duplicate ${btoa('ask')}`
    const begin = (name: string) =>
      boris.call('POST', '/v1/uploads', {
        headers: { ...tus, 'upload-length': '10', 'upload-metadata': metadata(name) },
      })
    const send = (at: string, offset: number, raw: string) =>
      boris.call('PATCH', new URL(at).pathname, {
        headers: { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
        raw,
      })
    const at = (await begin('parts.txt')).headers.get('location')!
    expect((await send(at, 0, '01234')).status).toBe(204)
    const done = await send(at, 5, '56789')
    const id = done.headers.get('x-object-id')!
    expect((await anna.get(`/v1/objects/${id}/content`)).text).toBe('0123456789')
    // What its owner has elsewhere is not met.
    await anna.upload('elsewhere.txt', 'abcdefghij')
    const twin = (await begin('twin.txt')).headers.get('location')!
    expect((await send(twin, 0, 'abcdefghij')).headers.get('x-object-id')).toBeTruthy()
    const late = (await begin('late.txt')).headers.get('location')!
    const [grant] = (await anna.get(`/v1/collections/${given.id}/grants`)).body.items
    await anna.delete(`/v1/collections/${given.id}/grants/${grant!.id}`)
    expect((await send(late, 0, '01234')).status).toBe(404)
    expect((await begin('never.txt')).status).toBe(404)
  })

  test('renames and moves within it, and not out of it', async () => {
    const { anna, boris, given, below, beside, file } = house
    expect((await boris.patch(`/v1/objects/${file}`, { filename: 'renamed.txt' })).body.filename).toBe('renamed.txt')
    expect((await boris.patch(`/v1/objects/${file}`, { collection_id: below.id })).body.collection_id).toBe(below.id)
    expect((await boris.patch(`/v1/objects/${file}`, { collection_id: beside.id })).status).toBe(404)
    const mine = await boris.folder('Mine')
    expect((await boris.patch(`/v1/objects/${file}`, { collection_id: mine.id })).status).toBe(404)
    const out = await boris.patch(`/v1/objects/${file}`, { collection_id: null })
    expect([out.status, out.body.code]).toEqual([403, 'not_owner'])
    expect((await boris.patch(`/v1/objects/${file}`, { collection_id: given.id })).status).toBe(200)
    const made = (await boris.post('/v1/collections', { name: 'New', parent_id: below.id })).body
    expect(made).toMatchObject({ path: 'Given/Below/New', access: 'editor' })
    expect((await boris.patch(`/v1/collections/${made.id}`, { parent_id: given.id, name: 'Newer' })).status).toBe(200)
    for (const change of [{ parent_id: null }, { parent_id: mine.id }])
      expect([403, 404]).toContain((await boris.patch(`/v1/collections/${made.id}`, change)).status)
    for (const refused of [
      await boris.patch(`/v1/collections/${given.id}`, { parent_id: below.id }),
      await boris.delete(`/v1/collections/${given.id}`),
    ])
      expect([refused.status, refused.body.code]).toEqual([403, 'not_owner'])
    expect((await boris.delete(`/v1/collections/${made.id}`)).status).toBe(200)
    expect((await anna.get(`/v1/collections/${made.id}`)).status).toBe(404)
  })

  test('writes texts with a draft of their own, and the revision knows who', async () => {
    const { anna, boris, deep } = house
    await anna.put(`/v1/objects/${deep}/draft`, { base_version: 1, text: 'the draft of Anna' })
    expect((await boris.get(`/v1/objects/${deep}/draft`)).status).toBe(404)
    await boris.put(`/v1/objects/${deep}/draft`, { base_version: 1, text: 'the text of Boris' })
    expect((await boris.post(`/v1/objects/${deep}/draft/publish`)).body).toMatchObject({ version: 2, access: 'editor' })
    expect((await anna.get(`/v1/objects/${deep}/draft`)).body.text).toBe('the draft of Anna')
    const stale = await anna.post(`/v1/objects/${deep}/draft/publish`)
    expect([stale.status, stale.body.code]).toEqual([412, 'draft_stale'])
    const [revision] = (await anna.get(`/v1/objects/${deep}/revisions`)).body.items
    expect(revision).toMatchObject({ author: boris.id })
    const restored = await boris.post(`/v1/objects/${deep}/revisions/${revision!.id}/restore`)
    expect(restored.body).toMatchObject({ version: 3 })
    expect((await boris.get(`/v1/objects/${deep}/content`)).text).toBe('words of deep.txt')
    const conflict = await boris.call('PUT', `/v1/objects/${deep}/content?base_version=1`, { raw: 'x' })
    expect([conflict.status, conflict.body.code]).toEqual([409, 'version_conflict'])
  })

  test('moves to the owner’s trash, where it is out of their sight', async () => {
    const { anna, boris, given } = house
    const { id } = await boris.upload('going.txt', 'going', `?collection_id=${given.id}`)
    expect((await boris.delete(`/v1/objects/${id}`)).status).toBe(200)
    expect((await boris.get(`/v1/objects/${id}`)).status).toBe(404)
    expect((await boris.post(`/v1/objects/${id}/restore`)).status).toBe(404)
    expect((await boris.delete(`/v1/objects/${id}/permanent`)).status).toBe(404)
    expect((await anna.get('/v1/trash')).body.items.map(item => item.id)).toContain(id)
    const bulk = await boris.post('/v1/objects/bulk', { object_ids: [house.file], action: 'hide' })
    expect([bulk.status, bulk.body.code]).toEqual([403, 'not_owner'])
  })
})

describe('comments', () => {
  test('are said by whoever sees the file, changed by who said them, and go with the grant', async () => {
    const { anna, boris, given, file, hidden, outside, grant } = await aHouse('viewer')
    const path = `/v1/objects/${file}/comments`
    const first = (await anna.post(path, { text: 'Is this right?', page: 1 })).body
    expect(first).toMatchObject({ author: { id: anna.id, name: 'Anna' }, page: 1, is_own: true, may_delete: true })
    const answer = (await boris.post(path, { text: 'It is.', char_start: 0, char_end: 5 })).body
    expect((await boris.get(path)).body.items).toMatchObject([
      { id: first.id, is_own: false, may_delete: false },
      { id: answer.id, is_own: true, may_delete: true },
    ])
    expect((await boris.patch(`/v1/comments/${answer.id}`, { text: 'It was.' })).body.text).toBe('It was.')
    for (const refused of [
      await boris.patch(`/v1/comments/${first.id}`, { text: 'no' }),
      await boris.delete(`/v1/comments/${first.id}`),
      await anna.patch(`/v1/comments/${answer.id}`, { text: 'no' }),
    ])
      expect([refused.status, refused.body.code]).toEqual([403, 'not_author'])
    for (const id of [hidden, outside])
      expect((await boris.post(`/v1/objects/${id}/comments`, { text: 'hello' })).status).toBe(404)
    for (const wrong of [
      { text: ' ' },
      { text: 'x'.repeat(4001) },
      { text: 'x', char_start: 3 },
      { text: 'x', page: 0 },
    ])
      expect((await boris.post(path, wrong)).status).toBe(422)
    const told = (await receivedBy(anna)).filter(event => event.type === 'comment.created')
    expect(told).toMatchObject([{ object_id: file }])
    const stranger = await aPerson()
    expect((await stranger.delete(`/v1/comments/${first.id}`)).status).toBe(404)
    await anna.delete(`/v1/collections/${given.id}/grants/${grant.id}`)
    expect((await boris.get(path)).status).toBe(404)
    expect((await boris.delete(`/v1/comments/${answer.id}`)).status).toBe(404)
    await anna.post(path, { text: 'Nobody else hears this.' })
    expect((await receivedBy(boris)).filter(event => event.type === 'comment.created')).toEqual([])
    expect((await anna.delete(`/v1/comments/${answer.id}`)).status).toBe(200)
    expect((await anna.get(path)).body.items).toHaveLength(2)
  })
})

describe('a grant', () => {
  test('is of the house: nobody else, nobody unknown, not oneself', async () => {
    const [anna, boris] = [await aPerson(), await aPerson()]
    const folder = await anna.folder('Given')
    const path = `/v1/collections/${folder.id}/grants`
    const admin = await theAdmin()
    const { body } = await admin.post('/v1/admin/tenants', { name: 'Elsewhere' })
    const email = `${crypto.randomUUID()}@example.org`
    await call('POST', '/v1/auth/register', { body: { email, password: 'elsewhere!', invite: body.invite } })
    for (const to of [{ email: 'nobody@example.org' }, { email }, { group_id: NOWHERE }])
      expect((await anna.post(path, { ...to, role: 'viewer' })).status).toBe(404)
    expect((await anna.post(path, { email: anna.email, role: 'viewer' })).body.code).toBe('own_account')
    for (const wrong of [{ email: boris.email }, { role: 'viewer' }, { email: boris.email, role: 'owner' }])
      expect((await anna.post(path, wrong)).status).toBe(422)
    expect((await boris.post(path, { email: anna.email, role: 'viewer' })).status).toBe(404)
    const first = await give(anna, folder.id, { email: ` ${boris.email.toUpperCase()} `, role: 'viewer' })
    expect(first).toMatchObject({ role: 'viewer', user: { id: boris.id, email: boris.email }, group: null })
    const again = await give(anna, folder.id, { email: boris.email, role: 'editor' })
    expect(again).toMatchObject({ id: first.id, role: 'editor' })
    expect((await anna.get(path)).body.items).toEqual([again])
    expect((await anna.patch(`${path}/${first.id}`, { role: 'viewer' })).body.role).toBe('viewer')
  })

  test('ends with the next call when it is taken back, and when it is left', async () => {
    const { anna, boris, given, file, grant } = await aHouse('editor')
    const { id } = await boris.upload('mine.txt', 'mine', `?collection_id=${given.id}`)
    expect((await anna.delete(`/v1/collections/${given.id}/grants/${grant.id}`)).status).toBe(200)
    const paths = [file, id].map(one => `/v1/objects/${one}`)
    expect(await statuses(boris, [...paths, `/v1/collections/${given.id}`])).toEqual([404, 404, 404])
    expect((await boris.get('/v1/shared')).body.items).toEqual([])
    await give(anna, given.id, { email: boris.email, role: 'viewer' })
    expect(await statuses(boris, paths)).toEqual([200, 200])
    expect((await boris.post(`/v1/shared/${given.id}/leave`)).status).toBe(200)
    expect(await statuses(boris, paths)).toEqual([404, 404])
    expect((await boris.post(`/v1/shared/${given.id}/leave`)).status).toBe(404)
    expect((await anna.get(`/v1/collections/${given.id}/grants`)).body.items).toEqual([])
  })

  test('shows nothing while the folder, one above it or its theme is hidden', async () => {
    const { anna, boris, above, given, file } = await aHouse('editor')
    const open = anna.with({ 'x-hidden-token': (await anna.post('/v1/hidden-pin/unlock')).body.hidden_token })
    const theme = (await anna.post('/v1/themes', { name: 'Home' })).body
    await anna.patch(`/v1/collections/${above.id}`, { theme_id: theme.id })
    const seen = async () => [
      (await boris.get(`/v1/objects/${file}`)).status,
      (await boris.get(`/v1/collections/${given.id}`)).status,
      (await boris.get('/v1/shared')).body.items.length,
    ]
    for (const path of [`collections/${given.id}`, `collections/${above.id}`, `themes/${theme.id}`]) {
      await open.patch(`/v1/${path}`, { is_hidden: true })
      expect(await seen()).toEqual([404, 404, 0])
      await open.patch(`/v1/${path}`, { is_hidden: false })
      expect(await seen()).toEqual([200, 200, 1])
    }
    // The grantee's own key to their own zone opens nothing of somebody else's.
    await open.patch(`/v1/objects/${file}`, { is_hidden: true })
    const key = (await boris.post('/v1/hidden-pin/unlock')).body.hidden_token
    expect((await boris.with({ 'x-hidden-token': key }).get(`/v1/objects/${file}`)).status).toBe(404)
  })

  test('the most that any way allows counts, folder by folder', async () => {
    const { anna, boris, below, file, deep } = await aHouse('viewer')
    await give(anna, below.id, { email: boris.email, role: 'editor' })
    expect((await boris.get(`/v1/objects/${file}`)).body.access).toBe('viewer')
    expect((await boris.get(`/v1/objects/${deep}`)).body.access).toBe('editor')
    expect((await boris.patch(`/v1/objects/${deep}`, { filename: 'new.txt' })).status).toBe(200)
    expect((await boris.patch(`/v1/objects/${file}`, { filename: 'new.txt' })).status).toBe(403)
    const up = await boris.patch(`/v1/objects/${deep}`, { collection_id: (await folderOf(anna, file)) as string })
    expect(up.status).toBe(404)
  })

  const folderOf = async (person: Person, id: string) => (await person.get(`/v1/objects/${id}`)).body.collection_id

  test('is listed with all that is open, and closed by an administrator', async () => {
    const { anna, boris, given, grant, above } = await aHouse('viewer')
    const admin = await theAdmin()
    const mine = async (person: Person, path = '/v1/grants') =>
      (await person.get(path)).body.items.filter((item: Json) => item.id === grant.id)
    const expected = {
      ...grant,
      name: 'Given',
      icon: '',
      owner: { id: anna.id, email: anna.email, name: 'Anna' },
    }
    expect(await mine(anna)).toEqual([expected])
    expect(await mine(boris)).toEqual([])
    expect((await boris.get('/v1/admin/grants')).status).toBe(403)
    expect(await mine(admin, '/v1/admin/grants')).toEqual([expected])
    // What is hidden is open to nobody, and not told of.
    const open = anna.with({ 'x-hidden-token': (await anna.post('/v1/hidden-pin/unlock')).body.hidden_token })
    await open.patch(`/v1/collections/${above.id}`, { is_hidden: true })
    expect([await mine(anna), await mine(open)]).toEqual([[], [expected]])
    expect(await mine(admin, '/v1/admin/grants')).toEqual([])
    expect((await admin.delete(`/v1/admin/grants/${grant.id}`)).status).toBe(404)
    await open.patch(`/v1/collections/${above.id}`, { is_hidden: false })
    expect((await boris.delete(`/v1/admin/grants/${grant.id}`)).status).toBe(403)
    expect((await admin.delete(`/v1/admin/grants/${grant.id}`)).status).toBe(200)
    expect((await boris.get(`/v1/collections/${given.id}`)).status).toBe(404)
    expect(await mine(anna)).toEqual([])
    expect((await admin.delete(`/v1/admin/grants/${grant.id}`)).status).toBe(404)
  })

  test('is told to both', async () => {
    const [anna, boris] = [await aPerson(), await aPerson()]
    const folder = await anna.folder('Given')
    await give(anna, folder.id, { email: boris.email, role: 'viewer' })
    for (const [person, id] of [
      [anna, folder.id],
      [boris, undefined],
    ] as const) {
      const told = (await receivedBy(person)).filter(event => event.type === 'grant.changed')
      expect(told.map(event => event.collection_id)).toEqual([id])
    }
  })
})

async function receivedBy(person: Person) {
  const abort = new AbortController()
  const response = await fetch(`${process.env.ACCEPTANCE_URLS!.split(',')[0]}/v1/events`, {
    headers: { authorization: `Bearer ${person.token}`, 'last-event-id': '0-0' },
    signal: abort.signal,
  })
  const reader = response.body!.getReader()
  const marker = (await person.upload('marker.txt', 'a marker')).id
  let text = ''
  while (!text.includes(marker)) text += new TextDecoder().decode((await reader.read()).value)
  abort.abort()
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data!))
}

describe('a group', () => {
  test('gets a folder together; who leaves it, or leaves the group, has it no more', async () => {
    const admin = await theAdmin()
    const { anna, given, file } = await aHouse('viewer')
    const [vera, gleb] = [await aPerson(), await aPerson()]
    const { body: group } = await admin.post('/v1/admin/groups', { name: ' Office ', user_ids: [vera.id, gleb.id] })
    expect(group).toMatchObject({ name: 'Office', user_ids: [vera.id, gleb.id].toSorted() })
    expect((await anna.get('/v1/groups')).body.items).toContainEqual({ id: group.id, name: 'Office' })
    const grant = await give(anna, given.id, { group_id: group.id, role: 'editor' })
    expect(grant).toMatchObject({ user: null, group: { id: group.id, name: 'Office' } })
    const seen = () => Promise.all([vera, gleb].map(async one => (await one.get(`/v1/objects/${file}`)).status))
    expect(await seen()).toEqual([200, 200])
    expect((await vera.post(`/v1/shared/${given.id}/leave`)).status).toBe(200)
    expect(await seen()).toEqual([404, 200])
    await give(anna, given.id, { group_id: group.id, role: 'editor' })
    expect(await seen()).toEqual([200, 200])
    await admin.patch(`/v1/admin/groups/${group.id}`, { user_ids: [vera.id] })
    expect(await seen()).toEqual([200, 404])
    expect((await admin.patch(`/v1/admin/groups/${group.id}`, { user_ids: [NOWHERE] })).status).toBe(404)
    expect((await admin.delete(`/v1/admin/groups/${group.id}`)).status).toBe(200)
    expect(await seen()).toEqual([404, 404])
    expect((await anna.get(`/v1/collections/${given.id}/grants`)).body.items).toHaveLength(1)
  })
})

test('whoever goes takes along what they gave and what they were given', async () => {
  const { anna, boris, given, file } = await aHouse('editor')
  const own = await boris.folder('Of Boris')
  await give(boris, own.id, { email: anna.email, role: 'viewer' })
  expect((await anna.get('/v1/shared')).body.items).toHaveLength(1)
  const left = await boris.call('DELETE', '/v1/auth/me', { body: {} })
  expect(left.status).toBe(202)
  expect((await anna.get('/v1/shared')).body.items).toEqual([])
  await until(async () => (await anna.get(`/v1/collections/${given.id}/grants`)).body.items.length === 0, 'to be gone')
  expect((await anna.get(`/v1/objects/${file}`)).status).toBe(200)
})
