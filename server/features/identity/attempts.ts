import type { Needs } from '../../context.ts'
import { AppError } from '../../lib/errors.ts'
import { countWrong, forgetWrong, lockedUntil } from './queries.ts'

export interface AttemptRule {
  allowed: number
  lockSeconds: number
}

const tooManyWrong = (until: Date) =>
  new AppError(
    'too_many',
    'locked',
    {
      en: 'Too many wrong tries. Wait for the time in Retry-After and try again.',
      ru: 'Слишком много неверных попыток. Подождите, сколько сказано в Retry-After, и попробуйте снова.',
    },
    (until.getTime() - Date.now()) / 1000,
  )

/**
 * Checks a secret that people choose. Wrong ones in a row lock the key for a while, and the count lies in the database,
 * so that a restart forgives nothing. `wrong` is thrown while there are tries left.
 */
export async function guarded(
  context: Needs<'db'>,
  key: string,
  rule: AttemptRule,
  isRight: () => Promise<boolean>,
  wrong: () => Error,
): Promise<void> {
  const locked = await lockedUntil(context.db, key)
  if (locked) throw tooManyWrong(locked)
  if (await isRight()) return forgetWrong(context.db, key)
  const { locked_until } = await countWrong(context.db, key, rule.allowed, rule.lockSeconds)
  if (locked_until) throw tooManyWrong(locked_until)
  throw wrong()
}
