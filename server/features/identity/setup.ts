import type { Config } from '../../config.ts'
import type { Needs } from '../../context.ts'
import { AppError } from '../../lib/errors.ts'
import { hashOf } from '../../lib/tokens.ts'
import { guarded } from './attempts.ts'
import { noUsers } from './queries.ts'

/** The first account becomes the administrator: whoever makes it from elsewhere shows that the installation is theirs. */

export const setupCodeNeeded = () =>
  new AppError('forbidden', 'setup_code', {
    en: 'The first account needs the setup code. The service prints it when it starts; SETUP_CODE sets another.',
    ru: 'Для первой учётной записи нужен код установки. Сервис печатает его при запуске; SETUP_CODE задаёт другой.',
  })

const RULE = { allowed: 10, lockSeconds: 15 * 60 }
/** No letter or digit that is easily taken for another. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Eighty bits, made from the installation's key, so that every process knows the same one. */
function generated(context: Needs<'secrets'>): string {
  const letters = [...context.secrets.derive('setup code').subarray(0, 16)].map(byte => LETTERS[byte % 32])
  return letters.join('').replace(/(.{4})(?=.)/g, '$1-')
}

const plain = (code: string) => code.replace(/[\s-]/g, '').toUpperCase()

export const needsSetupCode = (config: Config, place: { isLocal: boolean }): boolean =>
  config.SETUP_CODE !== 'off' && (!place.isLocal || config.PUBLIC_URL !== '' || config.TRUST_PROXY !== '')

/** Whether this caller may make the first account, should there be none. */
export async function mayMakeFirst(
  context: Needs<'config' | 'db' | 'secrets'>,
  given: string,
  place: { ip: string; isLocal: boolean },
): Promise<boolean> {
  if (!needsSetupCode(context.config, place)) return true
  if (!(await noUsers(context.db))) return false
  if (given === '') throw setupCodeNeeded()
  const chosen = context.config.SETUP_CODE
  const isRight = async () => hashOf(plain(given)).equals(hashOf(plain(chosen || generated(context))))
  // What a person chose may be guessed; the generated one cannot, and nobody is to lock the operator out.
  if (chosen) await guarded(context, { key: `setup:${place.ip}`, rule: RULE, wrong: setupCodeNeeded }, isRight)
  else if (!(await isRight())) throw setupCodeNeeded()
  return true
}

/** What the operator is told at start while there is no account. */
export async function setupNotice(context: Needs<'config' | 'db' | 'secrets'>): Promise<string | undefined> {
  const { SETUP_CODE } = context.config
  if (SETUP_CODE === 'off' || !(await noUsers(context.db))) return undefined
  return SETUP_CODE
    ? 'There is no account yet. To make it from elsewhere than this machine, give the setup code that SETUP_CODE sets.'
    : `There is no account yet. Setup code, to make it from elsewhere than this machine: ${generated(context)}`
}
