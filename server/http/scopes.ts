import type { ScopeName } from '../lib/scopes.ts'
import type { Route } from './route.ts'

/** What a token needs for each call: by the part of the interface, where a route does not name it itself. */

interface Needed {
  reads: ScopeName | null
  changes: ScopeName | null
  removes: ScopeName | null
}

const all = (scope: ScopeName | null): Needed => ({ reads: scope, changes: scope, removes: scope })

const USUAL: Needed = { reads: 'read', changes: 'write', removes: 'delete' }

const BY_TAG: Record<string, Needed> = {
  account: all('account'),
  admin: all('account'),
  identity: all('account'),
  integrations: all('account'),
  agent: all('agent'),
  assistant: all('agent'),
  ask: all('ask'),
  calendar: all('calendar'),
  dav: all('calendar'),
  sharing: all('share'),
  service: all(null),
  uploads: all('write'),
  documents: { ...USUAL, removes: 'write' },
  editing: { ...USUAL, removes: 'write' },
  events: { reads: 'read', changes: 'account', removes: 'account' },
  'hidden zone': { reads: 'read', changes: 'account', removes: 'account' },
  recordings: { ...USUAL, removes: 'write' },
  settings: { reads: 'read', changes: 'account', removes: 'account' },
  tasks: { ...USUAL, removes: 'write' },
  trash: { reads: 'read', changes: 'delete', removes: 'delete' },
  usage: { reads: null, changes: 'read', removes: 'read' },
}

/** Null: any token will do. */
export function scopeOf(route: Pick<Route, 'access' | 'method' | 'tag' | 'scope'>): ScopeName | null {
  if (route.access === 'public') return null
  if (route.scope !== undefined) return route.scope
  const needed = BY_TAG[route.tag] ?? USUAL
  if (route.method === 'GET' || route.method === 'HEAD') return needed.reads
  return route.method === 'DELETE' ? needed.removes : needed.changes
}
