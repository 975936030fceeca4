import { expect, test } from 'vitest'
import { chat, decide } from './support/agent.ts'
import { aPerson, type Json, type Person } from './support/client.ts'
import { callTool, mcpClient, sayInPage, tokenOf } from './support/mcp.ts'
import { startModelServer } from './support/model-server.ts'
import { connected } from './support/oauth.ts'

/** Tasks that come from a file which somebody else has given: they name it while it is given, and are not there without it. */

const TEXT = 'Meeting of the harbour\n\nBoris will order the 4,711 ropes by Friday. It rained.'

async function aHouse() {
  const [anna, boris] = [await aPerson(), await aPerson()]
  const folder = (await anna.folder('Harbour')).id
  const { id } = await anna.upload('minutes of the harbour.txt', TEXT, `?collection_id=${folder}`)
  await anna.read(id)
  const grants = `/v1/collections/${folder}/grants`
  const give = async () => {
    const grant = (await anna.post(grants, { email: boris.email, role: 'viewer' })).body.id
    return async () => expect((await anna.delete(`${grants}/${grant}`)).status).toBe(200)
  }
  return { anna, boris, folder, id: id as string, give }
}

const tasksOf = async (person: Person): Promise<Json[]> => (await person.get('/v1/tasks?status=all')).body.items
const seenOf = async (person: Person) =>
  JSON.stringify([
    (await person.get('/v1/tasks?status=all')).body,
    (await person.get('/v1/calendar/agenda')).body.items,
    (await person.get('/v1/changes')).body.items,
    (await person.get('/v1/agent/sessions')).body.items,
  ])

test('tasks out of a given text name it, and go and come with it', async () => {
  const { anna, boris, folder, id, give } = await aHouse()
  const elsewhere = (await anna.folder('Elsewhere')).id
  const unknown = await chat(boris, 'create tasks from minutes of the harbour')
  expect(unknown.text).toContain('found no file')
  const before = await seenOf(boris)

  const takeBack = await give()
  const asked = await chat(boris, 'create tasks from minutes of the harbour')
  // Words of somebody else become tasks: that waits for a yes.
  expect(asked.confirmations).toHaveLength(1)
  const made = await decide(boris, asked, true)
  expect(made.text).toContain('4,711 ropes')
  const [task] = await tasksOf(boris)
  expect(task).toMatchObject({ source_object_id: id, source_char_start: 24, made_from: 'others' })
  expect(TEXT.slice(task!.source_char_start, task!.source_char_end)).toContain('order the 4,711 ropes')
  expect(await tasksOf(anna)).toEqual([])
  expect((await anna.get('/v1/changes')).body.items).toEqual([])
  const again = await decide(boris, await chat(boris, 'create tasks from minutes of the harbour'), true)
  expect(again.text).toContain('are there already')
  expect((await boris.patch(`/v1/tasks/${task!.id}`, { assignee: 'Boris' })).body.source_object_id).toBe(id)

  const object = `/v1/objects/${id}`
  const unseen: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
    ['trashed', () => anna.delete(object), () => anna.post(`${object}/restore`, {})],
    [
      'moved',
      () => anna.patch(object, { collection_id: elsewhere }),
      () => anna.patch(object, { collection_id: folder }),
    ],
  ]
  for (const [how, away, back] of unseen) {
    await away()
    expect([how, await seenOf(boris)]).toEqual([how, before])
    expect((await boris.patch(`/v1/tasks/${task!.id}`, { status: 'done' })).status).toBe(404)
    await back()
    expect([how, (await tasksOf(boris)).map(({ source_object_id }) => source_object_id)]).toEqual([how, [id]])
  }
  await takeBack()
  expect(await seenOf(boris)).toBe(before)
  expect((await boris.get(`/v1/agent/sessions/${made.sessionId}`)).status).toBe(404)
  await give()
  expect(await tasksOf(boris)).toMatchObject([{ source_object_id: id }])
  await anna.patch(object, { is_hidden: true })
  expect(await seenOf(boris)).toBe(before)
}, 180_000)

test('a program makes a task from a given file; what waits for a yes is not there once it was taken back', async () => {
  const { boris, id, give } = await aHouse()
  const client = await mcpClient(await tokenOf(boris))
  const create = async () =>
    (await callTool(client, 'create_task', { title: 'Ask about the ropes', source_object_id: id })).structuredContent
  expect(await create()).toMatchObject({ status: 'failed', says: expect.stringContaining('no such file') })
  let takeBack = await give()
  const waiting = await create()
  expect(waiting.status).toBe('waiting')
  expect(await sayInPage(boris, waiting.run_id, true)).toBe(200)
  expect(await tasksOf(boris)).toMatchObject([
    { title: 'Ask about the ropes', source_object_id: id, source_char_start: null },
  ])
  const left = await create()
  await takeBack()
  expect(await tasksOf(boris)).toEqual([])
  expect(await sayInPage(boris, left.run_id, true)).toBe(404)
  takeBack = await give()
  expect(await tasksOf(boris)).toHaveLength(1)
  await takeBack()
  await client.close()
}, 120_000)

test('a program that is bound to a folder is not told of a task made from a file there and a given one', async () => {
  const { boris, id, give } = await aHouse()
  await give()
  const folder = (await boris.folder('Own')).id
  const own = (await boris.upload('own ropes.txt', 'Ropes are in the cellar.', `?collection_id=${folder}`)).id
  await boris.read(own)
  const model = await startModelServer()
  await boris.put('/v1/integrations/llm', { base_url: model.baseUrl, api_key: model.key, model: 'small' })
  const calls = (...tools: [string, object][]) => ({
    say: '',
    tools: tools.map(([name, input]) => ({ name, arguments: JSON.stringify(input) })),
  })
  model.next(
    calls(['read_file', { object_id: own }], ['read_file', { object_id: id }]),
    calls(['create_task', { title: 'Compare the ropes', source_object_id: null }]),
    { say: 'Ready.' },
  )
  const asked = await chat(boris, 'Read both files and make a task of it.')
  expect(asked.confirmations).toHaveLength(1)
  await decide(boris, asked, true)
  expect(await tasksOf(boris)).toMatchObject([{ title: 'Compare the ropes' }])
  const told = async (decision: object) => {
    const { access_token } = await connected(boris, { scope: 'read write calendar' }, decision)
    const client = await mcpClient(access_token)
    const said = JSON.stringify(await callTool(client, 'tasks', { status: 'all' }))
    await client.close()
    return said
  }
  expect(await told({})).toContain('Compare the ropes')
  expect(await told({ collection_id: folder })).not.toContain('Compare the ropes')
  await model.close()
}, 120_000)
