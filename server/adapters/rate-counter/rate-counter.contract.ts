import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { RateCounter } from '../../ports/rate-counter.ts'

/** What every way of counting must do. `make` may give two counters on one store: what one counts, the other sees. */
export function rateCounterContract(name: string, make: () => Promise<RateCounter[]>): void {
  describe(`rate counter: ${name}`, () => {
    let counters: RateCounter[]
    let counter: RateCounter
    beforeAll(async () => {
      counters = await make()
      counter = counters[0]!
    })
    afterAll(() => Promise.all((counters ?? []).map(each => each.close())))
    afterEach(() => vi.useRealTimers())

    const at = (time: string) => {
      vi.useFakeTimers({ toFake: ['Date'] })
      vi.setSystemTime(new Date(time))
    }

    test('hits are counted one by one, each key for itself', async () => {
      at('2030-01-01T10:00:10Z')
      const [anna, boris] = [`anna:${randomUUID()}`, `boris:${randomUUID()}`]
      for (const expected of [1, 2, 3]) expect(await counter.hit(anna, 60)).toBe(expected)
      expect(await counter.hit(boris, 60)).toBe(1)
      expect(await counter.hit(anna, 60)).toBe(4)
    })

    test('a new window starts at the full minute, not a minute after the first hit', async () => {
      const key = randomUUID()
      at('2030-01-01T10:00:58Z')
      expect(await counter.hit(key, 60)).toBe(1)
      at('2030-01-01T10:00:59.999Z')
      expect(await counter.hit(key, 60)).toBe(2)
      at('2030-01-01T10:01:00Z')
      expect(await counter.hit(key, 60)).toBe(1)
    })

    test('windows of different length do not disturb each other', async () => {
      const key = randomUUID()
      at('2030-01-01T00:00:00Z')
      expect(await counter.hit(key, 60)).toBe(1)
      expect(await counter.hit(key, 3600)).toBe(1)
      at('2030-01-01T00:01:00Z')
      expect(await counter.hit(key, 60)).toBe(1)
      expect(await counter.hit(key, 3600)).toBe(2)
    })

    test('no hit is lost when many come at once, from every process', async () => {
      at('2030-01-01T10:00:10Z')
      const key = randomUUID()
      const hits = await Promise.all(Array.from({ length: 50 }, (_, i) => counters[i % counters.length]!.hit(key, 60)))
      expect(hits.sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => i + 1))
    })

    test('keys may hold anything', async () => {
      at('2030-01-01T10:00:10Z')
      const key = `ip:2001:db8::1 'ё' ${randomUUID()}`
      expect(await counter.hit(key, 60)).toBe(1)
      expect(await counter.hit(key, 60)).toBe(2)
    })
  })
}
