import { setTimeout as pause } from 'node:timers/promises'
import { chain, faultOf } from './faults.ts'

const TRIES = 3
const FIRST_PAUSE_MS = 400
const LONGEST_PAUSE_MS = 20_000

/** Tries again what may pass by itself, as long as the deadline allows; throws ModelFailed. */
export async function retried<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const fault = faultOf(error)
      if (!fault.passing || attempt === TRIES || signal.aborted) throw fault
      const wait = askedPause(error) ?? FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random() / 2)
      await pause(Math.min(wait, LONGEST_PAUSE_MS), undefined, { signal }).catch(() => {
        throw faultOf(signal.reason)
      })
    }
  }
}

/** The pause that the server itself has asked for. */
function askedPause(error: unknown): number | undefined {
  for (const { responseHeaders } of chain(error)) {
    const exact = Number(responseHeaders?.['retry-after-ms'])
    if (exact > 0) return exact
    const seconds = Number(responseHeaders?.['retry-after'])
    if (seconds >= 0 && responseHeaders?.['retry-after'] !== undefined) return seconds * 1000
  }
  return undefined
}
