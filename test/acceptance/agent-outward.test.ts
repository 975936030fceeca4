import { afterAll, beforeAll, expect, test } from 'vitest'
import { chat, decide } from '../support/agent.ts'
import { aPerson, call, type Person } from '../support/client.ts'
import { type ModelServer, startModelServer } from '../support/model-server.ts'
import { aPdf, numberedPages } from '../support/pdf.ts'

/** How grave a call is depends on what it does: whatever somebody outside would see of it waits for a yes. */

let server: ModelServer
beforeAll(async () => {
  server = await startModelServer()
})
afterAll(() => server.close())

interface House {
  person: Person
  link: string
  /** In the shared folder, below it, and elsewhere. */
  shared: string
  below: string
  own: string
  folder: string
  inner: string
}

async function aHouse(): Promise<House> {
  const person = await aPerson()
  server.answer(() => ({ say: '{}' }))
  const model = { base_url: server.baseUrl, api_key: server.key, model: 'small' }
  expect((await person.put('/v1/integrations/llm', model)).body.status).toBe('ok')
  const folder = (await person.folder('for guests')).id
  const inner = (await person.folder('inner', { parent_id: folder })).id
  const [shared, below, own] = [
    (await person.upload('shared.pdf', aPdf(numberedPages(1)), `?collection_id=${folder}`)).id,
    (await person.upload('below.pdf', aPdf(numberedPages(2)), `?collection_id=${inner}`)).id,
    (await person.upload('own.pdf', aPdf(numberedPages(3)))).id,
  ]
  for (const id of [shared, below, own]) await person.read(id)
  const share = (await person.post(`/v1/collections/${folder}/shares`, { can_upload: true })).body
  return { person, link: share.token, shared, below, own, folder, inner }
}

const wants = (name: string, input: object) => {
  let asked = 0
  server.answer(({ body }) =>
    Array.isArray(body.tools) && asked++ === 0
      ? { say: '', tools: [{ name, arguments: JSON.stringify(input) }] }
      : { say: Array.isArray(body.tools) ? 'Done.' : '{}' },
  )
}

const seenOutside = async ({ link }: House): Promise<string> => {
  const { body } = await call('GET', `/v1/share/${link}/objects`)
  return JSON.stringify(body.items.map(item => [item.id, item.filename, item.size]))
}

const CALLS: [name: string, tool: string, input: (house: House) => object][] = [
  ['a file into a shared folder', 'move_file', ({ own, folder }) => ({ object_id: own, collection_id: folder })],
  ['a file into a folder below one', 'move_file', ({ own, inner }) => ({ object_id: own, collection_id: inner })],
  ['a shared file out', 'move_file', ({ shared }) => ({ object_id: shared, collection_id: null })],
  ['a new name of a shared file', 'rename_file', ({ below }) => ({ object_id: below, filename: 'pin 1234' })],
  ['tags of a shared file', 'tag_file', ({ shared }) => ({ object_id: shared, keywords: ['pin 1234'] })],
  ['a new folder in a shared one', 'make_folder', ({ inner }) => ({ name: 'pin 1234', parent_id: inner })],
  ['a PDF of both', 'assemble_files', ({ shared, own }) => ({ object_ids: [shared, own] })],
  [
    'own pages in a shared PDF',
    'pdf_operation',
    ({ shared, own }) => ({ object_id: shared, op: 'insert', parameters: { source_object_id: own, at: 1 } }),
  ],
  ['a conversion beside a shared file', 'convert_file', ({ below }) => ({ object_id: below, fmt: 'txt' })],
]

test.each(CALLS)('%s waits for a yes', async (_, tool, input) => {
  const house = await aHouse()
  const before = await seenOutside(house)
  wants(tool, input(house))
  const reply = await chat(house.person, 'tidy up')
  expect(reply.finish.status).toBe('paused')
  expect(reply.confirmations).toMatchObject([{ risk: 'outward' }])
  expect(await seenOutside(house)).toBe(before)
  expect((await decide(house.person, reply, false)).finish.status).toBe('completed')
  expect(await seenOutside(house)).toBe(before)
  expect((await house.person.get('/v1/changes?by=agent')).body.items).toEqual([])
})

test('what comes back from the trash into a shared folder waits for a yes', async () => {
  const house = await aHouse()
  await house.person.delete(`/v1/objects/${house.shared}`)
  wants('restore_file', { object_id: house.shared })
  expect((await chat(house.person, 'bring it back')).confirmations).toMatchObject([{ risk: 'outward' }])
})

test('elsewhere it is done at once, and a link that has run out is none', async () => {
  const house = await aHouse()
  const { person, own } = house
  wants('rename_file', { object_id: own, filename: 'mine' })
  expect((await chat(person, 'rename it')).finish.status).toBe('completed')
  const { id } = (await person.get('/v1/shares')).body.items[0]!
  await person.delete(`/v1/shares/${id}`)
  wants('move_file', { object_id: own, collection_id: house.folder })
  expect((await chat(person, 'move it')).finish.status).toBe('completed')
  expect((await person.get(`/v1/objects/${own}`)).body.collection_id).toBe(house.folder)
})

test('a link that is made while it waits is asked about again', async () => {
  const house = await aHouse()
  const { person, own } = house
  await person.put('/v1/settings', { prefs: { agent_confirm: 'all' } })
  const folder = (await person.folder('still private')).id
  wants('move_file', { object_id: own, collection_id: folder })
  const reply = await chat(person, 'move it')
  expect(reply.confirmations).toMatchObject([{ risk: 'reversible' }])
  await person.post(`/v1/collections/${folder}/shares`, {})
  const again = await decide(person, reply, true)
  expect(again.finish.status).toBe('paused')
  expect(again.confirmations).toMatchObject([{ risk: 'outward' }])
  expect((await person.get(`/v1/objects/${own}`)).body.collection_id).toBe(null)
  const done = await decide(person, again, true)
  expect(done.finish.status).toBe('completed')
  expect((await person.get(`/v1/objects/${own}`)).body.collection_id).toBe(folder)
})
