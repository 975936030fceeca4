import { readFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import { parentPort, workerData } from 'node:worker_threads'

/** Looks at the main thread from beside it: a turn that holds it cannot tell of itself. */

export interface Turn {
  /** When it ended, in milliseconds since 1970. */
  at: number
  wallMs: number
  /** Of processor time of the main thread; null where the system does not tell. */
  cpuMs: number | null
  /** What it was doing, innermost first. */
  stack: string[]
}

export interface WatcherSettings {
  beats: SharedArrayBuffer
  pid: number
  everyMs: number
  /** Turns from here on are told. */
  fromMs: number
}

const { beats, pid, everyMs, fromMs } = workerData as WatcherSettings
const beat = new Int32Array(beats)
const STACK_MS = 500
const STACK_PAUSE_MS = 60_000
const FRAMES = 12

function cpuNow(): number | null {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return null
  }
}

let seen = Atomics.load(beat, 0)
let since = performance.now()
let cpuSince = cpuNow()
let isLong = false
let stack: string[] = []
let lastStack = Number.NEGATIVE_INFINITY

setInterval(() => {
  const now = performance.now()
  const current = Atomics.load(beat, 0)
  if (current === seen) {
    isLong = true
    if (now - since > STACK_MS && stack.length === 0 && now - lastStack > STACK_PAUSE_MS) {
      lastStack = now
      look()
    }
    return
  }
  const cpu = isLong ? cpuNow() : null
  const cpuMs = cpu === null || cpuSince === null ? null : cpu - cpuSince
  const wallMs = now - since
  if (isLong && wallMs >= fromMs) {
    const turn: Turn = { at: Date.now(), wallMs, cpuMs, stack }
    parentPort!.postMessage(turn)
  }
  seen = current
  since = now
  cpuSince = cpuNow()
  isLong = false
  stack = []
}, everyMs)

/** Stops the main thread for a moment to see where it is. */
function look(): void {
  const session = new Session()
  const close = () => {
    try {
      session.disconnect()
    } catch {}
  }
  try {
    session.connectToMainThread()
    session.once('Debugger.paused', ({ params }) => {
      stack = params.callFrames.slice(0, FRAMES).map(({ functionName, url, location }) => {
        const file = url.split('/').slice(-3).join('/')
        return `${functionName || '(anonymous)'} ${file}:${location.lineNumber + 1}`
      })
      session.post('Debugger.resume')
      session.post('Debugger.disable', close)
    })
    session.post('Debugger.enable')
    session.post('Debugger.pause')
  } catch {
    close()
  }
}
