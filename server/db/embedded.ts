import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Binaries, findBinaries } from './embedded-binaries.ts'
import {
  type ClusterFolder,
  DATABASE_USER,
  ensureCluster,
  postgresEnvironment,
  readPassword,
} from './embedded-cluster.ts'
import {
  dropStaleLockFiles,
  findPostmaster,
  isPostgresOf,
  outlastOrphans,
  type Postmaster,
  uidOf,
} from './embedded-postmaster.ts'
import { chooseUser, makeOwnFolder, programsFor, type RunAs } from './embedded-user.ts'
import { waitForLock } from './instance-lock.ts'
import { isPidAlive } from './process-identity.ts'

export { type Binaries, EmbeddedUnavailable, findBinaries, findPrevious } from './embedded-binaries.ts'
export { majorOf } from './embedded-cluster.ts'
export { endCluster, findPostmaster } from './embedded-postmaster.ts'

export interface EmbeddedPostgres {
  url: string
  pid: number
  /** false: another process, or an earlier life of this one, had it running. */
  started: boolean
  stop(): Promise<void>
}

const DATABASE = 'dossier'
const PATIENCE_MS = 60_000
const START_ATTEMPTS = 5
const LOG_LIMIT = 10 * 1024 * 1024
// The kernel takes 107 bytes; a margin, because PostgreSQL makes a lock file with a longer name beside the socket.
const SOCKET_PATH_LIMIT = 100

const SETTINGS = {
  shared_buffers: '64MB',
  max_connections: 100,
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // A sort that outgrows it fails by itself, and not the disk for everybody.
  temp_file_limit: '4GB',
  min_wal_size: '80MB',
  wal_level: 'replica',
  max_wal_senders: 0,
  max_logical_replication_workers: 0,
  ssl: 'off',
  jit: 'off',
  // Many short statements at once: the processes that would share one of them cost more than they gain.
  max_parallel_workers_per_gather: 0,
  // Disks without moving parts: with the default of 4 the planner reads whole tables where an index would do.
  random_page_cost: 1.1,
  // A new installation grows from nothing: until the first statistics are there, plans are guesses, and some go over all rows.
  autovacuum_naptime: '5s',
  autovacuum_analyze_scale_factor: 0.05,
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  logging_collector: 'off',
  password_encryption: 'scram-sha-256',
}

/** Starts the private PostgreSQL of a data folder, or attaches to the one that already runs there. */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  log: (message: string) => void
  /** Binaries of another version than this release's, to read a cluster that they made. */
  binaries?: Binaries
  /** The folder of its files, beside the usual one. */
  cluster?: string
  /** The folder of its socket, where others do not look for it. */
  socketFolder?: string
  settings?: Record<string, string>
}): Promise<EmbeddedPostgres> {
  const binaries = options.binaries ?? findBinaries()
  const place = makePlace(options)
  const attached = await attach(place, binaries, options.log)
  if (attached) return attached
  const lock = await waitForLock(join(place.home, 'lock'), 2 * PATIENCE_MS)
  try {
    for (let attempt = 1; attempt <= START_ATTEMPTS; attempt++) {
      const found =
        (await attach(place, binaries, options.log)) ??
        (await launch(place, binaries, options.log, attempt === START_ATTEMPTS))
      if (found) return found
    }
    throw new Error(`PostgreSQL in ${place.cluster} keeps stopping; its log is ${place.logFile}.`)
  } finally {
    await lock.release()
  }
}

function makePlace({
  dataDir,
  cluster = 'cluster',
  socketFolder = 'run',
  settings = {},
}: Parameters<typeof startEmbeddedPostgres>[0]): ClusterFolder {
  // Others may pass through but not look around: PostgreSQL runs as another user when we are root.
  const root = process.getuid?.() === 0
  mkdirSync(join(dataDir, 'postgres'), { recursive: true, mode: root ? 0o711 : 0o700 })
  const home = join(realpathSync(dataDir), 'postgres')
  if (root && statSync(home).uid === 0) chmodSync(home, 0o711)
  return {
    home,
    cluster: join(home, cluster),
    passwordFile: join(home, 'password'),
    socketFolder: join(home, socketFolder),
    logFile: join(home, 'postgres.log'),
    settings,
  }
}

/** undefined: nothing runs there, or what ran was just stopping. */
async function attach(place: ClusterFolder, binaries: Binaries, log: (message: string) => void) {
  const running = findPostmaster(place.cluster)
  if (!running) return undefined
  // Left by an earlier version, which ran it as root where no other user could go.
  if (process.getuid?.() === 0 && uidOf(running.pid) === 0) return void (await stop(place, binaries, running.pid))
  const ready = await waitUntilReady(place, log, () => isPidAlive(running.pid))
  return ready && handle(place, binaries, ready, false)
}

/** undefined: it ended at once for a reason that another attempt may cure. */
async function launch(place: ClusterFolder, binaries: Binaries, log: (message: string) => void, last: boolean) {
  const user = chooseUser(place.home, place.cluster)
  const programs = programsFor(user, binaries, place.home)
  if (!existsSync(place.cluster)) log('creating the database files, once')
  await ensureCluster(place, programs, user)
  if (!(await outlastOrphans(place.cluster))) return undefined
  makeOwnFolder(place.socketFolder, user)
  dropStaleLockFiles(place.cluster, place.socketFolder)
  const logStart = rotateLog(place.logFile)
  const child = await spawnPostgres(place, programs, user)
  const ready = await waitUntilReady(place, log, () => child.exitCode === null && child.signalCode === null)
  child.unref()
  if (ready) return handle(place, binaries, ready, ready.pid === child.pid)
  const words = readFileSync(place.logFile).subarray(logStart).toString('utf8')
  const curable = /Address already in use|shared memory block|postmaster\.pid/i.test(words)
  if (curable && !last) {
    await sleep(250)
    return undefined
  }
  const tail = words.trim().split('\n').slice(-15).join('\n')
  throw new Error(
    `PostgreSQL ended while starting (${child.signalCode ?? `code ${child.exitCode}`}). Its last words:\n${tail}`,
  )
}

