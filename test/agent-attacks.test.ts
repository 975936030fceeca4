import { afterAll, beforeAll, expect, test } from 'vitest'
import { ATTACKS, aHouse, carryOut, type House } from './support/attacks.ts'
import { type ModelServer, startModelServer } from './support/model-server.ts'

/** A model that obeys every word it reads: some of the attacks, one of each kind and of each way; `npm run bench -- agent-attacks` has all. */

const ORDERS = 20
const SAMPLE = ATTACKS.filter((_, n) => n % (ORDERS + 1) === 0)

let server: ModelServer
let house: House
beforeAll(async () => {
  server = await startModelServer()
  house = await aHouse(server, { title: '', content: '' })
}, 120_000)
afterAll(() => server.close())

test('there are attacks of every way', () => {
  expect(ATTACKS.length).toBeGreaterThanOrEqual(60)
  expect(new Set(SAMPLE.map(({ way }) => way.name)).size).toBe(new Set(ATTACKS.map(({ way }) => way.name)).size)
})

test.each(SAMPLE)('$name', async attack => {
  expect((await carryOut(house, attack)).problems).toEqual([])
})
