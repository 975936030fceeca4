import type { Readable } from 'node:stream'
import type { Actor, Context } from '../../../context.ts'
import { HttpReply, type Incoming, type Method, type Route, route } from '../../../http/route.ts'
import { AppError, notFound } from '../../../lib/errors.ts'
import { mountOf } from '../../../lib/mount.ts'
import type { Element } from '../../../lib/xml.ts'
import {
  type Condition,
  calendarRevision,
  deleteResource,
  findResources,
  putResource,
  resourceBatches,
  textsOf,
} from '../../calendar/index.ts'
import { badXml, elementOf, textOf } from '../kernel/body.ts'
import { askedIn, type RequestedProperties, responseOf } from '../kernel/properties.ts'
import { below, streamed } from '../kernel/streamed.ts'
import { c, DAV, d, errorDocument, href, multistatus, named, propResponse, tag } from '../kernel/xml.ts'
import { findTodo, putTodo, type Todo, tagOf, todoProperties, todosOf } from '../todos/todos.ts'
import { type CalendarPath, calendarPath, homePath, placeOf, resourcePath, todoPath, todosPath } from './places.ts'
import {
  etagOf,
  MAX_RESOURCE_BYTES,
  MAX_TODO_BYTES,
  placeProperties,
  resourceProperties,
  todosProperties,
} from './properties.ts'
import { findOwner } from './queries.ts'
import { report, reportTodos, responses } from './reports.ts'

/** CalDAV (RFC 4791) with sync (RFC 6578): one calendar for each owner, enough for the programs that people use. */

const ABILITIES = { dav: '1, 3, access-control, calendar-access' }
const XML = { 'content-type': 'application/xml; charset=utf-8', ...ABILITIES }
const CALENDAR = 'text/calendar; charset=utf-8'
function placeIn(actor: Actor, incoming: Incoming): CalendarPath {
  const place = placeOf(actor, incoming.path)
  if (!place) throw notFound('calendar')
  return place
}

const refused = (status: number, error: string) => new HttpReply(status, XML, errorDocument(error))
const stale = () =>
  new AppError('stale', 'stale', {
    en: 'The event has changed meanwhile. Read it again.',
    ru: 'Событие тем временем изменилось. Прочитайте его заново.',
  })

async function propfind(context: Context, actor: Actor, incoming: Incoming): Promise<HttpReply> {
  const place = placeIn(actor, incoming)
  const asked = askedIn(await elementOf(incoming.body))
  const deep = incoming.headers.depth !== '0'
  const owner = await findOwner(context.db, actor)
  const revision = await calendarRevision(context.db, actor)
  const of = (one: CalendarPath) => responseOf(one.path, placeProperties(actor, one, owner, revision), asked)
  if (place.kind === 'resource') {
    const [resource] = await findResources(context.db, actor, [place.name])
    if (!resource) throw notFound('event')
    return new HttpReply(207, XML, multistatus([responseOf(place.path, resourceProperties(actor, resource), asked)]))
  }
  if (place.kind === 'todos' || place.kind === 'todo') return todoList(context, actor, place, { asked, deep })
  if (deep && place.kind === 'calendar') {
    async function* parts() {
      yield `${of(place)}\n`
      yield* responses(context, actor, resourceBatches(context, actor), { asked, isListing: true })
    }
    return new HttpReply(207, XML, await streamed(parts()))
  }
  const found = [of(place)]
  if (deep && place.kind === 'root') found.push(of({ kind: 'home', path: homePath(actor) }))
  if (deep && place.kind === 'home')
    found.push(of({ kind: 'calendar', path: calendarPath(actor) }), await todosFolder(context, actor, asked))
  return new HttpReply(207, XML, multistatus(found))
}

async function todosFolder(
  context: Context,
  actor: Actor,
  asked: RequestedProperties,
  todos?: Todo[],
): Promise<string> {
  const all = todos ?? (await todosOf(context, actor))
  return responseOf(
    todosPath(actor),
    todosProperties(actor, () => tagOf(all)),
    asked,
  )
}

