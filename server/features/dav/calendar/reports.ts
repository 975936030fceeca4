import type { Readable } from 'node:stream'
import type { Actor, Context } from '../../../context.ts'
import { clockOf } from '../../../lib/recurrence/rule.ts'
import type { Element } from '../../../lib/xml.ts'
import { computation } from '../../../ports/compute.ts'
import {
  batchesOf,
  calendarRevision,
  findResources,
  type Resource,
  removedSince,
  resourceBatches,
  resourcesBetween,
  textsOf,
} from '../../calendar/index.ts'
import { askedIn, type RequestedProperties, responseOf } from '../kernel/properties.ts'
import { streamed } from '../kernel/streamed.ts'
import { CALDAV, c, DAV, d, goneResponse, multistatus, named } from '../kernel/xml.ts'
import { type Todo, todoProperties, todosOf } from '../todos/todos.ts'
import { nameIn, resourcePath, todoPath } from './places.ts'
import { revisionIn, syncToken } from './properties.ts'
import { type ResponseInput, renderResources } from './render.ts'

/** The answer of a report: 207 with what was found, or a refusal with the precondition that failed. */
export type ReportOutcome = { status: 207; body: Readable | string } | { status: 400 | 403; error: string }

const DATA = named(CALDAV, 'calendar-data')

export async function report(context: Context, actor: Actor, request: Element): Promise<ReportOutcome> {
  if (request.name === named(CALDAV, 'calendar-query')) return query(context, actor, request)
  if (request.name === named(CALDAV, 'calendar-multiget')) return multiget(context, actor, request)
  if (request.name === named(DAV, 'sync-collection')) return sync(context, actor, request)
  return { status: 403, error: d('supported-report') }
}

const rendering = computation<typeof renderResources>(import.meta.url, './render.ts', 'renderResources', 30_000)
const FEW = 20
const SHORT = 64 * 1024

const render = async (context: Context, input: ResponseInput): Promise<string> =>
  input.resources.length <= FEW && (input.texts ?? []).join('').length <= SHORT
    ? renderResources(input)
    : context.compute.run(rendering, input, input.actor.ownerId)

export interface Wanted {
  asked: RequestedProperties
  window?: { since?: number; until?: number }
  filters?: Element[]
  /** Texts are told by reports only. */
  isListing?: boolean
}

/** One batch of events as responses, those that are meant. */
async function renderBatch(context: Context, actor: Actor, batch: Resource[], wanted: Wanted): Promise<string> {
  const { asked, window, filters = [], isListing } = wanted
  const resources = window ? await resourcesBetween(context, actor, batch, window) : batch
  if (resources.length === 0) return ''
  const asksText = !isListing && asked.names?.some(name => name === DATA || name === named(DAV, 'getcontentlength'))
  const texts = asksText || filters.length > 0 ? await textsOf(context, actor, resources) : undefined
  const { ownerId, language } = actor
  return render(context, { actor: { ownerId, language }, resources, texts, onlyFilters: !asksText, asked, filters })
}

/** Batch by batch: a calendar may have tens of thousands of events. */
export async function* responses(
  context: Context,
  actor: Actor,
  batches: Iterable<Resource[]> | AsyncIterable<Resource[]>,
  wanted: Wanted,
): AsyncGenerator<string> {
  for await (const batch of batches) {
    const part = await renderBatch(context, actor, batch, wanted)
    if (part !== '') yield `${part}\n`
  }
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
  const range = child(inner, 'time-range')
  const window = range && { since: moment(range.attributes.start), until: moment(range.attributes.end) }
  if (window && window.since === undefined && window.until === undefined)
    return { status: 403, error: c('valid-filter') }
  const filters = inner?.children.filter(one => one.name === named(CALDAV, 'prop-filter')) ?? []
  const found = responses(context, actor, resourceBatches(context, actor), { asked, window, filters })
  return { status: 207, body: await streamed(found) }
}

const MAX_HREFS = 5000
const PAGE = 500

/** Of the tasks: all that a filter may mean, or those that are named; programs sort out the rest. */
export async function reportTodos(context: Context, actor: Actor, request: Element): Promise<ReportOutcome> {
  const asked = askedIn(request)
  const responsesOf = (todos: Todo[]) =>
    todos.map(todo => responseOf(todoPath(actor, todo.name), todoProperties(todo), asked))
  if (request.name === named(CALDAV, 'calendar-query')) {
    const inner = child(child(child(request, 'filter'), 'comp-filter'), 'comp-filter')
    const isAbout = inner === undefined || inner.attributes.name?.toUpperCase() === 'VTODO'
    return { status: 207, body: multistatus(isAbout ? responsesOf(await todosOf(context, actor)) : []) }
  }
  if (request.name !== named(CALDAV, 'calendar-multiget')) return { status: 403, error: d('supported-report') }
  const hrefs = request.children.filter(({ name }) => name === named(DAV, 'href')).map(({ text }) => text.trim())
  const all = new Map((await todosOf(context, actor)).map(todo => [todo.name, todo]))
  const found = hrefs.map(address => ({ address, todo: all.get(nameIn(actor, address, 'todo') ?? '') }))
  const gone = found.filter(({ todo }) => !todo).map(({ address }) => goneResponse(address))
  return { status: 207, body: multistatus([...responsesOf(found.flatMap(({ todo }) => todo ?? [])), ...gone]) }
}

async function multiget(context: Context, actor: Actor, request: Element): Promise<ReportOutcome> {
  const hrefs = request.children
    .filter(element => element.name === named(DAV, 'href'))
    .map(element => element.text.trim())
  if (hrefs.length > MAX_HREFS) return { status: 403, error: d('number-of-matches-within-limits') }
  const wanted = [...new Set(hrefs)].map(address => ({ address, name: nameIn(actor, address) }))
  async function* parts() {
    const known = new Set<string>()
    for (let at = 0; at < wanted.length; at += PAGE) {
      const page = wanted.slice(at, at + PAGE)
      const names = page.flatMap(({ name }) => (name === undefined || known.has(name) ? [] : [name]))
      const found = await findResources(context.db, actor, names)
      for (const { name } of found) known.add(name)
      yield* responses(context, actor, batchesOf(found), { asked: askedIn(request) })
      const gone = page.filter(({ name }) => name === undefined || !known.has(name))
      if (gone.length > 0) yield gone.map(({ address }) => `${goneResponse(address)}\n`).join('')
    }
  }
  return { status: 207, body: await streamed(parts()) }
}

async function sync(context: Context, actor: Actor, request: Element): Promise<ReportOutcome> {
  const token = request.children.find(element => element.name === named(DAV, 'sync-token'))?.text.trim() ?? ''
  const since = token === '' ? 0 : revisionIn(token)
  // Looked up before the rest is read: what is changed meanwhile is told once more the next time.
  const revision = await calendarRevision(context.db, actor)
  if (since === undefined || since > revision) return { status: 403, error: d('valid-sync-token') }
  const known = new Set<string>()
  async function* changed() {
    for await (const batch of resourceBatches(context, actor, since)) {
      for (const { name } of batch) known.add(name)
      yield batch
    }
  }
  async function* parts() {
    yield* responses(context, actor, changed(), { asked: askedIn(request) })
    // Who begins has nothing that could be gone.
    if (since !== 0)
      for await (const names of removedSince(context, actor, since!))
        yield names
          .filter(name => !known.has(name))
          .map(name => `${goneResponse(resourcePath(actor, name))}\n`)
          .join('')
    yield d('sync-token', syncToken(revision))
  }
  return { status: 207, body: await streamed(parts()) }
}
