import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { memoryRateCounter } from './memory.ts'
import { rateCounterContract } from './rate-counter.contract.ts'

rateCounterContract('memory', async () => [memoryRateCounter()])

/** What is used, and not what was left behind by others before. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

test('a million keys neither fill the memory nor hide a busy one', async () => {
  const counter = memoryRateCounter()
  const before = heapUsed()
  let busy = 0
  for (let i = 0; i < 1_000_000; i++) {
    await counter.hit(`ip:${i}`, 86_400)
    if (i % 10_000 === 0) busy = await counter.hit('busy', 86_400)
  }
  expect(busy).toBe(100)
  expect((heapUsed() - before) / 1024 / 1024).toBeLessThan(60)
})
