import { close, fstatSync, fsync, mkdir, open } from 'node:fs'
import { platform } from 'node:os'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

const [closeFd, syncFd, makeFolder, openPath] = [promisify(close), promisify(fsync), promisify(mkdir), promisify(open)]

/** Windows has no way to open a folder for syncing; NTFS journals renames itself. */
const canSync = platform() !== 'win32'
const OPEN_FOLDERS = 256 // the whole fan-out of one busy owner
const KNOWN_FOLDERS = 8192

interface OpenFolder {
  fd: Promise<number>
  users: number
}

export interface DurableFolders {
  /** Makes the folder and its missing parents below the root, each synced into its parent. */
  ensure(path: string): Promise<void>
  /** Makes the names inside the folder survive a power cut. */
  sync(path: string): Promise<void>
  /** After the folder turned out to be gone: the next `ensure` makes it again. */
  forget(path: string): void
}

/**
 * Folders are remembered, because asking the disk for them on every put is what makes small puts slow: which ones are
 * already durable, and open descriptors of the latest ones (open and close cost about a tenth of a small put).
 */
export function durableFolders(root: string): DurableFolders {
  const known = new Map<string, Promise<void>>()
  const opened = new Map<string, OpenFolder>()

  function ensure(path: string): Promise<void> {
    const before = known.get(path)
    if (before) return before
    const made = make(path)
    known.set(path, made)
    made.catch(() => forget(path))
    if (known.size > KNOWN_FOLDERS) known.delete(known.keys().next().value!)
    return made
  }

  /** The parent is synced even when the folder was there: another process may have made it a moment ago. */
  async function make(path: string): Promise<void> {
    if (path === root) return
    await ensure(dirname(path))
    await makeFolder(path).catch(ignoreExisting)
    await sync(dirname(path))
  }

  async function sync(path: string): Promise<void> {
    if (!canSync) return
    const folder = await borrow(path)
    try {
      await syncFd(await folder.fd)
    } finally {
      release(path, folder)
    }
  }

  async function borrow(path: string): Promise<OpenFolder> {
    const folder = opened.get(path) ?? { fd: openPath(path, 'r'), users: 0 }
    opened.delete(path)
    opened.set(path, folder)
    folder.users++
    try {
      // A folder that was deleted and made again has a new inode: syncing the old one would promise nothing.
      if (fstatSync(await folder.fd).nlink > 0) return folder
    } catch (error) {
      if (opened.get(path) === folder) opened.delete(path)
      throw error
    }
    if (opened.get(path) === folder) opened.delete(path)
    release(path, folder)
    return borrow(path)
  }

  function release(path: string, folder: OpenFolder): void {
    folder.users--
    if (folder.users === 0 && opened.get(path) !== folder) shut(folder)
    evict()
  }

  /** A descriptor in use is never closed: its number could name another file a moment later. */
  function evict(): void {
    if (opened.size <= OPEN_FOLDERS) return
    for (const [path, folder] of opened) {
      if (folder.users > 0) continue
      opened.delete(path)
      shut(folder)
      if (opened.size <= OPEN_FOLDERS) return
    }
  }

  function forget(path: string): void {
    for (let at = path; at.length > root.length; at = dirname(at)) known.delete(at)
  }

  return { ensure, sync, forget }
}

function shut(folder: OpenFolder): void {
  folder.fd.then(closeFd).catch(() => {})
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
