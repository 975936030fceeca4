import type { Signals } from '../context.ts'
import type { QueueName } from '../lib/queues.ts'

/** So many files within this time are more than a person brings. */
const MANY = 10
const WITHIN_MS = 1000
/** Of its time, one part for the work and so many for those who wait for an answer. */
const REST = { parts: 4, longestMs: 1000 }
/** Vectors come last: while many files are uploaded or wait to be read they get a small part of the time. */
const LAST_REST = { parts: 12, longestMs: 5000 }

/** Nobody sits and waits for the jobs of these queues. */
const PATIENT: QueueName[] = ['main', 'scans', 'office', 'recordings', 'vectors']
/** Files can be found by their words before they can be by their meaning: vectors wait for those who read. */
const READING: QueueName = 'main'
const LATEST: QueueName = 'vectors'
const STILL_READING_MS = 500

export interface GivingWay {
  /** How many jobs of the queue may run now, of so many slots. */
  slots(queue: QueueName, all: number): number
  /** A job of the queue was followed by another that had waited. */
  goesOn(queue: QueueName): void
  /** A job of the queue has ended; answers how long the queue rests before the next. Where nobody came meanwhile, it need not. */
  rest(queue: QueueName, tookMs: number): number
  stop(): void
}

/**
 * While files pour in, the background reads one at a time and rests in between: whoever brings files waits for each answer,
 * and both live on the same processors. In the same way what is done last gives way to the reading. Nothing ever stops: what
 * came first is read even if the stream of files has no end.
 */
export function givingWay(signals: Signals, now: () => number = () => performance.now()): GivingWay {
  const arrivals = new Array<number>(MANY).fill(Number.NEGATIVE_INFINITY)
  let next = 0
  let last = Number.NEGATIVE_INFINITY
  let lastRead = Number.NEGATIVE_INFINITY
  const restsUntil = new Map<QueueName, number>()
  const stop = signals.on('arrivals', () => {
    last = now()
    arrivals[next] = last
    next = (next + 1) % MANY
  })
  // The oldest of the last so many.
  const pouring = () => now() - arrivals[next]! < WITHIN_MS
  const reading = () => now() - lastRead < STILL_READING_MS
  return {
    slots: (queue, all) => {
      if (!(PATIENT.includes(queue) && pouring()) && !(queue === LATEST && reading())) return all
      return (restsUntil.get(queue) ?? 0) > now() ? 0 : Math.min(1, all)
    },
    goesOn: queue => {
      if (queue === READING) lastRead = now()
    },
    rest: (queue, tookMs) => {
      const comesLast = queue === LATEST && (reading() || pouring())
      const cameMeanwhile = PATIENT.includes(queue) && pouring() && last >= now() - tookMs
      if (!cameMeanwhile && !comesLast) return 0
      const { parts, longestMs } = comesLast ? LAST_REST : REST
      const rest = Math.min(tookMs * parts, longestMs)
      restsUntil.set(queue, now() + rest)
      return rest
    },
    stop,
  }
}
