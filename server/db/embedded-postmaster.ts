import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isPidAlive, pidExists } from './process-identity.ts'

export interface Postmaster {
  pid: number
  port: number
  usesSocket: boolean
  socketFolder: string
  ready: boolean
}

/** The live main process of this cluster, by its pid file; a number that now belongs to another program is no match. */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const lines = readLines(join(cluster, 'postmaster.pid'))
  const pid = Number(lines[0])
  if (!isPidAlive(pid) || !isPostgresOf(pid, cluster)) return undefined
  // Lines: pid, data folder, start, port, socket folder, listen address, shared memory, status.
  const status = lines[7]?.trim()
  const socketFolder = lines[4]?.trim() ?? ''
  return { pid, port: Number(lines[3]), usesSocket: socketFolder !== '', socketFolder, ready: status === 'ready' }
}

export function isPostgresOf(pid: number, cluster: string): boolean {
  if (process.platform === 'linux') return linuxPostgresOf(pid, cluster)
  if (process.platform === 'win32') {
    return spawnSync('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH']).stdout.includes('postgres.exe')
  }
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)]).stdout.includes(`-D ${cluster}`)
}

/** As whom it runs, seen from here; undefined where there is no /proc. */
export const uidOf = (pid: number): number | undefined => statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid

/**
 * Waits until no process of this cluster is left. When only the main process was killed, its children notice and leave
 * within moments; until then they hold the shared memory, and a new main process would refuse to start. One that does
 * not notice (it waits for a lock of a killed sibling) is helped along: what was committed is on disk in any case.
 * Answers false when a main process turns up: its starter was killed before it could write its pid file.
 */
export async function outlastOrphans(cluster: string): Promise<boolean> {
  if (process.platform !== 'linux') return true
  const begin = Date.now()
  for (;;) {
    if (findPostmaster(cluster)) return false
    const orphans = readdirSync('/proc')
      .map(Number)
      .filter(pid => pid > 0 && belongsTo(pid, cluster))
    if (orphans.length === 0) return true
    const waited = Date.now() - begin
    if (waited > 20_000) throw new Error(`Processes ${orphans.join(', ')} of an earlier PostgreSQL do not end.`)
    if (waited > 5000) signal(orphans, waited > 10_000 ? 'SIGKILL' : 'SIGQUIT')
    await sleep(waited > 5000 ? 500 : 20)
  }
}

/** Whatever runs in this folder ends in order, of whatever version it is. */
export async function endCluster(cluster: string): Promise<void> {
  const deadline = Date.now() + 60_000
  do {
    for (let running = findPostmaster(cluster); running; running = findPostmaster(cluster)) {
      if (Date.now() > deadline) throw new Error(`PostgreSQL (process ${running.pid}) in ${cluster} does not end.`)
      signal([running.pid], 'SIGINT')
      await sleep(50)
    }
  } while (!(await outlastOrphans(cluster)))
}

/**
 * PostgreSQL clears the lock files of dead processes itself, but takes any other process with that number, even a
 * zombie, for a rival. Called with the start lock held and after outlastOrphans found nobody.
 */
export function dropStaleLockFiles(cluster: string, socketFolder: string): void {
  for (const file of [join(cluster, 'postmaster.pid'), join(socketFolder, '.s.PGSQL.5432.lock')]) {
    const pid = Number(readLines(file)[0])
    // A power cut can leave the file empty, which PostgreSQL refuses too.
    const torn = !Number.isSafeInteger(pid) || pid <= 0
    if (torn || (pidExists(pid) && !isPostgresOf(pid, cluster))) rmSync(file, { force: true })
  }
}

function linuxPostgresOf(pid: number, cluster: string): boolean {
  try {
    // The program may have been replaced by a newer install while it runs: then the link ends in " (deleted)".
    return (
      readlinkSync(`/proc/${pid}/cwd`) === cluster &&
      /\/postgres( \(deleted\))?$/.test(readlinkSync(`/proc/${pid}/exe`))
    )
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES' && wasCalledFor(pid, cluster)
  }
}

/** Also true for one that has just been called and has not entered its folder yet. */
function belongsTo(pid: number, cluster: string): boolean {
  return isPidAlive(pid) && (linuxPostgresOf(pid, cluster) || wasCalledFor(pid, cluster))
}

function wasCalledFor(pid: number, cluster: string): boolean {
  return readLines(`/proc/${pid}/cmdline`).join('\n').includes(`/postgres\0-D\0${cluster}\0`)
}

function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {}
  }
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    return []
  }
}
