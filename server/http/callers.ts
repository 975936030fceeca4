import type { Actor, Context } from '../context.ts'
import type { Authenticate, Credentials } from './admission.ts'

const KEPT_MS = 1000
const MOST = 1000

export interface Callers {
  /** As it was a moment ago, or asked now. */
  recent: Authenticate
  /** Something has changed that may concern who may do what. */
  forget(): void
}

/**
 * Who brings many files is looked up once for some of them. Only for the one process that all changes go through: whatever it
 * changes makes it forget everybody before the change is answered, so no caller is known any longer than their token.
 */
export function recentCallers(authenticate: Authenticate): Callers {
  let known = new Map<string, { actor: Actor; until: number }>()
  let changes = 0
  const forget = () => {
    changes++
    if (known.size > 0) known = new Map()
  }
  async function recent(context: Context, credentials: Credentials): Promise<Actor | undefined> {
    const name = JSON.stringify(credentials)
    const found = known.get(name)
    if (found && found.until > performance.now()) return found.actor
    const before = changes
    const until = performance.now() + KEPT_MS
    const actor = await authenticate(context, credentials)
    // What was asked before a change may be the state before it.
    if (actor && before === changes) {
      if (known.size >= MOST) known = new Map()
      known.set(name, { actor, until })
    }
    return actor
  }
  return { recent, forget }
}
