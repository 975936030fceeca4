/** Work of one key is done in the order in which it came; different keys do not wait for each other. */
export function queueByKey() {
  const last = new Map<string, Promise<unknown>>()
  return async function inOrder<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = last.get(key) ?? Promise.resolve()
    const mine = before.then(work, work)
    last.set(key, mine)
    try {
      return await mine
    } finally {
      if (last.get(key) === mine) last.delete(key)
    }
  }
}
