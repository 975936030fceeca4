import { execFile } from 'node:child_process'
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
}

const works = (command: string[]) =>
  promisify(execFile)(command[0]!, command.slice(1)).then(
    () => true,
    () => false,
  )

/**
 * A program that opens whatever a document names must find neither the network nor our data. As root it becomes a user
 * who may read neither; otherwise it gets a view of the machine in which the data folder is empty.
 */
export async function setApart(programs: Programs, hidden: string): Promise<Apart> {
  const [unshare, setpriv] = [await programs.find('unshare'), await programs.find('setpriv')]
  const uid = process.getuid?.() ?? 0
  if (uid === 0 && setpriv) {
    const user = [setpriv, `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--no-new-privs']
    const cut = unshare && (await works([unshare, '--net', 'true'])) ? [unshare, '--net'] : []
    if (await works([...cut, ...user, 'true'])) return { before: [...cut, ...user], uid: NOBODY, given: true }
  }
  const veil = ['sh', '-c', 'mount -t tmpfs none "$0" && exec "$@"', hidden]
  const view = unshare ? [unshare, '--map-root-user', '--mount', '--net', ...veil] : []
  if (uid !== 0 && unshare && (await works([...view, 'true']))) return { before: view, uid: 0, given: false }
  return { before: [], uid, given: false }
}
