import { escapeXml } from '../../../lib/xml.ts'

/** What WebDAV answers are made of. */

export const DAV = 'DAV:'
export const CALDAV = 'urn:ietf:params:xml:ns:caldav'
export const SERVER = 'http://calendarserver.org/ns/'
export const OWNCLOUD = 'http://owncloud.org/ns'

const PREFIXES: Record<string, string> = { [DAV]: 'D', [CALDAV]: 'C', [SERVER]: 'S', [OWNCLOUD]: 'O' }

export const named = (namespace: string, name: string) => `{${namespace}}${name}`

/** An element of any namespace: known ones by their prefix. `inner` is XML already. */
export function tag(name: string, inner = ''): string {
  const end = name.lastIndexOf('}')
  const [namespace, local] = [name.slice(1, end), name.slice(end + 1)]
  const prefix = PREFIXES[namespace]
  const close = prefix ? `${prefix}:${local}` : namespace === '' ? local : `X:${local}`
  const declared = `xmlns${namespace === '' ? '' : ':X'}="${escapeXml(namespace).replace(/"/g, '&quot;')}"`
  const open = prefix ? close : `${close} ${declared}`
  return inner === '' ? `<${open}/>` : `<${open}>${inner}</${close}>`
}

export const d = (name: string, inner?: string) => tag(named(DAV, name), inner)
export const c = (name: string, inner?: string) => tag(named(CALDAV, name), inner)
export const href = (path: string) => d('href', escapeXml(path))

/** Paths of ours as programs reach them, where the service stands below a path of its host. */
export const hrefsBelow = (prefix: string, xml: string) =>
  prefix === '' ? xml : xml.replaceAll('<D:href>/', `<D:href>${prefix}/`)

const open = (root: string) =>
  `<?xml version="1.0" encoding="utf-8"?>\n<${root} xmlns:D="${DAV}" xmlns:C="${CALDAV}" xmlns:S="${SERVER}" xmlns:O="${OWNCLOUD}">`

const document = (root: string, inner: string) => `${open(root)}${inner}</${root}>\n`

export const multistatus = (responses: string[], tail = '') => document('D:multistatus', responses.join('\n') + tail)

/** The start and the end of a multistatus document, for callers that write its responses one by one. */
export const multistatusAround = (): [string, string] => [open('D:multistatus'), '</D:multistatus>\n']

export const propDocument = (inner: string) => document('D:prop', inner)

export const errorDocument = (inner: string) => document('D:error', inner)

const STATUS: Record<number, string> = {
  200: 'OK',
  403: 'Forbidden',
  404: 'Not Found',
  424: 'Failed Dependency',
  507: 'Insufficient Storage',
}

export const propstat = (props: string[], status: number) =>
  props.length === 0
    ? ''
    : d('propstat', d('prop', props.join('')) + d('status', `HTTP/1.1 ${status} ${STATUS[status]}`))

/** One resource of a multistatus: the properties that were found, and those that were not. */
export const propResponse = (path: string, found: string[], missing: string[], missingStatus = 404) => {
  const stats = propstat(found, 200) + propstat(missing, missingStatus)
  return d('response', href(path) + (stats || propstat([''], 200)))
}

export const goneResponse = (path: string) => d('response', href(path) + d('status', 'HTTP/1.1 404 Not Found'))
