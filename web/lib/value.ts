/** A value outside of React that components can follow: see store.ts. What is drawn before React has come uses it too. */
export interface Store<T> {
  get(): T
  set(next: T | ((now: T) => T)): void
  subscribe(listener: () => void): () => void
}

export function store<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      const made = typeof next === 'function' ? (next as (now: T) => T)(value) : next
      if (Object.is(made, value)) return
      value = made
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** What may lie in the browser: widths, looks, languages. Never anything of a file. */
export function kept<T>(name: string, fallback: T): Store<T> {
  const key = `dossier.${name}`
  const made = store<T>(read(key, fallback))
  made.subscribe(() => {
    try {
      localStorage.setItem(key, typeof made.get() === 'string' ? (made.get() as string) : JSON.stringify(made.get()))
    } catch {
      // A browser that keeps nothing still works.
    }
  })
  return made
}

function read<T>(key: string, fallback: T): T {
  try {
    const text = localStorage.getItem(key)
    if (text === null) return fallback
    return (typeof fallback === 'string' ? text : JSON.parse(text)) as T
  } catch {
    return fallback
  }
}
