import { expect, test } from 'vitest'
import { aPerson, type Json, type Person } from '../support/client.ts'

const NOWHERE = '00000000-0000-4000-8000-000000000000'

const theme = async (person: Person, name: string, more = {}) => {
  const { status, body } = await person.post('/v1/themes', { name, ...more })
  expect(status).toBe(201)
  return body
}
const folderOf = async (person: Person, id: string) => (await person.get(`/v1/collections/${id}`)).body

test('a theme is made, renamed, listed and removed; its folders stay', async () => {
  const anna = await aPerson()
  const work = await theme(anna, 'Работа', { icon: '💼' })
  expect(work).toMatchObject({ name: 'Работа', icon: '💼', is_hidden: false, folder_count: 0 })
  const box = await anna.folder('box', { theme_id: work.id })
  const inner = await anna.folder('inner', { parent_id: box.id })
  expect([box.theme_id, inner.theme_id]).toEqual([work.id, work.id])
  expect((await anna.get(`/v1/themes/${work.id}`)).body.folder_count).toBe(2)
  expect((await anna.patch(`/v1/themes/${work.id}`, { name: 'Дела' })).body).toMatchObject({ name: 'Дела', icon: '💼' })
  expect((await anna.get('/v1/themes')).body.items.map(item => item.name)).toEqual(['Дела'])
  expect((await anna.delete(`/v1/themes/${work.id}`)).body).toEqual({ ok: true })
  expect((await anna.get(`/v1/themes/${work.id}`)).status).toBe(404)
  expect(await folderOf(anna, inner.id)).toMatchObject({ theme_id: null, parent_id: box.id })
})

test('names and icons have their bounds, in characters and not in bytes', async () => {
  const anna = await aPerson()
  for (const path of ['/v1/themes', '/v1/collections']) {
    const complaint = async (body: object) => (await anna.post(path, body)).body.detail[0]
    expect(await complaint({})).toMatchObject({ loc: ['body', 'name'], type: 'missing' })
    expect(await complaint({ name: '' })).toMatchObject({ type: 'string_too_short', ctx: { min_length: 1 } })
    expect(await complaint({ name: 'x'.repeat(201) })).toMatchObject({
      type: 'string_too_long',
      ctx: { max_length: 200 },
    })
    expect(await complaint({ name: 'a', icon: 'i'.repeat(33) })).toMatchObject({ loc: ['body', 'icon'] })
    expect(await complaint({ name: 'a\0b' })).toMatchObject({ type: 'value_error' })
    expect(await complaint({ name: 7 })).toMatchObject({ type: 'string_type', input: 7 })
    for (const name of ['😀'.repeat(200), 'مجلد سري', 'a/b\\c'])
      expect((await anna.post(path, { name, icon: '🗂'.repeat(32) })).body.name).toBe(name)
  }
})

test('folders have a tree of any depth, with paths and counts', async () => {
  const anna = await aPerson()
  let parent: string | null = null
  const ids: string[] = []
  for (let depth = 0; depth < 30; depth++) {
    const made: Json = await anna.folder(`d${depth}`, { parent_id: parent })
    parent = made.id
    ids.push(made.id)
  }
  expect((await folderOf(anna, ids[3]!)).path).toBe('d0/d1/d2/d3')
  await anna.upload('a.txt', 'a', `?collection_id=${ids[3]}`)
  const list = (await anna.get('/v1/collections')).body.items
  expect(list).toHaveLength(30)
  const third = list.find(item => item.id === ids[3])
  expect(third).toMatchObject({ object_count: 1, path: 'd0/d1/d2/d3', parent_id: ids[2] })
  expect(list.find(item => item.id === ids[2])!.object_count).toBe(0)
})

test('parent and theme change only when they are named, null included', async () => {
  const anna = await aPerson()
  const [one, two] = [await theme(anna, 'one'), await theme(anna, 'two')]
  const [top, box] = [await anna.folder('top', { theme_id: one.id }), await anna.folder('box')]
  const edit = async (body: object) => (await anna.patch(`/v1/collections/${box.id}`, body)).body
  expect(await edit({ parent_id: top.id })).toMatchObject({ parent_id: top.id, theme_id: one.id, path: 'top/box' })
  expect(await edit({ name: 'crate' })).toMatchObject({ parent_id: top.id, theme_id: one.id })
  expect(await edit({ theme_id: two.id })).toMatchObject({ parent_id: top.id, theme_id: two.id })
  expect(await edit({ parent_id: null })).toMatchObject({ parent_id: null, theme_id: two.id })
  expect(await edit({ parent_id: top.id, theme_id: null })).toMatchObject({ parent_id: top.id, theme_id: one.id })
  expect(await edit({ parent_id: null })).toMatchObject({ parent_id: null, theme_id: null })
  expect((await anna.patch(`/v1/collections/${box.id}`, { parent_id: NOWHERE })).status).toBe(404)
  expect((await anna.patch(`/v1/collections/${box.id}`, { theme_id: NOWHERE })).status).toBe(404)
  expect((await anna.patch(`/v1/collections/${box.id}`, { parent_id: 'x' })).body.detail[0].type).toBe('uuid_parsing')
})

