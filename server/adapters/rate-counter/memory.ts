import type { RateCounter } from '../../ports/rate-counter.ts'
import { windowStart } from './window.ts'

const KEYS_PER_GENERATION = 50_000

interface Window {
  start: number
  young: Map<string, number>
  old: Map<string, number>
}

/**
 * For one process. A million made-up keys must not fill the memory, so only the latest 50,000 to 100,000 keys of a window
 * are remembered: when the young generation is full it becomes the old one, and the old one is forgotten.
 */
export function memoryRateCounter(): RateCounter {
  const windows = new Map<number, Window>()
  return {
    async hit(key, windowSeconds) {
      const start = windowStart(windowSeconds)
      let window = windows.get(windowSeconds)
      if (window?.start !== start) {
        window = { start, young: new Map(), old: new Map() }
        windows.set(windowSeconds, window)
      }
      const hits = (window.young.get(key) ?? window.old.get(key) ?? 0) + 1
      window.young.set(key, hits)
      if (window.young.size >= KEYS_PER_GENERATION) {
        window.old = window.young
        window.young = new Map()
      }
      return hits
    },
    async close() {
      windows.clear()
    },
  }
}
