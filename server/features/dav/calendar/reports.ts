import type { Actor, Context } from '../../../context.ts'
import { clockOf } from '../../../lib/recurrence/rule.ts'
import type { Element } from '../../../lib/xml.ts'
import {
  calendarRevision,
  changesSince,
  findResources,
  listResources,
  type Resource,
  resourcesBetween,
  textsOf,
} from '../../calendar/index.ts'
import { type Asked, askedIn, responseOf } from '../kernel/properties.ts'
import { CALDAV, c, DAV, d, goneResponse, multistatus, named } from '../kernel/xml.ts'
import { type Todo, todoProperties, todosOf } from '../todos/todos.ts'
import { nameIn, resourcePath, todoPath } from './places.ts'
import { resourceProperties, revisionIn, syncToken } from './properties.ts'

/** The answer of a report: 207 with what was found, or a refusal with the precondition that failed. */
export type ReportOutcome = { status: 207; body: string } | { status: 400 | 403; error: string }

const DATA = named(CALDAV, 'calendar-data')

export async function report(context: Context, actor: Actor, request: Element): Promise<ReportOutcome> {
  if (request.name === named(CALDAV, 'calendar-query')) return query(context, actor, request)
  if (request.name === named(CALDAV, 'calendar-multiget')) return multiget(context, actor, request)
  if (request.name === named(DAV, 'sync-collection')) return sync(context, actor, request)
  return { status: 403, error: d('supported-report') }
}

async function responses(context: Context, actor: Actor, resources: Resource[], asked: Asked): Promise<string[]> {
  const needsText = asked.names?.some(name => name === DATA || name === named(DAV, 'getcontentlength'))
  const texts = needsText ? await textsOf(context, actor, resources) : []
  return resources.map((resource, index) =>
    responseOf(resourcePath(actor, resource.name), resourceProperties(actor, resource, texts[index]), asked),
  )
}

const child = (element: Element | undefined, name: string) =>
  element?.children.find(candidate => candidate.name === named(CALDAV, name))

/** `20270101T000000Z`; undefined when absent or none. */
const moment = (text: string | undefined) => (text === undefined ? undefined : clockOf(text))

async function query(context: Context, actor: Actor, request: Element): Promise<ReportOutcome> {
  const asked = askedIn(request)
  const outer = child(child(request, 'filter'), 'comp-filter')
  if (outer?.attributes.name?.toUpperCase() !== 'VCALENDAR') return { status: 403, error: c('valid-filter') }
  const inner = child(outer, 'comp-filter')
  const isAbout = inner === undefined || inner.attributes.name?.toUpperCase() === 'VEVENT'
  if (!isAbout || (inner && child(inner, 'is-not-defined'))) return { status: 207, body: multistatus([]) }
  let found = await listResources(context.db, actor)
  const range = child(inner, 'time-range')
  if (range) {
    const [since, until] = [moment(range.attributes.start), moment(range.attributes.end)]
    if (since === undefined && until === undefined) return { status: 403, error: c('valid-filter') }
    found = await resourcesBetween(context, actor, found, { since, until })
  }
  const filters = inner?.children.filter(one => one.name === named(CALDAV, 'prop-filter')) ?? []
  if (filters.length > 0) found = await matching(context, actor, found, filters)
  return { status: 207, body: multistatus(await responses(context, actor, found, asked)) }
}

/** prop-filter by its text, which is how programs look for a UID; one that has more to it lets everything through. */
async function matching(context: Context, actor: Actor, found: Resource[], filters: Element[]): Promise<Resource[]> {
  const texts = await textsOf(context, actor, found)
  return found.filter((_, index) => {
    const lines = texts[index]!.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)
    return filters.every(filter => {
      const name = filter.attributes.name?.toUpperCase() ?? ''
      const values = lines.filter(line => new RegExp(`^${name.replace(/[^A-Z0-9-]/g, '')}[;:]`, 'i').test(line))
      if (child(filter, 'is-not-defined')) return values.length === 0
      const match = child(filter, 'text-match')
      if (!match) return values.length > 0
      const hit = values.some(line =>
        line
          .slice(line.indexOf(':') + 1)
          .toLowerCase()
          .includes(match.text.trim().toLowerCase()),
      )
      return match.attributes['negate-condition'] === 'yes' ? !hit : hit
    })
  })
}

const MAX_HREFS = 5000

/** Of the tasks: all that a filter may mean, or those that are named; programs sort out the rest. */
export async function reportTodos(context: Context, actor: Actor, request: Element): Promise<ReportOutcome> {
  const asked = askedIn(request)
  const told = (todos: Todo[]) => todos.map(todo => responseOf(todoPath(actor, todo.name), todoProperties(todo), asked))
  if (request.name === named(CALDAV, 'calendar-query')) {
    const inner = child(child(child(request, 'filter'), 'comp-filter'), 'comp-filter')
    const isAbout = inner === undefined || inner.attributes.name?.toUpperCase() === 'VTODO'
    return { status: 207, body: multistatus(isAbout ? told(await todosOf(context, actor)) : []) }
  }
  if (request.name !== named(CALDAV, 'calendar-multiget')) return { status: 403, error: d('supported-report') }
  const hrefs = request.children.filter(({ name }) => name === named(DAV, 'href')).map(({ text }) => text.trim())
  const all = new Map((await todosOf(context, actor)).map(todo => [todo.name, todo]))
  const found = hrefs.map(address => ({ address, todo: all.get(nameIn(actor, address, 'todo') ?? '') }))
  const gone = found.filter(({ todo }) => !todo).map(({ address }) => goneResponse(address))
  return { status: 207, body: multistatus([...told(found.flatMap(({ todo }) => todo ?? [])), ...gone]) }
}

async function multiget(context: Context, actor: Actor, request: Element): Promise<ReportOutcome> {
  const hrefs = request.children
    .filter(element => element.name === named(DAV, 'href'))
    .map(element => element.text.trim())
  if (hrefs.length > MAX_HREFS) return { status: 403, error: d('number-of-matches-within-limits') }
  const wanted = hrefs.map(address => ({ address, name: nameIn(actor, address) }))
  const names = wanted.map(({ name }) => name).filter(name => name !== undefined)
  const found = new Map((await findResources(context.db, actor, names)).map(resource => [resource.name, resource]))
  const told = await responses(context, actor, [...found.values()], askedIn(request))
  const gone = wanted
    .filter(({ name }) => name === undefined || !found.has(name))
    .map(({ address }) => goneResponse(address))
  return { status: 207, body: multistatus([...told, ...gone]) }
}

async function sync(context: Context, actor: Actor, request: Element): Promise<ReportOutcome> {
  const token = request.children.find(element => element.name === named(DAV, 'sync-token'))?.text.trim() ?? ''
  const since = token === '' ? 0 : revisionIn(token)
  if (since === undefined || since > (await calendarRevision(context.db, actor)))
    return { status: 403, error: d('valid-sync-token') }
  const { revision, changed, removed } = await changesSince(context.db, actor, since)
  const told = await responses(context, actor, changed, askedIn(request))
  // Who begins has nothing that could be gone.
  const gone = since === 0 ? [] : removed.map(name => goneResponse(resourcePath(actor, name)))
  return { status: 207, body: multistatus([...told, ...gone], d('sync-token', syncToken(revision))) }
}
