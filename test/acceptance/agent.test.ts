import { beforeAll, describe, expect, test } from 'vitest'
import { chat, decide } from '../support/agent.ts'
import { aPerson, type Json, type Person, until } from '../support/client.ts'

let anna: Person

beforeAll(async () => {
  anna = await aPerson()
})

const changes = async (person: Person): Promise<Json[]> => (await person.get('/v1/changes?by=agent')).body.items

async function withFile(name: string, text = name): Promise<{ person: Person; id: string }> {
  const person = await aPerson()
  const { id } = await person.upload(name, text)
  await person.read(id)
  return { person, id }
}

describe('without a model', () => {
  test('it does what can be undone at once, says so, and it is in the ledger', async () => {
    const { person, id } = await withFile('Договор аренды.txt')
    const reply = await chat(person, 'переименуй договор аренды в Офис 2026')
    expect(reply.status).toBe(200)
    expect(reply.chunks.map(chunk => chunk.type)).toEqual([
      'start',
      'tool-input-available',
      'tool-output-available',
      'text-start',
      'text-delta',
      'text-end',
      'finish',
    ])
    expect(reply.ids).toEqual(reply.ids.map((_, n) => n + 1))
    expect(reply.text).toContain('Переименовал «Договор аренды.txt» в «Офис 2026.txt».')
    expect(reply.text).toContain('без языковой модели')
    expect(reply.finish).toEqual({ status: 'completed', cost_rub: 0 })
    expect((await person.get(`/v1/objects/${id}`)).body.filename).toBe('Офис 2026.txt')
    const [change] = await changes(person)
    expect(change).toMatchObject({
      by: 'agent',
      field: 'filename',
      before: 'Договор аренды.txt',
      after: 'Офис 2026.txt',
    })
    expect(change.why).toContain('переименуй договор')
    expect((await person.post(`/v1/changes/${change.id}/undo`)).status).toBe(200)
    expect((await person.get(`/v1/objects/${id}`)).body.filename).toBe('Договор аренды.txt')
  })

  test('it waits for a yes before anything goes to the trash', async () => {
    const { person, id } = await withFile('old invoice.txt')
    const reply = await chat(person, 'delete old invoice.txt')
    expect(reply.finish).toEqual({ status: 'paused', cost_rub: 0 })
    expect(reply.confirmations).toEqual([
      {
        tool_call_id: expect.any(String),
        title: 'Move "old invoice.txt" to the trash',
        detail: 'Moves to the trash. It can be restored from there.',
        risk: 'destructive',
      },
    ])
    expect(reply.chunks.at(-2)).toMatchObject({
      type: 'tool-approval-request',
      toolCallId: reply.confirmations[0].tool_call_id,
    })
    expect((await person.get(`/v1/objects/${id}`)).status).toBe(200)
    const refused = await decide(person, reply, false)
    expect(refused.chunks.map(chunk => chunk.type)).toContain('tool-output-denied')
    expect(refused.finish.status).toBe('completed')
    expect((await person.get(`/v1/objects/${id}`)).status).toBe(200)

    const again = await chat(person, 'delete old invoice.txt', { session_id: reply.sessionId })
    expect(again.sessionId).toBe(reply.sessionId)
    const done = await decide(person, again, true)
    expect(done.chunks.map(chunk => chunk.type)).toContain('tool-output-available')
    expect((await person.get(`/v1/objects/${id}`)).status).toBe(404)
    expect((await decide(person, again, true)).status).toBe(409)
    const [change] = await changes(person)
    expect(change).toMatchObject({ field: 'trashed', after: true, name: 'old invoice.txt' })
    expect((await person.post(`/v1/changes/${change.id}/undo`)).status).toBe(200)
    expect((await person.get(`/v1/objects/${id}`)).status).toBe(200)
  })

  test('it makes events, reminders and tasks, finds and sums up', async () => {
    const { person } = await withFile(
      'Отчёт о продажах.txt',
      'Отчёт о продажах. Выручка выросла на десять процентов. Склад полон.',
    )
    await person.put('/v1/settings', { timezone: 'Europe/Moscow', prefs: { language: 'ru' } })
    expect((await chat(person, 'напомни завтра в 10 позвонить в банк')).text).toContain('Позвонить в банк')
    expect((await chat(person, 'запланируй встречу с Петровым каждый понедельник в 15:00')).text).toContain(
      'Встречу с Петровым',
    )
    const events = (await person.get('/v1/calendar/events')).body.items
    expect(events.map(event => [event.title, event.rrule, event.reminders])).toEqual(
      expect.arrayContaining([
        ['Позвонить в банк', '', [0]],
        ['Встречу с Петровым', 'FREQ=WEEKLY;BYDAY=MO', [15]],
      ]),
    )
    const call = events.find(event => event.title === 'Позвонить в банк')!
    expect(call.starts_at).toMatch(/T07:00:00/)
    expect((await chat(person, 'создай задачу подготовить смету к пятнице')).text).toContain('Подготовить смету')
    const { items } = (await person.get('/v1/tasks')).body
    expect(items).toMatchObject([{ title: 'Подготовить смету', status: 'open' }])
    expect(items[0]!.due_at).toMatch(/T23:59:00\+03:00/)
    expect((await chat(person, 'что у меня завтра')).text).toContain('Позвонить в банк')
    expect((await chat(person, 'закрой задачу 1')).text).toContain('выполнена')
    expect((await chat(person, 'отмени встречу с Петровым')).text).toContain('Отменил')
    expect((await chat(person, 'кратко перескажи отчёт о продажах')).text).toContain('Выручка')
    const found = await chat(person, 'найди отчёт о продажах')
    expect(found.text).toContain('Отчёт о продажах.txt')
    expect(found.chunks.find(chunk => chunk.type === 'data-citation')?.data).toMatchObject({
      object_id: expect.any(String),
      ord: expect.any(Number),
    })
    for (const change of await changes(person)) {
      const undone = await person.post(`/v1/changes/${change.id}/undo`)
      expect([change.subject, change.field, undone.status]).toEqual([change.subject, change.field, 200])
    }
    expect((await person.get('/v1/tasks?status=all')).body.items).toEqual([])
    expect((await person.get('/v1/calendar/events')).body.items).toEqual([])
  })

  test('a conversion is a change like any other: what came of it can be taken back once it is there', async () => {
    const { person, id } = await withFile('notes.md', '# Notes\n\nA line of text.')
    expect((await chat(person, 'convert notes.md to html')).text).toContain('Converting "notes.md" to HTML')
    const made = await until(
      async () => (await person.get('/v1/objects')).body.items.find(file => file.filename === 'notes.html'),
      'the result',
    )
    const change = (await changes(person)).find(({ subject }) => subject === 'work')!
    expect(change).toMatchObject({ field: 'convert', after: 'html' })
    expect((await person.post(`/v1/changes/${change.id}/undo`)).status).toBe(200)
    expect((await person.get(`/v1/objects/${made.id}`)).status).toBe(404)
    expect((await person.get(`/v1/objects/${id}`)).status).toBe(200)
  })

  test('it shares only with a yes, and the link works', async () => {
    const { person, id } = await withFile('price list.txt')
    const reply = await chat(person, 'share price list.txt')
    expect(reply.confirmations).toMatchObject([{ risk: 'outward' }])
    expect((await person.get('/v1/shares')).body.items).toEqual([])
    const done = await decide(person, reply, true)
    const link = done.chunks.find(chunk => chunk.type === 'data-link').data.url
    expect(done.text).toContain(link)
    const token = link.split('/').at(-1)
    expect((await person.get(`/v1/share/${token}`)).body).toMatchObject({ object_id: id })
    const replay = await person.get(`/v1/agent/runs/${reply.runId}/stream`)
    expect(replay.text).toContain(link)
  })

  test('folders are made and filled, and asked about where a name is not clear', async () => {
    const { person, id } = await withFile('Счёт за свет.txt')
    expect((await chat(person, 'перемести счёт за свет в папку Коммуналка')).text).toContain('Папки «Коммуналка» нет')
    await chat(person, 'создай папку Коммуналка')
    expect((await chat(person, 'перемести счёт за свет в папку Коммуналка')).text).toContain('Переместил')
    const [folder] = (await person.get('/v1/collections')).body.items
    expect((await person.get(`/v1/objects/${id}`)).body.collection_id).toBe(folder!.id)
    await person.upload('Счёт за газ.txt')
    expect((await chat(person, 'переименуй счёт в Оплачено')).text).toContain('Подходят несколько')
    expect((await chat(person, 'ага')).text).toContain('Не понял')
  })

  test('with agent_confirm all, everything that changes something waits', async () => {
    const { person, id } = await withFile('a note.txt')
    await person.put('/v1/settings', { prefs: { agent_confirm: 'all' } })
    const reply = await chat(person, 'rename a note.txt to another')
    expect(reply.confirmations).toMatchObject([{ risk: 'reversible', title: 'Rename "a note.txt" to "another.txt"' }])
    expect((await person.get(`/v1/objects/${id}`)).body.filename).toBe('a note.txt')
    expect((await decide(person, reply, true)).finish.status).toBe('completed')
    expect((await person.get(`/v1/objects/${id}`)).body.filename).toBe('another.txt')
    expect((await chat(person, 'find another')).finish.status).toBe('completed')
  })
})

