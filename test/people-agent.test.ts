import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chat, decide } from './support/agent.ts'
import { aPerson, type Json, type Person, until } from './support/client.ts'
import { callTool, mcpClient, sayInPage, tokenOf } from './support/mcp.ts'
import { type ModelServer, startModelServer } from './support/model-server.ts'
import { connected } from './support/oauth.ts'

/** The assistant, and programs of others, over what somebody has given: before, under a grant as viewer and editor, and after. */

const NAME = 'Shipyard charter'
const TEXT = 'The deposit for the boat is 4,711 euros. It is paid back within ten days.'
const QUESTION = 'How much is the deposit for the boat?'

interface House {
  anna: Person
  boris: Person
  folder: string
  file: string
  hidden: string
  outside: string
  give(role: 'viewer' | 'editor'): Promise<() => Promise<void>>
}

async function aHouse(): Promise<House> {
  const [anna, boris] = [await aPerson(), await aPerson()]
  const folder = (await anna.folder('Harbour')).id
  const put = async (name: string, query: string) => {
    const { id } = await anna.upload(`${name}.txt`, TEXT, query)
    await anna.read(id)
    return id as string
  }
  const [file, hidden] = [await put(NAME, `?collection_id=${folder}`), await put('Hidden', `?collection_id=${folder}`)]
  const outside = await put('Outside', '')
  await anna.patch(`/v1/objects/${hidden}`, { is_hidden: true })
  await boris.upload('own.txt', 'Nothing of interest.')
  await anna.folder('Below', { parent_id: folder })
  const grants = `/v1/collections/${folder}/grants`
  return {
    anna,
    boris,
    folder,
    file,
    hidden,
    outside,
    async give(role) {
      const { id } = (await anna.post(grants, { email: boris.email, role })).body
      return async () => {
        expect((await anna.delete(`${grants}/${id}`)).status).toBe(200)
      }
    },
  }
}

const nameOf = async ({ anna, file }: House) => (await anna.get(`/v1/objects/${file}`)).body.filename

