import { beforeAll, expect, test } from 'vitest'
import { aPerson, call, type Json, type Person, until } from './support/client.ts'

/** What a device did, and taking it back. */

let anna: Person
let device: string
let authorization: string
let dav: (method: string, path: string, raw?: string, headers?: Record<string, string>) => ReturnType<typeof call>

async function connect(person: Person) {
  const { body } = await person.post('/v1/tokens', { name: 'Laptop', scopes: ['files', 'delete'] })
  authorization = `Basic ${Buffer.from(`${person.email}:${body.token}`).toString('base64')}`
  device = body.id
  dav = async (method, path, raw, headers = {}) => {
    const reply = await call(method, `/dav/files/${encodeURI(path)}`, { raw, headers: { authorization, ...headers } })
    expect(reply.status, `${method} ${path}`).toBeLessThan(300)
    return reply
  }
}

const to = (path: string) => ({ destination: `/dav/files/${encodeURI(path)}` })

beforeAll(async () => {
  anna = await aPerson()
  await connect(anna)
})

const diary = async (): Promise<Json[]> => (await anna.get(`/v1/devices/${device}/diary?limit=200`)).body.items
const entries = async () => (await diary()).map(({ what, name }) => `${what} ${name}`)

async function undo(since: string) {
  const { status, body } = await anna.post(`/v1/devices/${device}/undo`, { since })
  expect(status).toBe(202)
  const task = await until(async () => {
    const { body: record } = await anna.get(`/v1/tasks-status/${body.task_id}`)
    return record.done && record
  }, 'the undo to end')
  expect(task.ok).toBe(true)
  return task.report
}

/** Folders, and files with their content, by their paths. */
async function tree(): Promise<Record<string, string>> {
  const { body } = await anna.get('/v1/collections')
  const folders = new Map<string, Json>((body.items ?? body).map(each => [each.id, each]))
  const pathOf = (id: string | null): string =>
    id ? `${pathOf(folders.get(id)!.parent_id)}${folders.get(id)!.name}/` : ''
  const found: Record<string, string> = Object.fromEntries([...folders.keys()].map(id => [pathOf(id), '']))
  for (const { id, filename, collection_id } of (await anna.get('/v1/objects?limit=200')).body.items)
    found[pathOf(collection_id) + filename] = (await anna.get(`/v1/objects/${id}/content`)).text
  return found
}

test('everything a device did is listed, and all of it comes back as it was', async () => {
  await dav('MKCOL', 'Work')
  await dav('MKCOL', 'Work/Deep')
  await dav('PUT', 'Work/plan.txt', 'first plan')
  await dav('PUT', 'Work/Deep/note.txt', 'a note')
  await dav('PUT', 'letter.txt', 'Dear Anna')
  const before = await tree()
  const since = new Date().toISOString()

  await dav('PUT', 'Work/plan.txt', 'second plan')
  await dav('PUT', 'Work/plan.txt', 'third plan')
  await dav('MOVE', 'letter.txt', undefined, to('Work/Deep/post.txt'))
  await dav('MOVE', 'Work/Deep', undefined, to('Shallow'))
  await dav('PUT', 'Shallow/new.txt', 'new')
  await dav('COPY', 'Shallow', undefined, to('Twice'))
  await dav('DELETE', 'Work')
  await dav('DELETE', 'Shallow')
  const list = await entries()
  for (const each of [
    'changed plan.txt',
    'moved post.txt',
    'added new.txt',
    'deleted Work',
    'deleted Shallow',
    'added Twice',
  ])
    expect(list).toContain(each)
  expect(Object.keys(await tree()).toSorted()).toEqual(['Twice/', 'Twice/new.txt', 'Twice/note.txt', 'Twice/post.txt'])

  expect(await undo(since)).toMatchObject({ left: 0 })
  expect(await tree()).toEqual(before)
  // Undone once: the second time finds nothing to do.
  expect(await undo(since)).toEqual({ undone: 0, left: 0 })
  expect(await tree()).toEqual(before)
  const standing = (await diary()).filter(({ undone_at }) => undone_at === null)
  // The folders were made anew, so that of the old ones nothing is told but that they were deleted.
  expect(standing.map(({ name }) => name)).toEqual(['letter.txt', 'note.txt', 'plan.txt'])
})

