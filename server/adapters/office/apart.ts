import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Programs } from '../programs/programs.ts'

/** The user that owns nothing. */
const NOBODY = 65534

export interface Apart {
  /** What stands before the command. */
  before: string[]
  /** Whose files and sockets they will be. */
  uid: number
  /** Files must be given to another user. */
  given: boolean
  /** Where we find what it puts into /tmp. */
  tmp: string
}

/** A socket's path may have 108 bytes, of which its name takes up to 64. */
const isShort = (tmp: string) => tmp.length <= 42

const works = (command: string[]) =>
  promisify(execFile)(command[0]!, command.slice(1)).then(
    () => true,
    () => false,
  )

/** What a program needs of the machine; nothing of it belongs to anybody. */
const NEEDED = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib64',
  '/etc/ld.so.cache',
  '/etc/alternatives',
  '/etc/fonts',
  '/etc/libreoffice',
  '/var/lib/libreoffice',
  '/var/cache/fontconfig',
  '/dev/null',
  '/dev/zero',
  '/dev/random',
  '/dev/urandom',
]

/** A machine of its own, in which there are programs, letters, and the folder that it works in: $0, then what it needs, `--`, command. */
const ROOM = `set -e; PATH=/usr/sbin:/usr/bin:/sbin:/bin; umask 022
room="$0/root"; mount -t tmpfs -o mode=755 none "$room"
while [ "$1" != -- ]; do
  thing="$1"; shift; [ -e "$thing" ] || continue
  mkdir -p "$room$(dirname "$thing")"
  if [ -L "$thing" ]; then ln -s "$(readlink "$thing")" "$room$thing"
  elif [ -d "$thing" ]; then mkdir -p "$room$thing"; mount --rbind "$thing" "$room$thing"
  else : > "$room$thing"; mount --bind "$thing" "$room$thing"; fi
done; shift
printf 'root:x:0:0::/:\\nnobody:x:65534:65534::/:\\n' > "$room/etc/passwd"
mkdir -p "$room/tmp"; mount --bind "$0/tmp" "$room/tmp"
mkdir -p "$room$0"; mount --bind "$0" "$room$0"
exec chroot "$room" "$@"`

/**
 * A program that opens whatever a document names must find neither the network nor any file but its own. So it gets a room
 * with nothing in it, and as root it becomes a user who owns nothing. Where the system allows no rooms: as root that user
 * without a network, otherwise a view of the machine in which the data folder is empty.
 */
export async function setApart(
  programs: Programs,
  options: { hidden: string; folder: string; program: string },
): Promise<Apart> {
  const [unshare, setpriv] = [await programs.find('unshare'), await programs.find('setpriv')]
  const uid = process.getuid?.() ?? 0
  const { folder, hidden, program } = options
  const room = ['sh', '-c', ROOM, folder, ...NEEDED, program, '--']
  const tmp = join(folder, 'tmp')
  if (uid === 0 && setpriv) {
    const user = [setpriv, `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--no-new-privs']
    const inRoom = unshare ? [unshare, '--mount', '--net', ...room, ...user] : []
    if (unshare && isShort(tmp) && (await works([...inRoom, 'true'])))
      return { before: inRoom, uid: NOBODY, given: true, tmp }
    const cut = unshare && (await works([unshare, '--net', 'true'])) ? [unshare, '--net'] : []
    if (await works([...cut, ...user, 'true']))
      return { before: [...cut, ...user], uid: NOBODY, given: true, tmp: '/tmp' }
  }
  if (uid !== 0 && unshare) {
    const own = [unshare, '--map-root-user', '--mount', '--net']
    const inRoom = [...own, ...room]
    if (isShort(tmp) && (await works([...inRoom, 'true']))) return { before: inRoom, uid: 0, given: false, tmp }
    const view = [...own, 'sh', '-c', 'mount -t tmpfs none "$0" && exec "$@"', hidden]
    if (await works([...view, 'true'])) return { before: view, uid: 0, given: false, tmp: '/tmp' }
  }
  return { before: [], uid, given: false, tmp: '/tmp' }
}
