import { mkdir, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * There is no folder for temporary files. That is no fault of the file that is being read, and passes once the
 * administrator provides one.
 */
export class NoTempFolder extends Error {
  override name = 'NoTempFolder'
  readonly code = 'NO_TEMP_FOLDER'
  constructor(cause: Error) {
    // Its path is nobody's business but the administrator's, who has the log.
    super('there is no folder for temporary files', { cause })
  }
}

const GONE = new Set(['ENOENT', 'EEXIST', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS', 'ELOOP'])

/** A folder below one that may have been removed by somebody who tidies up. */
export async function freshFolder(base: string, prefix: string): Promise<string> {
  try {
    await mkdir(base, { recursive: true, mode: 0o700 })
    return await mkdtemp(join(base, prefix))
  } catch (error) {
    throw GONE.has(String((error as NodeJS.ErrnoException).code)) ? new NoTempFolder(error as Error) : error
  }
}
