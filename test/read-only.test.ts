import { createReadStream, statSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../server/db/embedded.ts'
import { ADMIN, aPerson, call, type Json, Person, until } from './support/client.ts'
import { fitting, NOWHERE } from './support/fitting.ts'
import { aPdf, numberedPages } from './support/pdf.ts'
import { type RunningServer, startServer } from './support/server.ts'

/**
 * Whoever reads writes nothing. The database refuses every write, as a standby does, and each GET of the route table has to answer all
 * the same; what was refused is in the log. The routes come from the service's own description: a new one is covered by itself.
 */

/** Reading is not done before this is written. */
const WRITES_FIRST: Record<string, string> = {
  '/v1/objects/{object_id}/content': 'the library knows what was opened last',
  '/v1/objects/{object_id}/text': 'the library knows what was opened last',
  '/v1/objects/{object_id}/preview': 'drawn once and kept',
  '/v1/objects/{object_id}/thumbnail': 'drawn once and kept',
  '/v1/share/{token}': 'its owner sees how often a link was opened',
  '/v1/share/{token}/archive': 'its owner sees how often a link was used',
  '/v1/share/{token}/objects/{object_id}/content': 'its owner sees how often a link was used',
  '/v1/share/{token}/objects/{object_id}/thumbnail': 'drawn once and kept',
}
/** What is written in these calls, or beside a call, and nothing else. */
const WRITTEN: [RegExp, string][] = [
  [/^update objects set opened_at/, 'what was opened last'],
  [/ insert into previews /, 'what was drawn'],
  [/^insert into share_days /, 'how often a link was used'],
  [/^update tokens set last_used_at/, 'when a session was last used'],
  [
    /^with taken as \( delete from search_stale /,
    'the keeper of new names; a search that did it itself would not answer',
  ],
]

let server: RunningServer
let database: pg.Client
let anna: Person
let boris: Person
let reads: { path: string; address: string }[]
const ids: Record<string, string> = {}

async function attach(): Promise<pg.Client> {
  const { url } = await startEmbeddedPostgres({ dataDir: server.dataDir, log: () => {} })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('set default_transaction_read_only = off')
  return client
}

const filled = (path: string) => path.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? NOWHERE)
const at = ({ email, password, token, id }: Person) => new Person(email, password, token, id, server.url)

beforeAll(async () => {
  server = await startServer()
  await call('POST', '/v1/auth/register', { body: ADMIN }, server.url)
  const { body: admin } = await call('POST', '/v1/auth/login', { body: ADMIN }, server.url)
  anna = new Person(ADMIN.email, ADMIN.password, admin.token, admin.user.id, server.url)
  boris = await aPerson(server.url)
  const folder = await anna.folder('papers')
  const theme = (await anna.post('/v1/themes', { name: 'theme' })).body
  const file = await anna.upload('contract.pdf', aPdf(numberedPages(3)), `?collection_id=${folder.id}`)
  await anna.read(file.id)
  await anna.post(`/v1/collections/${folder.id}/grants`, { email: boris.email, role: 'viewer' })
  const share = (await anna.post(`/v1/collections/${folder.id}/shares`, {})).body
  Object.assign(ids, { object_id: file.id, collection_id: folder.id, theme_id: theme.id })
  Object.assign(ids, { share_id: share.id, token: share.token, user_id: anna.id, n: '1' })
  const { body } = await call('GET', '/openapi.json', {}, server.url)
  reads = Object.entries<Json>(body.paths).flatMap(([path, { get }]) => {
    // It answers as long as somebody listens.
    if (!get || path === '/v1/events') return []
    const given = (get.parameters ?? []).filter((given: Json) => given.in === 'query')
    const needed = given.filter((one: Json) => one.required && one.name !== 'q')
    const pairs = needed.map((one: Json) => `${one.name}=${fitting(one.schema)}`)
    const q = given.find((one: Json) => one.name === 'q')
    const queries = [...(q?.required ? [] : [pairs]), ...(q ? [[...pairs, 'q=agreement']] : [])]
    return queries.map(query => ({ path, address: filled(path) + (query.length > 0 ? `?${query.join('&')}` : '') }))
  })
  // Nobody works in the background: what is written is written by calls.
  await server.stop({ keep: true })
  server = await startServer({ dataDir: server.dataDir, args: ['--role=api'] })
  ;[anna, boris] = [at(anna), at(boris)]
  database = await attach()
})

afterAll(async () => {
  await database.end()
  await server.stop()
})

async function takeWrites(yes: boolean): Promise<void> {
  const { rows } = await database.query('select current_database() as name')
  await database.query(`alter database "${rows[0].name}" set default_transaction_read_only = ${yes ? 'off' : 'on'}`)
  await database.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'dossier'`)
  // As many at once as there are connections: each may be one that was ended.
  const back = async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => anna.get('/v1/auth/me')))
    return replies.every(({ status }) => status === 200)
  }
  await until(back, 'the service to be back')
}

function refusedWrites(): () => Promise<string[]> {
  const log = join(server.dataDir, 'postgres/postgres.log')
  const start = statSync(log).size
  return async () => {
    const lines = await text(createReadStream(log, { start }))
    const found = lines.matchAll(/read-only transaction\n.*?STATEMENT: {2}(.*\n(?:\t.*\n)*)/g)
    return [...found].map(([, statement]) => statement!.replaceAll(/\s+/g, ' '))
  }
}

test('every GET answers while the database takes no writes, and tries none', { timeout: 120_000 }, async () => {
  const refused = refusedWrites()
  await takeWrites(false)
  // A file is called otherwise, and no search has asked for it yet.
  await database.query(`update objects set filename = 'agreement.pdf' where id = $1`, [ids.object_id])
  const failed: { path: string; address: string; person: Person }[] = []
  for (const { path, address } of reads)
    for (const person of [anna, boris])
      if ((await person.get(address)).status >= 500) failed.push({ path, address, person })
  const unknown = (await refused()).filter(statement => !WRITTEN.some(([known]) => known.test(statement)))
  expect([...new Set(unknown)]).toEqual([])
  await takeWrites(true)
  const spoilt = []
  for (const { path, address, person } of failed) if ((await person.get(address)).status < 500) spoilt.push(path)
  expect([...new Set(spoilt)].toSorted()).toEqual(Object.keys(WRITES_FIRST).toSorted())
  // Nothing is lost by that: the search that can waits for the new name.
  const { items } = (await anna.get('/v1/search?q=agreement&mode=text')).body
  expect(items.map(({ object }: Json) => object.id)).toEqual([ids.object_id])
})
