import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { chat, decide } from './support/agent.ts'
import { aPerson, baseUrl, call, type Json, type Person, until } from './support/client.ts'
import { aPdf, numberedPages } from './support/pdf.ts'
import { aWorld, differencesOf, histories, take } from './support/people.ts'
import { aProgramOf, type Program } from './support/webdav.ts'
import { sampled } from './support/whole.ts'

/**
 * Somebody to whom a folder was given: over every route that reads they see nothing of what was not given, and when it is taken
 * back they are told what they were told before. The routes come from the service's own description.
 */

interface Operation {
  method: string
  path: string
  params: string[]
  queries: string[]
}

const mark = () => randomBytes(6).toString('hex')
/** In names and texts of what was given, and of what was not. */
const [shown, kept] = [`shown${mark()}`, `kept${mark()}`]
let operations: Operation[]
let anna: Person
let boris: Person
/** What each parameter of a path may stand for. */
const things: Record<string, string[]> = {}
let given: string
let secrets: string[]
let program: Program

beforeAll(async () => {
  const { body } = await call('GET', '/openapi.json')
  operations = Object.entries<Json>(body.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      params: [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1]!),
      queries: (operation.parameters ?? []).flatMap((given: Json) => (given.in === 'query' ? [given.name] : [])),
    })),
  )
  ;[anna, boris] = [await aPerson(), await aPerson()]
  const theme = (await anna.post('/v1/themes', { name: `theme ${kept}` })).body.id
  const above = (await anna.folder(`above ${kept}`, { theme_id: theme })).id
  given = (await anna.folder(`given ${shown}`, { parent_id: above })).id
  const below = (await anna.folder(`below ${shown}`, { parent_id: given })).id
  const beside = (await anna.folder(`beside ${kept}`, { parent_id: above })).id
  const dark = (await anna.folder(`dark ${kept}`, { parent_id: given })).id
  const put = async (name: string, text: string, folder: string) => {
    const { id } = await anna.upload(`${name}.txt`, text, `?collection_id=${folder}`)
    await anna.read(id)
    return id as string
  }
  const file = await put(`file ${shown}`, `the garden of ${shown}`, given)
  const deep = await put(
    `deep ${shown}`,
    `The rent of the flat ${shown} is 500 roubles. It is due in May. The tenant pays the rent. Boris will bring the 500 roubles by Friday.`,
    below,
  )
  const pdf = (await anna.upload(`pages ${shown}.pdf`, aPdf(numberedPages(2)), `?collection_id=${given}`)).id
  await anna.read(pdf)
  const hidden = await put(`hidden ${kept}`, `the garden of ${kept}`, given)
  const inDark = await put(
    `in the dark ${kept}`,
    `The rent of the flat ${kept} is 700 roubles. It is due in June.`,
    dark,
  )
  const trashed = await put(`trashed ${kept}`, `the garden once of ${kept}`, given)
  const outside = await put(`outside ${kept}`, `the garden outside of ${kept}`, beside)
  await anna.put(`/v1/collections/${given}/note`, { text: `note ${shown}` })
  await anna.put(`/v1/collections/${beside}/note`, { text: `note ${kept}` })
  await anna.put(`/v1/objects/${file}/draft`, { base_version: 1, text: `draft ${kept}` })
  const share = (await anna.post(`/v1/collections/${given}/shares`, {})).body
  await anna.patch(`/v1/objects/${hidden}`, { is_hidden: true })
  await anna.patch(`/v1/collections/${dark}`, { is_hidden: true })
  await anna.delete(`/v1/objects/${trashed}`)
  things.object_id = [file, deep, pdf, hidden, inDark, trashed, outside]
  things.collection_id = [given, below, above, beside, dark]
  things.theme_id = [theme]
  things.share_id = [share.id]
  secrets = [kept, theme, above, beside, dark, hidden, inDark, trashed, outside, share.id, share.token]
})

/** Their answers change by themselves or by other tests (groups are those of the whole house), or never end; the events are read below. */
const VOLATILE = new Set([
  '/metrics',
  '/health/deep',
  '/v1/events',
  '/v1/auth/oidc/start',
  '/v1/auth/oidc/callback',
  '/v1/groups',
])

const reading = () =>
  operations.filter(
    ({ method, path }) => (method === 'GET' || method === 'HEAD') && !VOLATILE.has(path) && !path.endsWith('/stream'),
  )

const NOWHERE = '00000000-0000-4000-8000-000000000000'

