import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chat } from './support/agent.ts'
import { aPerson, type Json, type Person, until } from './support/client.ts'
import { type ModelServer, startModelServer } from './support/model-server.ts'
import { aDataDir, type RunningServer, startServer } from './support/server.ts'
import { bytesOf, canSpeak, conversation, MAN, MEETING, Studio, WOMAN } from './support/speech.ts'
import { whole } from './support/whole.ts'

/** A service with prices and tariffs: what is estimated, refused, charged and told agrees. */

let model: ModelServer
let server: RunningServer
let admin: Person

beforeAll(async () => {
  model = await startModelServer()
  model.answer(({ body }) => ({ say: Array.isArray(body.tools) ? 'Done.' : 'The rent is 48 213 roubles [1].' }))
  const dataDir = await aDataDir()
  const [tariffs, prices] = [join(dataDir, 'tariffs.json'), join(dataDir, 'prices.json')]
  const of = (monthly_rub: number | null) => ({ monthly_rub, storage_bytes: null })
  await writeFile(
    tariffs,
    JSON.stringify({ default: 'open', tariffs: { open: of(null), nine: of(9), ten: of(10), five: of(5) } }),
  )
  await writeFile(
    prices,
    JSON.stringify({
      version: 'test-1',
      prices: {
        llm_chat: { prompt_1k: 1, completion_1k: 10 },
        conversion: { unit: 3 },
        diarization: { audio_second: 1 },
      },
    }),
  )
  const env = {
    TARIFFS_FILE: tariffs,
    PRICES_FILE: prices,
    LLM_BASE_URL: model.baseUrl,
    LLM_API_KEY: model.key,
    LLM_MODEL: 'large',
    ALLOW_PRIVATE_ENDPOINTS: 'on',
    MAX_UPLOAD_BYTES: '4000000',
  }
  server = await startServer({ dataDir, env })
  admin = await aPerson(server.url)
})
afterAll(async () => {
  await server.stop()
  await model.close()
})

async function somebody(tariff: string): Promise<Person> {
  const person = await aPerson(server.url)
  await admin.patch(`/v1/admin/users/${person.id}`, { tariff })
  return person
}

const quota = async (person: Person): Promise<Json> => (await person.get('/v1/usage/quota')).body
const estimate = async (person: Person, operation: string, id: string): Promise<number> =>
  (await person.post('/v1/usage/estimate', { operation, object_ids: [id] })).body.cost_rub
const micro = (rub: number) => Math.round(rub * 1e6)

/** By meter, by day and in all: what was spent this month. */
async function assertSums(person: Person): Promise<void> {
  const [{ body }, { spent_rub }] = [await person.get('/v1/usage'), await quota(person)]
  const sum = (items: Json[]) => items.reduce((all, { cost_rub }) => all + micro(cost_rub), 0)
  expect([sum(body.by_meter), sum(body.by_day), micro(body.total_cost_rub)]).toEqual(Array(3).fill(micro(spent_rub)))
}

async function picture(person: Person): Promise<string> {
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a40' } })
    .png()
    .toBuffer()
  return (await person.upload('a.png', new Uint8Array(bytes))).id
}

async function converted(person: Person, id: string): Promise<Json> {
  const started = await person.post(`/v1/objects/${id}/convert`, { fmt: 'jpg' })
  if (started.status !== 202) return started
  return until(async () => {
    const { body } = await person.get(`/v1/objects/${id}/convert-status/${started.body.task_id}`)
    return body.done && body
  }, 'the conversion')
}

test('a conversion costs what was estimated, and the two refusals say which it is', async () => {
  const [nine, ten] = [await somebody('nine'), await somebody('ten')]
  for (const [person, code] of [
    [nine, 'tariff_spent'],
    [ten, 'call_too_dear'],
  ] as const) {
    const id = await picture(person)
    for (let n = 1; n <= 3; n++) {
      expect(await estimate(person, 'conversion', id)).toBe(3)
      expect(await converted(person, id)).toMatchObject({ ok: true })
      expect((await quota(person)).spent_rub).toBe(3 * n)
    }
    const refused = await converted(person, id)
    expect(refused).toMatchObject({ status: 402, body: { code } })
    if (code === 'call_too_dear') expect(refused.body).toMatchObject({ cost_rub: 3, remaining_rub: 1 })
    await assertSums(person)
  }
})

