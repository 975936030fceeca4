import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PasswordRefused } from '../../../ports/reader.ts'
import type { Desk } from '../desk.ts'
import { failed, WHY } from '../failures.ts'
import { readStart } from './bytes.ts'

/** All of it is held in memory, twice. */
const MOST_BYTES = 128 * 1024 * 1024

/** A copy of an Office file without its password, beside the file that is read; it goes with the rest of the desk. */
export async function unlocked(path: string, password: string, desk: Desk): Promise<string> {
  if ((await stat(path)).size > MOST_BYTES) throw failed(WHY.memory)
  const { default: crypto } = await import('officecrypto-tool')
  const bytes = await readStart(path, MOST_BYTES)
  const opened = await crypto.decrypt(bytes, { password }).catch((error: Error) => {
    if (/password is incorrect/i.test(error.message)) throw new PasswordRefused('wrong')
    if (/supported|unrecogni[sz]ed/i.test(error.message)) throw new PasswordRefused('unable')
    throw failed(WHY.damaged)
  })
  const copy = join(desk.folder, 'unlocked')
  await writeFile(copy, opened)
  return copy
}
