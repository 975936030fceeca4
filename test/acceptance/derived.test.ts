import { expect, test } from 'vitest'
import { chat, decide } from '../support/agent.ts'
import { aPerson, type Json, type Person, until } from '../support/client.ts'
import { type ModelServer, startModelServer } from '../support/model-server.ts'
import { aPdf, numberedPages } from '../support/pdf.ts'

/** What is made of something hidden is hidden, whoever asks for it and however it is made. */

async function unlocked(person: Person): Promise<Person> {
  const { body } = await person.post('/v1/hidden-pin/unlock')
  return person.with({ 'x-hidden-token': body.hidden_token })
}

const WAYS: {
  name: string
  start(open: Person, seen: string, hidden: string): Promise<{ status: number; body: Json }>
  at(seen: string, hidden: string, task: string): string
}[] = [
  {
    name: 'insert',
    start: (open, seen, hidden) => open.post(`/v1/objects/${seen}/pdf/insert`, { source_object_id: hidden, at: 1 }),
    at: (seen, _, task) => `/v1/objects/${seen}/pdf-status/${task}`,
  },
  {
    name: 'replace',
    start: (open, seen, hidden) =>
      open.post(`/v1/objects/${seen}/pdf/replace`, { source_object_id: hidden, pages: '1' }),
    at: (seen, _, task) => `/v1/objects/${seen}/pdf-status/${task}`,
  },
  {
    name: 'rotate',
    start: (open, _, hidden) => open.post(`/v1/objects/${hidden}/pdf/rotate`, { pages: '1', angle: 90 }),
    at: (_, hidden, task) => `/v1/objects/${hidden}/pdf-status/${task}`,
  },
  {
    name: 'convert',
    start: (open, _, hidden) => open.post(`/v1/objects/${hidden}/convert`, { fmt: 'txt' }),
    at: (_, hidden, task) => `/v1/objects/${hidden}/convert-status/${task}`,
  },
  {
    name: 'assemble',
    start: (open, seen, hidden) => open.post('/v1/objects/assemble', { object_ids: [seen, hidden], sort: 'order' }),
    at: (_, __, task) => `/v1/tasks-status/${task}`,
  },
]

/** Hidden by itself, and by the folder that it lies in. */
for (const place of ['by itself', 'by its folder'] as const)
  test.each(WAYS)(`$name with a source that is hidden ${place} gives a hidden result`, async ({ start, at }) => {
    const anna = await aPerson()
    const seen = (await anna.upload('seen.pdf', aPdf(numberedPages(2)))).id
    const folder = place === 'by itself' ? undefined : await anna.folder('secret')
    const query = folder ? `?collection_id=${folder.id}` : ''
    const hidden = (await anna.upload('hidden.pdf', aPdf(numberedPages(3)), query)).id
    await Promise.all([anna.read(seen), anna.read(hidden)])
    if (folder) await anna.patch(`/v1/collections/${folder.id}`, { is_hidden: true })
    else await anna.patch(`/v1/objects/${hidden}`, { is_hidden: true })
    const open = await unlocked(anna)
    const accepted = await start(open, seen, hidden)
    expect(accepted.status).toBe(202)
    const record = await until(async () => {
      const { body } = await open.get(at(seen, hidden, accepted.body.task_id))
      return body.done && body
    }, 'the task')
    expect(record).toMatchObject({ ok: true })
    for (const id of record.object_ids) {
      expect((await open.get(`/v1/objects/${id}`)).body).toMatchObject({ is_hidden: true })
      expect((await anna.get(`/v1/objects/${id}`)).status).toBe(404)
    }
    expect((await anna.get('/v1/objects')).body.items.map(item => item.id)).toEqual([seen])
  })

const SEEN = {
  'rent.txt': 'The rent for the flat in Tverskaya street is due on the fifth of every month. Invoice 4711-22.',
  'garden.txt': 'Diverse flowers grow in the garden, and the divers among the visitors like the pond.',
  'letter.txt': 'Dear neighbour, the meeting about the roof is on Monday. Bring the invoice.',
}
const HIDDEN = {
  'divorce.txt': 'Divorce hearing, divorce papers and the pregnancy. Divorcing takes months. Invoice 4711 23.',
  'clinic.txt': `${'The clinic confirms the pregnancy and the rent of the flat. '.repeat(60)}`,
}
const QUESTIONS = [
  'rent',
  'divorce',
  'pregnancy',
  'divorse',
  'div',
  'invoice',
  'invoice 471123',
  '471122',
  'rent pregnancy',
]
const MODES = ['text', 'hybrid', 'semantic']

