/** @module-tag long */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPerson, type Person, until } from './support/client.ts'
import { helpersOf, signal } from './support/processes.ts'
import { type RunningServer, startServer } from './support/server.ts'
import { bytesOf, canSpeak, Studio } from './support/speech.ts'
import { sampled, whole } from './support/whole.ts'

/** The children that hold models are killed while they work: each costs a second try, and no file is blamed. */

const KILLS = sampled(1, 5)
let server: RunningServer
let anna: Person
beforeAll(async () => {
  server = await startServer()
  anna = await aPerson(server.url)
})
afterAll(() => server?.stop())

/** Ends the child of this kind as soon as it is there, unless the work was faster; whether it was there. */
async function killOne(kind: string, isDone: () => Promise<boolean>): Promise<boolean> {
  const victim = await until(
    async () => helpersOf(server).find(({ line }) => line.includes(`adapters/${kind}/child.js`)) ?? (await isDone()),
    `the ${kind}`,
  )
  if (victim === true) return false
  signal(victim.pid, 'SIGKILL')
  return true
}

test('one that makes vectors', async () => {
  for (let kills = 0, n = 0; kills < KILLS; n++) {
    expect(n).toBeLessThan(KILLS * 3)
    const { id } = await anna.upload(`garden ${n}.txt`, `Plot ${n}: the roses are watered every other evening.`)
    const vectors = async () => (await anna.get('/v1/search/vectors')).body
    const isFound = async () => (await vectors()).done > n
    if (await killOne('embedder', isFound)) kills++
    await until(isFound, 'the vectors of the file')
    expect(await vectors()).toMatchObject({ waiting: 0, refused: 0 })
    expect(await anna.read(id)).toMatchObject({ status: 'ready', error: null })
  }
})

test('one that judges an answer', async () => {
  const { id } = await anna.upload('lease.txt', 'The monthly rent of the office in Riga is 1,250 euros.')
  await anna.read(id)
  for (let kills = 0, n = 0; kills < KILLS; n++) {
    expect(n).toBeLessThan(KILLS * 3)
    let isAnswered = false
    const answered = anna.post('/v1/ask', { query: 'What is the monthly rent of the office in Riga?' }).finally(() => {
      isAnswered = true
    })
    if (await killOne('judge', async () => isAnswered)) kills++
    const { status, body } = await answered
    expect({ status, cited: body.citations?.[0]?.object_id }).toEqual({ status: 200, cited: id })
  }
})

describe.skipIf(!canSpeak)('one that listens', () => {
  const studio = canSpeak ? new Studio() : undefined
  afterAll(() => studio?.close())

  test.each(sampled(['audio'], ['audio', 'transcriber', 'diarizer']))('%s', { timeout: 900_000 }, async kind => {
    for (let kills = 0, n = 0; kills < KILLS; n++) {
      expect(n).toBeLessThan(KILLS * 3)
      const spoken = studio!.speak(`This is recording number ${n}. The meeting begins at nine in the morning.`)
      const { id } = await anna.upload(`${kind} ${n}.wav`, bytesOf(spoken))
      const isRead = async () => (await anna.get(`/v1/objects/${id}`)).body.status !== 'pending'
      if (await killOne(kind, isRead)) kills++
      expect(await anna.read(id, 300)).toMatchObject({ status: 'ready', error: null })
      if (whole) expect((await anna.get(`/v1/objects/${id}/text`)).body.text).toMatch(/meeting/i)
    }
  })
})
