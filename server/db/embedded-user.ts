import { type SpawnOptions, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, type Stats, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import type { Binaries } from './embedded-binaries.ts'

/** PostgreSQL refuses to run as root, and wants its user to have a name. This says as whom it runs instead. */
export interface RunAs {
  /** Owner of what PostgreSQL reads and writes; undefined: whoever we are. */
  owner?: { uid: number; gid: number }
  command(program: string, args: string[]): { file: string; args: string[]; options: SpawnOptions }
}

const NOBODY = { uid: 65534, gid: 65534 }
// 65534 and not any number: initdb looks its user up by id, and `nobody` is the one that every system has.
const UNSHARE = ['--user', '--map-user=65534', '--map-group=65534']

export function chooseUser(binaries: Binaries, home: string, cluster: string): RunAs {
  const owner = existsSync(cluster) ? statSync(cluster) : undefined
  const uid = process.getuid?.()
  if (uid === undefined) return ourselves()
  if (uid !== 0) return chooseForPlainUser(uid, cluster, owner)
  // A cluster made inside a namespace belongs to root and stays so; every other one belongs to the user it ran as.
  const wanted = owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : NOBODY
  const droppable = canReach(wanted, binaries, home)
  if (droppable && owner?.uid !== 0) return as(wanted)
  if (namespacesWork()) return adopt(cluster, owner, inNamespace({ uid: 0, gid: 0 }))
  if (droppable) return adopt(cluster, owner, as(wanted))
  throw new Error(
    `PostgreSQL does not run as root, and user ${wanted.uid} may not enter ${home} or ${binaries.native}. ` +
      'Start as a plain user, move both to folders that others may enter (chmod o+x), or set DATABASE_URL.',
  )
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

function as(owner: { uid: number; gid: number }): RunAs {
  return { owner, command: (file, args) => ({ file, args, options: owner }) }
}

function inNamespace(owner?: { uid: number; gid: number }): RunAs {
  return { owner, command: (file, args) => ({ file: 'unshare', args: [...UNSHARE, file, ...args], options: {} }) }
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

function canReach(user: { uid: number; gid: number }, binaries: Binaries, home: string): boolean {
  const readable = [binaries.program('postgres'), join(binaries.native, 'lib'), join(binaries.native, 'share')]
  return readable.every(path => allows(user, path, 0o5) && parentsAllow(user, path)) && canEnter(user, home)
}

function canEnter(user: { uid: number; gid: number }, folder: string): boolean {
  return allows(user, folder, 0o1) && parentsAllow(user, folder)
}

function parentsAllow(user: { uid: number; gid: number }, path: string): boolean {
  const parent = dirname(path)
  return parent === path || canEnter(user, parent)
}

function allows(user: { uid: number; gid: number }, path: string, bits: number): boolean {
  const stat = statSync(path)
  const shift = stat.uid === user.uid ? 6 : stat.gid === user.gid ? 3 : 0
  return ((stat.mode >> shift) & bits) === bits
}
