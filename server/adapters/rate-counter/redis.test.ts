import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
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
      expect(await counter.hit(key, 3600)).toBe(0)
      const passed: number[] = []
      for (let i = 0; i < 100; i++) void counter.hit(key, 3600).then(hits => passed.push(hits))
      await turn()
      expect(passed).toEqual(Array.from({ length: 100 }, () => 0))
      expect(failures).toHaveLength(1)
      redis.kill('SIGCONT')
      await vi.waitUntil(async () => (await counter.hit(key, 3600)) > 0, 10_000)
      await counter.close()
    })

    test('a store that dies is passed over, and found again when it is back', async () => {
      const counter = failOpen(await redisRateCounter(url()), { timeoutMs: 100 })
      const key = randomUUID()
      expect(await counter.hit(key, 3600)).toBe(1)
      redis.kill('SIGKILL')
      await once(redis, 'exit')
      expect(await counter.hit(key, 3600)).toBe(0)
      await start()
      await vi.waitUntil(async () => (await counter.hit(key, 3600)) > 0, 10_000)
      await counter.close()
    })

    test('a store that is not there at the start is no reason not to start', async () => {
      const counter = await redisRateCounter(`redis://127.0.0.1:${await freePort()}/0`)
      await expect(counter.hit('anna', 60)).rejects.toThrow()
      await counter.close()
    })
  },
)

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  return port
}