describe('the assistant', () => {
  test('before, as viewer, as editor, and after', async () => {
    const house = await aHouse()
    const { anna, boris, file, hidden, outside } = house
    expect((await chat(boris, 'find shipyard')).text).not.toContain(NAME)

    let takeBack = await house.give('viewer')
    const found = await chat(boris, 'find shipyard')
    expect(found.text).toContain(`/v1/objects/${file}`)
    for (const unseen of [hidden, outside]) expect(JSON.stringify(found.chunks)).not.toContain(unseen)
    expect((await chat(boris, QUESTION)).text).toContain('4,711')
    expect((await chat(boris, `summarise ${NAME}`)).text).toContain('deposit')
    for (const query of [`rename ${NAME} to Mine`, `delete ${NAME}`]) {
      const refused = await chat(boris, query)
      expect(refused.text).toContain('You may read this folder, not change it')
      expect(refused.confirmations).toEqual([])
    }
    expect(await nameOf(house)).toBe(`${NAME}.txt`)
    await takeBack()

    takeBack = await house.give('editor')
    const renamed = await chat(boris, `rename ${NAME} to Shipyard lease`)
    expect(renamed.text).toContain('Shipyard lease')
    expect(await nameOf(house)).toBe('Shipyard lease.txt')
    for (const query of ['hide shipyard lease', 'share shipyard lease']) {
      expect((await chat(boris, query)).text).toContain('owner')
      expect((await anna.get(`/v1/objects/${file}`)).body.is_hidden).toBe(false)
    }
    // The owner is told who had it done, not what they said to their assistant, and may take it back.
    const [change] = (await anna.get('/v1/changes?by=agent')).body.items
    expect(change).toMatchObject({ object_id: file, field: 'filename', after: 'Shipyard lease.txt' })
    expect(change!.why).toContain('asked their assistant')
    expect(change!.why).not.toContain('rename')
    expect((await boris.get('/v1/changes')).body.items).toEqual([])
    expect((await anna.post(`/v1/changes/${change!.id}/undo`, {})).status).toBe(200)
    expect(await nameOf(house)).toBe(`${NAME}.txt`)

    const asked = await chat(boris, `delete ${NAME}`)
    expect(asked.confirmations).toHaveLength(1)
    expect((await anna.get(`/v1/objects/${file}`)).status).toBe(200)
    const done = await decide(boris, asked, true)
    expect(done.text).toContain('trash')
    expect((await anna.get(`/v1/objects/${file}`)).status).toBe(404)
    expect((await anna.post(`/v1/objects/${file}/restore`, {})).status).toBe(200)
    expect((await boris.get('/v1/agent/sessions')).body.items.length).toBeGreaterThan(5)

    await takeBack()
    const told = await boris.get('/v1/agent/sessions')
    // What was refused by name, found or answered is gone; the first question found nothing and stays.
    expect(told.body.items.map(session => session.title)).toEqual(['find shipyard'])
    for (const run of [found, renamed, asked]) {
      expect((await boris.get(`/v1/agent/sessions/${run.sessionId}`)).status).toBe(404)
      expect((await boris.get(`/v1/agent/runs/${run.runId}/stream`)).status).toBe(404)
    }
    expect((await chat(boris, 'find shipyard')).text).not.toContain(NAME)
    expect((await chat(boris, `rename ${NAME} to Mine`)).text).not.toContain('not change it')
    expect(await nameOf(house)).toBe(`${NAME}.txt`)
  }, 180_000)

  test('what was changed in a folder of somebody else is theirs to undo, and nothing else is undone in its place', async () => {
    const house = await aHouse()
    const { anna, boris } = house
    await house.give('editor')
    await chat(boris, 'remind me tomorrow at 10 to buy milk')
    const events = async () => (await boris.get('/v1/calendar/events')).body.items
    expect(await events()).toHaveLength(1)
    await chat(boris, `rename ${NAME} to Shipyard lease`)
    expect(await nameOf(house)).toBe('Shipyard lease.txt')
    expect((await chat(boris, 'undo')).text).toContain('only its owner can undo')
    expect(await events()).toHaveLength(1)
    expect(await nameOf(house)).toBe('Shipyard lease.txt')
    const [change] = (await anna.get('/v1/changes?by=agent')).body.items
    expect((await anna.post(`/v1/changes/${change!.id}/undo`, {})).status).toBe(200)
    expect((await chat(boris, 'undo')).text).toContain('Undone')
    expect(await events()).toEqual([])
  }, 120_000)

  test('a conversation that is held to a folder goes with it, also where nothing was found', async () => {
    const house = await aHouse()
    const takeBack = await house.give('viewer')
    const held = await chat(house.boris, 'find unicorns', { collection_id: house.folder })
    const path = `/v1/agent/sessions/${held.sessionId}`
    expect((await house.boris.get(path)).status).toBe(200)
    await takeBack()
    expect((await house.boris.get(path)).status).toBe(404)
  }, 60_000)

  test('what waits for a yes is not done when the folder was taken back, or is only to be read', async () => {
    const house = await aHouse()
    const takeBack = await house.give('editor')
    const asked = await chat(house.boris, `delete ${NAME}`)
    await house.give('viewer')
    expect((await decide(house.boris, asked, true)).text).toContain('not change it')
    await house.give('editor')
    const again = await chat(house.boris, `delete ${NAME}`)
    await takeBack()
    expect((await decide(house.boris, again, true)).status).toBe(404)
    expect(await nameOf(house)).toBe(`${NAME}.txt`)
  }, 120_000)
})

