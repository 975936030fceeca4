import { Session } from 'node:inspector'
import { parentPort, workerData } from 'node:worker_threads'

/** Looks at the main thread from beside it: a turn that holds it cannot tell of itself. */

/** A turn that took long enough to be looked at. */
export interface LongTurn {
  /** When its end was seen, in milliseconds since 1970. */
  at: number
  /** What it was doing, innermost first. */
  stack: string[]
}

export interface WatcherSettings {
  /** How often the main thread came round, and whether its turns count yet. */
  beats: SharedArrayBuffer
  everyMs: number
}

const { beats, everyMs } = workerData as WatcherSettings
const beat = new Int32Array(beats)
const STACK_MS = 500
const STACK_PAUSE_MS = 60_000
const FRAMES = 12

let seen = Atomics.load(beat, 0)
let since = performance.now()
let stack: string[] = []
let lastStack = Number.NEGATIVE_INFINITY

setInterval(() => {
  const now = performance.now()
  const current = Atomics.load(beat, 0)
  if (current === seen) {
    if (Atomics.load(beat, 1) === 0) return
    if (now - since > STACK_MS && stack.length === 0 && now - lastStack > STACK_PAUSE_MS) {
      lastStack = now
      look()
    }
    return
  }
  if (stack.length > 0) parentPort!.postMessage({ at: Date.now(), stack } satisfies LongTurn)
  seen = current
  since = now
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
