import { type ChildProcess, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setPriority } from 'node:os'

const BACKGROUND = 5

/** A child of ours with bounds on its memory, none of our environment, and a group of its own that ends as one. */
export function startLimited(script: string, limits: { heapMb: number; dataMb: number }): ChildProcess {
  const node = [process.execPath, `--max-old-space-size=${limits.heapMb}`]
  // The shell sets a limit on all memory that can be written to, then becomes Node; where there is none, V8's own remains.
  const limited = ['-c', `ulimit -d ${limits.dataMb * 1024} 2>/dev/null; ulimit -c 0; exec "$0" "$@"`, ...node]
  const shell = existsSync('/bin/sh')
  const child = fork(script, [], {
    execPath: shell ? '/bin/sh' : process.execPath,
    execArgv: shell ? limited : node.slice(1),
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    detached: true,
    serialization: 'advanced',
  })
  // Whoever waits for an answer hears of it by the exit.
  child.on('error', () => {})
  if (child.pid) lower(child.pid)
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
