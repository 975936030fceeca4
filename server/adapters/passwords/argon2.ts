import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../../lib/errors.ts'
import { semaphore } from '../../lib/semaphore.ts'
import type { Passwords } from '../../ports/passwords.ts'

/** argon2id (the library's default), 19 MiB and two passes, as OWASP advises. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const busy = () =>
  new AppError(
    'unavailable',
    'busy',
    {
      en: 'Too many sign-ins at once. Try again in a few seconds.',
      ru: 'Слишком много входов сразу. Повторите через несколько секунд.',
    },
    { retryAfter: 3 },
  )

/** Two at a time: each takes memory and a core for a while, and a flood of sign-ins must not take the service down. */
export async function argon2Passwords(): Promise<Passwords> {
  const inTurn = semaphore(2, 200, busy)
  const nobodys = await hash('nobody has this password', COST)
  return {
    hash: plain => inTurn(() => hash(plain, COST)),
    verify: (stored, plain) =>
      inTurn(async () => (await verify(stored ?? nobodys, plain).catch(() => false)) && stored !== undefined),
  }
}
