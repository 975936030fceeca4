import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { Log } from '../../lib/log.ts'
import type { Check } from '../../ports/checks.ts'
import type { LongTurn, WatcherSettings } from './watcher.ts'

const SCRIPT = new URL('./watcher.js', import.meta.url)
const EVERY_MS = 50
const FROM_MS = 150
/** Turns from here on are worth a line in the log. */
const LOG_MS = 500
const HOUR_MS = 3_600_000
const BAD_MS = 1000
const MOST_TURNS = 100

interface Turn {
  /** When it ended, in milliseconds since 1970. */
  at: number
  wallMs: number
  /** Of processor time of the main thread; null where the system does not tell. */
  cpuMs: number | null
  stack: string[]
}

export interface Watchman {
  /** The longest turn of the event loop within the last hour, in seconds. */
  longest(): { wall: number; cpu: number }
  /** Starts measuring. Not before: start-up blocks the thread for long, but nobody is waiting yet. */
  begin(): void
  check: Check
  stop(): Promise<void>
}

/** Measures how long the main thread is held by one piece of work, and says by which. */
export function startWatchman(log: Log): Watchman {
  const beats = new SharedArrayBuffer(8)
  const beat = new Int32Array(beats)
  let began = false
  let turns: Turn[] = []
  let last = momentNow()
  const timer = setInterval(() => {
    Atomics.add(beat, 0, 1)
    const now = momentNow()
    const turn = turnBetween(last, now)
    last = now
    if (!began || turn.wallMs < FROM_MS) return
    turns = [...turns.filter(({ at }) => at > Date.now() - HOUR_MS), turn]
      .sort((a, b) => b.wallMs - a.wallMs)
      .slice(0, MOST_TURNS)
    // By then the thread has told where it was.
    if (turn.wallMs >= LOG_MS) setTimeout(logTurn, 4 * EVERY_MS, log, turn).unref()
  }, EVERY_MS)
  timer.unref()
  const settings: WatcherSettings = { beats, everyMs: EVERY_MS }
  const worker = new Worker(SCRIPT, { workerData: settings, env: {}, resourceLimits: { maxOldGenerationSizeMb: 32 } })
  worker.unref()
  worker.on('error', error => log.warn({ err: error }, 'the watch over the event loop has ended'))
  worker.on('message', ({ at, stack }: LongTurn) => {
    const [nearest] = turns.toSorted((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at))
    if (nearest) nearest.stack = stack
  })
  const recent = () => turns.filter(({ at }) => at > Date.now() - HOUR_MS)
  return {
    longest: () => ({
      wall: Math.max(0, ...recent().map(({ wallMs }) => wallMs)) / 1000,
      cpu: Math.max(0, ...recent().map(({ cpuMs }) => cpuMs ?? 0)) / 1000,
    }),
    check: {
      name: 'event_loop',
      async run() {
        const [worst] = recent()
        if (!worst || worst.wallMs < BAD_MS) return 'no turn of the event loop took a second within the last hour'
        const where = worst.stack[0] ? `, in ${worst.stack[0]}` : ''
        return `a turn of the event loop took ${(worst.wallMs / 1000).toFixed(1)} s at ${new Date(worst.at).toISOString()}${where}`
      },
    },
    begin() {
      // What is told of the starting itself comes within the next moment.
      setTimeout(() => {
        began = true
        Atomics.store(beat, 1, 1)
      }, 4 * EVERY_MS).unref()
    },
    async stop() {
      clearInterval(timer)
      await worker.terminate()
    },
  }
}

interface Moment {
  wall: number
  cpu: number | null
}

/** Measured by the main thread itself: whoever watches from beside it comes late on a busy machine. */
function momentNow(): Moment {
  return { wall: performance.now(), cpu: cpuNow() }
}

function cpuNow(): number | null {
  try {
    return Number(readFileSync(`/proc/${process.pid}/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return null
  }
}

const turnBetween = (last: Moment, now: Moment): Turn => ({
  at: Date.now(),
  wallMs: now.wall - last.wall,
  cpuMs: now.cpu === null || last.cpu === null ? null : now.cpu - last.cpu,
  stack: [],
})

function logTurn(log: Log, { wallMs, cpuMs, stack }: Turn): void {
  const rounded = { wall_ms: Math.round(wallMs), cpu_ms: cpuMs === null ? null : Math.round(cpuMs) }
  log.warn({ ...rounded, stack }, 'the event loop was held')
}
