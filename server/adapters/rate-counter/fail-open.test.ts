import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import type { RateCounter } from '../../ports/rate-counter.ts'
import { failOpen } from './fail-open.ts'
import { memoryRateCounter } from './memory.ts'
import { rateCounterContract } from './rate-counter.contract.ts'

afterEach(() => void vi.useRealTimers())

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
  vi.useFakeTimers()
  const counter = failOpen(hung, { timeoutMs: 50 })
  const answer = counter.hit('anna', 60)
  await vi.advanceTimersByTimeAsync(50)
  expect(await answer).toBe(0)
  failLate(new Error('connection closed'))
  // A failure that nobody takes would be told of by now, and fails the test.
  await turn()
})

test('after the rest one hit asks, the others pass, and a recovered store counts again', async () => {
  let broken = true
  const store = counterThat(async () => {
    if (broken) throw new Error('away')
    return 7
  })
  vi.useFakeTimers()
  const counter = failOpen(store)
  await counter.hit('anna', 60)
  vi.advanceTimersByTime(999)
  await counter.hit('anna', 60)
  expect(store.asked).toBe(1)
  vi.advanceTimersByTime(1)
  await Promise.all([1, 2, 3].map(() => counter.hit('anna', 60)))
  expect(store.asked).toBe(2)
  broken = false
  vi.advanceTimersByTime(1000)
  expect(await counter.hit('anna', 60)).toBe(7)
  expect(await counter.hit('anna', 60)).toBe(7)
})