describe('questions', () => {
  test('are answered from the files, with the places that prove it', async () => {
    const { person, id } = await withFile(
      'Договор аренды.txt',
      'Договор аренды офиса. Арендная плата составляет 45 000 рублей в месяц. Договор заключён в Казани.',
    )
    const reply = await chat(person, 'сколько составляет арендная плата?')
    expect(reply.text).toContain('45 000')
    const [proof] = reply.chunks.filter(chunk => chunk.type === 'data-citation').map(chunk => chunk.data)
    expect(proof).toMatchObject({ object_id: id, start_s: null })
    const { text } = (await person.get(`/v1/objects/${id}/text`)).body
    expect([...text].slice(proof.char_start, proof.char_end).join('')).toBe(proof.snippet)
    expect((await person.get('/v1/ask/sessions')).body.items).toEqual([])
    const folder = await person.folder('empty')
    const elsewhere = await chat(person, 'сколько составляет арендная плата?', { collection_id: folder.id })
    expect(elsewhere.text).not.toContain('45 000')
    await person.patch(`/v1/objects/${id}`, { is_hidden: true })
    expect((await chat(person, 'сколько составляет арендная плата?')).text).not.toContain('45 000')
  })
})

describe('the calls', () => {
  test('refuse what does not fit', async () => {
    const bad = async (body: object) => (await anna.post('/v1/agent/chat', body)).body.detail?.[0]
    expect(await bad({ query: 'x', extra: 1 })).toMatchObject({ type: 'extra_forbidden' })
    expect(await bad({ query: '' })).toMatchObject({ loc: ['body', 'query'], type: 'string_too_short' })
    expect(await bad({ query: 'я'.repeat(8001) })).toMatchObject({ type: 'string_too_long', ctx: { max_length: 8000 } })
    expect(await bad({ query: 'x', attachment_ids: Array(6).fill(anna.id) })).toMatchObject({ type: 'too_long' })
    expect(await bad({ query: 'x', scope_object_ids: Array(26).fill(anna.id) })).toMatchObject({ type: 'too_long' })
    expect(await bad({ query: 'x', history: Array(51).fill({ role: 'user', content: 'x' }) })).toMatchObject({
      type: 'too_long',
    })
    expect((await anna.post('/v1/agent/chat', { query: '  ' })).status).toBe(400)
    for (const more of [
      { agent_slug: 'nobody' },
      { attachment_ids: [anna.id] },
      { session_id: 'x' },
      { session_id: anna.id },
      { collection_id: anna.id },
    ])
      expect([more, (await chat(anna, 'hello', more)).status]).toEqual([more, 404])
    const run = { run_id: 'x', session_id: 'y', decisions: [{ tool_call_id: 'z', confirmed: true }] }
    expect((await anna.post('/v1/agent/continue', { ...run, more: 1 })).body.detail[0]).toMatchObject({
      type: 'extra_forbidden',
    })
    expect((await anna.post('/v1/agent/continue', { ...run, decisions: [] })).body.detail[0]).toMatchObject({
      type: 'too_short',
    })
    expect((await anna.post('/v1/agent/continue', run)).status).toBe(404)
    expect((await anna.post('/v1/agent/continue', { ...run, run_id: anna.id })).status).toBe(404)
  })

  test('a paused run is its owner’s alone; unknown calls are 422, a second continue 409, a missing decision a no', async () => {
    const { person, id } = await withFile('mine.txt')
    const reply = await chat(person, 'delete mine.txt')
    const bob = await aPerson()
    expect((await decide(bob, reply, true)).status).toBe(404)
    expect((await bob.get(`/v1/agent/runs/${reply.runId}/stream`)).status).toBe(404)
    expect((await bob.post(`/v1/agent/runs/${reply.runId}/cancel`)).status).toBe(404)
    expect((await bob.get(`/v1/agent/sessions/${reply.sessionId}`)).status).toBe(404)
    expect((await chat(bob, 'hello', { session_id: reply.sessionId })).status).toBe(404)
    const unknown = await decide(person, { ...reply, confirmations: [{ tool_call_id: 'nothing' }] }, true)
    expect(unknown.status).toBe(422)
    expect(unknown.body.detail[0]).toMatchObject({ loc: ['body', 'decisions', 0, 'tool_call_id'], input: 'nothing' })
    expect((await decide(person, { ...reply, sessionId: anna.id }, true)).status).toBe(404)
    const [first, second] = await Promise.all([decide(person, reply, false), decide(person, reply, false)])
    expect([first.status, second.status].sort()).toEqual([200, 409])
    expect((await person.get(`/v1/objects/${id}`)).status).toBe(200)
  })

  test('a stream can be read again from anywhere, and a run cancelled', async () => {
    const { person, id } = await withFile('old.txt')
    const reply = await chat(person, 'delete old.txt')
    const again = await person.get(`/v1/agent/runs/${reply.runId}/stream`, { 'last-event-id': '2' })
    expect(again.headers.get('x-vercel-ai-ui-message-stream')).toBe('v1')
    expect(again.text).toMatch(/^id: 3\n/)
    expect(again.text).toMatch(/data: \[DONE\]\n\n$/)
    expect((await person.post(`/v1/agent/runs/${reply.runId}/cancel`)).body).toEqual({
      run_id: reply.runId,
      status: 'cancelled',
    })
    expect((await person.post(`/v1/agent/runs/${reply.runId}/cancel`)).status).toBe(200)
    expect((await decide(person, reply, true)).status).toBe(409)
    expect((await person.get(`/v1/objects/${id}`)).status).toBe(200)
    expect((await person.get(`/v1/agent/runs/${reply.runId}/stream`)).text).toContain('"status":"cancelled"')
    const done = await chat(person, 'find old')
    expect((await person.post(`/v1/agent/runs/${done.runId}/cancel`)).status).toBe(409)
  })

  test('conversations are listed, read and removed', async () => {
    const person = await aPerson()
    const reply = await chat(person, 'find nothing at all')
    await chat(person, 'what is on today', { session_id: reply.sessionId })
    const { items } = (await person.get('/v1/agent/sessions')).body
    expect(items).toMatchObject([{ id: reply.sessionId, title: 'find nothing at all', agent_slug: 'assistant' }])
    const { turns } = (await person.get(`/v1/agent/sessions/${reply.sessionId}`)).body
    expect(turns.map(turn => [turn.query, turn.status])).toEqual([
      ['find nothing at all', 'completed'],
      ['what is on today', 'completed'],
    ])
    expect((await person.delete(`/v1/agent/sessions/${reply.sessionId}`)).body).toEqual({ ok: true })
    expect((await person.get(`/v1/agent/sessions/${reply.sessionId}`)).status).toBe(404)
    const [one, two] = [
      await chat(person, 'hello', { channel_chat_id: 42 }),
      await chat(person, 'hello', { channel_chat_id: 42 }),
    ]
    expect(one.sessionId).toBe(two.sessionId)
  })

  test('roles are made, chosen, changed and removed', async () => {
    const person = await aPerson()
    const { body } = await person.get('/v1/agent/catalog')
    expect(body).toMatchObject({ active: 'assistant', can_create_custom: true, custom_limit: 20 })
    expect(body.presets[0]).toMatchObject({ slug: 'assistant', toolsets: expect.any(Array) })
    expect(body.toolsets[0]).toMatchObject({ slug: 'reading', tools: expect.arrayContaining(['search_files']) })
    const role = { slug: 'reader', name: 'Reader', toolsets: ['reading'] }
    expect((await person.post('/v1/agent/profiles', role)).status).toBe(201)
    expect((await person.post('/v1/agent/profiles', role)).status).toBe(409)
    expect((await person.post('/v1/agent/profiles', { ...role, slug: 'A b' })).status).toBe(422)
    expect((await person.post('/v1/agent/profiles', { ...role, slug: 'x2', toolsets: ['magic'] })).status).toBe(422)
    const patched = await person.patch('/v1/agent/profiles/reader', { name: 'Bookworm', slug: 'other' })
    expect(patched.body).toMatchObject({ slug: 'reader', name: 'Bookworm', is_custom: true })
    expect((await person.patch('/v1/agent/profiles/assistant', { name: 'x' })).status).toBe(409)
    expect((await person.post('/v1/agent/activate', { slug: 'reader' })).body).toEqual({
      active: 'reader',
      name: 'Bookworm',
    })
    expect((await person.post('/v1/agent/activate', { slug: 'nobody' })).status).toBe(404)
    const { id } = await person.upload('a.txt')
    await person.read(id)
    const reply = await chat(person, 'rename a.txt to b')
    expect(reply.chunks.map(chunk => chunk.type)).toContain('tool-output-error')
    expect((await person.get(`/v1/objects/${id}`)).body.filename).toBe('a.txt')
    expect((await person.delete('/v1/agent/profiles/reader')).body).toEqual({ ok: true })
    expect((await person.get('/v1/agent/catalog')).body.active).toBe('assistant')
    for (let n = 0; n < 20; n++) await person.post('/v1/agent/profiles', { ...role, slug: `r${n}` })
    expect((await person.post('/v1/agent/profiles', { ...role, slug: 'one-more' })).status).toBe(409)
    expect((await person.get('/v1/agent/catalog')).body.can_create_custom).toBe(false)
  })

  test('a question is answered from what is attached to it', async () => {
    const person = await aPerson()
    const asked: [string, string, string][] = [
      ['Договор аренды № 7. Арендная плата составляет 48 213 рублей в месяц.', 'какая арендная плата?', '48 213'],
      [
        'The warranty of the boiler ends on 12 May 2031. It was installed in 2021.',
        'when does the warranty end?',
        '2031',
      ],
      ['Встреча с подрядчиком назначена на 14 марта. Адрес встречи: улица Ленина, 5.', 'где встреча?', 'Ленина'],
    ]
    for (const [text, question, answer] of asked) {
      const content_base64 = Buffer.from(text).toString('base64')
      const reply = await chat(person, question, {
        inline_attachments: [{ filename: 'note.txt', mime: 'text/plain', content_base64 }],
      })
      expect({ question, text: reply.text }).toEqual({ question, text: expect.stringContaining(answer) })
    }
  })

  test('attachments come with the message and are only for it', async () => {
    const person = await aPerson()
    const content_base64 = Buffer.from('The quick summary of nothing. It is very short indeed.').toString('base64')
    const file = { filename: 'brief.txt', mime: 'text/plain', content_base64 }
    const reply = await chat(person, 'summarise it', { inline_attachments: [file] })
    expect(reply.text).toContain('quick summary')
    expect((await person.get('/v1/objects')).body.total).toBe(0)
    const large = { ...file, content_base64: Buffer.alloc(5 * 1024 * 1024 + 1).toString('base64') }
    expect((await chat(person, 'x', { inline_attachments: [large] })).status).toBe(422)
    expect((await chat(person, 'x', { inline_attachments: [{ ...file, content_base64: '!!!' }] })).status).toBe(422)
  })
})