describe('with a model', () => {
  let model: ModelServer
  beforeAll(async () => {
    model = await startModelServer()
  })
  afterAll(() => model.close())

  const use = (person: Person) =>
    person.put('/v1/integrations/llm', { base_url: model.baseUrl, api_key: model.key, model: 'small' })
  const reading = (id: string) => ({ name: 'read_file', arguments: JSON.stringify({ object_id: id }) })

  test('it reads what was given, asks before it changes anything then, and tells nothing once it was taken back', async () => {
    const house = await aHouse()
    const { boris, file, folder } = house
    await use(boris)
    const takeBack = await house.give('editor')
    const folders = { say: '', tools: [{ name: 'list_files', arguments: '{"shared":true}' }] }
    const rename = { name: 'rename_file', arguments: JSON.stringify({ object_id: file, filename: 'Changed' }) }
    model.next(folders, { say: '', tools: [reading(file)] }, { say: '', tools: [rename] }, { say: 'Done.' })
    const paused = await chat(boris, 'Tidy up.')
    expect(JSON.stringify(paused.chunks)).toContain(folder)
    expect(JSON.stringify(paused.chunks)).toContain('4,711')
    expect(paused.confirmations).toHaveLength(1)
    const task = { name: 'create_task', arguments: JSON.stringify({ title: 'Ask for the 4,711 euros back' }) }
    model.next({ say: '', tools: [task] }, { say: 'Made.' })
    await decide(boris, paused, true)
    expect((await boris.get('/v1/tasks')).text).toContain('4,711')

    model.answer(async ({ body }) => {
      if (!JSON.stringify(body).includes('4,711')) return { say: '', tools: [reading(file)] }
      await takeBack()
      return { say: 'The deposit is 4,711 euros.' }
    })
    const cut = await chat(boris, 'What does the charter say?')
    model.answer(undefined)
    expect(cut.text).not.toContain('4,711')
    for (const path of [
      `/v1/agent/sessions/${cut.sessionId}`,
      `/v1/agent/sessions/${paused.sessionId}`,
      `/v1/agent/runs/${cut.runId}/stream`,
    ])
      expect((await boris.get(path)).status).toBe(404)
    for (const path of ['/v1/tasks', '/v1/agent/sessions', '/v1/changes', '/v1/agent/memory'])
      expect((await boris.get(path)).text).not.toContain('4,711')
  }, 120_000)

  const wanting = (name: string, input: object) => ({ say: '', tools: [{ name, arguments: JSON.stringify(input) }] })
  const inAMoment = () => new Date(Date.now() + 8000).toISOString()
  const soon = (hours: number) => `${new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 13)}:00:00Z`

  test('an own event takes up nothing of what was given; one made from it goes with it, also when cut in two', async () => {
    const house = await aHouse()
    const { boris, file } = house
    await use(boris)
    const takeBack = await house.give('viewer')
    const own = (await boris.post('/v1/calendar/events', { title: 'Dentist', starts_at: soon(5) })).body
    model.next(
      wanting('read_file', { object_id: file }),
      wanting('change_event', { event_id: own.id, title: 'Claim 4,711 euros' }),
      { say: 'Ready.' },
    )
    const refused = await decide(boris, await chat(boris, 'Put what it says into my event.'), true)
    expect(JSON.stringify(refused.chunks)).toContain('your own event is left as it is')

    const series = { title: 'Claim', starts_at: soon(24), rrule: 'FREQ=DAILY;COUNT=5' }
    model.next(wanting('read_file', { object_id: file }), wanting('create_event', series), { say: 'Ready.' })
    await decide(boris, await chat(boris, 'Put it into the calendar.'), true)
    const events = async (): Promise<Json[]> => (await boris.get('/v1/calendar/events')).body.items
    const made = (await events()).find(({ title }) => title === 'Claim')!
    model.next(
      wanting('read_file', { object_id: file }),
      wanting('change_event', { event_id: made.id, title: 'Claim 4,711 euros' }),
      { say: 'Ready.' },
    )
    await decide(boris, await chat(boris, 'Write the sum into it.'), true)
    const third = new Date(Date.parse(made.starts_at) + 2 * 86_400_000).toISOString()
    const cut = await boris.patch(`/v1/calendar/events/${made.id}?from=${encodeURIComponent(third)}`, {
      location: 'Bank',
    })
    expect(cut.body.title).toBe('Claim 4,711 euros')
    expect((await events()).map(({ title }) => title).sort()).toEqual([
      'Claim 4,711 euros',
      'Claim 4,711 euros',
      'Dentist',
    ])
    await takeBack()
    expect((await events()).map(({ title }) => title)).toEqual(['Dentist'])
    expect((await boris.get('/v1/calendar/agenda')).text).not.toContain('4,711')
  }, 120_000)

  test('a webhook gets nothing of it once it was taken back: not listed, not tried and not sent again', {
    tags: ['long'],
    timeout: 180_000,
  }, async () => {
    const house = await aHouse()
    const { boris, file } = house
    await use(boris)
    const takeBack = await house.give('viewer')
    const received: { id: string; body: string }[] = []
    const times = (word: string) => received.filter(({ body }) => body.includes(word)).length
    const receiver = createServer(async (request, response) => {
      let body = ''
      for await (const piece of request) body += piece
      received.push({ id: String(request.headers['x-dossier-delivery']), body })
      if (times('4,711') === 1 && body.includes('4,711')) await takeBack()
      response.writeHead(times('Own') > 1 ? 200 : 500).end()
    })
    await new Promise<void>(done => receiver.listen(0, '127.0.0.1', done))
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
    const hook = (await boris.post('/v1/webhooks', { url, events: ['reminder.due'] })).body
    model.answer(({ body }) => {
      const said = JSON.stringify(body)
      if (!said.includes('paid back within ten days')) return { say: '', tools: [reading(file)] }
      if (said.includes('Pay 4,711')) return { say: 'Ready.' }
      return wanting('create_event', { title: 'Pay 4,711', starts_at: inAMoment(), reminders: [0] })
    })
    await decide(boris, await chat(boris, 'Remind me at once.'), true)
    model.answer(undefined)
    await until(async () => times('4,711') > 0, 'the first try')
    // Of another that fails later the second try comes later.
    await boris.post('/v1/calendar/events', { title: 'Own', starts_at: inAMoment(), reminders: [0] })
    await until(async () => times('Own') > 1, 'the second try of the other')
    expect(times('4,711')).toBe(1)
    const deliveries = `/v1/webhooks/${hook.id}/deliveries`
    expect((await boris.get(deliveries)).body.items.map(({ data }: Json) => data.title)).toEqual(['Own'])
    expect((await boris.post(`${deliveries}/${received[0]!.id}/redeliver`)).status).toBe(404)
    await new Promise(done => receiver.close(done))
  })

  test('a look at the own files ties nothing to what others have given', async () => {
    const house = await aHouse()
    const { boris } = house
    await use(boris)
    const takeBack = await house.give('viewer')
    model.next(wanting('list_files', {}), wanting('create_task', { title: 'Buy milk' }), { say: 'Ready.' })
    const reply = await chat(boris, 'Look at my files, and note that I have to buy milk.')
    expect(reply.confirmations).toEqual([])
    expect(JSON.stringify(reply.chunks)).not.toContain('Harbour')
    await takeBack()
    expect((await boris.get('/v1/tasks')).text).toContain('Buy milk')
    expect((await boris.get(`/v1/agent/sessions/${reply.sessionId}`)).status).toBe(200)
  }, 120_000)

  test('a file that was read and then put into the trash takes the conversation with it', async () => {
    const house = await aHouse()
    const { anna, boris, file } = house
    await use(boris)
    await house.give('editor')
    const trash = wanting('trash_file', { object_id: file })
    model.next(wanting('search_files', { query: 'shipyard' }), trash, { say: 'It is gone.' })
    const unread = await decide(boris, await chat(boris, 'Delete the charter.'), true)
    expect(unread.text).toContain('It is gone.')
    expect((await anna.post(`/v1/objects/${file}/restore`, {})).status).toBe(200)
    model.next(wanting('read_file', { object_id: file }), trash, { say: 'It said 4,711 euros.' })
    const asked = await chat(boris, 'What does the charter say? Then delete it.')
    expect(asked.confirmations).toHaveLength(1)
    expect((await decide(boris, asked, true)).text).not.toContain('4,711')
    expect((await anna.get(`/v1/objects/${file}`)).status).toBe(404)
    expect((await boris.get(`/v1/agent/sessions/${asked.sessionId}`)).status).toBe(404)
    expect((await boris.get(`/v1/agent/sessions/${unread.sessionId}`)).status).toBe(200)
  }, 120_000)

  test('tasks, events and memories made from it, read in another conversation, go from there too', async () => {
    const house = await aHouse()
    const { boris, file } = house
    await use(boris)
    const takeBack = await house.give('viewer')
    const saying = 'my deposit is 4,711 euros'
    model.next(
      wanting('read_file', { object_id: file }),
      wanting('create_task', { title: 'Ask for the 4,711 euros' }),
      wanting('create_event', { title: 'Collect 4,711 euros', starts_at: soon(5) }),
      wanting('remember', { memory: saying }),
      { say: 'Ready.' },
    )
    await decide(boris, await chat(boris, `Remember that ${saying}, and make a task and an event of it.`), true)
    const told: string[] = []
    for (const look of ['list_tasks', 'show_agenda', 'recall']) {
      model.next(wanting(look, {}), { say: 'You asked for 4,711 euros.' })
      const { chunks, sessionId } = await chat(boris, 'What was it?')
      expect(JSON.stringify(chunks.find(({ type }) => type === 'tool-output-available'))).toContain('4,711')
      told.push(sessionId)
    }
    // A conversation that has read nothing of others does not begin to hang on them by what is remembered.
    const before = model.seen.length
    model.next({ say: 'Hello.' })
    const { sessionId } = await chat(boris, 'Good morning.')
    expect(JSON.stringify(model.seen.slice(before))).not.toContain('4,711')
    await takeBack()
    for (const session of told) expect((await boris.get(`/v1/agent/sessions/${session}`)).status).toBe(404)
    expect((await boris.get(`/v1/agent/sessions/${sessionId}`)).status).toBe(200)
    for (const path of ['/v1/tasks', '/v1/calendar/agenda', '/v1/agent/memory'])
      expect((await boris.get(path)).text).not.toContain('4,711')
  }, 120_000)
})

