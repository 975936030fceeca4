import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPerson, baseUrl, call, type Json, Person, type Reply, theAdmin } from './support/client.ts'
import { type ModelServer, startModelServer } from './support/model-server.ts'
import { aTwin, settled, type Twin } from './support/twins.ts'
import { sampled } from './support/whole.ts'

/**
 * Two owners, equal but for what one of them has hidden: every route answers both the same, with ids and times put aside. Counts,
 * orders, scores and numbers are compared; totals in roubles alone may differ. Requests are made from the service's own
 * description, so a new route is in it by itself. Covered: files, folders, themes, notes, drafts, the trash, results of operations
 * on hidden sources, links, answers and their traces, runs and all that they make, usage, the ledger, the event stream, search in
 * every mode, CalDAV and the feed; for the owner with the zone locked, a second user, another tenant, and whoever has the link.
 */

interface Operation {
  method: string
  path: string
  isPublic: boolean
  parameters: Json[]
  body: Json
  takesBytes: boolean
}

let server: ModelServer
let operations: Operation[]
let components: Json
let [full, bare]: [Twin, Twin] = [undefined as never, undefined as never]

beforeAll(async () => {
  const { body } = await call('GET', '/openapi.json')
  components = body.components.schemas
  operations = Object.entries<Json>(body.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      isPublic: operation.security.length === 0,
      parameters: operation.parameters ?? [],
      body: operation.requestBody?.content['application/json'],
      takesBytes: Boolean(operation.requestBody && !operation.requestBody.content['application/json']),
    })),
  )
  server = await startModelServer()
  full = await aTwin(server, true)
  bare = await aTwin(server, false)
  for (const twin of [full, bare]) await settled(twin)
}, 600_000)
afterAll(() => server.close())

/** What the machine, the clock and chance decide. */
const VOLATILE = new Set(['/metrics', '/health/deep', '/v1/admin/jobs', '/v1/admin/users', '/openapi.json'])

const plain = (text: string, { person, token, apiToken }: Twin) =>
  [person.email, token, apiToken, person.id]
    .reduce((left, own) => left.replaceAll(own, 'OWN'), text)
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, 'ID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)/g, 'TIME')
    .replace(/\w{3}, \d\d \w{3} \d{4} [\d:]+ GMT/g, 'TIME')
    .replace(/(CREATED|DTSTAMP|LAST-MODIFIED)[^\r\n]*/g, '$1')
    .replace(/"(request_id|next_cursor|latency_ms|prefix)":("[^"]*"|[\d.]+)/g, '"$1":"X"')
    .replace(/"eta_seconds":(null|\d+)/g, '"eta_seconds":0')
    .replace(/"(total_cost_rub|spent_rub|remaining_rub|cost_rub)":[\d.]+/g, '"$1":0')
    .replace(/dos_[\w-]+|http:\/\/[\w.:]+/g, 'X')

const shownOf = ({ status, headers, text }: Reply, twin: Twin): Json => {
  const type = headers.get('content-type') ?? ''
  // Of an archive, the names of what is in it.
  const names = [...text.matchAll(/[\w-]+\.(?:txt|pdf)/g)].map(([name]) => name)
  return { status, type, text: type.includes('zip') ? names : plain(text, twin) }
}

function fitting(schema: Json): Json {
  if (!schema) return undefined
  if (schema.$ref) return fitting(components[schema.$ref.split('/').at(-1)])
  if (schema.enum) return schema.enum[0]
  if (schema.const !== undefined) return schema.const
  if (schema.anyOf) return fitting(schema.anyOf[0])
  if (schema.type === 'object')
    return Object.fromEntries((schema.required ?? []).map((key: string) => [key, fitting(schema.properties[key])]))
  if (schema.type === 'array') return [fitting(schema.items)]
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1
  if (schema.type === 'boolean') return true
  return schema.format === 'uuid' ? 'ID:object_id' : 'the rent of the flat'
}

const QUESTIONS = [
  'rent',
  'divorce',
  'divorse',
  'zeta',
  'pregnancy rent',
  'ome',
  'garden',
  'When is the hearing?',
  'page',
]

/** Every value that a parameter of a query may take, as far as its shape tells. */
function valuesOf({ name, schema }: Json): string[] {
  if (schema.enum) return schema.enum
  if (schema.type === 'boolean') return ['true', 'false']
  if (schema.type === 'integer')
    return [...new Set([schema.minimum ?? 0, 1, 2, Math.min(schema.maximum ?? 7, 100)])].map(String)
  if (name === 'q') return QUESTIONS
  if (name === 'collection_id') return ['ID:collection_id', 'ID:inner', 'HIDDEN:collection_id']
  if (name === 'theme_id') return ['ID:theme_id', 'HIDDEN:theme_id']
  if (name === 'since') return ['2030-01-01T00:00:00Z']
  if (name === 'until') return ['2031-01-01T00:00:00Z']
  if (name === 'token') return ['ID:feed']
  return ['contract', 'true', 'only']
}

const encoded = (value: string) => (/^(ID|HIDDEN):/.test(value) ? value : encodeURIComponent(value))

/** One parameter after the other, each with every value; those that are required always, and questions with every mode. */
function queriesOf({ parameters }: Operation): string[] {
  const given = parameters.filter(parameter => parameter.in === 'query')
  const always = given.filter(parameter => parameter.required)
  const bases = always.reduce(
    (lists: string[], parameter) =>
      lists.flatMap(list => valuesOf(parameter).map(value => `${list}${parameter.name}=${encoded(value)}&`)),
    [''],
  )
  const others = given
    .filter(parameter => !parameter.required)
    .flatMap(parameter => valuesOf(parameter).map(value => `${parameter.name}=${encoded(value)}`))
  const windowed = given.some(({ name }) => name === 'since')
    ? ['since=2030-01-01T00:00:00Z&until=2031-01-01T00:00:00Z']
    : []
  return bases.flatMap(base => ['', ...others, ...windowed].map(other => `?${base}${other}`))
}

/** Which thing a parameter of a path means: what both have, or what only one has, and hides. */
function pathsOf({ path }: Operation): string[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1]!)
  if (names.length === 0) return [path]
  const ways = names.includes('object_id')
    ? [
        'ID:object_id',
        'ID:garden',
        'ID:pdf',
        'HIDDEN:object_id',
        'HIDDEN:beside',
        'HIDDEN:trashed',
        'HIDDEN:pdf',
        'HIDDEN:later',
      ]
    : names[0] === 'collection_id' || names[0] === 'theme_id'
      ? [`ID:${names[0]}`, `HIDDEN:${names[0]}`]
      : [`ID:${names[0]}`]
  return ways.map(way =>
    path.replace(/\{(\w+)\}/g, (_, name) =>
      name === 'object_id' || way.endsWith(`:${name}`) ? way : name === 'n' ? '1' : `ID:${name}`,
    ),
  )
}