test('a name by hand is manual, unless the service is asked to name', async () => {
  const anna = await aPerson()
  const box = await anna.folder('box')
  const edit = async (body: object) => (await anna.patch(`/v1/collections/${box.id}`, body)).body.name_mode
  expect(box.name_mode).toBe('manual')
  expect(await edit({ name_mode: 'auto' })).toBe('auto')
  expect(await edit({ icon: '📦' })).toBe('auto')
  expect(await edit({ name: 'crate' })).toBe('manual')
  expect((await anna.patch(`/v1/collections/${box.id}`, { name_mode: 'often' })).body.detail[0].type).toBe('enum')
})

test('a folder never comes into itself', async () => {
  const anna = await aPerson()
  const a = await anna.folder('a')
  const b = await anna.folder('b', { parent_id: a.id })
  const c = await anna.folder('c', { parent_id: b.id })
  for (const parent of [a, b, c]) {
    const moved = await anna.patch(`/v1/collections/${a.id}`, { parent_id: parent.id })
    expect(moved).toMatchObject({ status: 409, body: { code: 'folder_cycle' } })
  }
})

test('moves that race cannot close a circle', { tags: ['long'] }, async () => {
  const anna = await aPerson()
  const folders = [await anna.folder('a'), await anna.folder('b'), await anna.folder('c')]
  for (let round = 0; round < 10; round++) {
    for (const { id } of folders) await anna.patch(`/v1/collections/${id}`, { parent_id: null })
    const moves = folders.map(({ id }, n) =>
      anna.patch(`/v1/collections/${id}`, { parent_id: folders[(n + 1) % 3]!.id }),
    )
    const statuses = (await Promise.all(moves)).map(reply => reply.status).sort()
    expect(statuses).toEqual([200, 200, 409])
    const { items } = (await anna.get('/v1/collections')).body
    expect(items.filter(item => item.parent_id === null)).toHaveLength(1)
  }
})

test('a folder has a note', async () => {
  const anna = await aPerson()
  const box = await anna.folder('box')
  const path = `/v1/collections/${box.id}/note`
  expect((await anna.get(path)).status).toBe(404)
  expect((await anna.put(path, { text: '# Заметка' })).body).toMatchObject({ text: '# Заметка' })
  expect((await anna.get(path)).body.text).toBe('# Заметка')
  expect((await folderOf(anna, box.id)).has_note).toBe(true)
  expect((await anna.delete(path)).body).toEqual({ ok: true })
  expect((await folderOf(anna, box.id)).has_note).toBe(false)
  expect((await anna.put(path, {})).body.detail[0]).toMatchObject({ loc: ['body', 'text'], type: 'missing' })
})

test('deleting a folder trashes the files of its subtree, and each can come back to a usable place', async () => {
  const anna = await aPerson()
  const top = await anna.folder('top')
  const inner = await anna.folder('inner', { parent_id: top.id })
  const [a, b] = [
    await anna.upload('a.txt', 'a', `?collection_id=${top.id}`),
    await anna.upload('b.txt', 'b', `?collection_id=${inner.id}`),
  ]
  expect((await anna.delete(`/v1/collections/${top.id}`)).body).toEqual({ ok: true })
  expect((await anna.get('/v1/collections')).body.items).toEqual([])
  expect((await anna.get('/v1/trash')).body.total).toBe(2)
  expect((await anna.post(`/v1/objects/${b.id}/restore`)).body).toMatchObject({ collection_id: null, deleted_at: null })
  expect((await anna.get(`/v1/objects/${b.id}/content`)).text).toBe('b')
  expect((await anna.get(`/v1/objects/${a.id}`)).status).toBe(404)
})

