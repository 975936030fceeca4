import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { startWatchman } from '../server/adapters/watchman/watchman.ts'
import { until } from './support/client.ts'
import { ROOT } from './support/server.ts'

/** Holds the thread for so much of processor time, however busy the machine is. */
function holdTheThread(seconds: number): void {
  const began = process.cpuUsage()
  while (process.cpuUsage(began).user < seconds * 1e6);
}

test('a turn that holds the main thread is measured, and where it was is told', async () => {
  const module: { startWatchman: typeof startWatchman } = await import(
    join(ROOT, 'dist/server/adapters/watchman/watchman.js')
  )
  const lines: { wall_ms: number; cpu_ms: number; stack: string[] }[] = []
  const watchman = module.startWatchman({ warn: (line: never) => void lines.push(line) } as never)
  try {
    watchman.begin()
    await until(async () => watchman.longest().wall > 0 || void holdTheThread(0.2), 'the watch to begin')
    const isTold = () => lines.some(({ stack }) => stack.join().includes('holdTheThread'))
    let heldAt = Number.NEGATIVE_INFINITY
    const hold = () => {
      if (Date.now() - heldAt < 5000) return false
      holdTheThread(1.2)
      heldAt = Date.now()
    }
    await until(async () => (isTold() && watchman.longest().cpu > 0.5) || hold(), 'the line in the log', 180)
    expect(watchman.longest().wall).toBeGreaterThanOrEqual(watchman.longest().cpu)
    expect(await watchman.check.run()).toMatch(/^a turn of the event loop took \d/)
  } finally {
    await watchman.stop()
  }
})
