import { constants } from 'node:fs'
import { type FileHandle, open, readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Files made by programs that were set apart. A program that was taken over could leave a link in place of its result, and
 * whoever reads that outside would give away a file of the service.
 */

/** Never through a link, and only a plain file. */
export async function openMade(path: string): Promise<FileHandle> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  if ((await file.stat()).isFile()) return file
  await file.close()
  throw new Error('what was made is no plain file')
}

/** Removes everything below the folder that is neither a file nor a folder. */
export async function dropLinks(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await dropLinks(path)
    else if (!entry.isFile()) await unlink(path)
  }
}
