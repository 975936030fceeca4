import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { type Binaries, unavailable } from './embedded-binaries.ts'
import { makeOwnFolder, type RunAs } from './embedded-user.ts'

export const DATABASE_USER = 'dossier'

/** Everything PostgreSQL keeps, under one folder of the data folder. */
export interface ClusterFolder {
  home: string
  cluster: string
  passwordFile: string
  socketFolder: string
  logFile: string
  /** Besides the usual ones. */
  settings: Record<string, string>
}

export function readPassword(place: ClusterFolder): string {
  return readFileSync(place.passwordFile, 'utf8').trim()
}

const knownPassword = (place: ClusterFolder): string => (existsSync(place.passwordFile) ? readPassword(place) : '')

/** Which PostgreSQL has made these files; undefined where there are none. */
export function majorOf(cluster: string): string | undefined {
  const file = join(cluster, 'PG_VERSION')
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

/** Made aside and renamed at the end: a kill in the middle leaves a folder that the next start throws away. */
export async function ensureCluster(place: ClusterFolder, binaries: Binaries, user: RunAs): Promise<void> {
  sweepUnfinished(place.home)
  if (existsSync(place.cluster)) return refuseOtherVersion(place.cluster, binaries)
  const draft = join(place.home, `init-${randomBytes(6).toString('hex')}`)
  // Beside another cluster there already is a password, which both use.
  const known = knownPassword(place)
  const password = known || randomBytes(24).toString('base64url')
  // Durable before the cluster exists: a cluster whose password was lost would be a lost cluster.
  if (!known) await writeDurably(place.passwordFile, password)
  const passwordCopy = `${draft}.password`
  await writeDurably(passwordCopy, password)
  if (user.owner) chownSync(passwordCopy, user.owner.uid, user.owner.gid)
  makeOwnFolder(draft, user)
  await runInitdb(binaries, user, draft, passwordCopy)
  rmSync(passwordCopy)
  renameSync(draft, place.cluster)
  await syncFolder(place.home)
}

/** English messages and no surprises from the environment of whoever started us (PGDATA, PGPORT, LD_PRELOAD). */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  if (process.platform === 'win32') return { ...process.env, LC_ALL: 'C' }
  return { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' }
}

function refuseOtherVersion(cluster: string, binaries: Binaries): void {
  const major = majorOf(cluster)
  if (major === binaries.major) return
  throw new Error(
    `${cluster} was made by PostgreSQL ${major}, and this Dossier brings PostgreSQL ${binaries.major}, which cannot read it. ` +
      'Start the version of Dossier that made it, or move the data to a PostgreSQL server and set DATABASE_URL.',
  )
}

/** Best effort: an initdb whose parent was killed may still be writing there, and then the next start tries again. */
function sweepUnfinished(home: string): void {
  for (const name of readdirSync(home)) {
    if (!name.startsWith('init-')) continue
    try {
      rmSync(join(home, name), { recursive: true, force: true })
    } catch {}
  }
}

async function runInitdb(binaries: Binaries, user: RunAs, draft: string, passwordFile: string): Promise<void> {
  const { file, args, options } = user.command(binaries.program('initdb'), [
    `--pgdata=${draft}`,
    `--username=${DATABASE_USER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
  ])
  const child = spawn(file, args, {
    ...options,
    cwd: draft,
    env: postgresEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { code, output } = await outcome(child)
  if (code !== 0) throw new Error(`PostgreSQL could not create its files in ${draft}:\n${output.trim()}`)
}

async function outcome(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', error => reject(unavailable(`The built-in PostgreSQL does not run here (${error.message}).`)))
    child.once('close', resolve)
  })
  return { code, output }
}

/** Aside first: a full disk must not leave an empty file under the name. */
async function writeDurably(path: string, content: string): Promise<void> {
  const draft = `${path}.part`
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  renameSync(draft, path)
  await syncFolder(join(path, '..'))
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder, and does not need to.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
