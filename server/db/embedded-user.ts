import { type SpawnOptions, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs'
import { userInfo } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { Binaries } from './embedded-binaries.ts'

/** PostgreSQL refuses to run as root, and wants its user to have a name. This says as whom it runs instead. */
export interface RunAs {
  /** Owner of what PostgreSQL reads and writes; undefined: whoever we are. */
  owner?: Owner
  command(program: string, args: string[]): { file: string; args: string[]; options: SpawnOptions }
}

type Owner = { uid: number; gid: number }

// 65534 and not any number: initdb looks its user up by id, and `nobody` is the one that every system has.
const NOBODY = { uid: 65534, gid: 65534 }
const UNSHARE = ['--user', '--map-user=65534', '--map-group=65534']

export function chooseUser(home: string, cluster: string): RunAs {
  const owner = existsSync(cluster) ? statSync(cluster) : undefined
  const uid = process.getuid?.()
  if (uid === undefined) return ourselves()
  if (uid !== 0) return chooseForPlainUser(uid, cluster, owner)
  // Earlier versions ran it as root inside a namespace: such a cluster is handed over once.
  const wanted = owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : NOBODY
  const closed = firstClosed(wanted, home)
  if (closed && !mountsWork(closed))
    throw new Error(
      `PostgreSQL does not run as root, and user ${wanted.uid} may not enter ${closed}. ` +
        `Start as a plain user, open the folder to others (chmod o+x ${closed}), or set DATABASE_URL.`,
    )
  return adopt(cluster, owner, closed ? behind(closed, home, wanted) : as(wanted))
}

/** The programs where their user can read them: as they are installed, or a copy beside the data. */
export function programsFor(user: RunAs, binaries: Binaries, home: string): Binaries {
  const { owner } = user
  const needed = [binaries.program('postgres'), join(binaries.native, 'lib'), join(binaries.native, 'share')]
  if (!owner || needed.every(path => allows(owner, path, 0o5) && !firstClosed(owner, dirname(path)))) return binaries
  const copy = join(home, `programs-${binaries.version}`)
  if (!existsSync(copy)) copyPrograms(binaries.native, copy, home)
  return { ...binaries, native: copy, program: name => join(copy, 'bin', basename(binaries.program(name))) }
}

/** Made aside and renamed: a kill in the middle leaves nothing that looks whole. */
function copyPrograms(from: string, to: string, home: string): void {
  for (const name of readdirSync(home))
    if (name.startsWith('programs-')) rmSync(join(home, name), { recursive: true, force: true })
  const draft = `${to}.part`
  cpSync(from, draft, { recursive: true, verbatimSymlinks: true })
  const { status, stderr } = spawnSync('chmod', ['-R', 'a+rX', draft], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The copy of PostgreSQL in ${draft} cannot be opened to others: ${stderr}`)
  renameSync(draft, to)
}

/** A folder that PostgreSQL itself owns, closed to everybody else. */
export function makeOwnFolder(folder: string, user: RunAs): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (!user.owner) return
  chownSync(folder, user.owner.uid, user.owner.gid)
  chmodSync(folder, 0o700)
}

function chooseForPlainUser(uid: number, cluster: string, owner: Stats | undefined): RunAs {
  if (owner && owner.uid !== uid) {
    throw new Error(`${cluster} belongs to user ${owner.uid}, and this is user ${uid}: start as that user or as root.`)
  }
  try {
    userInfo()
    return ourselves()
  } catch {
    // A container started with a bare number for a user: it has no name, which initdb insists on.
    return namespacesWork() ? inNamespace() : ourselves()
  }
}

function ourselves(): RunAs {
  return { command: (file, args) => ({ file, args, options: {} }) }
}

function as(owner: Owner): RunAs {
  return { owner, command: (file, args) => ({ file, args, options: owner }) }
}

function inNamespace(): RunAs {
  return { command: (file, args) => ({ file: 'unshare', args: [...UNSHARE, file, ...args], options: {} }) }
}

/**
 * In a mount namespace of its own an empty folder is mounted over the closed one. Below it, under the same path, is
 * only the data of PostgreSQL, so the other files there are out of reach. Then the process changes to the user of
 * PostgreSQL.
 */
const BEHIND = `set -e; closed="$1"; home="$2"; uid="$3"; gid="$4"; shift 4
stage="$(mktemp -d)"; mount --bind "$home" "$stage"
mount -t tmpfs -o mode=755 none "$closed"; mkdir -p "$home"; mount --move "$stage" "$home"; rmdir "$stage"
cd "$home"; exec setpriv --reuid="$uid" --regid="$gid" --clear-groups --no-new-privs "$@"`

const MOUNTS = ['--mount', '--propagation', 'private', 'sh', '-c']

function behind(closed: string, home: string, owner: Owner): RunAs {
  const before = [...MOUNTS, BEHIND, 'sh', closed, home, String(owner.uid), String(owner.gid)]
  return { owner, command: (file, args) => ({ file: 'unshare', args: [...before, file, ...args], options: {} }) }
}

function mountsWork(closed: string): boolean {
  const tried = [...MOUNTS, 'mount -t tmpfs none "$1" && setpriv --reuid=65534 true', 'sh', closed]
  return process.platform === 'linux' && spawnSync('unshare', tried, { stdio: 'ignore' }).status === 0
}

function namespacesWork(): boolean {
  return process.platform === 'linux' && spawnSync('unshare', [...UNSHARE, 'true'], { stdio: 'ignore' }).status === 0
}

/** The project or its data was moved, or its permissions changed: the cluster follows the user that can run it now. */
function adopt(cluster: string, owner: Stats | undefined, user: RunAs): RunAs {
  if (!owner || !user.owner || owner.uid === user.owner.uid) return user
  const { status, stderr } = spawnSync('chown', ['-R', `${user.owner.uid}:${user.owner.gid}`, cluster])
  if (status !== 0) throw new Error(`Could not hand ${cluster} over to user ${user.owner.uid}: ${stderr}`)
  return user
}

/** The outermost folder on the way, or the place itself, that this user may not enter. */
function firstClosed(user: Owner, folder: string): string | undefined {
  const parent = dirname(folder)
  const above = parent === folder ? undefined : firstClosed(user, parent)
  return above ?? (allows(user, folder, 0o1) ? undefined : folder)
}

function allows(user: Owner, path: string, bits: number): boolean {
  const stat = statSync(path)
  const shift = stat.uid === user.uid ? 6 : stat.gid === user.gid ? 3 : 0
  return ((stat.mode >> shift) & bits) === bits
}
