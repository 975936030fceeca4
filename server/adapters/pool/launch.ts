import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { ChildEnded, IsolationMissing } from './endings.ts'
import { childView } from './isolation.ts'
import type { Sandbox } from './sandbox.ts'

/** How a child is started and ended. */

export interface ChildSettings {
  /** As it is called in errors, metrics and health. */
  name: string
  /** The compiled module that serves. */
  script: string
  /** Of V8, and of all memory that can be written to, in MB. */
  heapMb: number
  dataMb: number
  /** How many at most; whoever comes later waits. */
  most?: number
  /** An idle child ends after this. */
  idleMs: number
  /** 0 to 19: how far it steps back behind those who wait for an answer. */
  nice?: number
  /** What it may read beside its own code. */
  readable?: string[]
  /** What it may write to beside its own folder. */
  writable?: string[]
}

/** With nothing of our environment, in a group of its own: a Ctrl-C is for us alone, and what it starts ends with it. */
export function launch({ isolation, required }: Sandbox, settings: ChildSettings, folder: string): ChildProcess {
  if (required && isolation.way === 'none') throw new IsolationMissing(`${settings.name} is off: ISOLATION=required`)
  const { script, heapMb, dataMb, nice = 0, readable = [], writable = [] } = settings
  const apart = isolation.wrap({
    writable: [folder, ...writable],
    readable: [...childView(script), ...readable, join(folder, 'in')],
  })
  const node = [process.execPath, `--max-old-space-size=${heapMb}`]
  const limits = `ulimit -d ${dataMb * 1024} 2>/dev/null; ulimit -c 0; ulimit -n 256 2>/dev/null; exec nice -n ${nice} "$0" "$@"`
  const child = fork(script, [], {
    execPath: '/bin/sh',
    execArgv: ['-c', limits, ...apart, ...node],
    cwd: folder,
    env: { HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8', PATH: '/usr/bin:/bin' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    detached: true,
    serialization: 'advanced',
  })
  // Whoever waits for an answer learns of it by the exit; an error without a listener would end the process.
  child.on('error', () => {})
  if (child.pid === undefined) throw new ChildEnded(`${settings.name} could not be started`)
  return child
}

/** Those that we have ended; the system tells of it a moment later. */
const ended = new WeakSet<ChildProcess>()

export const isAlive = (child: ChildProcess) =>
  !ended.has(child) && child.exitCode === null && child.signalCode === null

export function endGroup(child: ChildProcess): void {
  ended.add(child)
  try {
    process.kill(-child.pid!, 'SIGKILL')
  } catch {
    child.kill('SIGKILL')
  }
}