const filled = (text: string, { ids, hidden, token }: Twin): string =>
  text
    .replace(/ID:token/g, token)
    .replace(/ID:(\w+)/g, (_, name) => ids[name] ?? '00000000-0000-4000-8000-000000000000')
    .replace(/HIDDEN:(\w+)/g, (_, name) => hidden[name]!)

const SAFE = new Set(['GET', 'HEAD'])
const READS = /\/(archive|estimate)$/

const safe = () =>
  operations.filter(
    ({ method, path }) =>
      (SAFE.has(method) || READS.test(path)) &&
      !VOLATILE.has(path) &&
      path !== '/v1/events' &&
      !path.endsWith('/stream'),
  )

const requestsOf = (operation: Operation): string[] =>
  pathsOf(operation).flatMap(path => queriesOf(operation).map(query => path + query))

/** Every way of naming a thing, with the first query alone. */
const plainlyOf = (operation: Operation): string[] => pathsOf(operation).map(path => path + queriesOf(operation)[0])

/** Its ways of naming a thing always, and of the queries a third; all of them in the long run. */
const mostlyOf = (operation: Operation): string[] => {
  const requests = requestsOf(operation)
  return [...new Set([...plainlyOf(operation), ...requests.filter((_, n) => n % 3 === 0)])]
}

const bySample: Asked = { requests: sampled(mostlyOf, requestsOf) }

/** Every query is asked once, by the owner; others and afterwards each thing is asked for. */
const repeatedly: Asked = { requests: sampled(plainlyOf, requestsOf) }

type Viewer = (twin: Twin) => Pick<Person, 'call'>

interface Asked {
  requests?(operation: Operation): string[]
  bodyOf?(operation: Operation): Json
}

/** Asks for both, and names every difference. */
async function differences(viewer: Viewer, chosen: Operation[], asking: Asked = {}) {
  const { requests = requestsOf, bodyOf = bodyFor } = asking
  const all = chosen.flatMap(operation => requests(operation).map(request => ({ operation, request })))
  const found: Json[] = []
  for (const { operation, request } of all) {
    const given = bodyOf(operation)
    const answerTo = async (twin: Twin) => {
      const options = given === undefined ? {} : { body: JSON.parse(filled(JSON.stringify(given), twin)) }
      return shownOf(await viewer(twin).call(operation.method, filled(request, twin), options), twin)
    }
    const [mine, theirs] = await Promise.all([answerTo(full), answerTo(bare)])
    if (JSON.stringify(mine) !== JSON.stringify(theirs))
      found.push({ request: `${operation.method} ${request}`, mine, theirs })
  }
  return { asked: all.length, found }
}

