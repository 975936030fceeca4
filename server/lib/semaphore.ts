/** Lets `limit` pieces of work run at once and `waiting` more stand in line; beyond that it refuses by `busy()`. */
export function semaphore(limit: number, waiting: number, busy: () => Error) {
  let running = 0
  const line: (() => void)[] = []
  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (running >= limit) {
      if (line.length >= waiting) throw busy()
      await new Promise<void>(resolve => line.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = line.shift()
      if (next) next()
      else running--
    }
  }
}
