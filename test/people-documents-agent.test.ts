import { expect, test } from 'vitest'
import { type AgentReply, chat, decide } from './support/agent.ts'
import { aPerson, type Json, type Person, until } from './support/client.ts'
import { callTool, mcpClient, sayInPage, tokenOf } from './support/mcp.ts'
import { startModelServer } from './support/model-server.ts'
import { aPdf, numberedPages } from './support/pdf.ts'

/** The assistant's tools for documents on files that somebody else has given, by the rules of the routes. */

async function aHouse(role: 'viewer' | 'editor') {
  const [anna, boris] = [await aPerson(), await aPerson()]
  const folder = (await anna.folder('Harbour')).id
  const put = async (name: string, pages: number) => {
    const { id } = await anna.upload(name, aPdf(numberedPages(pages)), `?collection_id=${folder}`)
    await anna.read(id)
    return id as string
  }
  const [plan, terms] = [await put('harbour plan.pdf', 3), await put('mooring terms.pdf', 2)]
  const grants = `/v1/collections/${folder}/grants`
  const { id } = (await anna.post(grants, { email: boris.email, role })).body
  const takeBack = async () => expect((await anna.delete(`${grants}/${id}`)).status).toBe(200)
  return { anna, boris, plan, terms, takeBack }
}

const taskOf = (reply: AgentReply): string =>
  reply.chunks.find(({ type }) => type === 'tool-output-available')!.output.task_id

const resultsOf = async (person: Person, taskId: string): Promise<string[]> => {
  const record: Json = await until(async () => {
    const { body } = await person.get(`/v1/tasks-status/${taskId}`)
    return body.done && body
  }, 'the end of the task')
  expect(record.error).toBe(null)
  return record.object_ids
}

test('what a viewer has converted, changed or put together is theirs; the owner’s files and ledger stay as they were', async () => {
  const { anna, boris, plan, terms, takeBack } = await aHouse('viewer')
  const asked = await chat(boris, 'convert harbour plan to txt')
  const made = await resultsOf(boris, taskOf(asked))
  const client = await mcpClient(await tokenOf(boris))
  const called = async (name: string, input: object) => (await callTool(client, name, input)).structuredContent
  for (const [name, input] of [
    ['pdf_operation', { object_id: plan, op: 'rotate', parameters: { pages: '1', angle: 90 } }],
    ['assemble_files', { object_ids: [plan, terms], name: 'Both' }],
  ] as const) {
    const done = await called(name, input)
    expect(done).toMatchObject({ status: 'done' })
    made.push(...(await resultsOf(boris, done.result.task_id)))
  }
  expect(made).toHaveLength(3)
  for (const id of made)
    expect((await boris.get(`/v1/objects/${id}`)).body).toMatchObject({ access: 'owner', origin: 'link' })
  expect((await boris.get(`/v1/objects/${made[2]}/pdf-structure`)).body.pages).toBe(5)
  expect((await anna.get('/v1/objects')).body.total).toBe(2)
  expect((await anna.get('/v1/changes?by=agent')).body.items).toEqual([])
  expect((await boris.get('/v1/changes?by=agent')).body.items).toHaveLength(3)
  expect((await chat(boris, 'undo')).text).toContain('Undone')
  expect((await boris.get(`/v1/objects/${made[2]}`)).status).toBe(404)

  await takeBack()
  expect((await boris.get('/v1/changes?by=agent')).body.items).toEqual([])
  expect((await boris.get(`/v1/agent/sessions/${asked.sessionId}`)).status).toBe(404)
  for (const id of made.slice(0, 2)) {
    expect((await boris.get(`/v1/objects/${id}`)).status).toBe(200)
    await boris.delete(`/v1/objects/${id}`)
  }
  expect((await chat(boris, 'convert harbour plan to txt')).text).toContain('found no file')
  for (const [name, input] of [
    ['convert_file', { object_id: plan, fmt: 'txt' }],
    ['pdf_operation', { object_id: plan, op: 'compress' }],
    ['assemble_files', { object_ids: [plan, terms] }],
  ] as const)
    expect(await called(name, input)).toMatchObject({ code: 'not_found' })
  await client.close()
}, 240_000)

