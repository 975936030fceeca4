import type { Config } from '../config.ts'
import type { Actor } from '../context.ts'
import { AppError } from '../lib/errors.ts'
import type { RateCounter } from '../ports/rate-counter.ts'

const WINDOW_SECONDS = 60
const BYTES_FACTOR = 10

/** A fixed window of one minute for each owner, and for each address without one. */
export function createLimits(config: Config, counter: RateCounter) {
  return async function count(caller: { actor?: Actor; ip: string }, bytes: boolean): Promise<void> {
    if (!config.RATE_LIMITS) return
    const who = caller.actor ? `o:${caller.actor.ownerId}` : `ip:${caller.ip}`
    const quota = config.QUOTAS[caller.actor?.role ?? 'ip'] * (bytes ? BYTES_FACTOR : 1)
    const hits = await counter.hit(bytes ? `b:${who}` : who, WINDOW_SECONDS)
    if (hits <= quota) return
    throw new AppError(
      'too_many',
      'rate_limited',
      {
        en: `More than ${quota} requests in a minute. Wait for the time in Retry-After and go on.`,
        ru: `Больше ${quota} запросов за минуту. Подождите, сколько сказано в Retry-After, и продолжайте.`,
      },
      { retryAfter: WINDOW_SECONDS - ((Date.now() / 1000) % WINDOW_SECONDS) },
    )
  }
}

export type CountRequest = ReturnType<typeof createLimits>