async function spawnPostgres(place: ClusterFolder, binaries: Binaries, user: RunAs): Promise<ChildProcess> {
  const walSize = { max_wal_size: `${logMegabytes(place.home)}MB` }
  const settings = { ...SETTINGS, ...walSize, ...(await listenSettings(place)), ...place.settings }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { file, args, options } = user.command(binaries.program('postgres'), ['-D', place.cluster, ...flags])
  const output = openSync(place.logFile, 'a', 0o600)
  try {
    // In a session of its own: Ctrl-C in the terminal must reach only us, and we stop it in order.
    const stdio = ['ignore', output, output] as ('ignore' | number)[]
    const child = spawn(file, args, { ...options, cwd: place.home, env: postgresEnvironment(), detached: true, stdio })
    await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject))
    return child
  } finally {
    closeSync(output)
  }
}

/** How far the log of changes may grow between checkpoints: half a gigabyte, and on a small disk a fiftieth of it. */
function logMegabytes(folder: string): number {
  const { blocks, bsize } = statfsSync(folder)
  return Math.round(Math.min(512, Math.max(96, (blocks * bsize) / 1024 ** 2 / 50)))
}

async function listenSettings(place: ClusterFolder): Promise<Record<string, string | number>> {
  const fits = Buffer.byteLength(join(place.socketFolder, '.s.PGSQL.5432')) <= SOCKET_PATH_LIMIT
  if (fits && process.platform !== 'win32') {
    // A list of folders separated by commas, hence the quotes.
    const quoted = `"${place.socketFolder.replaceAll('"', '""')}"`
    return { listen_addresses: '', unix_socket_directories: quoted, unix_socket_permissions: '0700', port: 5432 }
  }
  return { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: await freePort() }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

/** Ready means that a connection with our password answered, and that our database is there. */
async function waitUntilReady(place: ClusterFolder, log: (message: string) => void, isAlive: () => boolean) {
  const begin = Date.now()
  let isReported = false
  let problem = 'it still starts or recovers'
  while (Date.now() - begin < PATIENCE_MS) {
    const running = findPostmaster(place.cluster)
    if (running?.ready) {
      try {
        await ensureDatabase(place, running)
        return running
      } catch (error) {
        problem = refusal(error, place)
      }
    }
    if (!isAlive()) return undefined
    if (!isReported && Date.now() - begin > 2000) {
      isReported = true
      log('waiting for the database, it is starting or recovering')
    }
    await sleep(20)
  }
  throw new Error(
    `PostgreSQL did not become ready in ${PATIENCE_MS / 1000} s (${problem}); its log is ${place.logFile}.`,
  )
}

function refusal(error: unknown, place: ClusterFolder): string {
  const { code, message } = error as { code?: string; message: string }
  if (code?.startsWith('28')) throw new Error(`The database refuses the password in ${place.passwordFile}: ${message}`)
  return message
}

async function ensureDatabase(place: ClusterFolder, running: Postmaster): Promise<void> {
  try {
    await query(place, running, DATABASE, 'select 1')
  } catch (error) {
    if ((error as { code?: string }).code !== '3D000') throw error
    await query(place, running, 'postgres', `create database ${DATABASE}`).catch(createError => {
      // Somebody else made it in the same moment: said in one of two ways, by how far they were.
      if (!['42P04', '23505'].includes(createError.code)) throw createError
    })
  }
}

async function query(place: ClusterFolder, running: Postmaster, database: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(place, running, database), connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(sql)
  } finally {
    await client.end().catch(() => {})
  }
}

function urlOf(place: ClusterFolder, running: Postmaster, database: string): string {
  const user = `postgres://${DATABASE_USER}:${readPassword(place)}`
  if (!running.usesSocket) return `${user}@127.0.0.1:${running.port}/${database}`
  return `${user}@/${database}?host=${encodeURIComponent(place.socketFolder)}&port=${running.port}`
}

function handle(place: ClusterFolder, binaries: Binaries, running: Postmaster, started: boolean): EmbeddedPostgres {
  const url = urlOf(place, running, DATABASE)
  return { url, pid: running.pid, started, stop: () => stop(place, binaries, running.pid) }
}

/** A fast shutdown: open transactions are rolled back, everything committed is on disk. */
async function stop(place: ClusterFolder, binaries: Binaries, pid: number): Promise<void> {
  const isThere = () => isPidAlive(pid) && isPostgresOf(pid, place.cluster)
  if (!isThere()) return
  if (process.platform === 'win32') spawnSync(binaries.program('pg_ctl'), ['stop', '-m', 'fast', '-D', place.cluster])
  else process.kill(pid, 'SIGINT')
  const deadline = Date.now() + PATIENCE_MS
  while (isThere()) {
    if (Date.now() > deadline) throw new Error(`PostgreSQL (process ${pid}) did not stop in ${PATIENCE_MS / 1000} s.`)
    await sleep(20)
  }
}

/** Where this start begins in the log. */
function rotateLog(file: string): number {
  if (!existsSync(file)) return 0
  if (statSync(file).size <= LOG_LIMIT) return statSync(file).size
  renameSync(file, `${file}.1`)
  return 0
}
