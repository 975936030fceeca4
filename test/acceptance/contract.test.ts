import { describe, expect, test } from 'vitest'
import { chat } from '../support/agent.ts'
import { aPerson, call, type Json, Person, until } from '../support/client.ts'
import { aPdf } from '../support/pdf.ts'
import { startS3Server } from '../support/s3-server.ts'

/** Sentences of the interface that were once not kept. */

const unique = () => `${Math.random().toString(36).slice(2)}@example.org`

describe('the time zone', () => {
  async function inMoscow(): Promise<Person> {
    const anna = await aPerson()
    const email = unique()
    const body = { email, password: anna.password, timezone: 'Europe/Moscow' }
    const made = (await call('POST', '/v1/auth/register', { body })).body
    return new Person(email, anna.password, made.token, made.user.id)
  }

  test('of the registration is the one in which the assistant, the agenda and the events count', async () => {
    const anna = await inMoscow()
    const reply = await chat(anna, 'напомни завтра в 10 позвонить в банк')
    expect(reply.finish.status).toBe('completed')
    const tomorrow = new Date(Date.now() + 3 * 3600_000 + 86_400_000).toISOString().slice(0, 10)
    const { body } = await anna.get('/v1/calendar/agenda')
    expect(body.items).toHaveLength(1)
    expect(body.items[0]).toMatchObject({ day: tomorrow })
    expect(Date.parse(body.items[0]!.starts_at)).toBe(Date.parse(`${tomorrow}T10:00:00+03:00`))
    const event = (await anna.get(`/v1/calendar/events/${body.items[0]!.id}`)).body
    expect(event.tz).toBe('Europe/Moscow')
    expect(reply.text).toContain('10:00')
  })
})

describe('commands on PDF files', () => {
  test('are carried out, or say why not', async () => {
    const anna = await aPerson()
    const { id } = await anna.upload('Смета ремонта.pdf', aPdf([{ lines: ['one'] }, { lines: ['two'] }]))
    await anna.read(id)
    const command = async (text: string) => (await anna.post('/v1/assistant/command', { text })).body
    const done = await command('сожми смету ремонта')
    expect(done).toMatchObject({ action: 'convert', op: 'compress', executed: true, object_id: id, lang: 'ru' })
    expect(done.reply).toContain('Смета ремонта.pdf')
    const task = await until(async () => {
      const { body } = await anna.get(`/v1/objects/${id}/pdf-status/${done.task_id}`)
      return body.done && body
    }, 'the operation')
    expect(task.ok).toBe(true)
    const text = (await anna.upload('Заметка про дачу.txt', 'Дача и огород.')).id
    await anna.read(text)
    const cases: [string, string][] = [
      ['сожми заметку про дачу', 'только с файлами PDF'],
      ['поставь пароль на смету ремонта', 'паролем'],
      ['удали страницы 7 из сметы ремонта', 'страница 7'],
      ['сожми полёт на луну', 'Не нашёл'],
    ]
    for (const [said, reason] of cases) {
      const reply = await command(said)
      expect({ said, executed: reply.executed, reply: reply.reply }).toEqual({
        said,
        executed: false,
        reply: expect.stringContaining(reason),
      })
    }
  })
})

describe('PDF operations', () => {
  test('whose fields are all optional need no body, and letters that cannot be drawn are refused at once', async () => {
    const anna = await aPerson()
    const { id } = await anna.upload('a.pdf', aPdf([{ lines: ['one'] }, { lines: ['two'] }]))
    for (const op of ['compress', 'split']) expect((await anna.post(`/v1/objects/${id}/pdf/${op}`)).status).toBe(202)
    expect((await anna.post(`/v1/objects/${id}/pdf/delete`)).body.detail[0]).toMatchObject({
      loc: ['body', 'pages'],
      type: 'missing',
    })
    const refused = await anna.post(`/v1/objects/${id}/pdf/watermark`, { text: '機密 секретно 🦄' })
    expect(refused.status).toBe(422)
    expect(refused.body.detail[0]).toMatchObject({ loc: ['body', 'text'], type: 'value_error' })
    expect(refused.body.detail[0].msg).toContain('機')
    const box = { page: 1, x0: 0.1, y0: 0.1, x1: 0.5, y1: 0.2, type: 'text', text: '機' }
    expect((await anna.post(`/v1/objects/${id}/pdf/annotate`, { annotations: [box] })).body.detail[0].loc).toEqual([
      'body',
      'annotations',
      0,
      'text',
    ])
    expect((await anna.post(`/v1/objects/${id}/pdf/watermark`, { text: 'Секретно, ξ' })).status).toBe(202)
  })

  test('a task_id that is no task’s is 404, whatever its form', async () => {
    const anna = await aPerson()
    const { id } = await anna.upload('a.pdf', aPdf([{ lines: ['one'] }]))
    const sound = (await anna.upload('a.mp3', 'no sound')).id
    for (const task of ['x', '42', 'not-an-id', '00000000-0000-4000-8000-000000000000'])
      for (const path of [
        `/v1/objects/${id}/pdf-status/${task}`,
        `/v1/objects/${id}/convert-status/${task}`,
        `/v1/objects/${sound}/diarize-status/${task}`,
        `/v1/tasks-status/${task}`,
      ])
        expect({ path, ...(await anna.get(path)) }).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect((await anna.patch('/v1/tasks/x', { status: 'done' })).status).toBe(404)
  })
})