describe('how far it reaches', () => {
  test('a folder, files, and nothing hidden', async () => {
    const person = await aPerson()
    const [inside, outside] = [await person.folder('inside'), await person.folder('outside')]
    const below = await person.folder('below', { parent_id: inside.id })
    const one = await person.upload('alpha one.txt', 'alpha one', `?collection_id=${inside.id}`)
    const two = await person.upload('alpha two.txt', 'alpha two', `?collection_id=${below.id}`)
    const three = await person.upload('alpha three.txt', 'alpha three', `?collection_id=${outside.id}`)
    for (const { id } of [one, two, three]) await person.read(id)
    const names = (reply: { text: string }) =>
      ['one', 'two', 'three'].filter(name => reply.text.includes(`alpha ${name}.txt`))
    expect(names(await chat(person, 'find alpha'))).toEqual(['one', 'two', 'three'])
    expect(names(await chat(person, 'find alpha', { collection_id: inside.id }))).toEqual(['one', 'two'])
    expect(names(await chat(person, 'find alpha', { collection_id: inside.id, include_subfolders: false }))).toEqual([
      'one',
    ])
    expect(names(await chat(person, 'find alpha', { scope_object_ids: [three.id, anna.id] }))).toEqual(['three'])
    expect((await chat(person, 'delete alpha three.txt', { collection_id: inside.id })).finish.status).toBe('completed')
    await person.patch(`/v1/objects/${one.id}`, { is_hidden: true })
    expect(names(await chat(person, 'find alpha'))).toEqual(['two', 'three'])
    const { hidden_token } = (await person.post('/v1/hidden-pin/unlock')).body
    const open = person.with({ 'x-hidden-token': hidden_token })
    const reply = await chat(open, 'delete alpha one.txt')
    expect(reply.confirmations).toHaveLength(1)
    // Decided with the zone locked again: what is hidden is not there.
    const locked = await decide(person, reply, true)
    expect(locked.chunks.map(chunk => chunk.type)).toContain('tool-output-error')
    expect(JSON.stringify(locked.chunks)).not.toContain('alpha one')
    expect((await open.get(`/v1/objects/${one.id}`)).status).toBe(200)
    expect((await person.get(`/v1/agent/runs/${reply.runId}/stream`)).status).toBe(404)
    expect((await person.get(`/v1/agent/sessions/${reply.sessionId}`)).status).toBe(404)
    expect((await open.get(`/v1/agent/sessions/${reply.sessionId}`)).status).toBe(200)
    const again = await chat(open, 'delete alpha one.txt')
    expect((await decide(open, again, true)).text).toContain('trash')
    expect((await open.get(`/v1/objects/${one.id}`)).status).toBe(404)
  })
})

