import { expect, test } from 'vitest'
import { memoryRateCounter } from './memory.ts'
import { rateCounterContract } from './rate-counter.contract.ts'

rateCounterContract('memory', async () => [memoryRateCounter()])

test('a million keys neither fill the memory nor hide a busy one', async () => {
  const counter = memoryRateCounter()
  const before = process.memoryUsage().heapUsed
  let busy = 0
  for (let i = 0; i < 1_000_000; i++) {
    await counter.hit(`ip:${i}`, 86_400)
    if (i % 10_000 === 0) busy = await counter.hit('busy', 86_400)
  }
  expect(busy).toBe(100)
  expect((process.memoryUsage().heapUsed - before) / 1024 / 1024).toBeLessThan(60)
})
