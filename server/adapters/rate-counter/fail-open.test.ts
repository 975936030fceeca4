import { expect, test } from 'vitest'
import type { RateCounter } from '../../ports/rate-counter.ts'
import { failOpen } from './fail-open.ts'
import { memoryRateCounter } from './memory.ts'
import { rateCounterContract } from './rate-counter.contract.ts'

rateCounterContract('fail-open over memory', async () => [failOpen(memoryRateCounter())])

function counterThat(hit: RateCounter['hit']): RateCounter & { asked: number } {
  const counter = {
    asked: 0,
    hit: (key: string, windowSeconds: number) => {
      counter.asked++
      return hit(key, windowSeconds)
    },
    close: async () => {},
  }
  return counter
}

test('a store that throws counts nothing and is left alone for a second', async () => {
  const failures: unknown[] = []
  const broken = counterThat(() => Promise.reject(new Error('no connection')))
  const counter = failOpen(broken, { onFailure: error => failures.push(error) })
  for (let i = 0; i < 10; i++) expect(await counter.hit('anna', 60)).toBe(0)
  expect(broken.asked).toBe(1)
  expect(failures).toEqual([new Error('no connection')])
})

test('a store that throws at once, without a promise, is no different', async () => {
  const counter = failOpen(
    counterThat(() => {
      throw new Error('closed')
    }),
  )
  expect(await counter.hit('anna', 60)).toBe(0)
})

test('a store that never answers is not waited for, and its late failure hurts nobody', async () => {
  let failLate: (error: Error) => void = () => {}
  const hung = counterThat(() => new Promise((_, reject) => (failLate = reject)))
  const counter = failOpen(hung, { timeoutMs: 50 })
  const started = performance.now()
  expect(await counter.hit('anna', 60)).toBe(0)
  expect(performance.now() - started).toBeLessThan(120)
  failLate(new Error('connection closed'))
  await new Promise(resolve => setTimeout(resolve, 10))
})

test('after the rest one hit asks, the others pass, and a recovered store counts again', async () => {
  let broken = true
  const store = counterThat(async () => {
    if (broken) throw new Error('away')
    return 7
  })
  const counter = failOpen(store)
  await counter.hit('anna', 60)
  await new Promise(resolve => setTimeout(resolve, 1_050))
  await Promise.all([1, 2, 3].map(() => counter.hit('anna', 60)))
  expect(store.asked).toBe(2)
  broken = false
  await new Promise(resolve => setTimeout(resolve, 1_050))
  expect(await counter.hit('anna', 60)).toBe(7)
  expect(await counter.hit('anna', 60)).toBe(7)
})
