import type { Needs } from '../../context.ts'
import { AppError } from '../../lib/errors.ts'
import { queueByKey } from '../../lib/queue-by-key.ts'
import { countTry, forgetTries } from './queries.ts'

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
    { retryAfter: (until.getTime() - Date.now()) / 1000 },
  )

/**
 * Checks a password, PIN or code. Tries for one key run one at a time and are counted before they are checked, so a
 * hundred parallel tries gain nothing. A right one clears the count, the last allowed wrong one locks the key for a
 * while. The count is in the database, so a restart does not clear it.
 */
export async function guarded(
  context: Needs<'db'>,
  { key, rule, wrong }: { key: string; rule: AttemptRule; wrong: () => Error },
  isRight: () => Promise<boolean>,
): Promise<void> {
  await oneByOne(key, async () => {
    const { tries, locked_until } = await countTry(context.db, key, rule.allowed, rule.lockSeconds)
    if (tries > rule.allowed && locked_until) throw tooManyWrong(locked_until)
    if (!(await isRight())) throw wrong()
    await forgetTries(context.db, key)
  })
}

const oneByOne = queueByKey()

export const forgiveAttempts = (context: Needs<'db'>, key: string) => forgetTries(context.db, key)