describe('programs of others', () => {
  const outcome = async (client: Client, name: string, input: object) =>
    (await callTool(client, name, input)).structuredContent

  const uris = async (client: Client) => (await client.listResources()).resources.map(({ uri }) => uri)

  test('before, as viewer, as editor, and after', async () => {
    const house = await aHouse()
    const { anna, boris, file, folder, hidden, outside } = house
    const client = await mcpClient(await tokenOf(boris))
    const uri = `dossier://objects/${file}`
    const looks = async () =>
      JSON.stringify([
        await outcome(client, 'search', { query: 'shipyard' }),
        await outcome(client, 'ask', { question: QUESTION }),
        await outcome(client, 'list_files', { collection_id: folder }),
        await outcome(client, 'list_files', { shared: true }),
        await outcome(client, 'read_file', { object_id: file }),
        await uris(client),
      ])
    // Their own file counts by its meaning, too, once it is known.
    await until(async () => (await boris.get('/v1/search/vectors')).body.waiting === 0, 'vectors')
    const before = await looks()
    expect(before).not.toContain(NAME)
    await expect(client.readResource({ uri })).rejects.toThrow()

    let takeBack = await house.give('viewer')
    const found = await callTool(client, 'search', { query: 'shipyard' })
    expect(found.structuredContent.result.items[0]).toMatchObject({ object_id: file })
    expect(found.content).toContainEqual(expect.objectContaining({ type: 'resource_link', uri }))
    expect((await outcome(client, 'read_file', { object_id: file })).result.text).toBe(TEXT)
    expect((await outcome(client, 'ask', { question: QUESTION })).says).toContain('4,711')
    expect((await outcome(client, 'list_files', { shared: true })).result.shared_with_me).toEqual([
      { collection_id: folder, name: 'Harbour', owner: 'Anna' },
    ])
    expect((await outcome(client, 'list_files', { collection_id: folder })).result.items).toHaveLength(1)
    expect(await uris(client)).toContain(uri)
    expect(JSON.stringify(await client.readResource({ uri }))).toContain('4,711')
    const under = await looks()
    for (const unseen of [hidden, outside]) expect(under).not.toContain(unseen)
    const rename = { object_id: file, filename: 'Renamed' }
    expect(await outcome(client, 'rename_file', rename)).toMatchObject({ status: 'failed', code: 'not_editor' })
    expect(await outcome(client, 'share_file', { object_id: file })).toMatchObject({ code: 'not_owner' })
    await takeBack()

    takeBack = await house.give('editor')
    // It has read what somebody else wrote: the first change waits.
    const waiting = await outcome(client, 'rename_file', rename)
    expect(waiting.status).toBe('waiting')
    expect(await sayInPage(boris, waiting.run_id, true)).toBe(200)
    expect(await outcome(client, 'rename_file', rename)).toMatchObject({ status: 'done' })
    expect(await nameOf(house)).toBe('Renamed.txt')
    const made = await outcome(client, 'make_folder', { name: 'Made', parent_id: folder })
    expect(made.status).toBe('done')
    expect((await anna.get(`/v1/collections/${made.result.collection_id}`)).body.name).toBe('Made')
    const trash = await outcome(client, 'trash_file', { object_id: file })
    expect(trash.status).toBe('waiting')
    await anna.patch(`/v1/objects/${file}`, { filename: `${NAME}.txt` })

    await takeBack()
    expect(await sayInPage(boris, trash.run_id, true)).toBe(404)
    expect(await looks()).toBe(before)
    await expect(client.readResource({ uri })).rejects.toThrow()
    expect((await outcome(client, 'rename_file', rename)).code).toBe('not_found')
    expect(await nameOf(house)).toBe(`${NAME}.txt`)
    await client.close()
  }, 180_000)

  test('what a program has read is told while it is given; one that is bound to a folder stays there', async () => {
    const house = await aHouse()
    const { boris, file } = house
    const takeBack = await house.give('editor')
    const own = await boris.folder('Own')
    const scope = { scope: 'read write ask' }
    const bound = await mcpClient((await connected(boris, scope, { collection_id: own.id })).access_token)
    expect((await outcome(bound, 'search', { query: 'shipyard' })).result.items).toEqual([])
    expect((await outcome(bound, 'read_file', { object_id: file })).code).toBe('not_found')
    expect((await outcome(bound, 'list_files', { shared: true })).result.shared_with_me).toBeUndefined()
    expect(await uris(bound)).toEqual([])
    await bound.close()
    const free = await mcpClient((await connected(boris, scope)).access_token)
    await outcome(free, 'read_file', { object_id: file })
    const reads = async () => JSON.stringify((await boris.get('/v1/connected-apps')).body)
    expect(await reads()).toContain(file)
    await takeBack()
    expect(await reads()).not.toContain(file)
    await free.close()
  }, 120_000)
})

test('an answer says when not all who have given something were looked at', async () => {
  const boris = await aPerson()
  const ask = async () => (await boris.post('/v1/ask', { query: QUESTION })).body.answer as string
  for (let n = 0; n < 9; n++) {
    expect(await ask()).not.toContain('not looked through')
    const giver = await aPerson()
    const { id } = await giver.folder('Given')
    await giver.post(`/v1/collections/${id}/grants`, { email: boris.email, role: 'viewer' })
  }
  expect(await ask()).toContain('shared with you by 1 more person were not looked through')
}, 60_000)
