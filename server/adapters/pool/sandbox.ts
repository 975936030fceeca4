import { mkdir, readdir, realpath, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { freshFolder } from './fresh-folder.ts'
import type { Isolation } from './isolation.ts'

/** Where programs and children put things down, and how far apart they are from everything else. */
export interface Sandbox {
  isolation: Isolation
  /** What cannot be set apart does not run at all. */
  required: boolean
  /** The folders of tasks lie below it. Those of children lie elsewhere: files are lent to them by links. */
  tasks: string
  newFolder(): Promise<string>
  newChildFolder(): Promise<string>
  withFolder<T>(use: (folder: string) => Promise<T>): Promise<T>
}

const STALE_MS = 24 * 3600 * 1000

/** Where a bucket's files are laid for a while, below the same folder: they are lent to children by links, too. */
export const lentFolder = (dataDir: string): string => join(dataDir, 'work', 'lent')

/** On the disk of the files: a file is lent to a child by a link, whatever its size. */
export async function openSandbox(dataDir: string, isolation: Isolation, required = false): Promise<Sandbox> {
  const base = join(await realpath(dataDir), 'work')
  const [tasks, children] = [join(base, 'tasks'), join(base, 'children')]
  for (const place of [tasks, children]) {
    await mkdir(place, { recursive: true, mode: 0o700 })
    void sweep(place).catch(() => {})
  }
  const newFolder = () => freshFolder(tasks, 'w-')
  return {
    isolation,
    required,
    tasks,
    newFolder,
    newChildFolder: () => freshFolder(children, 'c-'),
    async withFolder(use) {
      const folder = await newFolder()
      try {
        return await use(folder)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
  }
}

/** What a killed process has left behind. */
async function sweep(base: string): Promise<void> {
  for (const name of await readdir(base)) {
    const path = join(base, name)
    const facts = await stat(path).catch(() => undefined)
    if (facts && facts.mtimeMs < Date.now() - STALE_MS) await rm(path, { recursive: true, force: true }).catch(() => {})
  }
}
