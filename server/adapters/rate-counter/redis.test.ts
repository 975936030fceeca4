import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RateCounter } from '../../ports/rate-counter.ts'
import { failOpen } from './fail-open.ts'
import { rateCounterContract } from './rate-counter.contract.ts'
import { redisRateCounter } from './redis.ts'

const server = ['redis-server', 'valkey-server'].find(name => {
  try {
    execFileSync(name, ['--version'])
    return true
  } catch {
    return false
  }
})

describe.skipIf(!server)(
  `with Redis${server ? '' : ' (skipped: neither redis-server nor valkey-server is here)'}`,
  () => {
    let port: number
    let redis: ChildProcess
    const url = () => `redis://127.0.0.1:${port}/0`

    async function start(): Promise<void> {
      const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', tmpdir()]
      redis = spawn(server!, options, { stdio: ['ignore', 'pipe', 'ignore'] })
      for await (const line of redis.stdout!) if (/ready to accept/i.test(String(line))) break
    }

    beforeAll(async () => {
      port = await freePort()
      await start()
    })
    afterAll(() => {
      redis?.kill('SIGKILL')
    })

    rateCounterContract('redis', async () => [await redisRateCounter(url()), await redisRateCounter(url())])

    test('a store that hangs costs one short wait, then nothing, and is used again when it is back', async () => {
      const failures: unknown[] = []
      const counter = failOpen(await redisRateCounter(url()), { timeoutMs: 100, onFailure: e => failures.push(e) })
      const key = randomUUID()
      expect(await counter.hit(key, 3600)).toBe(1)
      redis.kill('SIGSTOP')
      expect(await timed(() => counter.hit(key, 3600))).toMatchObject({ value: 0, quick: true })
      const rest = await Promise.all(Array.from({ length: 100 }, () => timed(() => counter.hit(key, 3600))))
      for (const { value, ms } of rest) expect({ value, free: ms < 20 }).toEqual({ value: 0, free: true })
      expect(failures).toHaveLength(1)
      redis.kill('SIGCONT')
      await until(async () => (await counter.hit(key, 3600)) > 0)
      await counter.close()
    })

    test('a store that dies is passed over, and found again when it is back', async () => {
      const counter = failOpen(await redisRateCounter(url()), { timeoutMs: 100 })
      const key = randomUUID()
      expect(await counter.hit(key, 3600)).toBe(1)
      redis.kill('SIGKILL')
      await once(redis, 'exit')
      expect(await timed(() => counter.hit(key, 3600))).toMatchObject({ value: 0, quick: true })
      await start()
      await until(async () => (await counter.hit(key, 3600)) > 0)
      await counter.close()
    })

    test('a store that is not there at the start is no reason not to start', async () => {
      let counter: RateCounter | undefined
      const nowhere = `redis://127.0.0.1:${await freePort()}/0`
      expect((await timed(async () => (counter = await redisRateCounter(nowhere)))).ms).toBeLessThan(2_000)
      await expect(counter!.hit('anna', 60)).rejects.toThrow()
      await counter!.close()
    })
  },
)

async function timed<T>(what: () => Promise<T>): Promise<{ value: T; ms: number; quick: boolean }> {
  const started = performance.now()
  const value = await what()
  const ms = performance.now() - started
  return { value, ms, quick: ms < 150 }
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 10_000
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('it did not happen in 10 s')
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  return port
}
