/** Does the same with each of many, so many at a time. The first failure ends it. */
export async function atOnce<T>(
  count: number,
  all: AsyncIterable<T>,
  work: (one: T) => Promise<unknown>,
): Promise<void> {
  const source = all[Symbol.asyncIterator]()
  let failed = false
  await Promise.all(
    Array.from({ length: count }, async () => {
      for (let next = await source.next(); !next.done && !failed; next = await source.next()) {
        await work(next.value).catch(error => {
          failed = true
          throw error
        })
      }
    }),
  )
}