function requestsOf({ path, params, queries }: Operation): string[] {
  const [named] = params.filter(name => name in things)
  const filled = (id: string) =>
    path.replace('{n}', '1').replace(/\{(\w+)\}/g, (_, name) => (name === named ? id : NOWHERE))
  if (named) return things[named]!.map(filled)
  if (params.length > 0) return [filled(NOWHERE)]
  const places = things.collection_id!.flatMap(id => [
    `?collection_id=${id}`,
    `?parent_id=${id}`,
    `?q=garden&collection_id=${id}`,
  ])
  const words = [shown, kept, 'garden', 'in:beside garden'].map(word => `?q=${encodeURIComponent(word)}&mode=text`)
  const known = (query: string) => [...new URLSearchParams(query).keys()].every(name => queries.includes(name))
  const asked = [...places, ...words, `?theme_id=${things.theme_id![0]}`, `?q=garden&theme_id=${things.theme_id![0]}`]
  return ['', ...asked.filter(known)].map(query => path + query)
}

const plain = (text: string) =>
  text
    .replace(/"(request_id|latency_ms|expires_at|now|time)":("[^"]*"|[\d.]+)/g, '')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/\w{3}, \d\d \w{3} \d{4} [\d:]+ GMT/g, 'TIME')
    // Files of one's own came to the top and went: the number of its changes is one's own.
    .replace(/"0{12}-\d+"/g, 'CHANGES')
    // Questions and work count for whoever asks, also those of the time under a grant.
    .replace(/\{"meter":"(llm_embed|conversion)"[^}]*\},?/g, '')
    .replace(/"by_day":\[[^\]]*\]/g, '')

/** Everything that is told, by request. */
async function swept(person: Person): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  const all = reading().flatMap(operation => requestsOf(operation).map(request => ({ ...operation, request })))
  for (const { method, request } of all) {
    const { status, text } = await person.call(method, request)
    answers.set(`${method} ${request}`, `${status} ${plain(text)}`)
  }
  for (const ids of [...things.object_id!.map(id => [id]), things.object_id!]) {
    const { status } = await person.post('/v1/objects/archive', { object_ids: ids })
    answers.set(`archive ${ids}`, String(status))
  }
  for (const [path, depth] of DAV(person)) {
    const { status, text } = await program.dav('PROPFIND', path, undefined, { depth })
    answers.set(`PROPFIND ${path} ${depth}`, `${status} ${plain(text)}`)
    const asked = await program.dav('PROPFIND', path, MARKS, { depth, 'content-type': 'application/xml' })
    answers.set(`PROPFIND ${path} ${depth} marks`, `${asked.status} ${plain(asked.text)}`)
  }
  return answers
}

const DAV = ({ id }: Person): [string, string][] => [
  ['/dav/files/', '1'],
  ['/dav/files/', 'infinity'],
  [`/dav/calendars/${id}/`, '1'],
  [`/dav/calendars/${id}/default/`, '1'],
  [`/dav/calendars/${id}/tasks/`, '1'],
]

/** By which programs see that something has changed. */
const MARKS = `<?xml version="1.0"?><D:propfind xmlns:D="DAV:" xmlns:CS="http://calendarserver.org/ns/"><D:prop>
  <D:getetag/><D:sync-token/><CS:getctag/></D:prop></D:propfind>`

/** All that somebody may do with what was given, so that there is something to vanish. What was made stays, and is removed here. */
async function madeUse(person: Person): Promise<string[]> {
  const [file, deep, pdf] = things.object_id!
  await person.patch(`/v1/objects/${file}`, { is_favorite: true })
  await person.post(`/v1/objects/${file}/comments`, { text: `said of ${shown}` })
  const pins = [file, given].map((id, n) => ({ kind: n === 0 ? 'file' : 'folder', id }))
  expect((await person.put('/v1/pins', { items: pins })).body.items).toHaveLength(2)
  const asked = await chat(person, `create tasks from deep ${shown}`)
  // Given again, those of the first time are there again.
  expect((await decide(person, asked, true)).text).toContain(`deep ${shown}`)
  expect((await person.get('/v1/tasks')).body.items).toMatchObject([{ source_object_id: deep }])
  await chat(person, `convert pages ${shown} to txt`)
  const works: [string, object][] = [
    [`/v1/objects/${pdf}/convert`, { fmt: 'txt' }],
    [`/v1/objects/${pdf}/pdf/rotate`, { pages: '1', angle: 90 }],
    ['/v1/objects/assemble', { object_ids: [pdf, pdf] }],
  ]
  const tasks: string[] = []
  for (const [path, body] of works) {
    const { task_id } = (await person.post(path, body)).body
    await until(async () => (await person.get(`/v1/tasks-status/${task_id}`)).body.done, path)
    tasks.push(task_id)
  }
  // With the one that was asked for in words.
  const own = async () => (await person.get('/v1/objects?limit=100')).body.items
  const made: Json[] = await until(async () => {
    const items: Json[] = (await own()).filter(({ filename }) => filename !== 'own.txt')
    return items.length === works.length + 1 && items
  }, 'all results')
  for (const { id } of made) await person.read(id)
  for (const { id } of made) await person.delete(`/v1/objects/${id}`)
  expect((await person.delete('/v1/trash')).status).toBe(200)
  return tasks
}

