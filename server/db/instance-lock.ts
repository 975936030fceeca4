import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { identifyProcess, isPidAlive, isSameProcessAlive, type ProcessIdentity } from './process-identity.ts'

export interface InstanceLock {
  release(): Promise<void>
}

export class DataDirInUse extends Error {
  override name = 'DataDirInUse'
}

/** One plain server per data folder. Processes that share a database by DATABASE_URL do not take it. */
export async function lockDataDir(dataDir: string): Promise<InstanceLock> {
  const taken = tryLock(join(dataDir, 'lock'))
  if ('release' in taken) return taken
  throw new DataDirInUse(
    `The data folder ${dataDir} is in use by process ${taken.pid}: stop that process first, or set DATA_DIR to another folder.`,
  )
}

/** For what must not be done beside a service; nothing to release where this process is the one that has the folder. */
export async function borrowDataDir(dataDir: string, what: string): Promise<InstanceLock> {
  const taken = tryLock(join(dataDir, 'lock'))
  if ('release' in taken) return taken
  if (taken.pid === process.pid) return { release: async () => {} }
  throw new DataDirInUse(
    `${what}, and process ${taken.pid} uses ${dataDir}: stop it, and start the service once first.`,
  )
}

/** One writer for a folder of backups. */
export const lockFolder = (folder: string): Promise<InstanceLock> => lockForBackup(join(folder, '.lock'), folder)

/** One run with backups elsewhere, which pass through the data folder. */
export const lockBackups = (dataDir: string, place: string): Promise<InstanceLock> =>
  lockForBackup(join(dataDir, 'backup-lock'), place)

async function lockForBackup(path: string, place: string): Promise<InstanceLock> {
  const taken = tryLock(path)
  if ('release' in taken) return taken
  throw new DataDirInUse(`Process ${taken.pid} is at work on the backups in ${place}: wait until it has ended.`)
}

export async function waitForLock(folder: string, timeoutMs: number): Promise<InstanceLock> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const taken = tryLock(folder)
    if ('release' in taken) return taken
    if (Date.now() > deadline) throw new Error(`Process ${taken.pid} has held ${folder} for too long.`)
    await sleep(25)
  }
}

// How it stays safe without flock, which Node does not offer: the lock is the highest numbered file of the folder,
// and whoever finds its holder dead makes the next number. Nothing is ever removed to be taken, so there is no moment
// at which one process can throw away the lock that another has just won. `link` makes a file appear at once with its
// whole content and fails when it exists.
const KEPT_GENERATIONS = 8

function tryLock(folder: string): InstanceLock | ProcessIdentity {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (;;) {
    const current = highest(folder)
    const holder = current === 0 ? null : readHolder(folder, current)
    if (holder === 'gone') continue
    if (holder && isSameProcessAlive(holder)) return holder
    const mine = current + 1
    if (!create(folder, mine)) continue
    if (highest(folder) !== mine) {
      // We slept since we looked, and others took and passed on the lock in the meantime.
      rmSync(join(folder, String(mine)), { force: true })
      continue
    }
    sweep(folder, mine)
    return { release: async () => replace(folder, mine, {}) }
  }
}

function highest(folder: string): number {
  return Math.max(0, ...readdirSync(folder).map(numbered))
}

function numbered(name: string): number {
  return /^\d+$/.test(name) ? Number(name) : 0
}

/** null: released, or torn by a power cut, which no holder survives. */
function readHolder(folder: string, generation: number): ProcessIdentity | null | 'gone' {
  try {
    const holder = JSON.parse(readFileSync(join(folder, String(generation)), 'utf8')) as Partial<ProcessIdentity>
    return holder.pid ? (holder as ProcessIdentity) : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'gone'
    throw error
  }
}

function create(folder: string, generation: number): boolean {
  const draft = writeDraft(folder, identifyProcess(process.pid))
  try {
    linkSync(draft, join(folder, String(generation)))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function replace(folder: string, generation: number, content: object): void {
  try {
    renameSync(writeDraft(folder, content), join(folder, String(generation)))
  } catch (error) {
    // The whole data folder may be gone already: a test that cleans up, or a person who did.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

function writeDraft(folder: string, content: object): string {
  const draft = join(folder, `draft-${process.pid}-${randomBytes(6).toString('hex')}`)
  // Readable for all: root and a plain user may take turns on one data folder.
  writeFileSync(draft, JSON.stringify(content), { mode: 0o644, flag: 'wx' })
  return draft
}

function sweep(folder: string, mine: number): void {
  for (const name of readdirSync(folder)) {
    const draftOf = /^draft-(\d+)-/.exec(name)?.[1]
    const stale = draftOf
      ? !isPidAlive(Number(draftOf))
      : numbered(name) > 0 && numbered(name) < mine - KEPT_GENERATIONS
    if (stale) rmSync(join(folder, name), { force: true })
  }
}
