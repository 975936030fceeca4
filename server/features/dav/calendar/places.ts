import type { Actor } from '../../../context.ts'

/** The addresses of the tree: root, the caller's principal, their home, the one calendar in it, and its events. */

export type Place =
  | { kind: 'root' | 'principal' | 'home' | 'calendar'; path: string }
  | { kind: 'resource'; path: string; name: string }

const CALENDAR = 'default'

export const principalPath = (actor: Actor) => `/dav/principals/${actor.ownerId}/`
export const homePath = (actor: Actor) => `/dav/calendars/${actor.ownerId}/`
export const calendarPath = (actor: Actor) => `${homePath(actor)}${CALENDAR}/`
export const resourcePath = (actor: Actor, name: string) => calendarPath(actor) + encodeURIComponent(name)

function decoded(path: string): string[] | undefined {
  try {
    return path.split('/').filter(Boolean).map(decodeURIComponent)
  } catch {
    return undefined
  }
}

/** Undefined for what is not there, foreign trees included. */
export function placeOf(actor: Actor, path: string): Place | undefined {
  const [dav, branch, owner, calendar, name, ...rest] = decoded(path) ?? []
  if (dav !== 'dav' || rest.length > 0) return undefined
  if (branch === undefined || (branch === 'calendars' && owner === undefined))
    return { kind: 'root', path: branch ? '/dav/calendars/' : '/dav/' }
  if (owner?.toLowerCase() !== actor.ownerId) return undefined
  if (branch === 'principals')
    return calendar === undefined ? { kind: 'principal', path: principalPath(actor) } : undefined
  if (branch !== 'calendars') return undefined
  if (calendar === undefined) return { kind: 'home', path: homePath(actor) }
  if (calendar !== CALENDAR) return undefined
  if (name === undefined) return { kind: 'calendar', path: calendarPath(actor) }
  return name.length > 500 ? undefined : { kind: 'resource', path: resourcePath(actor, name), name }
}

/** The name of an event from an address that a client gives, absolute or not; undefined for one elsewhere. */
export function nameIn(actor: Actor, address: string): string | undefined {
  const path = address.trim().replace(/^https?:\/\/[^/]+/i, '')
  const place = placeOf(actor, path)
  return place?.kind === 'resource' ? place.name : undefined
}
