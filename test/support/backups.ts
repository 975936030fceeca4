import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Gone when the test has ended; not made yet, so that the command makes it for whoever it runs as. */
export async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dossier-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  rmSync(folder, { recursive: true })
  return folder
}
