/** @module-tag long */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPerson, baseUrl, type Person, until } from '../support/client.ts'
import { diarizationErrors } from '../support/diarization-errors.ts'
import { bytesOf, canSpeak, conversation, MAN, MEETING, Studio, sample, WOMAN } from '../support/speech.ts'
import { whole } from '../support/whole.ts'

/** Seconds: writing down speech takes long where the machine has other work. */
const LONG = 240

/** Who says what, and voices that are known. */
describe.skipIf(!canSpeak)('speakers', () => {
  let studio: Studio
  let anna: Person
  let meeting: string
  let said: ReturnType<typeof conversation>['said']

  const diarized = async (id: string, body?: object) => {
    const { status, body: accepted } = await anna.post(`/v1/objects/${id}/diarize`, body)
    expect(status).toBe(202)
    const path = `/v1/objects/${id}/diarize-status/${accepted.task_id}`
    const done = await until(
      async () => {
        const { body: task } = await anna.get(path)
        return task.done && task
      },
      'the diarization',
      LONG,
    )
    return { ...done, path }
  }

  beforeAll(async () => {
    studio = new Studio()
    anna = await aPerson()
    const made = conversation(studio, { man: MAN, woman: WOMAN }, MEETING)
    said = made.said
    meeting = (await anna.upload('meeting.wav', bytesOf(made.path))).id
    await anna.read(meeting, LONG)
  })
  afterAll(() => studio.close())

  test('are told apart, with their words', async () => {
    const before = await anna.get(`/v1/objects/${meeting}/diarization`)
    expect(before.body).toEqual({ object_id: meeting, ready: false, segments: [], speakers: {}, text: '' })
    const { path, ...task } = await diarized(meeting, { speakers: 2 })
    expect(task).toEqual({ state: 'SUCCESS', done: true, ok: true })

    const { body } = await anna.get(`/v1/objects/${meeting}/diarization`)
    expect(body.ready).toBe(true)
    expect(body.speakers).toEqual({ S1: 'S1', S2: 'S2' })
    const turns = body.segments.map((segment: { start: number; end: number; speaker: string }) => segment)
    expect(diarizationErrors(said, turns, { collar: 0.25 }).confusion).toBeLessThan(2)
    expect(body.segments[0]).toMatchObject({ speaker: 'S1' })
    expect(body.text).toMatch(/^S1: .*contract/)
    expect(body.text.split('\n').length).toBeGreaterThanOrEqual(5)

    const usage = (await anna.get('/v1/usage')).body.by_meter
    expect(usage.find(({ meter }: { meter: string }) => meter === 'diarization')!.audio_seconds).toBeGreaterThan(10)
    expect((await anna.delete(path)).body).toEqual({ ok: false })
  })

  test('are named by hand, everywhere at once, and stay named when told apart again', {
    timeout: 300_000,
  }, async () => {
    const named = await anna.patch(`/v1/objects/${meeting}/diarization`, { speakers: { S1: 'Иван' } })
    expect(named.body.speakers).toEqual({ S1: 'Иван', S2: 'S2' })
    expect(named.body.text).toMatch(/^Иван: /)
    expect(named.body.text).not.toContain('S1')
    const wrong = await anna.patch(`/v1/objects/${meeting}/diarization`, { speakers: { S9: 'Nobody' } })
    expect(wrong.status).toBe(422)
    await diarized(meeting)
    const { body } = await anna.get(`/v1/objects/${meeting}/diarization`)
    expect(Object.values(body.speakers)).toContain('Иван')
  })

  test('can be called off; what was there before stays', async () => {
    const before = (await anna.get(`/v1/objects/${meeting}/diarization`)).body
    // While the queue is busy with the first the second waits, so it is surely not done yet.
    const [first, second] = [
      await anna.post(`/v1/objects/${meeting}/diarize`),
      await anna.post(`/v1/objects/${meeting}/diarize`, { speakers: 1 }),
    ]
    const open = async () => (await anna.get(`/v1/objects/${meeting}/diarize-status`)).body
    expect(await open()).toEqual({ task_id: second.body.task_id })
    const path = `/v1/objects/${meeting}/diarize-status/${second.body.task_id}`
    expect((await anna.delete(path)).body).toEqual({ ok: true })
    expect((await anna.get(path)).body).toMatchObject({ state: 'FAILURE', done: true, ok: false })
    const done = `/v1/objects/${meeting}/diarize-status/${first.body.task_id}`
    await until(async () => (await anna.get(done)).body.ok, 'the first to be done', LONG)
    await until(async () => (await open()).task_id === null, 'nothing to be under way')
    // Called off again, or once it is done: nothing to do.
    expect((await anna.delete(path)).body).toEqual({ ok: false })
    expect((await anna.delete(done)).body).toEqual({ ok: false })
    const after = (await anna.get(`/v1/objects/${meeting}/diarization`)).body
    expect(Object.keys(after.speakers)).toEqual(Object.keys(before.speakers))
    expect((await anna.get(path)).body.ok).toBe(false)
  })

  test('only in what has sound, and only for its owner', async () => {
    const note = await anna.upload('note.txt', 'no sound')
    expect((await anna.post(`/v1/objects/${note.id}/diarize`, {})).status).toBe(415)
    const film = studio.make(['-f', 'lavfi', '-i', 'testsrc=duration=1:size=64x64:rate=5'], 'mp4')
    const mute = await anna.upload('mute.mp4', bytesOf(film))
    await anna.read(mute.id)
    expect((await anna.post(`/v1/objects/${mute.id}/diarize`)).status).toBe(415)
    expect((await anna.post(`/v1/objects/${meeting}/diarize`, { speakers: 11 })).status).toBe(422)
    const other = await aPerson()
    expect((await other.post(`/v1/objects/${meeting}/diarize`)).status).toBe(404)
    expect((await other.get(`/v1/objects/${meeting}/diarization`)).status).toBe(404)
    const unknown = '00000000-0000-7000-8000-000000000000'
    expect((await anna.get(`/v1/objects/${meeting}/diarize-status/${unknown}`)).status).toBe(404)
  })

  test.runIf(whole && sample('diarization/pyannote-sample.wav'))('of a real call: two women', async () => {
    const { id } = await anna.upload('call.wav', bytesOf(sample('diarization/pyannote-sample.wav')!))
    await anna.read(id, LONG)
    await diarized(id, { speakers: 2 })
    const { body } = await anna.get(`/v1/objects/${id}/diarization`)
    const words = (label: string): string =>
      body.segments
        .filter(({ speaker }: { speaker: string }) => speaker === label)
        .map(({ text }: { text: string }) => text)
        .join(' ')
    expect(['S1', 'S2'].map(words).some(text => /Diane in New Jersey/.test(text) && !/Sheila/.test(text))).toBe(true)
  })

  test('the words are put right and taken away as subtitles and texts with speakers', async () => {
    const before = (await anna.get(`/v1/objects/${meeting}/transcript`)).body
    const last = before.segments.length - 1
    const fixed = await anna.call('PATCH', `/v1/objects/${meeting}/transcript`, {
      body: { segments: [{ index: last, text: 'Исправленные слова Зимородкова' }] },
    })
    expect(fixed).toMatchObject({ status: 200, body: { ok: true } })
    expect((await anna.get(`/v1/objects/${meeting}/text`)).body.text).toContain('Исправленные слова Зимородкова')
    await until(
      async () =>
        (await anna.get(`/v1/search?mode=text&q=${encodeURIComponent('Зимородков')}`)).body.items.length === 1,
      'the corrected words to be found',
    )
    const after = (await anna.get(`/v1/objects/${meeting}/transcript`)).body
    expect(after.segments.at(-1)).toMatchObject({
      start: before.segments[last]!.start,
      end: before.segments[last]!.end,
    })
    const file = async (format: string) => {
      const headers = { authorization: `Bearer ${anna.token}` }
      const answer = await fetch(`${baseUrl()}/v1/objects/${meeting}/transcript?format=${format}`, { headers })
      return { type: answer.headers.get('content-type')!, bytes: Buffer.from(await answer.arrayBuffer()) }
    }
    const srt = (await file('srt')).bytes.toString()
    expect(srt).toMatch(/^1\n\d\d:\d\d:\d\d,\d{3} --> \d\d:\d\d:\d\d,\d{3}\n(S\d|Иван): /)
    expect(srt).toContain('Зимородкова')
    expect((await file('vtt')).bytes.toString()).toMatch(/^WEBVTT\n\n\d\d:\d\d:\d\d\.\d{3} --> .*\n<v (S\d|Иван)>/)
    expect((await file('md')).bytes.toString()).toMatch(/\*\*(S\d|Иван), \d\d:\d\d:\d\d\*\*/)
    const docx = await file('docx')
    expect(docx.type).toContain('wordprocessingml')
    expect(docx.bytes.subarray(0, 2).toString()).toBe('PK')
    // No hour of the export stands in it: the time of every part is the first day a zip can name.
    expect(docx.bytes.readUInt32LE(10)).toBe(0x00210000)
    expect(
      (
        await anna.call('PATCH', `/v1/objects/${meeting}/transcript`, {
          body: { segments: [{ index: 9999, text: 'x' }] },
        })
      ).status,
    ).toBe(422)
    const many = Array.from({ length: 41 }, () => ({ index: 0, text: 'ы'.repeat(5000) }))
    const refused = await anna.call('PATCH', `/v1/objects/${meeting}/transcript`, { body: { segments: many } })
    expect([refused.status, refused.body.code]).toEqual([413, 'text_too_large'])
  })

  describe('voice profiles', () => {
    test('a name that a person gave outlives the profile that was made of it', async () => {
      await anna.patch(`/v1/objects/${meeting}/diarization`, { speakers: { S2: 'Пётр' } })
      const made = await anna.post('/v1/voice-profiles', {
        name: 'Пётр',
        consent: true,
        object_id: meeting,
        speaker: 'S2',
      })
      expect(made.status).toBe(201)
      expect((await anna.delete(`/v1/voice-profiles/${made.body.id}`)).body).toEqual({ ok: true })
      expect((await anna.get(`/v1/objects/${meeting}/diarization`)).body.speakers.S2).toBe('Пётр')
    })

    test('need consent, and never tell what a voice is like', async () => {
      const refused = await anna.post('/v1/voice-profiles', {
        name: 'Ivan',
        consent: false,
        object_id: meeting,
        speaker: 'S1',
      })
      expect(refused.status).toBe(422)
      expect(refused.body.detail[0].loc).toEqual(['body', 'consent'])
      expect((await anna.post('/v1/voice-profiles', { name: 'Ivan', consent: true })).status).toBe(422)
      const made = await anna.post('/v1/voice-profiles', {
        name: 'Ivan',
        consent: true,
        object_id: meeting,
        speaker: 'S1',
      })
      expect(made.status).toBe(201)
      expect(made.body).toMatchObject({ recognisable: false })
      expect(Object.keys(made.body).sort()).toEqual([
        'consent',
        'consented_at',
        'created_at',
        'id',
        'learned',
        'name',
        'recognisable',
      ])
      expect((await anna.get('/v1/voice-profiles')).body.items).toEqual([made.body])
      const { body } = await anna.get(`/v1/objects/${meeting}/diarization`)
      expect(body.speakers.S1).toBe('Ivan')

      const other = await aPerson()
      expect((await other.get('/v1/voice-profiles')).body.items).toEqual([])
      expect((await other.delete(`/v1/voice-profiles/${made.body.id}`)).body).toEqual({ ok: false })
      expect((await anna.delete(`/v1/voice-profiles/${made.body.id}`)).body).toEqual({ ok: true })
      expect((await anna.delete(`/v1/voice-profiles/${made.body.id}`)).body).toEqual({ ok: false })
      // The name that a person gave to this speaker stays; what was recognised by the profile is forgotten with it (voices.test.ts).
      expect((await anna.get(`/v1/objects/${meeting}/diarization`)).body.speakers.S1).toBe('Ivan')
    })

    test('are made from a sample too', async () => {
      const form = (bytes: Uint8Array<ArrayBuffer>, consent = 'true') => {
        const body = new FormData()
        body.append('name', 'Мария')
        body.append('consent', consent)
        body.append('sample', new Blob([bytes]), 'sample.wav')
        return anna.call('POST', '/v1/voice-profiles', { raw: body })
      }
      expect((await form(bytesOf(studio.silence(3)))).status).toBe(415)
      expect((await form(bytesOf(studio.speak(MEETING[0]![1], WOMAN)), 'false')).status).toBe(422)
      const made = await form(bytesOf(studio.speak(MEETING[0]![1], WOMAN)))
      expect(made.status).toBe(201)
      expect(made.body).toMatchObject({ name: 'Мария', consent: true })
      expect((await anna.delete(`/v1/voice-profiles/${made.body.id}`)).body).toEqual({ ok: true })
    })
  })
})