const bodyFor = (operation: Operation): Json =>
  operation.path.endsWith('/archive') && operation.method === 'POST'
    ? { object_ids: ['ID:object_id', 'ID:garden'] }
    : operation.body
      ? withIds(operation.body.example ?? fitting(operation.body.schema))
      : undefined

/** Ids in examples are of nothing; here they are of what both have. */
const withIds = (value: Json): Json =>
  JSON.parse(JSON.stringify(value).replace(/"[0-9a-f]{8}-[0-9a-f-]{27}"/g, '"ID:object_id"'))

/** The names alone of hidden things in the body. */
const hiddenBody = (operation: Operation): Json =>
  operation.body && JSON.parse(JSON.stringify(bodyFor(operation)).replaceAll('ID:object_id', 'HIDDEN:object_id'))

const owner: Viewer = ({ person }) => person

test('the sweep asks a lot, and with the zone open it sees the difference', async () => {
  expect(operations.length).toBeGreaterThan(150)
  const unlocked = (await full.person.post('/v1/hidden-pin/unlock')).body.hidden_token
  const open = full.person.with({ 'x-hidden-token': unlocked })
  const all = safe().flatMap(requestsOf)
  expect(all.length).toBeGreaterThan(300)
  const plainly = { requests: (operation: Operation) => requestsOf(operation).slice(0, 1) }
  const { found } = await differences(twin => (twin === full ? open : twin.person), safe(), plainly)
  const seen = new Set(found.map(({ request }) => request.split('?')[0]))
  for (const path of [
    '/v1/objects',
    '/v1/collections',
    '/v1/search',
    '/v1/tasks',
    '/v1/changes',
    '/v1/usage',
    '/v1/calendar/events',
    '/v1/ask/sessions',
    '/v1/agent/sessions',
    '/v1/shares',
    '/v1/trash',
    '/v1/objects/facets',
    '/v1/tags',
    '/v1/saved-searches',
  ])
    expect(seen).toContain(`GET ${path}`)
}, 600_000)