async function todoList(
  context: Context,
  actor: Actor,
  place: CalendarPath,
  { asked, deep }: { asked: RequestedProperties; deep: boolean },
): Promise<HttpReply> {
  if (place.kind === 'todo') {
    const todo = await findTodo(context, actor, place.name)
    if (!todo) throw notFound('task')
    return new HttpReply(207, XML, multistatus([responseOf(place.path, todoProperties(todo), asked)]))
  }
  const todos = await todosOf(context, actor)
  const found = [await todosFolder(context, actor, asked, todos)]
  if (deep) for (const todo of todos) found.push(responseOf(todoPath(actor, todo.name), todoProperties(todo), asked))
  return new HttpReply(207, XML, multistatus(found))
}

async function getTodo(context: Context, actor: Actor, name: string, known: string | undefined): Promise<HttpReply> {
  const todo = await findTodo(context, actor, name)
  if (!todo) throw notFound('task')
  if (known === todo.etag) return new HttpReply(304, { etag: todo.etag })
  return new HttpReply(200, { 'content-type': CALENDAR, etag: todo.etag }, todo.text)
}

async function changeTodo(context: Context, actor: Actor, name: string, incoming: Incoming): Promise<HttpReply> {
  const outcome = await putTodo(context, actor, name, {
    text: await textOf(incoming.body, MAX_TODO_BYTES),
    ifMatch: incoming.headers['if-match']?.trim(),
    ifNone: incoming.headers['if-none-match']?.trim(),
  })
  if (outcome.kind === 'stale') throw stale()
  if (outcome.kind !== 'changed')
    return refused(403, outcome.kind === 'forbidden' ? d('need-privileges') : c('valid-calendar-data'))
  return new HttpReply(204, { etag: outcome.etag })
}

/** Resources are named by addresses as the program has got them. */
const withOwnPaths = (request: Element, mount: string): Element => ({
  ...request,
  children: request.children.map(one =>
    one.name === named(DAV, 'href') ? { ...one, text: ownPath(one.text.trim(), mount) } : one,
  ),
})

function ownPath(address: string, mount: string): string {
  const path = address.replace(/^https?:\/\/[^/]+/i, '')
  return mount !== '' && path.startsWith(`${mount}/`) ? path.slice(mount.length) : address
}

async function runReport(context: Context, actor: Actor, incoming: Incoming): Promise<HttpReply> {
  const place = placeIn(actor, incoming)
  const request = await elementOf(incoming.body)
  if (!request) throw badXml()
  if (place.kind !== 'calendar' && place.kind !== 'todos') return refused(403, d('supported-report'))
  const outcome = await (place.kind === 'todos' ? reportTodos : report)(
    context,
    actor,
    withOwnPaths(request, mountOf(incoming.origin)),
  )
  return outcome.status === 207 ? new HttpReply(207, XML, outcome.body) : refused(outcome.status, outcome.error)
}

async function get(context: Context, actor: Actor, incoming: Incoming): Promise<HttpReply> {
  const place = placeIn(actor, incoming)
  if (place.kind === 'todo') return getTodo(context, actor, place.name, incoming.headers['if-none-match'])
  if (place.kind !== 'resource')
    return new HttpReply(
      200,
      { 'content-type': 'text/plain; charset=utf-8', ...ABILITIES },
      'A calendar for CalDAV programs.\n',
    )
  const [resource] = await findResources(context.db, actor, [place.name])
  if (!resource) throw notFound('event')
  const etag = etagOf(resource.revision)
  if (incoming.headers['if-none-match'] === etag) return new HttpReply(304, { etag })
  const [text] = await textsOf(context, actor, [resource])
  return new HttpReply(
    200,
    { 'content-type': CALENDAR, etag, 'last-modified': resource.updated_at.toUTCString() },
    text,
  )
}

/** Versions are numbers in quotes; one that is none was never given out, and cannot be the current one. */
function conditionOf(incoming: Incoming): Condition {
  const match = incoming.headers['if-match']?.trim()
  const absent = incoming.headers['if-none-match']?.trim() === '*'
  if (match === undefined) return { absent }
  if (match === '*') return { absent, exists: true }
  const revision = Number(/^"(\d{1,15})"$/.exec(match)?.[1] ?? -1)
  return { absent, exists: true, revision }
}

