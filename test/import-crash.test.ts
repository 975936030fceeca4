/** @module-tag long */

import { expect, test, vi } from 'vitest'
import { aPerson, type Json, Person, until } from './support/client.ts'
import { zip } from './support/office.ts'
import { startServer } from './support/server.ts'

/** An import out of a resumable upload, killed in the middle: it goes on, and every file has what was said of it. */

vi.setConfig({ testTimeout: 300_000 })

const FILES = 150
const tus = { 'tus-resumable': '1.0.0' }

async function sent(person: Person, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const metadata = `filename ${Buffer.from('export.zip').toString('base64')},chat_only ${Buffer.from('true').toString('base64')}`
  const begun = await person.call('POST', '/v1/uploads', {
    headers: { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
  })
  const path = new URL(begun.headers.get('location')!).pathname
  const part = (from: number, to: number) =>
    person.call('PATCH', path, {
      headers: { ...tus, 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream' },
      raw: bytes.slice(from, to),
    })
  const half = Math.floor(bytes.length / 2)
  const id = path.split('/').at(-1)!
  await part(0, half)
  const early = await person.post('/v1/import?from=nextcloud', { upload_id: id })
  expect({ status: early.status, code: early.body.code }).toEqual({ status: 409, code: 'upload_unfinished' })
  expect((await part(half, bytes.length)).status).toBe(204)
  return id
}

test('a killed import goes on: no file twice, none without its tags', async () => {
  let server = await startServer()
  let anna = await aPerson(server.url)
  const names = Array.from({ length: FILES }, (_, n) => `Papers/paper ${n}.txt`)
  const bytes = await zip({
    ...Object.fromEntries(names.map((name, n) => [`files/files/${name}`, `the text of paper ${n}`])),
    'files/tags.json': JSON.stringify(
      Object.fromEntries(names.map(name => [`/${name}`, ['kept', '_$!<Favorite>!$_']])),
    ),
  })
  const upload = await sent(anna, bytes)
  expect((await anna.post('/v1/import?from=nextcloud', { upload_id: anna.id })).status).toBe(404)
  expect((await anna.post('/v1/import?from=nextcloud', {})).status).toBe(422)
  const { status, body } = await anna.post('/v1/import?from=nextcloud', { upload_id: upload })
  expect(status).toBe(202)
  const there = async (): Promise<Json[]> => (await anna.get('/v1/objects?limit=500')).body.items
  await until(async () => (await there()).length > 15, 'some of the files')
  await server.kill()
  server = await startServer({ dataDir: server.dataDir })
  anna = new Person(anna.email, anna.password, anna.token, anna.id, server.url)
  const task = await until(async () => {
    const { body: state } = await anna.get(`/v1/tasks-status/${body.task_id}`)
    return state.done && state
  }, 'the import')
  expect(task).toMatchObject({ ok: true, report: { files: FILES, failed: 0 } })
  expect(task.report.skipped).toBeGreaterThan(15)
  const files = await there()
  expect(files.map(({ filename }) => filename).sort()).toEqual(names.map(name => name.slice('Papers/'.length)).sort())
  expect(files.filter(({ tags, is_favorite }) => !is_favorite || tags.join() !== 'kept')).toEqual([])
  await server.stop()
})

test('a killed import of a calendar goes on where it was, and doubles nothing', async () => {
  let server = await startServer()
  let anna = await aPerson(server.url)
  const events = 2000
  const text = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...Array.from({ length: events }, (_, n) => [
      'BEGIN:VEVENT',
      `UID:${n}@test`,
      `DTSTART:20270101T${String(n % 24).padStart(2, '0')}0000Z`,
      `SUMMARY:Event ${n}`,
      'END:VEVENT',
    ]).flat(),
    'END:VCALENDAR',
    '',
  ].join('\r\n')
  const form = new FormData()
  form.append('file', new Blob([text]), 'calendar.ics')
  const { status, body } = await anna.call('POST', '/v1/calendar/import', {
    raw: form,
    headers: { prefer: 'respond-async' },
  })
  expect(status).toBe(202)
  const state = async () => (await anna.get(`/v1/tasks-status/${body.task_id}`)).body
  const shown = await until(async () => {
    const { progress, done } = await state()
    return progress > 0 && { progress, done }
  }, 'some of the events')
  expect(shown).toMatchObject({ done: false })
  expect(shown.progress).toBeLessThan(1)
  await server.kill()
  server = await startServer({ dataDir: server.dataDir })
  anna = new Person(anna.email, anna.password, anna.token, anna.id, server.url)
  const task = await until(async () => {
    const now = await state()
    return now.done && now
  }, 'the import')
  // Each was counted once, by whichever of the two has taken it.
  expect(task).toMatchObject({ ok: true, report: { created: events, updated: 0, unchanged: 0, failed: [] } })
  const numbers = (
    await anna.get('/v1/calendar/events?since=2027-01-01T00:00:00Z&until=2027-01-02T00:00:00Z')
  ).body.items.map(({ number }) => number)
  expect(new Set(numbers).size).toBe(numbers.length)
  await server.stop()
})