test('mode=keep moves files and folders to the parent, or to the top', async () => {
  const anna = await aPerson()
  const top = await anna.folder('top')
  const inner = await anna.folder('inner', { parent_id: top.id })
  const deep = await anna.folder('deep', { parent_id: inner.id })
  const [a, b] = [
    await anna.upload('a.txt', 'a', `?collection_id=${inner.id}`),
    await anna.upload('b.txt', 'b', `?collection_id=${deep.id}`),
  ]
  await anna.delete(`/v1/collections/${inner.id}?mode=keep`)
  const places = async () =>
    Promise.all([a, b].map(async ({ id }) => (await anna.get(`/v1/objects/${id}`)).body.collection_id))
  expect(await places()).toEqual([top.id, deep.id])
  await anna.delete(`/v1/collections/${top.id}?mode=keep`)
  expect(await places()).toEqual([null, deep.id])
  expect((await anna.delete(`/v1/collections/${NOWHERE}?mode=burn`)).body.detail[0]).toMatchObject({
    loc: ['query', 'mode'],
    type: 'enum',
  })
})

test('files are listed by theme', async () => {
  const anna = await aPerson()
  const work = await theme(anna, 'work')
  const box = await anna.folder('box', { theme_id: work.id })
  const inner = await anna.folder('inner', { parent_id: box.id })
  const { id } = await anna.upload('a.txt', 'a', `?collection_id=${inner.id}`)
  await anna.upload('elsewhere.txt')
  const { body } = await anna.get(`/v1/objects?theme_id=${work.id}`)
  expect(body.items.map(item => [item.id, item.theme_id])).toEqual([[id, work.id]])
  expect((await anna.get(`/v1/objects?theme_id=${NOWHERE}`)).status).toBe(404)
})

test('many folders are made at once, each in its place, and read with what lies below one of them', async () => {
  const anna = await aPerson()
  const bob = await aPerson()
  const work = await theme(anna, 'Work')
  const top = await anna.folder('Top')
  const folders = [
    { name: 'A', parent_id: top.id, icon: '📁', note: 'Of A' },
    { name: 'B', parent: 0, theme_id: work.id, name_mode: 'auto' },
    { name: 'C', parent: 1 },
    { name: 'Secret', parent: 0, is_hidden: true },
  ]
  const made = await anna.post('/v1/collections/tree', { folders })
  expect(made.status).toBe(201)
  const [a, b, c, secret] = made.body.items as [Json, Json, Json, Json]
  expect([a, b, c, secret].map(({ path, theme_id, is_hidden }) => [path, theme_id, is_hidden])).toEqual([
    ['Top/A', null, false],
    ['Top/A/B', work.id, false],
    ['Top/A/B/C', work.id, false],
    ['Top/A/Secret', null, true],
  ])
  expect([a.icon, b.name_mode, c.name_mode]).toEqual(['📁', 'auto', 'manual'])
  expect((await anna.get(`/v1/collections/${a.id}/note`)).body.text).toBe('Of A')
  await anna.upload('in c.txt', 'c', `?collection_id=${c.id}`)
  await anna.upload('in top.txt', 'top', `?collection_id=${top.id}`)
  const paths = async (within: string) =>
    (await anna.get(`/v1/collections?within=${within}`)).body.items.map(({ path }) => path).sort()
  expect(await paths(a.id)).toEqual(['Top/A', 'Top/A/B', 'Top/A/B/C'])
  const pageOf = async (cursor: string) => (await anna.get(`/v1/collections?within=${a.id}&limit=2${cursor}`)).body
  const first = await pageOf('')
  const second = await pageOf(`&cursor=${first.next_cursor}`)
  expect([first.items.length, second.items.length, second.next_cursor]).toEqual([2, 1, null])
  const lines = (await anna.get(`/v1/objects/lines?within=${a.id}`)).body
  expect([lines.total, lines.items.map(({ filename }) => filename)]).toEqual([1, ['in c.txt']])
  for (const path of ['/v1/collections', '/v1/objects/lines'])
    for (const [person, within] of [
      [bob, a.id],
      [anna, secret.id],
      [anna, NOWHERE],
    ] as const)
      expect((await person.get(`${path}?within=${within}`)).status).toBe(404)
})

test('of many folders none is made where one has no place', async () => {
  const anna = await aPerson()
  const bob = await aPerson()
  const foreign = await bob.folder('Foreign')
  const grow = (...folders: object[]) => anna.post('/v1/collections/tree', { folders })
  const early = await grow({ name: 'A', parent: 1 }, { name: 'B' })
  expect([early.status, early.body.detail[0].loc]).toEqual([422, ['body', 'folders', 0, 'parent']])
  expect((await grow({ name: 'A' }, { name: 'B', parent_id: foreign.id })).status).toBe(404)
  expect((await grow({ name: 'A' }, { name: 'B', theme_id: NOWHERE })).status).toBe(404)
  expect((await grow(...Array.from({ length: 201 }, () => ({ name: 'A' })))).status).toBe(422)
  expect((await anna.get('/v1/collections')).body.items).toEqual([])
})
