import { Worker } from 'node:worker_threads'
import type { Log } from '../../context.ts'
import type { Check } from '../../ports/checks.ts'
import type { Turn, WatcherSettings } from './watcher.ts'

const SCRIPT = new URL('./watcher.js', import.meta.url)
const EVERY_MS = 50
const FROM_MS = 150
/** Turns from here on are worth a line in the log. */
const LOG_MS = 500
const HOUR_MS = 3_600_000
const BAD_MS = 1000

export interface Watchman {
  /** The longest turn of the event loop within the last hour, in seconds. */
  longest(): { wall: number; cpu: number }
  /** From now on: starting takes one long turn, in which nobody waits. */
  begin(): void
  check: Check
  stop(): Promise<void>
}

/** Measures how long the main thread is held by one piece of work, and says by which. */
export function startWatchman(log: Log): Watchman {
  const beats = new SharedArrayBuffer(4)
  const beat = new Int32Array(beats)
  let began = false
  const timer = setInterval(() => Atomics.add(beat, 0, 1), EVERY_MS)
  timer.unref()
  const settings: WatcherSettings = { beats, pid: process.pid, everyMs: EVERY_MS, fromMs: FROM_MS }
  const worker = new Worker(SCRIPT, { workerData: settings, env: {}, resourceLimits: { maxOldGenerationSizeMb: 32 } })
  worker.unref()
  worker.on('error', error => log.warn({ err: error }, 'the watch over the event loop has ended'))
  let turns: Turn[] = []
  worker.on('message', (turn: Turn) => {
    if (!began) return
    turns = [...turns.filter(({ at }) => at > Date.now() - HOUR_MS), turn].sort((a, b) => b.wallMs - a.wallMs)
    turns = turns.slice(0, 100)
    if (turn.wallMs >= LOG_MS)
      log.warn(
        {
          wall_ms: Math.round(turn.wallMs),
          cpu_ms: turn.cpuMs === null ? null : Math.round(turn.cpuMs),
          stack: turn.stack,
        },
        'the event loop was held',
      )
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
      }, 4 * EVERY_MS).unref()
    },
    async stop() {
      clearInterval(timer)
      await worker.terminate()
    },
  }
}