test('what others have changed since is left, and said', async () => {
  await dav('PUT', 'mine.txt', 'one')
  await dav('PUT', 'kept.txt', 'one')
  const since = new Date().toISOString()
  await dav('PUT', 'mine.txt', 'by the device')
  await dav('MOVE', 'kept.txt', undefined, to('moved.txt'))
  await dav('MKCOL', 'Fresh')
  const items: Json[] = (await anna.get('/v1/objects?limit=200')).body.items
  const mine = items.find(({ filename }) => filename === 'mine.txt')!
  const moved = items.find(({ filename }) => filename === 'moved.txt')!
  await anna.call('PUT', `/v1/objects/${mine.id}/content?base_version=2`, { raw: 'by me' })
  await anna.patch(`/v1/objects/${moved.id}`, { filename: 'my name.txt' })
  const folders = (await anna.get('/v1/collections')).body
  const fresh = (folders.items ?? folders).find(({ name }: Json) => name === 'Fresh')!
  await anna.upload('inside.txt', 'x', `?collection_id=${fresh.id}`)
  const report = await undo(since)
  expect(report).toMatchObject({ undone: 0, left: 3 })
  const left = (await diary()).filter(({ left_why }) => left_why)
  expect(left.map(({ name, left_why }) => [name, left_why])).toEqual([
    ['Fresh', 'not_empty'],
    ['my name.txt', 'changed_since'],
    ['mine.txt', 'changed_since'],
  ])
  expect((await anna.get(`/v1/objects/${mine.id}/content`)).text).toBe('by me')
})

const filed = async (name: string) =>
  (await anna.get('/v1/objects?limit=200')).body.items.find(({ filename }) => filename === name)
const folderNamed = async (name: string): Promise<Json> => {
  const { body } = await anna.get('/v1/collections')
  return (body.items ?? body).find(each => each.name === name)
}

test('however often a device has saved, the first content comes back', async () => {
  await dav('PUT', 'often.txt', 'the first')
  const since = new Date().toISOString()
  for (let n = 0; n < 15; n++) await dav('PUT', 'often.txt', `save ${n}`)
  expect(await undo(since)).toEqual({ undone: 15, left: 0 })
  const { id } = (await filed('often.txt'))!
  expect((await anna.get(`/v1/objects/${id}/content`)).text).toBe('the first')
})

test('what its owner has renamed, moved or deleted is theirs', async () => {
  await dav('MKCOL', 'Mine')
  await dav('PUT', 'thrown.txt', 'x')
  const thrown = await filed('thrown.txt')
  const since = new Date().toISOString()
  await dav('PUT', 'named.txt', '1')
  await dav('PUT', 'filed.txt', '2')
  await dav('PUT', 'away.txt', '3')
  await dav('DELETE', 'thrown.txt')
  const [named, moved] = [await filed('named.txt'), await filed('filed.txt')]
  await anna.patch(`/v1/objects/${named!.id}`, { filename: 'my own name.txt' })
  await anna.patch(`/v1/objects/${moved!.id}`, { collection_id: (await folderNamed('Mine')).id })
  await anna.post(`/v1/objects/${thrown!.id}/restore`)
  await anna.delete(`/v1/objects/${thrown!.id}`)
  expect(await undo(since)).toEqual({ undone: 1, left: 3 })
  const paths = Object.keys(await tree())
  expect(paths).toEqual(expect.arrayContaining(['my own name.txt', 'Mine/filed.txt']))
  expect(paths).not.toEqual(expect.arrayContaining(['thrown.txt']))
  expect(paths).not.toEqual(expect.arrayContaining(['away.txt']))
})

test('a folder comes back with its theme, into a twin that stands there, and not out of what is hidden', async () => {
  const theme = (await anna.post('/v1/themes', { name: 'Home' })).body
  for (const name of ['Themed', 'Twin', 'Outer', 'Outer/Inner']) await dav('MKCOL', name)
  await anna.patch(`/v1/collections/${(await folderNamed('Themed')).id}`, { theme_id: theme.id })
  for (const name of ['Twin/t.txt', 'Outer/Inner/i.txt']) await dav('PUT', name, name)
  const since = new Date().toISOString()
  for (const name of ['Themed', 'Twin', 'Outer/Inner']) await dav('DELETE', name)
  const twin = (await anna.post('/v1/collections', { name: 'Twin' })).body
  const outer = await folderNamed('Outer')
  await anna.patch(`/v1/collections/${outer.id}`, { is_hidden: true })
  await undo(since)
  expect(await folderNamed('Themed')).toMatchObject({ theme_id: theme.id })
  expect((await filed('t.txt'))!.collection_id).toBe(twin.id)
  expect(await folderNamed('Inner')).toBeUndefined()
  expect(await filed('i.txt')).toBeUndefined()
})

