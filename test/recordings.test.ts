import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPerson, type Person, until } from './support/client.ts'
import { aDataDir, type RunningServer, startServer } from './support/server.ts'
import { bytesOf, canSpeak, Studio } from './support/speech.ts'
import { startTranscriptionServer, type TranscriptionServer } from './support/transcription-server.ts'
import { whole } from './support/whole.ts'

/** Recordings through an endpoint of transcriptions, on a server of its own that can be killed. */
describe.skipIf(!canSpeak)('an endpoint that writes speech down', () => {
  let studio: Studio
  let transcriber: TranscriptionServer
  let server: RunningServer
  let anna: Person
  let talk: string
  const started = async () => {
    const dataDir = server?.dataDir ?? (await aDataDir())
    const TARIFFS_FILE = join(dataDir, 'tariffs.json')
    const free = { monthly_rub: null, storage_bytes: null }
    const tariffs = { free, nothing: { monthly_rub: 0, storage_bytes: null } }
    await writeFile(TARIFFS_FILE, JSON.stringify({ default: 'free', tariffs }))
    const endpoint = {
      LLM_BASE_URL: transcriber.baseUrl,
      TRANSCRIPTION_MODEL: 'transcriber-1',
      ALLOW_PRIVATE_ENDPOINTS: 'true',
    }
    server = await startServer({ env: { ...endpoint, TARIFFS_FILE }, dataDir })
    return server.url
  }
  const textOf = async (id: string): Promise<string> => (await anna.get(`/v1/objects/${id}/text`)).body.text

  beforeAll(async () => {
    studio = new Studio()
    transcriber = await startTranscriptionServer()
    const sentence = studio.speak('One two three four five six seven eight nine ten. Now we go on with the next point.')
    const pause = studio.silence(3)
    // Eight utterances with three seconds between them: eight pieces.
    talk = studio.make(['-i', studio.join(...Array.from({ length: 8 }, () => [sentence, pause]).flat())], 'mp3')
    anna = await aPerson(await started())
  })
  afterAll(async () => {
    await server?.stop()
    await transcriber?.close()
    studio?.close()
  })

  test('pieces are stitched without a doubled or a lost word, and paid by the second', {
    timeout: 300_000,
  }, async () => {
    transcriber.posted.length = 0
    transcriber.answer((piece, count) => ({
      text: ` word${count} goes`,
      language: 'english',
      segments: [{ text: ` word${count} goes`, start: 0, end: piece.seconds }],
    }))
    const { id } = await anna.upload('talk.mp3', bytesOf(talk))
    expect(await anna.read(id, 240)).toMatchObject({ status: 'ready', needs_manual: false })
    const words = (await textOf(id)).split(/\s+/)
    expect(words).toEqual(transcriber.posted.flatMap((_, at) => [`word${at + 1}`, 'goes']))
    expect(transcriber.posted.length).toBeGreaterThanOrEqual(3)
    expect(transcriber.posted[0]!.fields).toMatchObject({ model: 'transcriber-1', response_format: 'verbose_json' })
    expect(new Set(transcriber.posted.map(({ sha256 }) => sha256)).size).toBe(transcriber.posted.length)
    const sent = transcriber.posted.reduce((sum, { seconds }) => sum + seconds, 0)
    const { body: usage } = await anna.get('/v1/usage')
    const meter = usage.by_meter.find(({ meter }: { meter: string }) => meter === 'transcription')!
    expect(Math.abs(meter.audio_seconds - sent)).toBeLessThanOrEqual(1)
    expect(meter.cost_rub).toBeCloseTo(meter.audio_seconds * 0.01, 6)
    const { body: progress } = await anna.get(`/v1/objects/${id}/transcription`)
    expect(progress).toMatchObject({ state: 'done', model: 'endpoint:transcriber-1' })
  })

  test('killed in the middle, it goes on behind the last finished piece', { tags: ['long'] }, async () => {
    transcriber.posted.length = 0
    let hold = true
    transcriber.answer(async (_piece, count) => {
      // The third piece is never answered while the server that asked is alive.
      while (hold && count >= 3) await new Promise(resolve => setTimeout(resolve, 20))
      return { text: `part${count}` }
    })
    const { id } = await anna.upload('long.mp3', bytesOf(talk), '')
    await until(async () => transcriber.posted.length >= 3, 'the third piece to be asked for', 240)
    const { body: before } = await anna.get(`/v1/objects/${id}/transcription`)
    expect(before.state).toBe('running')
    expect(before.seconds_done).toBeGreaterThan(5)
    await server.kill()
    hold = false
    const asked = transcriber.posted.length
    const url = await started()
    anna = new (anna.constructor as typeof Person)(anna.email, anna.password, anna.token, anna.id, url)
    await anna.read(id, 240)
    const hashes = transcriber.posted.map(({ sha256 }) => sha256)
    // Only the piece that was in the air is asked for twice.
    expect(hashes.slice(asked)).not.toContain(hashes[0])
    expect(hashes.slice(asked)).not.toContain(hashes[1])
    expect(hashes[asked]).toBe(hashes[2])
    expect(await textOf(id)).toMatch(/^part1\s+part2\s+part4/)
  })

  test('it can be called off; what was written stays', async () => {
    transcriber.posted.length = 0
    let hold = true
    transcriber.answer(async (_piece, count) => {
      while (hold && count >= 2) await new Promise(resolve => setTimeout(resolve, 20))
      return { text: `kept${count}` }
    })
    const { id } = await anna.upload('boring.mp3', bytesOf(studio.make(['-i', talk], 'flac')))
    await until(async () => transcriber.posted.length >= 2, 'the second piece to be asked for', 240)
    expect((await anna.delete(`/v1/objects/${id}/transcription`)).body).toEqual({ ok: true })
    hold = false
    const object = await anna.read(id, 240)
    expect(object).toMatchObject({ status: 'ready', needs_manual: true })
    expect(object.error).toMatch(/cancelled at 0:/)
    expect(await textOf(id)).toBe('kept1')
  })

  test.runIf(whole)('where the tariff is spent, this machine writes and nothing is sent', async () => {
    const boris = await aPerson(server.url)
    await anna.patch(`/v1/admin/users/${boris.id}`, { tariff: 'nothing' })
    transcriber.posted.length = 0
    const { id } = await boris.upload(
      'poor.wav',
      bytesOf(studio.speak('Good afternoon, colleagues. We have no money.')),
    )
    expect(await boris.read(id, 240)).toMatchObject({ status: 'ready' })
    expect(transcriber.posted).toEqual([])
    expect((await boris.get(`/v1/objects/${id}/transcription`)).body.model).toBe('whisper-base-q8')
    expect((await boris.get('/v1/usage')).body.total_cost_rub).toBe(0)
  })

  test('where it fails, this machine writes', { tags: ['long'] }, async () => {
    transcriber.answer(() => 500)
    const short = studio.speak('Good afternoon, colleagues. Today we will discuss the contract.')
    const { id } = await anna.upload('fallback.wav', bytesOf(short))
    await anna.read(id, 240)
    expect(await textOf(id)).toMatch(/colleagues/)
    const { body } = await anna.get(`/v1/objects/${id}/transcription`)
    expect(body.model).toBe('whisper-base-q8')
  })
})
