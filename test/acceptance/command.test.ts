import { beforeAll, describe, expect, test } from 'vitest'
import { aPerson, type Json, type Person, until } from '../support/client.ts'

let anna: Person
const ids: Record<string, string> = {}

const command = async (text: string, person = anna): Promise<Json> => {
  const { status, body } = await person.post('/v1/assistant/command', { text })
  expect(status).toBe(200)
  return body
}

beforeAll(async () => {
  anna = await aPerson()
  for (const [name, text] of [
    ['Договор аренды с ООО Ромашка.txt', 'Договор аренды № 1. Стороны договорились об аренде офиса.'],
    ['Отчёт за март 2026.txt', 'Отчёт о продажах за март 2026 года. Выручка выросла.'],
    ['Отчёт за апрель 2026.txt', 'Отчёт о продажах за апрель 2026 года. Выручка упала.'],
    ['lease agreement.txt', 'This lease agreement is made between the parties.'],
  ] as const)
    ids[name] = (await anna.upload(name, text)).id
  for (const id of Object.values(ids)) await anna.read(id)
})

describe('a command in words', () => {
  test('that converts is carried out', async () => {
    const reply = await command('преврати, пожалуйста, договор с Ромашкой в html')
    expect(reply).toMatchObject({
      action: 'convert',
      executed: false,
      object_id: ids['Договор аренды с ООО Ромашка.txt'],
    })
    expect(reply.reply).toContain('Можно в')
    const done = await command('сконвертируй договор с Ромашкой в pdf')
    expect(done).toMatchObject({
      action: 'convert',
      object_id: ids['Договор аренды с ООО Ромашка.txt'],
      filename: 'Договор аренды с ООО Ромашка.txt',
      fmt: 'pdf',
      lang: 'ru',
      target: 'договор с Ромашкой',
    })
    // Without an office on the machine there is no way to PDF, and the reply says so.
    if (!done.executed) return void expect(done.reply).not.toBe('')
    expect(done.reply).toContain('Преобразую')
    const path = `/v1/objects/${done.object_id}/convert-status/${done.task_id}`
    expect(await until(async () => (await anna.get(path)).body.done, 'the conversion', 120)).toBe(true)
  })

  test('finds the file by any form of its name, by its month, and by being the last', async () => {
    // What is converted becomes a file too, sooner or later, and is then the last one.
    expect(await command('последний отчёт в docx')).toMatchObject({ object_id: ids['Отчёт за апрель 2026.txt'] })
    expect(await command('тот отчёт за март переведи в docx')).toMatchObject({
      object_id: ids['Отчёт за март 2026.txt'],
    })
    expect((await command('апрельский отчёт в docx')).filename).toMatch(/^Отчёт за апрель 2026\./)
    expect(await command('convert the lease agrement to docx')).toMatchObject({ object_id: ids['lease agreement.txt'] })
    expect(await command('отчет.txt в docx')).toMatchObject({ action: 'convert' })
  })

  test('that converts what is not there says so', async () => {
    expect(await command('convert the moon landing to pdf')).toMatchObject({
      action: 'convert',
      executed: false,
      object_id: null,
      fmt: 'pdf',
      lang: 'en',
      reply: expect.stringContaining('moon landing'),
    })
    const bob = await aPerson()
    expect(await command('сконвертируй договор с Ромашкой в pdf', bob)).toMatchObject({
      executed: false,
      object_id: null,
    })
  })

  test('that asks for anything else is only told apart', async () => {
    expect(await command('напомни позвонить маме завтра в 10')).toMatchObject({
      action: 'remind',
      executed: false,
      target: 'позвонить маме',
      lang: 'ru',
      reply: '',
    })
    expect(await command('compress the lease agreement')).toMatchObject({
      action: 'convert',
      op: 'compress',
      executed: false,
    })
    expect(await command('удали договор')).toMatchObject({ action: 'unknown', executed: false })
    expect((await anna.get(`/v1/objects/${ids['Договор аренды с ООО Ромашка.txt']}`)).status).toBe(200)
  })

  test('is bounded', async () => {
    expect((await anna.post('/v1/assistant/command', { text: '   ' })).status).toBe(400)
    expect((await anna.post('/v1/assistant/command', { text: '' })).status).toBe(422)
    expect((await anna.post('/v1/assistant/command', { text: 'я'.repeat(1001) })).status).toBe(422)
    expect((await anna.post('/v1/assistant/command', { text: 'я'.repeat(1000) })).status).toBe(200)
    expect((await anna.post('/v1/assistant/command', { text: `найди ${'в '.repeat(450)}` })).status).toBe(200)
  })
})