test('what is hidden in a folder is not told by what an undo leaves', async () => {
  const since = new Date().toISOString()
  await dav('MKCOL', 'Box')
  const { id } = await folderNamed('Box')
  const secret = await anna.upload('secret in the box.txt', 'x', `?collection_id=${id}`)
  await anna.patch(`/v1/objects/${secret.id}`, { is_hidden: true })
  await dav('PUT', 'hidden since.txt', 'x')
  await anna.patch(`/v1/objects/${(await filed('hidden since.txt'))!.id}`, { is_hidden: true })
  expect(await undo(since)).toEqual({ undone: 1, left: 0 })
  expect(await folderNamed('Box')).toBeUndefined()
})

test('a large folder comes back whole, also while it is still being cleared away', {
  tags: ['long'],
  timeout: 240_000,
}, async () => {
  await dav('MKCOL', 'Large')
  await dav('MKCOL', 'Large/Bottom')
  const { id } = await folderNamed('Bottom')
  const bodies = Array.from({ length: 510 }, (_, n) => `content ${n}`)
  while (bodies.length > 0)
    await Promise.all(bodies.splice(0, 10).map(body => anna.upload(`large ${body}.txt`, body, `?collection_id=${id}`)))
  const since = new Date().toISOString()
  // Stopped at first, and then allowed.
  const refused = await call('DELETE', '/dav/files/Large', { headers: { authorization } })
  expect(refused.status).toBe(423)
  await anna.post(`/v1/devices/${device}/allow-removal`)
  await dav('DELETE', 'Large')
  expect(await undo(since)).toMatchObject({ left: 0 })
  const bottom = await folderNamed('Bottom')
  expect(bottom).toMatchObject({ object_count: 510 })
  expect((await folderNamed('Large')).id).toBe(bottom.parent_id)
})

test('what is removed from the trash for good is told by its name', async () => {
  await dav('PUT', 'for good.txt', 'x')
  const { id } = (await filed('for good.txt'))!
  await dav('DELETE', 'for good.txt')
  const trash = `/remote.php/dav/trashbin/${anna.id}/trash/${id}`
  expect((await call('DELETE', trash, { headers: { authorization } })).status).toBe(204)
  expect((await entries())[0]).toBe('removed for good.txt')
})

test('a device that was disconnected is still read and undone', async () => {
  const since = new Date().toISOString()
  await dav('PUT', 'last.txt', 'x')
  expect((await anna.delete(`/v1/tokens/${device}`)).status).toBe(200)
  const listed = (await anna.get('/v1/devices')).body.items.find((each: Json) => each.id === device)
  expect(listed).toMatchObject({ name: 'Laptop', is_disconnected: true })
  expect((await entries())[0]).toBe('added last.txt')
  expect(await undo(since)).toEqual({ undone: 1, left: 0 })
  expect(await filed('last.txt')).toBeUndefined()
  await connect(anna)
})

test("it is one's own, and says nothing of what is hidden", async () => {
  for (const name of ['one.txt', 'two.txt', 'three.txt', 'secret.txt']) await dav('PUT', name, name)
  const [entry] = await diary()
  await anna.patch(`/v1/objects/${entry!.object_id}`, { is_hidden: true })
  expect(JSON.stringify(await diary())).not.toContain('secret.txt')
  const stranger = await aPerson()
  expect((await stranger.get(`/v1/devices/${device}/diary`)).status).toBe(404)
  expect((await stranger.post(`/v1/devices/${device}/undo`, { since: new Date().toISOString() })).status).toBe(404)
  const page = (await anna.get(`/v1/devices/${device}/diary?limit=2`)).body
  expect(page.items).toHaveLength(2)
  const next = (await anna.get(`/v1/devices/${device}/diary?limit=2&cursor=${page.next_cursor}`)).body
  const [, , third] = (await anna.get(`/v1/devices/${device}/diary?limit=3`)).body.items
  expect(next.items[0]!.id).toBe(third!.id)
})
