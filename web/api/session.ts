import { store, useStore } from '../lib/store.ts'
import type { AuthState, User } from './shapes.ts'

/** Who is here. The proof of it is a cookie that the page never sees. */
export const session = store<AuthState | undefined>(undefined)

export function useUser(): User {
  const state = useStore(session)
  if (!state?.user) throw new Error('nobody is signed in')
  return state.user
}