test('no score, order or count of a search tells what stands in hidden files', { timeout: 300_000 }, async () => {
  const [anna, twin] = [await aPerson(), await aPerson()]
  for (const person of [anna, twin])
    for (const [name, text] of Object.entries(SEEN)) await person.read((await person.upload(name, text)).id)
  const folder = (await anna.folder('secret')).id
  const ids: string[] = []
  for (const [name, text] of Object.entries(HIDDEN))
    ids.push((await anna.upload(name, text, name === 'clinic.txt' ? `?collection_id=${folder}` : '')).id)
  for (const id of ids) await anna.read(id)
  const answers = async (person: Person) => {
    const all: Json = {}
    for (const mode of MODES)
      for (const question of QUESTIONS) {
        const { body } = await person.get(`/v1/search?mode=${mode}&q=${encodeURIComponent(question)}`)
        const items = body.items.map(item => [item.object.filename, item.score, item.snippet])
        all[`${mode} ${question}`] = { items, total: body.total, mode: body.mode, facets: body.facets }
      }
    return all
  }
  // Vectors come behind the text.
  for (const person of [anna, twin])
    for (const [name, text] of Object.entries(SEEN))
      await until(async () => {
        const { body } = await person.get(`/v1/search?mode=semantic&q=${encodeURIComponent(`${text.slice(0, 80)}?`)}`)
        return body.mode === 'semantic' && body.items.some(item => item.object.filename === name)
      }, `the vectors of ${name}`)
  const before = await answers(anna)
  expect(before['text divorce'].total).toBeGreaterThan(0)
  await anna.patch(`/v1/objects/${ids[0]}`, { is_hidden: true })
  await anna.patch(`/v1/collections/${folder}`, { is_hidden: true })
  const expected = await answers(twin)
  expect(await answers(anna)).toEqual(expected)
  // The caches of the unlocked zone are not those of the locked one.
  const open = await unlocked(anna)
  expect((await answers(open))['text divorce'].total).toBeGreaterThan(expected['text divorce'].total)
  expect(await answers(anna)).toEqual(expected)
})

interface Step {
  name: string
  input: object
}

/** One call after the other, then a word. */
const script = (server: ModelServer, steps: Step[]) => {
  let n = 0
  server.answer(({ body }) => {
    const step = Array.isArray(body.tools) ? steps[n++] : undefined
    return step
      ? { say: '', tools: [{ name: step.name, arguments: JSON.stringify(step.input) }] }
      : { say: Array.isArray(body.tools) ? 'Done.' : '{}' }
  })
}

const HOUR = 3_600_000
const soon = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()

/** All that a person is shown of what was made for them. */
async function shown(person: Person) {
  const one = async (path: string) => (await person.get(path)).body
  const [events, agenda, tasks, changes, memory, sessions, usage, folders] = [
    await one('/v1/calendar/events'),
    await one('/v1/calendar/agenda'),
    await one('/v1/tasks?status=all'),
    await one('/v1/changes'),
    await one('/v1/agent/memory'),
    await one('/v1/agent/sessions'),
    await one('/v1/usage'),
    await one('/v1/collections'),
  ]
  return {
    events: events.items.map((event: Json) => [event.number, event.title]),
    agenda: [agenda.items.map((item: Json) => [item.number, item.title, item.conflict]), agenda.today, agenda.upcoming],
    tasks: [tasks.items.map((task: Json) => [task.number, task.title]), tasks.open, tasks.overdue],
    changes: changes.items.filter((change: Json) => change.by === 'agent').map((change: Json) => change.after),
    memory: memory.items.length,
    sessions: sessions.items.map((session: Json) => session.title),
    usage: usage.by_meter.map((meter: Json) => [meter.meter, meter.calls]),
    days: usage.by_day.map((day: Json) => day.calls),
    folders: folders.items.map((folder: Json) => folder.name),
  }
}

