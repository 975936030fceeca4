import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PREFIX = 'dossier-work-'
const STALE_MS = 24 * 3600 * 1000

export const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), PREFIX))

export async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await newFolder()
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What a killed process has left behind. */
export async function sweepFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue
    const path = join(tmpdir(), name)
    const facts = await stat(path).catch(() => undefined)
    if (facts && facts.mtimeMs < Date.now() - STALE_MS) await rm(path, { recursive: true, force: true }).catch(() => {})
  }
}