describe('names', () => {
  test('blank ones are refused, of folders and of themes', async () => {
    const anna = await aPerson()
    const folder = await anna.folder('box')
    const theme = (await anna.post('/v1/themes', { name: 'work' })).body
    for (const name of [' ', '\t\n', '\u00a0', '\u200b\u2060', '\u202e'])
      for (const reply of [
        await anna.post('/v1/collections', { name }),
        await anna.patch(`/v1/collections/${folder.id}`, { name }),
        await anna.post('/v1/themes', { name }),
        await anna.patch(`/v1/themes/${theme.id}`, { name }),
      ]) {
        expect({ name, status: reply.status }).toEqual({ name, status: 422 })
        expect(reply.body.detail[0].loc).toEqual(['body', 'name'])
      }
  })

  test('hold no signs that turn the direction of a line, and nor do entries of an archive', async () => {
    const anna = await aPerson()
    const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
    const { id } = await anna.upload('invoice\u202efdp.exe', 'x')
    expect((await anna.get(`/v1/objects/${id}`)).body).toMatchObject({
      filename: 'invoicefdp.exe',
      display_name: 'invoicefdp.exe',
    })
    const renamed = await anna.patch(`/v1/objects/${id}`, { filename: 'a\u2066b\u2069\u200fc.txt' })
    expect(renamed.body.filename).toBe('abc.txt')
    expect((await anna.patch(`/v1/objects/${id}`, { filename: '\u202e' })).status).toBe(422)
    const folder = await anna.folder('re\u202eports')
    expect(folder.name).toBe('reports')
    expect((await anna.post('/v1/themes', { name: 'w\u202eork' })).body.name).toBe('work')
    const zip = await anna.post('/v1/objects/archive', { object_ids: [id] })
    expect(BIDI.test(zip.text)).toBe(false)
  })
})

test('mode=keep moves sub-folders up with their files, and they stay hidden where they were', async () => {
  const anna = await aPerson()
  const top = await anna.folder('top')
  const inner = await anna.folder('inner', { parent_id: top.id })
  const deep = await anna.folder('deep', { parent_id: inner.id })
  const deeper = await anna.folder('deeper', { parent_id: deep.id })
  const a = await anna.upload('a.txt', 'a', `?collection_id=${inner.id}`)
  const b = await anna.upload('b.txt', 'b', `?collection_id=${deeper.id}`)
  expect((await anna.delete(`/v1/collections/${inner.id}?mode=keep`)).body).toEqual({ ok: true })
  const placeOf = async (person: Person, id: string) => (await person.get(`/v1/objects/${id}`)).body.collection_id
  const folder = async (person: Person, id: string) => (await person.get(`/v1/collections/${id}`)).body
  expect(await placeOf(anna, a.id)).toBe(top.id)
  expect(await placeOf(anna, b.id)).toBe(deeper.id)
  expect(await folder(anna, deep.id)).toMatchObject({ parent_id: top.id, path: expect.stringContaining('top') })
  expect((await folder(anna, deeper.id)).parent_id).toBe(deep.id)
  expect((await anna.get(`/v1/collections/${inner.id}`)).status).toBe(404)
  await anna.delete(`/v1/collections/${top.id}?mode=keep`)
  expect((await folder(anna, deep.id)).parent_id).toBeNull()

  const open = anna.with({ 'x-hidden-token': (await anna.post('/v1/hidden-pin/unlock')).body.hidden_token })
  const box = await anna.folder('box')
  const sub = await anna.folder('sub', { parent_id: box.id })
  const secret = await anna.upload('c.txt', 'c', `?collection_id=${sub.id}`)
  await anna.patch(`/v1/collections/${box.id}`, { is_hidden: true })
  expect((await anna.delete(`/v1/collections/${box.id}?mode=keep`)).status).toBe(404)
  await open.delete(`/v1/collections/${box.id}?mode=keep`)
  expect((await anna.get(`/v1/collections/${sub.id}`)).status).toBe(404)
  expect((await anna.get(`/v1/objects/${secret.id}`)).status).toBe(404)
  expect(await folder(open, sub.id)).toMatchObject({ parent_id: null, is_hidden: true })
  expect(await placeOf(open, secret.id)).toBe(sub.id)
})

