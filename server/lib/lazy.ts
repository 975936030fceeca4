/** All of them, for tests that look at what each makes. */
export const lazies: (() => unknown)[] = []

/** Worked out when it is first asked for: what only some requests need is no part of a start. For tables at the top of modules. */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  const get = () => {
    made ??= { value: make() }
    return made.value
  }
  lazies.push(get)
  return get
}