test('a conversation about a file that is hidden later is hidden with it', async () => {
  const { person, id } = await withFile('treasure map.txt', 'The treasure lies under the old oak near the river.')
  const reply = await chat(person, 'what lies under the old oak?')
  const found = await chat(person, 'open treasure map.txt')
  expect(reply.text).toContain('oak')
  await person.patch(`/v1/objects/${id}`, { is_hidden: true })
  expect((await person.get('/v1/agent/sessions')).body.items).toEqual([])
  for (const { runId, sessionId } of [reply, found]) {
    expect((await person.get(`/v1/agent/sessions/${sessionId}`)).status).toBe(404)
    expect((await person.get(`/v1/agent/runs/${runId}/stream`)).status).toBe(404)
    expect((await chat(person, 'and now?', { session_id: sessionId })).status).toBe(404)
  }
  const made = await chat(person, 'create a folder Under the oak')
  const [folder] = (await person.get('/v1/collections')).body.items
  await person.patch(`/v1/collections/${folder!.id}`, { is_hidden: true })
  expect((await person.get(`/v1/agent/runs/${made.runId}/stream`)).status).toBe(404)
  const { hidden_token } = (await person.post('/v1/hidden-pin/unlock')).body
  expect((await person.get('/v1/agent/sessions', { 'x-hidden-token': hidden_token })).body.items).toHaveLength(3)
})

