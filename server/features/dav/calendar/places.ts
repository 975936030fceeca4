import type { Actor } from '../../../context.ts'

/** The addresses of the tree: root, the caller's principal, their home, the calendar and the tasks in it, and their entries. */

export type CalendarPath =
  | { kind: 'root' | 'principal' | 'home' | 'calendar' | 'todos'; path: string }
  | { kind: 'resource' | 'todo'; path: string; name: string }

/** All that an address needs to know of whoever asks. */
export type Owning = Pick<Actor, 'ownerId'>

const CALENDAR = 'default'
const TODOS = 'tasks'

export const principalPath = (actor: Owning) => `/dav/principals/${actor.ownerId}/`
export const homePath = (actor: Owning) => `/dav/calendars/${actor.ownerId}/`
export const calendarPath = (actor: Owning) => `${homePath(actor)}${CALENDAR}/`
export const todosPath = (actor: Owning) => `${homePath(actor)}${TODOS}/`
export const todoPath = (actor: Owning, name: string) => todosPath(actor) + encodeURIComponent(name)
export const resourcePath = (actor: Owning, name: string) => calendarPath(actor) + encodeURIComponent(name)

function decoded(path: string): string[] | undefined {
  try {
    return path.split('/').filter(Boolean).map(decodeURIComponent)
  } catch {
    return undefined
  }
}

/** Undefined for what is not there, foreign trees included. */
export function placeOf(actor: Actor, path: string): CalendarPath | undefined {
  const [dav, branch, owner, calendar, name, ...rest] = decoded(path) ?? []
  if (dav !== 'dav' || rest.length > 0) return undefined
  if (branch === undefined || (branch === 'calendars' && owner === undefined))
    return { kind: 'root', path: branch ? '/dav/calendars/' : '/dav/' }
  if (owner?.toLowerCase() !== actor.ownerId) return undefined
  if (branch === 'principals')
    return calendar === undefined ? { kind: 'principal', path: principalPath(actor) } : undefined
  if (branch !== 'calendars') return undefined
  if (calendar === undefined) return { kind: 'home', path: homePath(actor) }
  return collectionPlace(actor, calendar, name)
}

function collectionPlace(actor: Actor, collection: string, name: string | undefined): CalendarPath | undefined {
  const isTodos = collection === TODOS
  if (!isTodos && collection !== CALENDAR) return undefined
  if (name === undefined)
    return isTodos ? { kind: 'todos', path: todosPath(actor) } : { kind: 'calendar', path: calendarPath(actor) }
  if (name.length > 500) return undefined
  return isTodos
    ? { kind: 'todo', path: todoPath(actor, name), name }
    : { kind: 'resource', path: resourcePath(actor, name), name }
}

/** The name of an event from an address that a client gives, absolute or not; undefined for one elsewhere. */
export function nameIn(actor: Actor, address: string, kind: 'resource' | 'todo' = 'resource'): string | undefined {
  const path = address.trim().replace(/^https?:\/\/[^/]+/i, '')
  const place = placeOf(actor, path)
  return place?.kind === kind ? place.name : undefined
}
