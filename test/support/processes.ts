import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { ROOT, type RunningServer } from './server.ts'

/** Killing whole trees of processes, and private servers of the programs that Debian brings. */

/** Running: a zombie has ended and only waits for its parent to notice. */
export function isRunning(pid: number): boolean {
  const fields = statOf(pid)
  return fields !== undefined && fields[0] !== 'Z' && fields[0] !== 'X'
}

/** State, parent and so on: what follows the name in brackets. */
function statOf(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

const allPids = () => readdirSync('/proc').map(Number).filter(isRunning)

export const childrenOf = (pid: number): number[] => allPids().filter(child => Number(statOf(child)?.[1]) === pid)

/** Every process under this one, with the line it was called by; the database excepted. */
export function helpersOf(server: RunningServer): { pid: number; line: string }[] {
  const parents = allPids().map(pid => ({ pid, parent: Number(statOf(pid)?.[1]) }))
  const under = (above: number): number[] =>
    parents.filter(({ parent }) => parent === above).flatMap(({ pid }) => [pid, ...under(pid)])
  const all = under(server.process.pid!)
  // Looked for last: a process of the database that has just begun is never taken for a helper.
  const database = databaseOf(server.dataDir)
  return all.filter(pid => !database.includes(pid)).map(pid => ({ pid, line: lineOf(pid) }))
}

function lineOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

/** The children that read files, and the rooms that they are in. */
export const readersOf = (server: RunningServer): number[] => helpersOf(server).map(({ pid }) => pid)

/** Every process of the private database, whoever its parent is by now. */
export function databaseOf(dataDir: string): number[] {
  const cluster = join(realpathSync(dataDir), 'postgres/cluster')
  return allPids().filter(pid => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === cluster
    } catch {
      return false
    }
  })
}

/** kill -9 of the server, its readers and every process of its database, in no particular order. */
export async function killTree(server: RunningServer): Promise<void> {
  const pid = server.process.pid!
  const all = new Set([pid, ...childrenOf(pid), ...databaseOf(server.dataDir)])
  const pids = [...all].sort(() => Math.random() - 0.5)
  for (const one of pids) signal(one, 'SIGKILL')
  while (pids.some(isRunning) || databaseOf(server.dataDir).length > 0) await sleep(10)
}

/** Without complaint when it has gone already. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {}
}

/** The last line of `--command=fsck`, or all of it when it found damage. */
export async function fsck(env: Record<string, string>): Promise<{ sound: boolean; said: string }> {
  const main = join(ROOT, 'dist/server/main.js')
  const options = { env: { PATH: process.env.PATH, LOG_LEVEL: 'warn', ...env }, maxBuffer: 64 * 1024 * 1024 }
  const { stdout } = await promisify(execFile)(process.execPath, [main, '--command=fsck'], options).catch(
    error => error,
  )
  const last = String(stdout).trim().split('\n').at(-1) ?? ''
  const sound = / 0 missing, 0 corrupt, \d+ orphaned, 0 unused, \d+ unreachable, 0 miscounted/.test(last)
  return { sound, said: sound ? last : String(stdout) }
}

export interface PrivateServer {
  url: string
  stop(): Promise<void>
}

/** Debian's PostgreSQL, the newest that is installed. */
export function postgresPrograms(): string | undefined {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : []
  const newest = versions.map(Number).sort((a, b) => b - a)[0]
  return newest === undefined ? undefined : `/usr/lib/postgresql/${newest}/bin`
}

export async function startPrivatePostgres(more: string[] = []): Promise<PrivateServer> {
  const programs = postgresPrograms()!
  const folder = mkdtempSync(join(tmpdir(), 'dossier-debian-'))
  // PostgreSQL refuses to run as root.
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres']))
  const user = process.getuid?.() === 0 ? { uid: id('-u'), gid: id('-g') } : undefined
  if (user) chownSync(folder, user.uid, user.gid)
  // The service, which is another user, connects to the socket in it.
  chmodSync(folder, 0o711)
  const cluster = join(folder, 'cluster')
  const quiet = { ...user, cwd: folder, stdio: 'ignore' as const }
  execFileSync(join(programs, 'initdb'), ['-D', cluster, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8'], quiet)
  const settings = ['listen_addresses=', `unix_socket_directories=${folder}`, 'max_connections=200', ...more]
  const child = spawn(join(programs, 'postgres'), ['-D', cluster, ...settings.flatMap(pair => ['-c', pair])], quiet)
  const url = `postgres://postgres@/postgres?host=${encodeURIComponent(folder)}`
  await answers(child, () => queryOnce(url, 'create database dossier'))
  return {
    url: url.replace('@/postgres', '@/dossier'),
    stop: async () => {
      await end(child, 'SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function queryOnce(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(sql)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

export async function startPrivateRedis(): Promise<PrivateServer> {
  const port = await freePort()
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', tmpdir()]
  const child = spawn('redis-server', options, { stdio: 'ignore' })
  const ping = () => promisify(execFile)('redis-cli', ['-p', String(port), 'ping'])
  await answers(child, ping)
  return { url: `redis://127.0.0.1:${port}`, stop: () => end(child, 'SIGTERM') }
}

export async function answers(child: ChildProcess, ask: () => Promise<unknown>): Promise<void> {
  let problem: unknown
  child.once('error', error => {
    problem = error
  })
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await sleep(50)) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${child.exitCode}`)
    try {
      return void (await ask())
    } catch (error) {
      problem = error
    }
  }
  throw new Error(`${child.spawnfile} does not answer`, { cause: problem })
}

export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null) return
  const gone = new Promise(done => child.once('exit', done))
  child.kill(signal)
  await gone
}

export function freePort(): Promise<number> {
  return new Promise(done => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => done(port))
    })
  })
}
