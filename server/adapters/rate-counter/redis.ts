import type { RateCounter } from '../../ports/rate-counter.ts'
import { windowStart } from './window.ts'

const READY_MS = 1_000
const COUNT = `local hits = redis.call('incr', KEYS[1])
if hits == 1 then redis.call('pexpire', KEYS[1], ARGV[1]) end
return hits`

/**
 * For several processes. Nothing waits for a store that is away: no queue, no retries, a short time limit; it comes back
 * by reconnecting in the background. Wrap it in `failOpen`.
 */
export async function redisRateCounter(url: string): Promise<RateCounter> {
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 50,
    connectTimeout: 2_000,
    retryStrategy: attempt => Math.min(attempt * 100, 2_000),
  })
  redis.on('error', () => {}) // every hit fails meanwhile, which is noticed; an error without a listener would end the process
  await new Promise<void>(resolve => {
    const timer = setTimeout(resolve, READY_MS)
    redis.once('ready', () => {
      clearTimeout(timer)
      resolve()
    })
  })
  return {
    async hit(key, windowSeconds) {
      const name = `rate:${windowSeconds}:${windowStart(windowSeconds)}:${key}`
      // Twice the window, so that a key outlives it whatever the difference of the clocks.
      return Number(await redis.eval(COUNT, 1, name, windowSeconds * 2_000))
    },
    async close() {
      redis.disconnect()
    },
  }
}