test.runIf(whole && canSpeak)('telling speakers apart costs what was estimated', { timeout: 300_000 }, async () => {
  const studio = new Studio()
  const person = await somebody('open')
  const made = conversation(studio, { man: MAN, woman: WOMAN }, MEETING)
  const { id } = await person.upload('meeting.wav', bytesOf(made.path))
  await person.read(id)
  const [said, before] = [await estimate(person, 'diarization', id), await quota(person)]
  expect(said).toBeGreaterThan(5)
  const { body } = await person.post(`/v1/objects/${id}/diarize`, {})
  await until(
    async () => (await person.get(`/v1/objects/${id}/diarize-status/${body.task_id}`)).body.done,
    'the speakers',
  )
  expect(micro((await quota(person)).spent_rub) - micro(before.spent_rub)).toBe(micro(said))
  await assertSums(person)
  studio.close()
})

test('questions cost no more than was estimated, until what is left does not pay for the next', {
  tags: ['long'],
}, async () => {
  const person = await somebody('five')
  const words = 'Арендная плата по договору составляет 48 213 рублей в месяц. '
  const ids: string[] = []
  for (const n of [1, 20, 60]) ids.push((await person.upload(`${n}.txt`, words.repeat(n))).id)
  for (const id of ids) await person.read(id)
  let refused: Json
  for (let n = 0; n < 60 && !refused; n++) {
    const id = ids[n % ids.length]!
    const [most, before] = [await estimate(person, 'llm_chat', id), await quota(person)]
    const reply = await person.post('/v1/ask', { query: 'Какая арендная плата?', object_ids: [id] })
    const after = await quota(person)
    const charged = micro(after.spent_rub) - micro(before.spent_rub)
    if (reply.status === 402) refused = reply.body
    else expect(charged).toBe(micro(reply.body.cost_rub))
    expect(charged).toBeLessThanOrEqual(micro(most))
    expect(after.spent_rub).toBeLessThanOrEqual(5)
    await assertSums(person)
    // The answer was asked to be no longer than what was left could pay for.
    const asked = model.seen.at(-1)!.body.max_tokens as number
    if (reply.status === 200) expect(asked).toBeLessThanOrEqual(before.remaining_rub * 100)
  }
  expect(['tariff_spent', 'call_too_dear']).toContain(refused?.code)
  if (refused.code === 'call_too_dear') expect(refused.cost_rub).toBeGreaterThan(refused.remaining_rub)
})

test('with nothing left the agent answers 402 before anything is streamed', async () => {
  const person = await somebody('nine')
  const id = await picture(person)
  for (let n = 0; n < 3; n++) await converted(person, id)
  const reply = await chat(person, 'what is on today?')
  expect(reply).toMatchObject({ status: 402, body: { code: 'tariff_spent' } })
  expect((await person.get('/v1/agent/sessions')).body.items).toEqual([])
})

test('every charge is told as usage.changed, and the encoder on this machine is counted', async () => {
  const person = await somebody('open')
  const abort = new AbortController()
  const headers = { authorization: `Bearer ${person.token}` }
  const response = await fetch(`${server.url}/v1/events`, { headers, signal: abort.signal })
  let received = ''
  const reading = (async () => {
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) received += piece
  })().catch(() => {})
  const id = await picture(person)
  await converted(person, id)
  const told = await until(
    async () => /event: usage\.changed[\s\S]*?data: (.*"conversion".*)/.exec(received)?.[1],
    'the event',
  )
  expect(JSON.parse(told)).toMatchObject({ type: 'usage.changed', meter: 'conversion', cost_rub: 3 })
  abort.abort()
  await reading
  await person.read((await person.upload('a.txt', 'Договор аренды помещения в Москве.')).id)
  const embedding = await until(async () => {
    const { body } = await person.get('/v1/usage')
    return body.by_meter.find(({ meter }) => meter === 'llm_embed')
  }, 'the encoder to be counted')
  expect(embedding.calls).toBeGreaterThan(0)
  expect(embedding.cost_rub).toBe(0)
})

test('a draft that is larger than any file may be is not published', async () => {
  const person = await somebody('open')
  const { id } = await person.upload('a.txt', 'short')
  await person.put(`/v1/objects/${id}/draft`, { text: 'я'.repeat(2_000_001), base_version: 1 })
  expect(await person.post(`/v1/objects/${id}/draft/publish`)).toMatchObject({
    status: 413,
    body: { code: 'file_too_large' },
  })
  expect((await person.get(`/v1/objects/${id}/draft`)).status).toBe(200)
  await person.put(`/v1/objects/${id}/draft`, { text: 'я'.repeat(2_000_000), base_version: 1 })
  expect((await person.post(`/v1/objects/${id}/draft/publish`)).status).toBe(200)
})
