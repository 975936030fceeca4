import { execFileSync } from 'node:child_process'
import { until } from './client.ts'

/** Codes by the program of Debian, which knows nothing of ours. */

const STEP = 30_000

/** The code of the step that is so many steps away from now. */
export function codeAt(secret: string, steps = 0): string {
  const at = new Date(Date.now() + steps * STEP).toISOString().slice(0, 19).replace('T', ' ')
  return execFileSync('oathtool', ['--totp', '--base32', `--now=${at} UTC`, secret], { encoding: 'utf8' }).trim()
}

/** Early in a step, so that the steps beside it stay where they are while a test needs them. */
export const earlyInStep = () => until(async () => Date.now() % STEP < 20_000, 'a step to begin', 60)