test('only an editor replaces the file; its owner is told who asked for it, and takes it back', async () => {
  const { anna, boris, plan, takeBack } = await aHouse('viewer')
  const model = await startModelServer()
  await boris.put('/v1/integrations/llm', { base_url: model.baseUrl, api_key: model.key, model: 'small' })
  const rotate = { object_id: plan, op: 'rotate', parameters: { pages: '1', angle: 90 }, replace: true }
  const asking = async () => {
    model.next({ say: '', tools: [{ name: 'pdf_operation', arguments: JSON.stringify(rotate) }] }, { say: 'Ready.' })
    return chat(boris, 'Turn the first page of the plan itself.')
  }
  expect(JSON.stringify((await asking()).chunks)).toContain('You may read this folder, not change it')
  expect((await anna.get(`/v1/objects/${plan}`)).body.version).toBe(1)

  const { collection_id, content_hash } = (await anna.get(`/v1/objects/${plan}`)).body
  await anna.post(`/v1/collections/${collection_id}/grants`, { email: boris.email, role: 'editor' })
  const reply = await asking()
  expect(await resultsOf(boris, taskOf(reply))).toEqual([plan])
  const [change] = (await anna.get('/v1/changes?by=agent')).body.items
  expect(change).toMatchObject({ object_id: plan, field: 'content', before: 1, after: 'rotate' })
  expect(change!.why).toContain('asked their assistant')
  expect((await boris.get('/v1/changes')).body.items).toEqual([])
  expect((await anna.post(`/v1/changes/${change!.id}/undo`, {})).status).toBe(200)
  expect((await anna.get(`/v1/objects/${plan}`)).body).toMatchObject({ version: 3, content_hash })
  expect((await boris.get('/v1/objects')).body.total).toBe(0)
  await takeBack()
  expect((await boris.get(`/v1/agent/sessions/${reply.sessionId}`)).status).toBe(404)
  await model.close()
}, 120_000)

test('what waits for a yes when the grant ends is not done', async () => {
  const { boris, plan, takeBack } = await aHouse('viewer')
  await boris.put('/v1/settings', { prefs: { agent_confirm: 'all' } })
  const waiting = await chat(boris, 'convert harbour plan to txt')
  expect(waiting.confirmations).toHaveLength(1)
  await takeBack()
  expect((await decide(boris, waiting, true)).status).toBe(404)
  expect((await boris.get('/v1/objects')).body.total).toBe(0)
  expect((await boris.get(`/v1/objects/${plan}`)).status).toBe(404)
}, 60_000)

test('a command in words works on a given file, and knows nothing of it afterwards', async () => {
  const { anna, boris, terms, takeBack } = await aHouse('viewer')
  const command = async () => (await boris.post('/v1/assistant/command', { text: 'convert mooring terms to txt' })).body
  const done = await command()
  expect(done).toMatchObject({ executed: true, object_id: terms, fmt: 'txt' })
  const [made] = await resultsOf(boris, done.task_id)
  expect((await boris.get(`/v1/objects/${made}`)).body.access).toBe('owner')
  expect((await anna.get('/v1/objects')).body.total).toBe(2)
  await boris.delete(`/v1/objects/${made}`)
  await takeBack()
  expect(await command()).toMatchObject({ executed: false, object_id: null, filename: '' })
}, 60_000)

const withModel = async (person: Person) => {
  const model = await startModelServer()
  await person.put('/v1/integrations/llm', { base_url: model.baseUrl, api_key: model.key, model: 'small' })
  const asking = (input: object, query = 'Change the plan itself.') => {
    model.next({ say: '', tools: [{ name: 'pdf_operation', arguments: JSON.stringify(input) }] }, { say: 'Ready.' })
    return chat(person, query)
  }
  return { asking, close: () => model.close() }
}

