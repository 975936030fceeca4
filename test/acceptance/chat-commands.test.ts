import { beforeAll, expect, test } from 'vitest'
import { chat } from '../support/agent.ts'
import { furnish, ROWS, tryRow } from '../support/chat-table.ts'
import { aPerson, type Json, type Person } from '../support/client.ts'

/** Requests in words, without a model; `npm run bench -- chat` tries all of the table. */

let anna: Person

beforeAll(async () => {
  anna = await aPerson()
  await furnish(anna)
})

const changeIds = (reply: { chunks: Json[] }): string[] =>
  reply.chunks.flatMap(({ type, output }) => (type === 'tool-output-available' ? (output.change_ids ?? []) : []))

test('every eighth of the table: done right or asked about, and undone from the message', async () => {
  const wrong: string[] = []
  // Those in steps and those that fit several files stand at the end of it.
  for (const row of ROWS.filter((_, n) => n % 8 === 0)) {
    const fault = await tryRow(anna, row)
    if (fault) wrong.push(`${row.text}: ${fault}`)
  }
  expect(wrong).toEqual([])
})

test('a request of two steps is no name: the folder has its own, and the files are in it', async () => {
  const person = await aPerson()
  await furnish(person)
  const reply = await chat(person, 'Make a folder Invoices and put all invoices from Hartley there')
  expect(reply.text).toContain('Made the folder "Invoices".')
  const { items } = (await person.get('/v1/collections')).body
  const folder = items.find(each => each.name === 'Invoices')!
  const inside = (await person.get(`/v1/objects?collection_id=${folder.id}`)).body.items
  expect(inside.map(({ filename }) => filename).sort()).toEqual(['Invoice 2291.txt', 'Invoice 2300.txt'])
  expect(changeIds(reply)).toHaveLength(3)

  const undone = await chat(person, 'Отмени последнее', { session_id: reply.sessionId })
  expect(undone.text).toContain('Отменил: «Make a folder Invoices')
  expect((await person.get(`/v1/collections/${folder.id}`)).status).toBe(404)
  expect((await person.get('/v1/objects?limit=500')).body.items.filter(each => each.collection_id)).toEqual([])
  expect((await chat(person, 'undo', { session_id: reply.sessionId })).text).toContain('nothing to undo')
})

test('what is not understood is said in one line, and nothing of the request is done', async () => {
  const reply = await chat(anna, 'создай папку Разное и станцуй с ними там')
  expect(reply.text).toContain('Не понял «станцуй с ними там». Пока ничего не сделано.')
  const { items } = (await anna.get('/v1/collections')).body
  expect(items.map(({ name }) => name)).not.toContain('Разное')
  const [line] = (await chat(anna, 'сделай хорошо')).text.split('\n')
  expect(line).toContain('Не понял «сделай хорошо».')
})

test('of several files that fit none is touched, in a command of one line either', async () => {
  const reply = await chat(anna, 'переведи акт в pdf')
  expect(reply.text).toContain('Подходят несколько файлов. Какой из них?')
  for (const name of ['Акт 1.txt', 'Акт 2.txt', 'Акт 3.txt']) expect(reply.text).toContain(name)
  const { body } = await anna.post('/v1/assistant/command', { text: 'переведи акт в pdf' })
  expect(body).toMatchObject({ action: 'convert', executed: false, object_id: null })
  expect(body.reply).toContain('Подходят несколько файлов')
})

test('a reminder that repeats says so, and what was told is known at once', async () => {
  const person = await aPerson()
  expect((await chat(person, 'напоминай каждый день в 8 полить цветы')).text).toContain('каждый день')
  expect((await chat(person, 'remind me every monday at 9 to send the report')).text).toContain('every week (Mon)')
  const reply = await chat(person, 'запомни, что код домофона 4567')
  const back = await chat(person, 'какой код домофона?', { session_id: reply.sessionId })
  expect(back.text).toContain('Вы говорили: «код домофона 4567».')
  await chat(person, 'remember that my dentist is Dr Lee')
  expect((await chat(person, 'who is my dentist?')).text).toContain('You told me: "my dentist is Dr Lee".')
  const { items } = (await person.get('/v1/agent/memory')).body
  expect(items.map(({ topics }) => topics)).toEqual([['dentist'], ['код', 'домофона', '4567']])
})