describe('both are answered the same', () => {
  test('their owner with the zone locked', async () => {
    expect((await differences(owner, safe(), bySample)).found).toEqual([])
  }, 600_000)

  test('whoever has the link', async () => {
    const outside = { call: (method: string, path: string, options: object) => call(method, path, options) } as Person
    expect(
      (
        await differences(
          () => outside,
          safe().filter(({ path }) => path.startsWith('/v1/share/')),
        )
      ).found,
    ).toEqual([])
  }, 600_000)

  test('a second user, and somebody of another tenant', async () => {
    const admin = await theAdmin()
    const { body } = await admin.post('/v1/admin/tenants', { name: 'Elsewhere' })
    const email = `${crypto.randomUUID()}@example.org`
    const joined = await call('POST', '/v1/auth/register', {
      body: { email, password: 'elsewhere!', invite: body.invite },
    })
    const stranger = new Person(email, 'elsewhere!', joined.body.token, joined.body.user.id)
    for (const other of [await aPerson(), stranger])
      expect(
        (
          await differences(
            () => other,
            safe().filter(({ path }) => path.includes('{')),
            repeatedly,
          )
        ).found,
      ).toEqual([])
  }, 600_000)

  test('the event stream, from its beginning', async () => {
    const lines = await Promise.all(
      [full, bare].map(async twin =>
        plain(await receivedBy(twin.person), twin)
          .split('\n')
          .sort(),
      ),
    )
    expect(lines[0]).toEqual(lines[1])
  })

  test('CalDAV: the list, what has changed, each event', async () => {
    const answers = []
    for (const twin of [full, bare]) {
      const basic = Buffer.from(`${twin.person.email}:${twin.apiToken}`).toString('base64')
      const dav = (method: string, path: string, raw?: string) =>
        call(method, path, {
          headers: { authorization: `Basic ${basic}`, depth: '1', 'content-type': 'application/xml' },
          raw,
        })
      const home = `/dav/calendars/${twin.person.id}/`
      const calendars = await dav('PROPFIND', home)
      const calendar = `${home}default/`
      const list = await dav('PROPFIND', calendar)
      const sync = `<d:sync-collection xmlns:d="DAV:"><d:sync-token/><d:sync-level>1</d:sync-level><d:prop><d:getetag/></d:prop></d:sync-collection>`
      const changed = await dav('REPORT', calendar, sync)
      expect(changed.status).toBe(207)
      const todos = await dav('PROPFIND', `${home}tasks/`)
      answers.push(
        [calendars, list, changed, todos].map(reply =>
          plain(reply.text, twin)
            // Of the ids of tasks, which chance decides.
            .replace(/\b[0-9a-f]{32}\b/g, 'HASH')
            .replace(/<D:response><D:href>/g, '\n$&')
            .split('\n')
            .sort(),
        ),
      )
    }
    expect(answers[0]).toEqual(answers[1])
  })

  test('WebDAV: the whole tree, with every property that clients ask for', async () => {
    const answers = []
    const asked = [
      'getetag',
      'getcontentlength',
      'displayname',
      'quota-used-bytes',
      'quota-available-bytes',
      'lockdiscovery',
    ]
    const body = `<d:propfind xmlns:d="DAV:" xmlns:o="http://owncloud.org/ns"><d:prop>${asked
      .map(name => `<d:${name}/>`)
      .join('')}<o:size/><o:permissions/><o:checksums/></d:prop></d:propfind>`
    for (const twin of [full, bare]) {
      const basic = Buffer.from(`${twin.person.email}:${twin.apiToken}`).toString('base64')
      const tree = async (path: string) => {
        const headers = { authorization: `Basic ${basic}`, depth: 'infinity', 'content-type': 'application/xml' }
        const { status, text } = await call('PROPFIND', path, { headers, raw: body })
        expect(status).toBe(207)
        // How often a folder has changed is all that its ETag says: what was seen and then hidden has changed it.
        return plain(text, twin)
          .replace(/"[0-9a-f]{12}-\d+"/g, 'ETAG')
          .split('<D:response>')
          .sort()
      }
      answers.push([await tree('/dav/files/'), await tree(`/remote.php/dav/files/${twin.person.id}/`)])
    }
    expect(answers[0]![0]!.length).toBeGreaterThan(3)
    expect(answers[0]).toEqual(answers[1])
  })

  test('whoever changes something by the id of what is hidden: it is not there', async () => {
    const unsafe = operations.filter(({ method, takesBytes }) => !SAFE.has(method) && !takesBytes)
    const named = unsafe.filter(
      ({ path, body }) => path.includes('{') || JSON.stringify(body ?? '').includes('object_id'),
    )
    const { asked, found } = await differences(owner, named, {
      requests: operation =>
        operation.path.includes('{') ? pathsOf(operation).filter(path => path.includes('HIDDEN:')) : [operation.path],
      bodyOf: operation => (operation.path.includes('{') ? bodyFor(operation) : hiddenBody(operation)),
    })
    expect(asked).toBeGreaterThan(100)
    expect(found).toEqual([])
    expect((await differences(owner, safe(), repeatedly)).found).toEqual([])
  }, 600_000)
})

async function receivedBy(person: Person): Promise<string> {
  const abort = new AbortController()
  const response = await fetch(`${baseUrl()}/v1/events`, {
    headers: { authorization: `Bearer ${person.token}`, 'last-event-id': '0-0' },
    signal: abort.signal,
  })
  const reader = response.body!.getReader()
  const marker = (await person.upload('marker.txt', 'a marker')).id
  let text = ''
  while (!text.includes(marker)) text += new TextDecoder().decode((await reader.read()).value)
  abort.abort()
  const events = text.split('\n\n').filter(event => event.includes('data: ') && !event.includes('task.progress'))
  return events.map(event => event.replace(/^id: .*\n/m, '').replaceAll('\n', ' ')).join('\n')
}

test('what is there already: a hidden twin or namesake is not', async () => {
  const omega = 'Omega pregnancy and rent. '.repeat(80)
  const zeta = 'The zeta divorce hearing is in May. Zeta pays the rent.'
  const sent: [string, string, string][] = [
    ['new.txt', zeta, '?on_duplicate=ask'],
    ['again.txt', zeta, '?on_duplicate=ask'],
    ['again.txt', zeta, '?on_duplicate=skip'],
    ['omega.txt', 'another omega', '?collection_id=ID:collection_id&on_name=ask'],
    ['omega.txt', omega, '?collection_id=ID:collection_id&on_name=replace'],
    ['omega2.txt', omega, '?on_duplicate=skip'],
  ]
  const answers: Json[][] = []
  for (const twin of [full, bare]) {
    const got = []
    for (const [name, content, query] of sent)
      got.push(shownOf(await twin.person.send(name, content, filled(query, twin)), twin))
    answers.push(got)
  }
  // How far the reading of the first is, the machine decides.
  const settled = answers.map(list => list.map(({ status, text }) => [status, text.replace(/"status":"\w+"/, '')]))
  expect(settled[0]).toEqual(settled[1])
  expect(settled[0]!.map(([status]) => status)).toEqual([201, 409, 200, 201, 200, 200])
})
