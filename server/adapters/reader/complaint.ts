import { PasswordRefused, ReadingFailed, TakesLong } from '../../ports/reader.ts'
import { WHY } from './failures.ts'

export type ReaderComplaint =
  | { failed: { en: string; ru: string } }
  | { password: PasswordRefused['why'] }
  /** The machine is at fault, not the file. */
  | { broken: string; code: string | undefined }
  | { slow: 'scan' | 'office' }

/** What the system or the program itself lacks: also a part of the program that an update has just replaced. */
const MACHINE = /^(ENO|EM|EA|EIO|EBADF|EPERM|EROFS|EDQUOT|CHILD_ENDED|(ERR_)?MODULE_NOT_FOUND$)/

/** Parsers stumble over what they were not made for in many ways; only the machine's own complaints are not the file's fault. */
export function complaint(error: unknown): ReaderComplaint {
  if (error instanceof TakesLong) return { slow: error.byOffice ? 'office' : 'scan' }
  if (error instanceof PasswordRefused) return { password: error.why }
  if (error instanceof ReadingFailed) return { failed: error.words }
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ERR_MEMORY_ALLOCATION_FAILED' || /invalid (string|array) length|allocation failed/i.test(message))
    return { failed: WHY.memory }
  return code && MACHINE.test(code) ? { broken: message, code } : { failed: WHY.damaged }
}