describe('memory', () => {
  const memories = async (person: Person): Promise<Json[]> => (await person.get('/v1/agent/memory')).body.items

  test('keeps what the person says of themselves; the newer word holds', async () => {
    const person = await aPerson()
    await chat(person, 'запомни, что я живу в Казани')
    expect(await memories(person)).toMatchObject([
      { memory: 'я живу в Казани', input: 'запомни, что я живу в Казани', topics: ['place'] },
    ])
    await chat(person, 'Запомни: я живу в Казани!')
    expect(await memories(person)).toHaveLength(1)
    await chat(person, 'я живу в Москве')
    expect(await memories(person)).toMatchObject([{ memory: 'я живу в Москве' }])
    expect((await person.get('/v1/agent/memory?history=true')).body.items).toHaveLength(2)
    expect((await chat(person, 'что ты обо мне знаешь')).text).toContain('Москве')
    const [{ memory_id }] = await memories(person)
    expect((await person.patch(`/v1/agent/memory/${memory_id}`, { memory: 'я живу в Туле' })).body.memory).toBe(
      'я живу в Туле',
    )
    const reply = await chat(person, 'забудь, что я живу в Туле')
    expect(reply.confirmations).toMatchObject([{ risk: 'destructive' }])
    expect(await memories(person)).toHaveLength(1)
    await decide(person, reply, true)
    expect(await memories(person)).toEqual([])
    expect((await person.get('/v1/agent/memory?history=true')).body.items).toEqual([])
    const [change] = await changes(person)
    expect(change).toMatchObject({ subject: 'memory', field: 'forgotten', before: null, after: true })
    expect((await person.post(`/v1/changes/${change.id}/undo`)).status).toBe(200)
    expect(await memories(person)).toMatchObject([{ memory: 'я живу в Туле' }])
    await decide(person, await chat(person, 'забудь, что я живу в Туле'), true)
    await chat(person, 'я живу в Перми')
    const again = (await changes(person)).find(({ field, undone_at }) => field === 'forgotten' && !undone_at)
    expect((await person.post(`/v1/changes/${again!.id}/undo`)).status).toBe(409)
    expect(await memories(person)).toMatchObject([{ memory: 'я живу в Перми' }])
  })

  test('can be switched off, and writes nothing while the hidden zone is open', async () => {
    const person = await aPerson()
    const { hidden_token } = (await person.post('/v1/hidden-pin/unlock')).body
    await chat(person.with({ 'x-hidden-token': hidden_token }), 'remember that my dentist is Dr Lee')
    expect(await memories(person)).toEqual([])
    await chat(person, 'remember that my dentist is Dr Lee')
    await person.put('/v1/settings', { chat_memory: false })
    await chat(person, 'remember that my cat is called Tom')
    expect((await chat(person, 'what do you remember about me')).text).not.toContain('Lee')
    expect(await memories(person)).toMatchObject([{ memory: 'my dentist is Dr Lee' }])
    expect((await person.delete('/v1/agent/memory')).body).toEqual({ ok: true })
    expect(await memories(person)).toEqual([])
  })
})

