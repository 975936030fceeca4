import { useSyncExternalStore } from 'react'
import type { Store } from './value.ts'

export { kept, type Store, store } from './value.ts'

export function useStore<T>(from: Store<T>): T
export function useStore<T, S>(from: Store<T>, pick: (value: T) => S): S
export function useStore<T, S>(from: Store<T>, pick?: (value: T) => S): T | S {
  return useSyncExternalStore(from.subscribe, () => (pick ? pick(from.get()) : from.get()))
}