test('hidden pages go into no file that is seen, with a question or without one', async () => {
  const anna = await aPerson()
  const put = async (name: string, pages: number) => {
    const { id } = await anna.upload(name, aPdf(numberedPages(pages)))
    await anna.read(id)
    return id as string
  }
  const [seen, secret] = [await put('seen.pdf', 3), await put('secret.pdf', 2)]
  await anna.patch(`/v1/objects/${secret}`, { is_hidden: true })
  const { hidden_token } = (await anna.post('/v1/hidden-pin/unlock', {})).body
  const open = anna.with({ 'x-hidden-token': hidden_token })
  const insert = { source_object_id: secret, at: 1, replace: true }
  const refused = await open.post(`/v1/objects/${seen}/pdf/insert`, insert)
  expect([refused.status, refused.body.code]).toEqual([409, 'hidden_source'])
  const { asking, close } = await withModel(open)
  const parameters = { source_object_id: secret, at: 1 }
  const reply = await asking({ object_id: seen, op: 'insert', parameters, replace: true })
  expect(reply.confirmations).toHaveLength(1)
  expect(reply.confirmations[0].title).toContain('"secret.pdf"')
  expect(JSON.stringify((await decide(open, reply, true)).chunks)).toContain('is hidden and this one is not')
  expect((await anna.get(`/v1/objects/${seen}`)).body.version).toBe(1)
  // A new file is hidden itself, and a hidden one may take in hidden pages.
  await open.patch(`/v1/objects/${seen}`, { is_hidden: true })
  expect((await open.post(`/v1/objects/${seen}/pdf/insert`, insert)).status).toBe(202)
  await close()
}, 120_000)

test('a conversation that names one’s own file beside a given one goes with the given one alone', async () => {
  const { boris, plan, takeBack } = await aHouse('editor')
  const own = (await boris.upload('own.pdf', aPdf(numberedPages(1)))).id
  const { asking, close } = await withModel(boris)
  // Capitals make no other file of it.
  const named = plan.toUpperCase()
  const parameters = { source_object_id: own, at: 1 }
  const reply = await asking({ object_id: named, op: 'insert', parameters, replace: true })
  expect(JSON.stringify(reply.chunks)).toContain('no such file')
  expect((await boris.get(`/v1/agent/sessions/${reply.sessionId}`)).status).toBe(200)
  await takeBack()
  expect((await boris.get(`/v1/agent/sessions/${reply.sessionId}`)).status).toBe(404)
  await close()
}, 120_000)

test('a yes is for the content that was asked about; the question says whose file it is', async () => {
  const { anna, boris, plan, terms } = await aHouse('editor')
  await anna.patch('/v1/auth/me', { name: 'Anna Harbour' })
  await boris.put('/v1/settings', { prefs: { agent_confirm: 'all' } })
  const client = await mcpClient(await tokenOf(boris))
  const ask = async (at: number) => {
    const parameters = { source_object_id: terms, at }
    const input = { object_id: plan, op: 'insert', parameters, replace: true }
    return (await callTool(client, 'pdf_operation', input)).structuredContent
  }
  const waiting = await ask(1)
  expect(waiting.status).toBe('waiting')
  expect(JSON.stringify(waiting)).toContain('belongs to Anna Harbour')
  expect(JSON.stringify(waiting)).toContain('mooring terms.pdf')
  const raw = Buffer.from(aPdf(numberedPages(4)))
  expect((await anna.call('PUT', `/v1/objects/${plan}/content?base_version=1`, { raw })).status).toBe(200)
  expect(await sayInPage(boris, waiting.run_id, true)).toBe(200)
  const said = await until(async () => {
    const { text } = await boris.get(`/v1/agent/sessions/${waiting.run_id}`)
    return /after you were asked/.test(text) && text
  }, 'the refusal')
  expect(said).toContain('nothing was done')
  expect((await anna.get(`/v1/objects/${plan}`)).body.version).toBe(2)
  const again = await ask(2)
  expect(await sayInPage(boris, again.run_id, true)).toBe(200)
  await until(async () => (await anna.get(`/v1/objects/${plan}`)).body.version === 3, 'the next version')
  await client.close()
}, 120_000)
