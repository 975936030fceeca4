/** @module-tag long */

import { createDecipheriv } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../server/db/embedded.ts'
import { aPerson, type Person, until } from './support/client.ts'
import { queryOnce } from './support/processes.ts'
import { type RunningServer, startServer } from './support/server.ts'
import { bytesOf, canSpeak, conversation, MAN, MEETING, Studio, WOMAN } from './support/speech.ts'
import { writeTinyVoices } from './support/tiny-voices.ts'
import { startTranscriptionServer, type TranscriptionServer } from './support/transcription-server.ts'
import { whole } from './support/whole.ts'

const hasNetworks = () => {
  try {
    createRequire(import.meta.url).resolve('sherpa-onnx-node')
    return true
  } catch {
    return false
  }
}

/** With a network that recognises people, here a toy one: names come by themselves, and the voice stays secret. */
describe.runIf(whole && canSpeak && hasNetworks())('voices that are recognised', () => {
  let studio: Studio
  let models: string
  let server: RunningServer
  let transcriber: TranscriptionServer
  let anna: Person
  const answers: string[] = []

  /** Everything that anybody is told is looked through afterwards. */
  const get = async (path: string) => {
    const reply = await anna.get(path)
    answers.push(reply.text)
    return reply
  }
  const meetingOf = async (name: string, lines: [string, string][]) => {
    const { path } = conversation(studio, { man: MAN, woman: WOMAN }, lines)
    const { id } = await anna.upload(name, bytesOf(path))
    await anna.read(id, 120)
    const { body } = await anna.post(`/v1/objects/${id}/diarize`, { speakers: 2 })
    await until(
      async () => {
        const { body: task } = await get(`/v1/objects/${id}/diarize-status/${body.task_id}`)
        expect(task.state).not.toBe('FAILURE')
        return task.done
      },
      'the diarization',
      120,
    )
    return id as string
  }

  beforeAll(async () => {
    studio = new Studio()
    models = await mkdtemp(join(tmpdir(), 'dossier-models-'))
    const card = { id: 'tiny', alike: 0.8, threshold: 0.85, equal_error_rate: 0.01 }
    await writeTinyVoices(join(models, 'speaker'), card)
    transcriber = await startTranscriptionServer()
    const words = { LLM_BASE_URL: transcriber.baseUrl, TRANSCRIPTION_MODEL: 'transcriber-1' }
    server = await startServer({ env: { ...words, MODELS_DIR: models, LOG_LEVEL: 'debug' } })
    anna = await aPerson(server.url)
  })
  afterAll(async () => {
    await server?.stop()
    await transcriber?.close()
    await rm(models, { recursive: true, force: true })
    studio?.close()
  })

  test('a voice that was learned from one recording is named in the next', async () => {
    const first = await meetingOf('first.wav', MEETING)
    const { body } = await get(`/v1/objects/${first}/diarization`)
    expect(body.speakers).toEqual({ S1: 'S1', S2: 'S2' })
    const made = await anna.post('/v1/voice-profiles', { name: 'Ivan', consent: true, object_id: first, speaker: 'S1' })
    answers.push(made.text)
    expect(made.body).toMatchObject({ recognisable: true, learned: false })
    const profiles = async () => (await get('/v1/voice-profiles')).body.items
    await until(async () => (await profiles())[0].learned, 'the voice to be learned')
    expect(await profiles()).toMatchObject([{ name: 'Ivan', recognisable: true, learned: true }])
    const second = await meetingOf('second.wav', MEETING.slice(1, 5))
    // There the woman speaks first, and she has no profile.
    expect((await get(`/v1/objects/${second}/diarization`)).body.speakers).toEqual({ S1: 'S1', S2: 'Ivan' })

    await lookThrough()
    const { body: removed } = await anna.delete(`/v1/voice-profiles/${made.body.id}`)
    expect(removed).toEqual({ ok: true })
    expect((await get(`/v1/objects/${second}/diarization`)).body.speakers).toEqual({ S1: 'S1', S2: 'S2' })
  })

  /** The voice as it would be written, opened with the key of the installation: nothing of it is anywhere but in its seal. */
  async function lookThrough(): Promise<void> {
    for (const path of ['/v1/voice-profiles', '/v1/objects', '/v1/usage', '/v1/settings', '/v1/changes'])
      await get(path)
    const { voice } = await storedVoice()
    expect(voice.startsWith('v1.')).toBe(true)
    const opened = await openVoice(voice)
    expect(opened.length).toBe(80)
    const told = answers.join('\n') + server.output()
    expect(told).not.toContain(voice.slice(20, 60))
    const base64 = Buffer.from(opened.buffer).toString('base64')
    expect(told).not.toContain(base64.slice(0, 24))
    for (const value of opened.slice(0, 20)) expect(told).not.toContain(String(value).slice(0, 9))
    // Nor in the database, but for the sealed column itself.
    const dump = await everyRow()
    expect(dump).not.toContain(base64.slice(0, 24))
    for (const value of opened.slice(0, 20)) expect(dump).not.toContain(String(value).slice(0, 9))
  }

  async function query(sql: string): Promise<Record<string, unknown>[]> {
    const { url } = await startEmbeddedPostgres({ dataDir: server.dataDir, log: () => {} })
    return queryOnce(url, sql)
  }
  const storedVoice = async () => (await query('select voice from voice_profiles'))[0] as { voice: string }
  const everyRow = async () => {
    const tables = await query("select table_name from information_schema.tables where table_schema = 'public'")
    const rows: unknown[] = []
    for (const { table_name } of tables) rows.push(await query(`select * from "${table_name}"`))
    return JSON.stringify(rows)
  }
  async function openVoice(sealed: string): Promise<Float32Array> {
    const key = Buffer.from(readFileSync(join(server.dataDir, 'secret.key'), 'utf8').trim(), 'hex')
    const bytes = Buffer.from(sealed.split('.')[2]!, 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
    decipher.setAuthTag(bytes.subarray(12, 28))
    const plain = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    const floats = Buffer.from(plain, 'base64')
    return new Float32Array(floats.buffer.slice(floats.byteOffset, floats.byteOffset + floats.length))
  }
})
