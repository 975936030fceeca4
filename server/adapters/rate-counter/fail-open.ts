import type { RateCounter } from '../../ports/rate-counter.ts'

const REST_MS = 1_000

export interface FailOpenOptions {
  timeoutMs?: number
  onFailure?: (error: unknown) => void
}

/**
 * A broken counter must not stop the product: a hit that fails or takes too long counts as none. After a failure the
 * counter is left alone for a second, then one hit asks again while the others still pass.
 */
export function failOpen(counter: RateCounter, { timeoutMs = 100, onFailure }: FailOpenOptions = {}): RateCounter {
  let restUntil = 0
  return {
    async hit(key, windowSeconds) {
      const now = performance.now()
      if (now < restUntil) return 0
      if (restUntil > 0) restUntil = now + REST_MS
      try {
        const hits = await within(timeoutMs, counter.hit(key, windowSeconds))
        restUntil = 0
        return hits
      } catch (error) {
        restUntil = performance.now() + REST_MS
        onFailure?.(error)
        return 0
      }
    },
    close: () => counter.close(),
  }
}

function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the rate counter did not answer in ${ms} ms`)), ms)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