test('tasks are made from a meeting, each with its proof, once', async () => {
  const person = await aPerson()
  await person.put('/v1/settings', { timezone: 'Europe/Moscow', prefs: { language: 'ru' } })
  const text = [
    'Протокол совещания от 12 ноября 2026 года',
    'Обсудили бюджет. Иван подготовит смету к пятнице.',
    '[00:12:30] Анна: Хорошо, я напишу письмо поставщику завтра.',
    'Bob will send the report by Friday.',
  ].join('\n')
  const { id } = await person.upload('Протокол.txt', text)
  await person.read(id)
  const reply = await chat(person, 'создай задачи из протокола')
  const tasks = async (): Promise<Json[]> => (await person.get('/v1/tasks?status=all')).body.items
  expect(
    (await tasks()).map(task => [task.title, task.assignee, task.due_at.slice(0, 16), task.source_object_id]).sort(),
  ).toEqual([
    ['Send the report', 'Bob', '2026-11-13T23:59', id],
    ['Написать письмо поставщику', 'Анна', '2026-11-13T23:59', id],
    ['Подготовить смету', 'Иван', '2026-11-13T23:59', id],
  ])
  const stored = (await person.get(`/v1/objects/${id}/text`)).body.text
  const proofs = reply.chunks.filter(chunk => chunk.type === 'data-citation').map(chunk => chunk.data)
  for (const proof of proofs) expect([...stored].slice(proof.char_start, proof.char_end).join('')).toBe(proof.snippet)
  expect(proofs.map(proof => proof.start_s)).toEqual([null, 750, 750])
  expect((await chat(person, 'создай задачи из протокола')).text).toContain('уже созданы')
  expect(await tasks()).toHaveLength(3)
  await until(async () => (await tasks()).length === 3, 'three tasks')
})

test('a meeting whose heading names no date counts from the day its file came', async () => {
  const person = await aPerson()
  await person.put('/v1/settings', { timezone: 'UTC' })
  const came = Date.now()
  const { id } = await person.upload(
    'standup.txt',
    'Notes of this week\nAnna: I will send the offer to the client tomorrow.',
  )
  await person.read(id)
  expect((await chat(person, 'create tasks from standup.txt')).text).toContain('Made a task from "standup.txt"')
  const [task] = (await person.get('/v1/tasks?status=all')).body.items
  const next = new Date(came + 86_400_000).toISOString().slice(0, 10)
  expect(task).toMatchObject({ title: 'Send the offer to the client', due_at: expect.stringContaining(next) })
})
