import type { Actor } from '../../../context.ts'
import { escapeXml } from '../../../lib/xml.ts'
import type { Resource } from '../../calendar/index.ts'
import type { DavProperties } from '../kernel/properties.ts'
import { CALDAV, c, DAV, d, href, named, SERVER } from '../kernel/xml.ts'
import { type CalendarPath, homePath, type Owning, principalPath } from './places.ts'

/** The properties of each place, by their names; those that cost something are made only when asked for. */

export const etagOf = (revision: number) => `"${revision}"`
export const syncToken = (revision: number) => `urn:dossier:calendar:${revision}`
export const revisionIn = (token: string) => {
  const match = /^urn:dossier:calendar:(\d{1,15})$/.exec(token.trim())
  return match ? Number(match[1]) : undefined
}

const dav = (name: string) => named(DAV, name)
const cal = (name: string) => named(CALDAV, name)

const PRIVILEGES = ['read', 'write', 'write-content', 'bind', 'unbind', 'read-current-user-privilege-set']
  .map(name => d('privilege', d(name)))
  .join('')

const report = (element: string) => d('supported-report', d('report', element))
const REPORTS = [c('calendar-query'), c('calendar-multiget'), d('sync-collection')].map(report).join('')

function common(actor: Owning): DavProperties {
  return {
    [dav('current-user-principal')]: () => href(principalPath(actor)),
    [dav('owner')]: () => href(principalPath(actor)),
    [dav('principal-collection-set')]: () => href('/dav/'),
    [dav('current-user-privilege-set')]: () => PRIVILEGES,
  }
}

export interface Owner {
  email: string
  name: string
}

export function placeProperties(actor: Actor, place: CalendarPath, owner: Owner, revision: number): DavProperties {
  if (place.kind === 'principal')
    return {
      ...common(actor),
      [dav('resourcetype')]: () => d('collection') + d('principal'),
      [dav('displayname')]: () => escapeXml(owner.name || owner.email),
      [dav('principal-URL')]: () => href(principalPath(actor)),
      [cal('calendar-home-set')]: () => href(homePath(actor)),
      [cal('calendar-user-address-set')]: () => href(`mailto:${owner.email}`) + href(principalPath(actor)),
    }
  if (place.kind === 'calendar')
    return {
      ...common(actor),
      [dav('resourcetype')]: () => d('collection') + c('calendar'),
      [dav('displayname')]: () => escapeXml(owner.name || 'Dossier'),
      [named(SERVER, 'getctag')]: () => etagOf(revision),
      [dav('getetag')]: () => etagOf(revision),
      [dav('sync-token')]: () => syncToken(revision),
      [cal('supported-calendar-component-set')]: () => '<C:comp name="VEVENT"/>',
      [cal('supported-calendar-data')]: () => '<C:calendar-data content-type="text/calendar" version="2.0"/>',
      [cal('max-resource-size')]: () => String(MAX_RESOURCE_BYTES),
      [dav('getcontenttype')]: () => 'text/calendar; charset=utf-8',
      [dav('supported-report-set')]: () => REPORTS,
    }
  return {
    ...common(actor),
    [dav('resourcetype')]: () => d('collection'),
    [dav('displayname')]: () => 'Dossier',
    [cal('calendar-home-set')]: () => href(homePath(actor)),
  }
}

const WORDS = { en: 'Tasks', ru: 'Задачи' }

/** Written to in part only, which programs find out when they try: the name of a privilege for that does not exist. */
export const todosProperties = (actor: Actor, ctag: () => string): DavProperties => ({
  ...common(actor),
  [dav('resourcetype')]: () => d('collection') + c('calendar'),
  [dav('displayname')]: () => WORDS[actor.language],
  [named(SERVER, 'getctag')]: () => `"${ctag()}"`,
  [dav('getetag')]: () => `"${ctag()}"`,
  [cal('supported-calendar-component-set')]: () => '<C:comp name="VTODO"/>',
  [cal('supported-calendar-data')]: () => '<C:calendar-data content-type="text/calendar" version="2.0"/>',
  [cal('max-resource-size')]: () => String(MAX_TODO_BYTES),
  [dav('getcontenttype')]: () => 'text/calendar; charset=utf-8',
  [dav('supported-report-set')]: () => [c('calendar-query'), c('calendar-multiget')].map(report).join(''),
})

export const MAX_TODO_BYTES = 64 * 1024
export const MAX_RESOURCE_BYTES = 1024 * 1024

export function resourceProperties(actor: Owning, resource: Resource, text?: string): DavProperties {
  return {
    ...common(actor),
    [dav('resourcetype')]: () => '',
    [dav('getetag')]: () => etagOf(resource.revision),
    [dav('getcontenttype')]: () => 'text/calendar; charset=utf-8; component=vevent',
    [dav('getlastmodified')]: () => resource.updated_at.toUTCString(),
    [dav('displayname')]: () => escapeXml(resource.name),
    ...(text === undefined
      ? {}
      : {
          [cal('calendar-data')]: () => escapeXml(text),
          [dav('getcontentlength')]: () => String(Buffer.byteLength(text)),
        }),
  }
}
