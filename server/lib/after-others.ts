/** Once whatever waits for the network or the database has been sent off. */
export function afterOthers<T>(work: () => Promise<T>): Promise<T> {
  const done = new Promise<void>(resolve => setImmediate(resolve)).then(work)
  // Whoever waits for it hears of a failure; perhaps nobody does.
  done.catch(() => {})
  return done
}
