import { mkdir, mkdtemp, readdir, realpath, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Isolation } from './isolation.ts'

/** Where programs and children put things down, and how far apart they are from everything else. */
export interface Workplace {
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

/** On the disk of the files: a file is lent to a child by a link, whatever its size. */
export async function openWorkplace(dataDir: string, isolation: Isolation, required = false): Promise<Workplace> {
  const base = join(await realpath(dataDir), 'work')
  const [tasks, children] = [join(base, 'tasks'), join(base, 'children')]
  const make = async (place: string) => {
    // It may have been removed by somebody who tidies up.
    await mkdir(place, { recursive: true, mode: 0o700 })
    return place
  }
  for (const place of [tasks, children]) void sweep(await make(place)).catch(() => {})
  const newFolder = async () => mkdtemp(join(await make(tasks), 'w-'))
  return {
    isolation,
    required,
    tasks,
    newFolder,
    newChildFolder: async () => mkdtemp(join(await make(children), 'c-')),
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
