import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aPerson, type Person, until } from './support/client.ts'
import { hostileInputs, type Place } from './support/hostile-inputs.ts'
import { longestTurn, sharePlace } from './support/loop.ts'
import { type RunningServer, startServer } from './support/server.ts'

/** A sample of `npm run bench -- freeze`: processor time only, since other tests run beside it. */

vi.setConfig({ testTimeout: 240_000 })

/** Replies are not checked here: that would parse every large one again, on the main thread. */
const env = { CHECK_REPLIES: 'off' }
/** The bench asks for 0.2; a machine that is busy with other tests pays for each switch. */
const MOST_SECONDS = 0.4

let server: RunningServer
let attacker: Person
let place: Place
beforeAll(async () => {
  server = await startServer({ env })
  attacker = await aPerson(server.url)
  place = { base: server.url, share: await sharePlace(await aPerson(server.url)) }
})
afterAll(() => server.stop())

const inputs = hostileInputs().filter(({ sample }) => sample)

test.each(inputs.map(input => [input.name, input] as const))(
  '%s does not hold the main thread',
  async (_name, input) => {
    await input.run(attacker, place)
    expect((await longestTurn(server.url)).cpu).toBeLessThan(MOST_SECONDS)
  },
)

test('and afterwards everything was read or refused with a reason', async () => {
  await until(async () => (await attacker.get('/v1/processing')).body.pending === 0, 'nothing to be pending', 200)
  expect((await longestTurn(server.url)).cpu).toBeLessThan(MOST_SECONDS)
  const { body } = await attacker.get('/v1/objects?limit=500')
  for (const { filename, status, error } of body.items)
    expect.soft([filename, status === 'ready' || (error?.length ?? 0) > 10]).toEqual([filename, true])
})
