import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Settings that a first start writes into its data: with them the folder is made from nothing. */
const WRITTEN = ['DATABASE_URL', 'SECRET_KEY', 'SETUP_CODE', 'ADMIN_EMAIL', 'SERVICE_USER', 'PATH']

/**
 * A fresh data folder as the first start leaves it, copied: its database is made once for the whole run, by whoever needs it
 * first. Tests of the first start itself give a folder of their own.
 */
export async function fillFresh(
  dataDir: string,
  env: Record<string, string>,
  firstStart: (dataDir: string) => Promise<void>,
): Promise<void> {
  const home = process.env.TEST_FRESH_DATA
  if (!home || WRITTEN.some(name => name in env)) return
  const [folder, done] = [join(home, 'data'), join(home, 'done')]
  if (isFirst(folder)) {
    await firstStart(folder)
    // Set aside again by every start, and twice as large as the rest.
    rmSync(join(folder, 'reserve'), { recursive: true, force: true })
    writeFileSync(done, '')
  }
  for (let waited = 0; !existsSync(done); waited += 100) {
    if (waited > 120_000) throw new Error('no fresh data folder was made')
    await sleep(100)
  }
  execFileSync('cp', ['-a', `${folder}/.`, dataDir])
}

function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: 0o711 })
    return true
  } catch {
    return false
  }
}
