/** What is no fault of anybody's and passes: whoever tries again later may succeed. */

/**
 * No connection to PostgreSQL or to the file store, or none to be had for want of descriptors; PostgreSQL stopping, starting,
 * short of what it needs, or just made read-only by a fail-over; a statement that it ended (deadlock, conflict, cancelled); a
 * child process that was ended from outside.
 */
const AWAY_CODES =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|EAGAIN|E[MN]FILE|CHILD_ENDED|57P0[123]|08...|53...|58...|25006|40001|40P01|55P03|57014)$/
const AWAY_WORDS = /Connection terminated|connection error and is not queryable|timeout exceeded when trying to connect/

export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  return AWAY_CODES.test(String(code)) || (code === 'ENOENT' && syscall === 'connect') || AWAY_WORDS.test(error.message)
}

/** A store or a disk that cannot be used for a while. */
const STORE_CODES =
  /^(ENOSPC|EDQUOT|EROFS|EACCES|EIO|ESTALE|STORAGE_SILENT|STORAGE_REFUSES|NO_TEMP_FOLDER|ENOMEM|storage_full)$/

/** What the work itself may have brought about: that passes only if it is tried so often and no more. */
const OWN_CODES = /^(CHILD_ENDED|57014)$/

/** A child process was ended while it worked, by its work or from outside. */
export const isChildEnded = (error: unknown): boolean =>
  (error as { code?: unknown } | undefined)?.code === 'CHILD_ENDED'

/** Away, or without a place to write to: to wait for it costs nothing, however long. */
export function isPassing(error: unknown): boolean {
  const code = String((error as { code?: unknown } | undefined)?.code)
  return !OWN_CODES.test(code) && (STORE_CODES.test(code) || isAway(error))
}

/** As PostgreSQL numbers them: nobody else has such codes. */
const DATABASE_CODES = /^(57P0[123]|08...|53...|58...|25006|40001|40P01|55P03)$/

/** Of these the database, the disk or the memory of this service, whatever else the work has to do with. */
export function isOurs(error: unknown): boolean {
  const code = String((error as { code?: unknown } | undefined)?.code)
  return (
    STORE_CODES.test(code) || DATABASE_CODES.test(code) || (error instanceof Error && AWAY_WORDS.test(error.message))
  )
}