async function receivedBy(person: Person): Promise<string[]> {
  const abort = new AbortController()
  const response = await fetch(`${baseUrl()}/v1/events`, {
    headers: { authorization: `Bearer ${person.token}`, 'last-event-id': '0-0' },
    signal: abort.signal,
  })
  const reader = response.body!.getReader()
  const marker = (await person.upload(`marker ${mark()}.txt`)).id
  let text = ''
  while (!text.includes(marker)) text += new TextDecoder().decode((await reader.read()).value)
  abort.abort()
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => data!)
}

test('before, under and after a grant', async () => {
  await boris.read((await boris.upload('own.txt', 'the garden of my own')).id)
  program = await aProgramOf(boris)
  await program.dav('PROPFIND', '/dav/files/', undefined, { depth: '0' })
  await boris.get('/v1/search?q=garden')
  const before = await swept(boris)
  for (const role of sampled(['editor'], ['viewer', 'editor'])) {
    const { id } = (await anna.post(`/v1/collections/${given}/grants`, { email: boris.email, role })).body
    const under = await swept(boris)
    const changed = [...under].filter(([request, answer]) => before.get(request) !== answer).map(([request]) => request)
    // The sweep has eyes: what was given is found in many places.
    for (const path of ['/v1/shared', `/v1/objects/${things.object_id![0]}/text`, `/v1/collections/${given}/note`])
      expect(changed).toContain(`GET ${path}`)
    expect(changed.length).toBeGreaterThan(30)
    // Ids of what was asked for are no secret to whoever asks.
    const told = [...under].flatMap(([request, answer]) =>
      secrets.filter(secret => answer.includes(secret) && !request.includes(secret)).map(secret => [request, secret]),
    )
    expect(told).toEqual([])
    // And nothing that was not given answers otherwise than before.
    const unseen = things.object_id!.slice(3).concat(things.collection_id!.slice(2), things.theme_id!)
    expect(
      changed.filter(request => unseen.some(thing => request.includes(thing)) && !request.startsWith('archive')),
    ).toEqual([])
    const { body: answered } = await boris.post('/v1/ask', { query: 'How much is the rent of the flat?' })
    expect(JSON.stringify(answered.citations)).toContain(things.object_id![1])
    const session = `/v1/ask/sessions/${answered.session_id}`
    expect((await boris.get(session)).body.turns).toHaveLength(1)
    // The assistant finds it too, and what it said is swept below.
    const found = await chat(boris, 'find garden')
    expect(found.text).toContain(things.object_id![0])
    for (const secret of secrets) expect(JSON.stringify(found.chunks)).not.toContain(secret)
    const tasks = await madeUse(boris)
    if (role === 'editor')
      await boris.put(`/v1/objects/${things.object_id![0]}/draft`, { base_version: 1, text: shown })
    expect((await anna.delete(`/v1/collections/${given}/grants/${id}`)).status).toBe(200)
    expect((await boris.get(session)).status).toBe(404)
    for (const task of tasks)
      expect((await boris.get(`/v1/tasks-status/${task}`)).body).toMatchObject({ object_ids: [], report: null })
    const after = await swept(boris)
    expect([...after].filter(([request, answer]) => before.get(request) !== answer)).toEqual([])
  }
  const events = (await receivedBy(boris)).join('\n')
  for (const trace of [shown, given, ...things.object_id!, ...secrets]) expect(events).not.toContain(trace)
}, 600_000)

test('random histories of giving, moving and hiding: the rule and what is told are the same', async () => {
  const world = await aWorld(await aPerson(), await aPerson())
  for (const history of histories(sampled(15, 60), 32)) {
    for (const step of history) await take(world, step)
    const differences = await differencesOf(world)
    if (differences.length > 0) expect({ history, differences }).toEqual({ history, differences: [] })
  }
}, 600_000)