test('what a run makes of hidden files is hidden with them, numbers and ledger too', { timeout: 300_000 }, async () => {
  const server = await startModelServer()
  try {
    const anna = await aPerson()
    server.answer(() => ({ say: '{}' }))
    const model = { base_url: server.baseUrl, api_key: server.key, model: 'small' }
    expect((await anna.put('/v1/integrations/llm', model)).body.status).toBe('ok')
    const ids: Json = {}
    for (const name of ['plain.txt', 'later.txt', 'secret.txt']) {
      ids[name] = (await anna.upload(name, `what ${name} says of the divorce`)).id
      await anna.read(ids[name])
    }
    // Vectors are counted when they are made, which is later.
    await until(async () => (await anna.get('/v1/search/vectors')).body.waiting === 0, 'vectors')
    await anna.patch(`/v1/objects/${ids['secret.txt']}`, { is_hidden: true })
    const makes = (name: string): Step[] => [
      { name: 'read_file', input: { object_id: ids[name] } },
      { name: 'create_event', input: { title: `event of ${name}`, starts_at: soon(5) } },
      { name: 'create_task', input: { title: `task of ${name}`, due_at: soon(6) } },
      { name: 'make_folder', input: { name: `folder of ${name}` } },
    ]
    script(server, makes('plain.txt'))
    expect((await chat(anna, 'make what plain.txt says')).finish.status).toBe('completed')
    const plain = await shown(anna)
    expect(plain).toMatchObject({ events: [[1, 'event of plain.txt']], tasks: [[[1, 'task of plain.txt']], 1, 0] })

    const open = await unlocked(anna)
    script(server, makes('secret.txt'))
    expect((await chat(open, 'make what secret.txt says')).finish.status).toBe('completed')
    expect(await shown(anna)).toEqual(plain)
    const all = await shown(open)
    expect(all.events).toContainEqual([1_000_001, 'event of secret.txt'])
    expect(all.tasks[0]).toContainEqual([1_000_001, 'task of secret.txt'])
    expect(all.changes).toContain('event of secret.txt')
    expect(all.folders).toContain('folder of secret.txt')
    const hidden = (await open.get('/v1/calendar/events')).body.items.find((event: Json) => event.number > 1_000_000)!
    expect((await anna.get(`/v1/calendar/events/${hidden.id}`)).status).toBe(404)

    // The next visible ones go on from the visible ones before.
    script(server, makes('later.txt'))
    expect((await chat(anna, 'make what later.txt says')).finish.status).toBe('completed')
    const later = await shown(anna)
    expect(later.events).toContainEqual([2, 'event of later.txt'])
    // What becomes hidden later takes along what was made of it, also when it is removed for good.
    await anna.patch(`/v1/objects/${ids['later.txt']}`, { is_hidden: true })
    const gone = await shown(anna)
    const remains = (list: Json[]) => list.filter((line: Json) => !JSON.stringify(line).includes('later.txt'))
    expect(gone.events).toEqual(plain.events)
    expect(gone.tasks).toEqual(plain.tasks)
    expect(gone.changes).toEqual(plain.changes)
    expect(gone.sessions).toEqual(plain.sessions)
    // The encoder had read later.txt, too, while it was visible: that goes with it.
    const usage = plain.usage.map(([meter, calls]: [string, number]) => [
      meter,
      meter === 'llm_embed' ? calls - 1 : calls,
    ])
    expect(gone.usage).toEqual(usage)
    expect(remains(gone.folders)).toEqual(plain.folders)
    for (const name of ['later.txt', 'secret.txt']) {
      await open.delete(`/v1/objects/${ids[name]}`)
      expect((await open.delete(`/v1/objects/${ids[name]}/permanent`)).status).toBe(200)
    }
    expect({ ...(await shown(anna)), folders: plain.folders }).toEqual({ ...plain, usage, days: gone.days })
    const sessions = (await open.get('/v1/agent/sessions')).body.items
    for (const { id } of sessions.filter(session => !session.title.includes('plain')))
      await open.delete(`/v1/agent/sessions/${id}`)
    expect((await shown(anna)).usage).toEqual(usage)
  } finally {
    await server.close()
  }
})

test('a name that a run knowing hidden files would give to a visible one is asked about', async () => {
  const server = await startModelServer()
  try {
    const anna = await aPerson()
    server.answer(() => ({ say: '{}' }))
    const model = { base_url: server.baseUrl, api_key: server.key, model: 'small' }
    expect((await anna.put('/v1/integrations/llm', model)).body.status).toBe('ok')
    const [seen, secret] = [(await anna.upload('seen.txt')).id, (await anna.upload('secret.txt', 'divorce')).id]
    for (const id of [seen, secret]) await anna.read(id)
    await anna.patch(`/v1/objects/${secret}`, { is_hidden: true })
    script(server, [
      { name: 'read_file', input: { object_id: secret } },
      { name: 'rename_file', input: { object_id: seen, filename: 'divorce' } },
    ])
    const reply = await chat(await unlocked(anna), 'rename it')
    expect(reply.confirmations).toMatchObject([{ title: 'Rename "seen.txt" to "divorce.txt"', risk: 'reversible' }])
    expect((await decide(anna, reply, false)).finish.status).toBe('completed')
    expect((await anna.get(`/v1/objects/${seen}`)).body.filename).toBe('seen.txt')
  } finally {
    await server.close()
  }
})