async function put(context: Context, actor: Actor, incoming: Incoming): Promise<HttpReply> {
  const place = placeIn(actor, incoming)
  if (place.kind === 'todo') return changeTodo(context, actor, place.name, incoming)
  if (place.kind !== 'resource') return refused(403, c('calendar-collection-location-ok'))
  const text = await textOf(incoming.body, MAX_RESOURCE_BYTES)
  if (!/^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text)) return refused(403, c('supported-calendar-data'))
  const outcome = await putResource(context, actor, {
    name: place.name,
    text,
    condition: conditionOf(incoming),
  })
  if (outcome.kind === 'stale') throw stale()
  if (outcome.kind === 'not_events') return refused(403, c('supported-calendar-component'))
  if (outcome.kind === 'uid_taken') return refused(409, c('no-uid-conflict', href(resourcePath(actor, outcome.name))))
  if (outcome.kind === 'invalid')
    return refused(403, c('valid-calendar-data') + d('responsedescription', tagless(outcome.words[actor.language])))
  return new HttpReply(outcome.kind === 'created' ? 201 : 204, { etag: etagOf(outcome.revision) })
}

const tagless = (text: string) => text.replace(/[<>&]/g, ' ')

async function remove(context: Context, actor: Actor, incoming: Incoming): Promise<HttpReply> {
  const place = placeIn(actor, incoming)
  if (place.kind !== 'resource') return refused(403, d('need-privileges'))
  const outcome = await deleteResource(context, actor, place.name, conditionOf(incoming))
  if (outcome === 'missing') throw notFound('event')
  if (outcome === 'stale') throw stale()
  return new HttpReply(204, {})
}

/** Colours and the like are left to the programs that show them. */
async function proppatch(_context: Context, actor: Actor, incoming: Incoming): Promise<HttpReply> {
  const place = placeIn(actor, incoming)
  const request = await elementOf(incoming.body)
  const names = (request?.children ?? []).flatMap(change =>
    change.children.flatMap(prop => prop.children.map(one => one.name)),
  )
  return new HttpReply(
    207,
    XML,
    multistatus([
      propResponse(
        place.path,
        [],
        names.map(name => tag(name)),
        403,
      ),
    ]),
  )
}

const forbidden = async () => refused(403, d('need-privileges'))

type Run = (context: Context, actor: Actor, incoming: Incoming) => Promise<HttpReply>

const METHODS: [Method, Run][] = [
  ['PROPFIND', propfind],
  ['REPORT', runReport],
  ['GET', get],
  ['PUT', put],
  ['DELETE', remove],
  ['PROPPATCH', proppatch],
  ['MKCALENDAR', forbidden],
  ['MKCOL', forbidden],
]

const ALLOW = [...METHODS.map(([method]) => method), 'HEAD', 'OPTIONS'].join(', ')

const shared = { tag: 'dav', replies: 'application/xml', undocumented: true } as const

const tree = (path: string): Route[] => [
  ...METHODS.map(([method, run]) =>
    route({
      ...shared,
      method,
      path,
      summary: `CalDAV: ${method}`,
      basic: true,
      // A first synchronisation is a call for each event.
      bytes: true,
      ...(method === 'GET' ? {} : { takes: 'raw' as const }),
      // Programs keep a copy: nothing hidden goes into it, whatever they send.
      run: async (context, { actor, incoming }) => {
        const { status, headers, body } = await run(context, { ...actor, unlocked: false }, incoming)
        const isXml = headers['content-type'] === XML['content-type'] && body !== undefined
        return new HttpReply(status, headers, isXml ? below(mountOf(incoming.origin), body as Readable | string) : body)
      },
    }),
  ),
  route({
    ...shared,
    method: 'OPTIONS',
    path,
    summary: 'What CalDAV can do here',
    access: 'public',
    run: async () => new HttpReply(200, { ...ABILITIES, allow: ALLOW }),
  }),
]

/** Where programs begin that know only the name of the server. */
const wellKnown = (method: Method): Route =>
  route({
    ...shared,
    method,
    path: '/.well-known/caldav',
    summary: 'Where CalDAV is',
    access: 'public',
    ...(method === 'PROPFIND' ? { takes: 'raw' as const } : {}),
    run: async (_context, { incoming }) => new HttpReply(301, { location: `${incoming.origin}/dav/` }),
  })

export const calendarDavRoutes: Route[] = [...tree('/dav'), ...tree('/dav/*'), wellKnown('GET'), wellKnown('PROPFIND')]
