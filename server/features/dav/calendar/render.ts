import type { Actor } from '../../../context.ts'
import type { Element } from '../../../lib/xml.ts'
import type { Resource } from '../../calendar/index.ts'
import { type RequestedProperties, responseOf } from '../kernel/properties.ts'
import { CALDAV, named } from '../kernel/xml.ts'
import { resourcePath } from './places.ts'
import { resourceProperties } from './properties.ts'

/** What is told of events: their texts are as long as somebody likes. Plain data in and out, for a thread. */

export interface ResponseInput {
  actor: Pick<Actor, 'ownerId' | 'language'>
  resources: Resource[]
  /** In their order; absent when nothing asks for them. */
  texts?: string[]
  /** Texts are only looked at, not told. */
  onlyFilters: boolean
  asked: RequestedProperties
  filters: Element[]
}

export function renderResources({ actor, resources, texts, onlyFilters, asked, filters }: ResponseInput): string {
  return resources
    .map((resource, at) => ({ resource, text: texts?.[at] }))
    .filter(({ text }) => filters.length === 0 || isMeant(text ?? '', filters))
    .map(({ resource, text }) =>
      responseOf(
        resourcePath(actor, resource.name),
        resourceProperties(actor, resource, onlyFilters ? undefined : text),
        asked,
      ),
    )
    .join('\n')
}

const child = (element: Element, name: string) =>
  element.children.find(candidate => candidate.name === named(CALDAV, name))

/** prop-filter by its text, which is how programs look for a UID; one that has more to it lets everything through. */
function isMeant(text: string, filters: Element[]): boolean {
  const lines = text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)
  return filters.every(filter => {
    const name = filter.attributes.name?.toUpperCase() ?? ''
    const values = lines.filter(line => isOf(line, name))
    if (child(filter, 'is-not-defined')) return values.length === 0
    const match = child(filter, 'text-match')
    if (!match) return values.length > 0
    const wanted = match.text.trim().toLowerCase()
    const hit = values.some(line =>
      line
        .slice(line.indexOf(':') + 1)
        .toLowerCase()
        .includes(wanted),
    )
    return match.attributes['negate-condition'] === 'yes' ? !hit : hit
  })
}

const isOf = (line: string, name: string) =>
  (line[name.length] === ':' || line[name.length] === ';') && line.slice(0, name.length).toUpperCase() === name
