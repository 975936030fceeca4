/** @module-tag long */

import { expect, test } from 'vitest'
import { aPerson, until } from './support/client.ts'

/** Who speaks in a recording that somebody else has given: readers are told, editors have it found out and give names. */

/** A second of a tone. */
function aTone(): Uint8Array<ArrayBuffer> {
  const rate = 16_000
  const bytes = Buffer.alloc(44 + rate * 2)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(36 + rate * 2, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(rate, 24)
  bytes.writeUInt32LE(rate * 2, 28)
  bytes.writeUInt16LE(2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(rate * 2, 40)
  for (let n = 0; n < rate; n++) bytes.writeInt16LE(Math.round(8000 * Math.sin(n / 6)), 44 + n * 2)
  return new Uint8Array(bytes)
}

test('before, as viewer, as editor, and after', async () => {
  const [anna, boris] = [await aPerson(), await aPerson()]
  const folder = (await anna.folder('Given')).id
  const { id } = await anna.upload('meeting.wav', aTone(), `?collection_id=${folder}`)
  await anna.read(id)
  const object = `/v1/objects/${id}`
  const begin = () => boris.post(`${object}/diarize`, {})
  const open = () => boris.get(`${object}/diarize-status`)
  const name = () => boris.patch(`${object}/diarization`, { speakers: { S9: 'Boris' } })
  const statuses = async () => [(await begin()).status, (await open()).status, (await name()).status]
  expect(await statuses()).toEqual([404, 404, 404])

  const grants = `/v1/collections/${folder}/grants`
  await anna.post(grants, { email: boris.email, role: 'viewer' })
  expect(await statuses()).toEqual([403, 200, 403])
  const grant = (await anna.post(grants, { email: boris.email, role: 'editor' })).body.id
  const accepted = await begin()
  expect(accepted.status).toBe(202)
  const path = `${object}/diarize-status/${accepted.body.task_id}`
  await until(async () => (await boris.get(path)).body.done, 'the end')
  // It is the owner's work: of the owner's file, at the owner's cost.
  expect((await anna.get(path)).body).toEqual((await boris.get(path)).body)
  expect((await boris.get('/v1/usage')).text).not.toContain('diarization')
  expect(['not_diarized', 'validation_error', undefined]).toContain((await name()).body.code)
  expect((await boris.delete(path)).body).toEqual({ ok: false })

  await anna.delete(`${grants}/${grant}`)
  expect(await statuses()).toEqual([404, 404, 404])
  expect((await boris.get(path)).status).toBe(404)
}, 120_000)
