import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, lstatSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { findPostmaster } from './db/embedded-postmaster.ts'
import { isPidAlive } from './db/process-identity.ts'

/** As root the service goes on as a user who owns nothing but the data. */

export interface ServiceUser {
  /** What health says of it. */
  remark: string
}

interface User {
  uid: number
  gid: number
}

export interface Becoming {
  name: string
  dataDir: string
  port: number
  /** The code, and what else of the configuration must be read. */
  readable: string[]
  /** Made for the service user where it is not there yet. */
  makes?: string
  /** A folder that this command must write to: where the service user may not, it stays root. */
  writes?: string
}

/** Below it only root may listen. */
const FIRST_FREE_PORT = 1024
const STOP_MS = 30_000

export function becomeServiceUser({ name, dataDir, port, readable, makes, writes }: Becoming): ServiceUser {
  if (process.getuid?.() === undefined) return { remark: 'this system has no users to change to' }
  if (process.getuid() !== 0) return { remark: `runs as user ${process.getuid()}` }
  if (name === 'root') return { remark: 'runs as root, as SERVICE_USER says' }
  const stay = (why: string) => ({ remark: `runs as root: ${why}` })
  if (port > 0 && port < FIRST_FREE_PORT)
    return stay(`PORT ${port} is open to root alone; take one from ${FIRST_FREE_PORT} on, behind a proxy`)
  const user = userOf(name) ?? (makeUser(name) ? userOf(name) : undefined)
  if (!user) return stay(`the user ${name} could not be made`)
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  if (makes) makeFor(user, makes)
  const closed = firstClosed(user, [...readable, process.execPath], { dataDir, writes })
  if (closed) return stay(`${name} may not ${closed === writes ? 'write to' : 'read'} ${closed}`)
  handOver(resolve(dataDir), user)
  process.setgroups!([user.gid])
  process.setgid!(user.gid)
  process.setuid!(user.uid)
  return { remark: `runs as ${name}` }
}

function makeFor({ uid, gid }: User, folder: string): void {
  if (existsSync(folder)) return
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chownSync(folder, uid, gid)
}

function userOf(name: string): User | undefined {
  const ids = ['-u', '-g'].map(flag => spawnSync('id', [flag, name], { encoding: 'utf8' }))
  if (ids.some(({ status }) => status !== 0)) return undefined
  const [uid, gid] = ids.map(({ stdout }) => Number(stdout))
  return { uid: uid!, gid: gid! }
}

function makeUser(name: string): boolean {
  const ways = [
    [
      'useradd',
      '--system',
      '--user-group',
      '--no-create-home',
      '--home-dir',
      '/nonexistent',
      '--shell',
      '/usr/sbin/nologin',
    ],
    ['adduser', '-S', '-D', '-H'],
  ]
  return ways.some(([program, ...args]) => spawnSync(program!, [...args, name], { stdio: 'ignore' }).status === 0)
}

/** Asked of the system itself, as that user: permissions have more to them than bits. */
function firstClosed(
  user: User,
  files: string[],
  { dataDir, writes = '' }: { dataDir: string; writes?: string },
): string | undefined {
  const script = `const fs = require('fs'); const [dataDir, writes, ...files] = JSON.parse(process.argv[1]);
    for (const file of files) try { fs.accessSync(file, fs.constants.R_OK) } catch { console.log(file); process.exit(1) }
    if (writes) try { fs.accessSync(writes, fs.constants.W_OK | fs.constants.X_OK) } catch { console.log(writes); process.exit(1) }
    try { fs.accessSync(dataDir, fs.constants.X_OK) } catch { console.log(dataDir); process.exit(1) }`
  const asked = JSON.stringify([resolve(dataDir), writes, ...files.filter(Boolean)])
  const { status, stdout } = spawnSync(process.execPath, ['-e', script, asked], { ...user, encoding: 'utf8', env: {} })
  if (status === 0) return undefined
  return stdout?.trim() || dirname(process.execPath)
}

/** The folder itself comes last: until it is theirs, the next start goes on where this one was interrupted. */
function handOver(dataDir: string, user: User): void {
  if (lstatSync(dataDir).uid === user.uid) return
  stopOwnDatabase(join(dataDir, 'postgres/cluster'))
  const owner = `${user.uid}:${user.gid}`
  const { status, stderr } = spawnSync(
    'find',
    [dataDir, '-mindepth', '1', '!', '-uid', String(user.uid), '-exec', 'chown', '-h', owner, '{}', '+'],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`Could not hand ${dataDir} over to user ${user.uid}: ${stderr}`)
  spawnSync('chown', [owner, dataDir])
}

/** An earlier life of it may run on as another user, with its files open. */
function stopOwnDatabase(cluster: string): void {
  const running = findPostmaster(cluster)
  if (!running) return
  process.kill(running.pid, 'SIGINT')
  const until = Date.now() + STOP_MS
  while (isPidAlive(running.pid) && Date.now() < until) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
}

export const existing = (paths: string[]): string[] =>
  paths.filter(path => path !== '' && statSync(path, { throwIfNoEntry: false }) !== undefined)
