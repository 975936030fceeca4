import { execFile } from 'node:child_process'
import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'

/**
 * A machine of its own for every program that touches users' bytes: a namespace of users without any power, without a network,
 * with programs, libraries, fonts and our own code to read, and one folder to write to. Nothing of the data, the home, other
 * processes or the environment is there.
 */

export interface View {
  /** Folders that may be written to. */
  writable?: string[]
  /** Files and folders that may be read. */
  readable?: string[]
  /** A folder that is shown as /tmp; without it /tmp is empty and in memory. */
  tmp?: string
}

export interface Isolation {
  way: 'bubblewrap' | 'namespaces' | 'none'
  /** What this machine cannot give, in words. */
  missing: string[]
  /** What stands before a command. */
  wrap(view: View): string[]
}

/** What programs need of the machine; nothing of it belongs to anybody. */
const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64']
const SYSTEM_FILES = [
  '/etc/ld.so.cache',
  '/etc/alternatives',
  '/etc/fonts',
  '/etc/libreoffice',
  '/etc/localtime',
  '/var/lib/libreoffice',
  '/var/cache/fontconfig',
]

/** Where the code of a child lies, without the data that may lie beside it. */
function codeOf(script: string): string[] {
  let root = dirname(script)
  while (!existsSync(join(root, 'package.json')) && dirname(root) !== root) root = dirname(root)
  const parts = ['package.json', 'dist', 'dist-bench', 'server', 'node_modules', 'models'].map(name => join(root, name))
  return [...new Set(parts.filter(existsSync).flatMap(part => [part, realpathSync(part)]))]
}

/** Node itself, where it does not lie in /usr. */
function nodeItself(): string[] {
  const real = realpathSync(process.execPath)
  return real.startsWith('/usr/') ? [] : [dirname(dirname(real))]
}

export const childView = (script: string): string[] => [...codeOf(script), ...nodeItself()]

const works = (command: string[]) =>
  promisify(execFile)(command[0]!, command.slice(1), { timeout: 10_000 }).then(
    () => true,
    () => false,
  )

function find(name: string, searchPath: string): string | undefined {
  return searchPath
    .split(delimiter)
    .filter(Boolean)
    .map(folder => join(folder, name))
    .find(existsSync)
}

const NONE: Isolation = {
  way: 'none',
  missing: [
    'programs that read files run as the service itself, with its files and its network: neither bubblewrap nor user namespaces can be used here',
  ],
  wrap: () => [],
}

export async function findIsolation(searchPath: string): Promise<Isolation> {
  if (process.platform !== 'linux') return NONE
  for (const isolation of [...byBubblewrap(searchPath), ...byNamespaces(searchPath)])
    if (await works([...isolation.wrap({}), '/usr/bin/env', 'true'])) return isolation
  return NONE
}

function byBubblewrap(searchPath: string): Isolation[] {
  const program = find('bwrap', searchPath)
  if (!program) return []
  const system = SYSTEM.filter(existsSync).flatMap(path =>
    lstatSync(path).isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path],
  )
  const apart = ['user', 'ipc', 'pid', 'net', 'uts'].map(kind => `--unshare-${kind}`)
  const wrapWith =
    (proc: string[]) =>
    ({ writable = [], readable = [], tmp }: View) => [
      program,
      ...apart,
      '--die-with-parent',
      '--cap-drop',
      'ALL',
      ...system,
      ...SYSTEM_FILES.flatMap(path => ['--ro-bind-try', path, path]),
      ...proc,
      '--dev',
      '/dev',
      ...(tmp ? ['--bind', tmp, '/tmp'] : ['--tmpfs', '/tmp']),
      ...writable.flatMap(path => ['--bind', path, path]),
      ...readable.flatMap(path => ['--ro-bind-try', path, path]),
    ]
  return [
    { way: 'bubblewrap', missing: [], wrap: wrapWith(['--proc', '/proc']) },
    // In a container /proc cannot be made anew.
    { way: 'bubblewrap', missing: [], wrap: wrapWith([]) },
  ]
}

/**
 * The same by hand, for machines without bubblewrap: `mount` and `chroot` inside a namespace, then all power is given away.
 * The new root is mounted over /sys, which exists everywhere and holds nothing that is shown: nothing is left on the disk.
 * Shared memory is fresh: outside, the user is the service's, so that of PostgreSQL and of other children could be read.
 */
const ROOM = `set -e; PATH=/usr/sbin:/usr/bin:/sbin:/bin; umask 022
room=/sys; mount -t tmpfs -o mode=755 none "$room"
show() { [ -e "$2" ] || return 0; mkdir -p "$room$(dirname "$3")"
  if [ -L "$2" ]; then ln -s "$(readlink "$2")" "$room$3"; return; fi
  if [ -d "$2" ]; then mkdir -p "$room$3"; else : > "$room$3"; fi
  mount --rbind "$2" "$room$3"; [ "$1" = rw ] || mount -o remount,bind,ro "$room$3" 2>/dev/null || :; }
while [ "$1" != -- ]; do show "$1" "$2" "$3"; shift 3; done; shift
mkdir -p "$room/tmp" "$room/proc" "$room/dev/shm"; mount -t tmpfs -o mode=1777 none "$room/dev/shm"
mount -t proc proc "$room/proc" 2>/dev/null || :
exec chroot "$room" setpriv --no-new-privs --bounding-set=-all --inh-caps=-all "$@"`

function byNamespaces(searchPath: string): Isolation[] {
  const [unshare, setpriv] = [find('unshare', searchPath), find('setpriv', searchPath)]
  if (!unshare || !setpriv) return []
  const devices = ['/dev/null', '/dev/zero', '/dev/random', '/dev/urandom']
  const wrap = ({ writable = [], readable = [], tmp }: View) => [
    unshare,
    ...['--user', '--map-root-user', '--mount', '--net', '--pid', '--ipc', '--uts', '--fork', '--kill-child'],
    ...['sh', '-c', ROOM, 'room'],
    ...[...SYSTEM, ...SYSTEM_FILES].flatMap(path => ['ro', path, path]),
    ...devices.flatMap(path => ['rw', path, path]),
    ...(tmp ? ['rw', tmp, '/tmp'] : []),
    ...writable.flatMap(path => ['rw', path, path]),
    ...readable.flatMap(path => ['ro', path, path]),
    '--',
  ]
  return [{ way: 'namespaces', missing: [], wrap }]
}
