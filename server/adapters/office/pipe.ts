import { createHash } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { connect } from 'node:net'
import { basename, dirname } from 'node:path'

/**
 * A running LibreOffice takes the command lines of later calls through a socket, does what they ask, and says when it has
 * done it. Speaking to the socket ourselves saves the second process, which is most of the time of a small conversion.
 */

/** Where the office of a profile listens: its name is the sum of the profile's address. */
export function pipeOf(tmp: string, profileUrl: string, uid: number): string {
  const sum = createHash('md5').update(Buffer.from(profileUrl, 'utf16le')).digest()
  // Each byte without its leading zero, as the office writes it.
  return `${tmp}/OSL_PIPE_${uid}_SingleOfficeIPC_${[...sum].map(byte => byte.toString(16)).join('')}`
}

/** In a room there is one office, and nobody else has a socket. */
export function pipeIn(tmp: string, names: string[]): string | undefined {
  const name = names.find(found => found.startsWith('OSL_PIPE_') && found.includes('SingleOfficeIPC'))
  return name && `${tmp}/${name}`
}

const READY = 'InternalIPC::SendArguments\0'
const DONE = 'InternalIPC::ProcessingDone\0'

const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll(',', '\\,').replaceAll('\0', '\\0')

/** The path of a socket may have 107 bytes: a longer one is reached by way of its open folder. */
function reachable(pipe: string): { path: string; close(): void } {
  if (Buffer.byteLength(pipe) <= 107) return { path: pipe, close() {} }
  const folder = openSync(dirname(pipe), 'r')
  return { path: `/proc/self/fd/${folder}/${basename(pipe)}`, close: () => closeSync(folder) }
}

/** Resolves when the office has dealt with the arguments; rejects when it falls silent or the signal fires. */
export function askOffice(pipe: string, folder: string, args: string[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const { path, close } = reachable(pipe)
    const socket = connect(path)
    let received = ''
    let isSent = false
    let finished = false
    const finish = (act: () => void) => {
      // To end the line makes it say that it has ended.
      if (finished) return
      finished = true
      signal.removeEventListener('abort', onAbort)
      socket.destroy()
      close()
      act()
    }
    const onAbort = () => finish(() => reject(signal.reason))
    signal.addEventListener('abort', onAbort)
    socket.on('data', chunk => {
      received += chunk.toString('latin1')
      if (!isSent && received.includes(READY)) {
        isSent = true
        received = ''
        const list = args.map(argument => `,${escaped(argument)}`).join('')
        socket.write(`InternalIPC::Arguments1${escaped(`file://${folder}`)}${list}\0`)
      } else if (isSent && received.includes(DONE)) finish(resolve)
    })
    socket.on('error', error => finish(() => reject(error)))
    socket.on('close', () => finish(() => reject(new Error('the office closed the line'))))
  })
}
