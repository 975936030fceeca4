import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setPriority } from 'node:os'

const BACKGROUND = 5

/** Ended from outside, or never begun: nobody's fault, and worth another try. */
export class ChildEnded extends Error {
  readonly code = 'CHILD_ENDED'
}

/** What an administrator or a machine without memory sends; a program that breaks by itself ends by another signal. */
export const isFromOutside = (signal: string | null) => /^SIG(KILL|TERM|INT|HUP)$/.test(signal ?? '')

/**
 * A child of ours, with nothing of our environment: no address, no key. It is in a group of its own: a Ctrl-C is for us alone,
 * and what it starts ends with it. For want of descriptors or processes there may be none, which is said at once: it would
 * never answer, and never exit.
 */
export function forkChild(script: string, options: Pick<ForkOptions, 'execPath' | 'execArgv'> = {}): ChildProcess {
  const child = fork(script, [], {
    ...options,
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    detached: true,
    serialization: 'advanced',
  })
  // Whoever waits for an answer hears of it by the exit; an unheard error would end the process.
  child.on('error', () => {})
  if (child.pid === undefined) throw new ChildEnded('no process could be started')
  return child
}

/** A child of ours with bounds on its memory. */
export function startLimited(
  script: string,
  limits: { heapMb: number; dataMb: number; background?: boolean },
): ChildProcess {
  const node = [process.execPath, `--max-old-space-size=${limits.heapMb}`]
  // The shell sets a limit on all memory that can be written to, then becomes Node; where there is none, V8's own remains.
  const limited = ['-c', `ulimit -d ${limits.dataMb * 1024} 2>/dev/null; ulimit -c 0; exec "$0" "$@"`, ...node]
  const shell = existsSync('/bin/sh')
  const child = forkChild(script, {
    execPath: shell ? '/bin/sh' : process.execPath,
    execArgv: shell ? limited : node.slice(1),
  })
  if (limits.background ?? true) lower(child.pid!)
  return child
}

/** Work that takes minutes must not slow down those who wait for an answer. */
function lower(pid: number): void {
  try {
    setPriority(pid, BACKGROUND)
  } catch {
    // Not every system lets us; then it is only less polite.
  }
}
