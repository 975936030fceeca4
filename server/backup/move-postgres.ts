import { existsSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { othersStay } from '../db/database.ts'
import {
  type Binaries,
  endCluster,
  findBinaries,
  findPostmaster,
  findPrevious,
  majorOf,
  startEmbeddedPostgres,
} from '../db/embedded.ts'
import { borrowDataDir, waitForLock } from '../db/instance-lock.ts'
import { refuseUnknown } from '../db/migrate.ts'
import { BackupProblem, readManifest, snapshotNames, snapshotOf, snapshotsIn, writeDurably } from './folder.ts'
import { makeDatabaseSnapshot, momentName } from './make.ts'
import { fillAndCompare } from './prove.ts'

/**
 * A release with a new PostgreSQL major brings the one before along, reads the rows with it, and writes them anew. The old files are
 * renamed when the new ones were compared with them, and never removed here. Killed anywhere, the next start does it again or goes on.
 */

const OWN = 'cluster'
const NEXT = 'cluster-next'
/** There while folders get their new names; holds the major that is left. */
const MARKER = 'moved'
/** Where both servers have their socket meanwhile: whoever still runs must not find them. */
const SOCKETS = 'run-move'
const PATIENCE_MS = 3_600_000

export interface Moving {
  dataDir: string
  version: string
  say(line: string): void
}

/** Nothing to do for nearly every start, which costs reading two small files. */
export async function moveToOwnPostgres(moving: Moving): Promise<void> {
  if (!needsMove(join(moving.dataDir, 'postgres'))) return
  const home = join(realpathSync(moving.dataDir), 'postgres')
  const lock = await waitForLock(join(home, 'move-lock'), PATIENCE_MS)
  try {
    if (needsMove(home)) await moveAlone(moving, home)
  } finally {
    await lock.release()
  }
}

/** A service that writes meanwhile would lose what it writes. */
async function moveAlone(moving: Moving, home: string): Promise<void> {
  const lock = await borrowDataDir(moving.dataDir, 'The database has to be moved to a newer PostgreSQL')
  try {
    if (existsSync(join(home, MARKER))) await finish(home)
    if (needsMove(home)) await move(moving, home)
  } finally {
    await lock.release()
  }
}

function needsMove(home: string): boolean {
  if (existsSync(join(home, MARKER))) return true
  const found = majorOf(join(home, OWN))
  // Of a newer one the start itself says that it cannot be read.
  return found !== undefined && Number(found) < Number(findBinaries().major)
}

async function move({ dataDir, version, say }: Moving, home: string): Promise<void> {
  const from = majorOf(join(home, OWN))!
  const to = findBinaries().major
  const previous = findPrevious(from)
  if (!previous) return
  say(`the database is moved from PostgreSQL ${from} to ${to}; this takes about as long as a backup`)
  const log = () => {}
  const name = `${momentName(new Date())}-before-postgres-${to}`
  const snapshot = snapshotOf(dataDir, name)
  await mkdir(snapshotsIn(dataDir), { recursive: true, mode: 0o700 })
  // Of a try that was interrupted: the same rows.
  for (const earlier of await snapshotNames(dataDir))
    if (earlier.endsWith(`-before-postgres-${to}`)) await rm(snapshotOf(dataDir, earlier).folder, { recursive: true })
  await discard(home)
  await endOld(dataDir, home, previous)
  const readOnly = { default_transaction_read_only: 'on' }
  const apart = { dataDir, log, socketFolder: SOCKETS }
  const old = await startEmbeddedPostgres({ ...apart, binaries: previous, settings: readOnly })
  try {
    await makeDatabaseSnapshot(old.url, snapshot.folder, version, true)
  } finally {
    await old.stop()
  }
  const manifest = await readManifest(snapshot)
  await refuseUnknown(manifest.migrations)
  const next = await startEmbeddedPostgres({ ...apart, cluster: NEXT })
  try {
    const differences = await fillAndCompare(snapshot, next.url, say)
    if (differences > 0)
      throw new BackupProblem(`${differences} tables came out different; the data of PostgreSQL ${from} is untouched.`)
  } finally {
    await next.stop()
  }
  await writeDurably(join(home, MARKER), from)
  await finish(home)
  say(
    `the database is in PostgreSQL ${to} now; the old files stay in ${join(home, `${OWN}-${from}`)} until you remove them`,
  )
}

/** What an earlier try has left, which may even run, and may be of another version. */
async function discard(home: string): Promise<void> {
  if (!existsSync(join(home, NEXT))) return
  await endCluster(join(home, NEXT))
  await rm(join(home, NEXT), { recursive: true, force: true })
}

/** One that runs was left behind by a try that was killed, or by a service; or it is in use. */
async function endOld(dataDir: string, home: string, binaries: Binaries): Promise<void> {
  const running = findPostmaster(join(home, OWN))
  if (running && running.socketFolder !== join(home, SOCKETS)) {
    const found = await startEmbeddedPostgres({ dataDir, log: () => {}, binaries })
    if (!found.started && (await othersStay(found.url)))
      throw new BackupProblem(
        `The database has to be moved from PostgreSQL ${binaries.major}, and processes of Dossier are connected to it: stop all of them, and start the service once.`,
      )
  }
  await endCluster(join(home, OWN))
}

/** Each step can have been done already. */
async function finish(home: string): Promise<void> {
  const from = readFileSync(join(home, MARKER), 'utf8').trim()
  const [own, next] = [join(home, OWN), join(home, NEXT)]
  if (existsSync(next) && existsSync(own)) renameSync(own, freeName(`${own}-${from}`))
  if (existsSync(next)) renameSync(next, own)
  await syncFolder(home)
  rmSync(join(home, SOCKETS), { recursive: true, force: true })
  rmSync(join(home, MARKER), { force: true })
}

function freeName(wanted: string): string {
  let name = wanted
  for (let n = 2; existsSync(name); n++) name = `${wanted}-${n}`
  return name
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
