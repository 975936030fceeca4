import type { Element } from '../../../lib/xml.ts'
import { CALDAV, DAV, named, propResponse, tag } from './xml.ts'

/** The properties of a resource by their names; those that cost something are made only when asked for. */
export type DavProperties = Record<string, () => string>

/** Only given when asked for by name: what is long, or costs something. */
const UNASKED = new Set([
  named(CALDAV, 'calendar-data'),
  ...['supported-report-set', 'current-user-privilege-set', 'quota-available-bytes', 'quota-used-bytes'].map(name =>
    named(DAV, name),
  ),
])

/** Which properties a request names; undefined asks for all, `namesOnly` for their names. */
export interface RequestedProperties {
  names?: string[]
  namesOnly?: boolean
}

export function askedIn(request: Element | undefined): RequestedProperties {
  const prop = request?.children.find(child => child.name === named(DAV, 'prop'))
  if (prop) return { names: prop.children.map(child => child.name) }
  return { namesOnly: request?.children.some(child => child.name === named(DAV, 'propname')) ?? false }
}

export function responseOf(path: string, properties: DavProperties, { names, namesOnly }: RequestedProperties): string {
  const all = names ?? Object.keys(properties).filter(name => !UNASKED.has(name))
  const found = all.filter(name => name in properties)
  const missing = all.filter(name => !(name in properties))
  return propResponse(
    path,
    found.map(name => tag(name, namesOnly ? '' : properties[name]!())),
    missing.map(name => tag(name)),
  )
}