test('two files in one form are 422, and neither is kept', async () => {
  const anna = await aPerson()
  const form = new FormData()
  form.append('file', new Blob(['one']), 'one.txt')
  form.append('file', new Blob(['two']), 'two.txt')
  const reply = await anna.call('POST', '/v1/objects', { raw: form })
  expect(reply.status).toBe(422)
  expect(reply.body.detail[0]).toMatchObject({ loc: ['body', 'file'], type: 'too_long' })
  expect((await anna.get('/v1/objects')).body.total).toBe(0)
})

test('an unknown path and a wrong method speak the language that the owner has chosen', async () => {
  const anna = await aPerson()
  await anna.put('/v1/settings', { prefs: { language: 'ru' } })
  const en = anna.with({ 'accept-language': 'en' })
  expect(await en.get('/v1/nowhere')).toMatchObject({ status: 404, body: { detail: expect.stringMatching(/[а-я]/) } })
  expect(await en.delete('/v1/search')).toMatchObject({ status: 405, body: { detail: expect.stringMatching(/[а-я]/) } })
  const [found, method] = [await call('GET', '/v1/nowhere'), await call('DELETE', '/v1/search')]
  expect([found.status, method.status]).toEqual([404, 405])
  for (const { body } of [found, method]) expect(body.detail).not.toMatch(/[а-я]/)
  const russian = await call('GET', '/v1/nowhere', { headers: { 'accept-language': 'ru' } })
  expect(russian.body.detail).toMatch(/[а-я]/)
})

test('a bucket whose first check failed is switched on by the first that goes well; one switched off stays off', async () => {
  const anna = await aPerson()
  const bucket = await startS3Server()
  const settings = {
    endpoint_url: bucket.endpoint,
    bucket: bucket.bucket,
    access_key: bucket.accessKey,
    secret_key: bucket.secretKey,
    addressing: 'path',
  }
  bucket.fail(503)
  const failed = await anna.put('/v1/integrations/s3', settings)
  expect(failed).toMatchObject({ status: 200, body: { status: 'error', enabled: false } })
  const check = async (): Promise<Json> => (await anna.post('/v1/integrations/s3/check')).body
  expect(await check()).toMatchObject({ status: 'error', enabled: false })
  bucket.heal()
  expect(await check()).toMatchObject({ status: 'ok', enabled: true })
  await anna.patch('/v1/integrations/s3', { enabled: false })
  expect(await check()).toMatchObject({ status: 'ok', enabled: false })
  await anna.patch('/v1/integrations/s3', { enabled: true })

  // What remains is what lies with the service, whichever way the files were moved.
  await anna.patch('/v1/integrations/s3', { enabled: false })
  for (const name of ['a.txt', 'b.txt']) await anna.upload(name)
  const move = async (direction: string) => {
    await anna.post('/v1/integrations/s3/migration', { direction })
    return until(async () => {
      const { body } = await anna.get('/v1/integrations/s3/migration')
      return body.status === 'done' && body
    }, 'the moving')
  }
  await anna.patch('/v1/integrations/s3', { enabled: true })
  expect(await move('to_bucket')).toMatchObject({ remaining: 0, moved: 2, total: 2 })
  expect(await move('to_service')).toMatchObject({ remaining: 2, moved: 2, total: 2 })
  await bucket.close()
})
