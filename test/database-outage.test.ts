import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../server/db/embedded.ts'
import { aPerson, type Person, until } from './support/client.ts'
import { databaseOf as processesOf, signal } from './support/processes.ts'
import { type RunningServer, startServer } from './support/server.ts'
import { sampled } from './support/whole.ts'

/** What people notice of a database that fails over or falls: a few answers that say so, and nothing lost. */

let server: RunningServer
let anna: Person
const kept = new Map<string, string>()

beforeAll(async () => {
  server = await startServer()
  anna = await aPerson(server.url)
})
afterAll(() =>
  server.process.exitCode === null ? server.stop() : rm(server.dataDir, { recursive: true, force: true }),
)

const databaseOf = () => startEmbeddedPostgres({ dataDir: server.dataDir, log: () => {} })

/** Brings one file after the other until told to stop, and remembers what was confirmed. */
function bringing() {
  let on = true
  const refused = new Set<number>()
  const lane = async () => {
    while (on) {
      const content = randomBytes(1000).toString('hex')
      const { status, body } = await anna.send('a.txt', content)
      if (status === 201) kept.set(body.id, content)
      else refused.add(status)
    }
  }
  /** Several statements in one transaction: what breaks may be any of them, or the end of it. */
  const folders = async () => {
    while (on) refused.add((await anna.post('/v1/collections', { name: 'A' })).status)
  }
  const lanes = Promise.all([lane(), lane(), lane(), lane(), folders(), folders()])
  return async () => {
    on = false
    await lanes
    return [...refused].filter(status => status !== 201)
  }
}

async function everythingIsThere() {
  for (const [id, content] of kept) expect((await anna.get(`/v1/objects/${id}/content`)).text).toBe(content)
  for (const id of kept.keys()) expect((await anna.read(id)).status).toBe('ready')
}

const more = (files: number) => {
  const aim = kept.size + files
  return until(async () => kept.size >= aim, `${files} more files`)
}

test('connections that break under way cost no more than an answer with 503', { tags: ['long'] }, async () => {
  const stop = bringing()
  const client = new pg.Client({ connectionString: (await databaseOf()).url })
  await client.connect()
  for (let round = 0; round < sampled(5, 20); round++) {
    await more(5)
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'dossier' and pid <> pg_backend_pid()`,
    )
  }
  await client.end()
  await more(5)
  expect((await stop()).filter(status => status !== 503)).toEqual([])
  await everythingIsThere()
})

test('a database that falls is started again by the service that runs on it', async () => {
  const stop = bringing()
  await more(5)
  process.kill((await databaseOf()).pid, 'SIGKILL')
  await until(async () => server.output().includes('the database has died'), 'the fall to be noticed')
  await more(sampled(5, 20))
  expect((await stop()).filter(status => status !== 503)).toEqual([])
  await everythingIsThere()
})

test.runIf(existsSync('/proc'))(
  'a database that hangs does not keep a service from stopping',
  { tags: ['long'] },
  async () => {
    const processes = processesOf(server.dataDir)
    for (const pid of processes) signal(pid, 'SIGSTOP')
    const asked = anna.get('/v1/objects').catch(() => undefined)
    await server.stop({ keep: true })
    for (const pid of processes) signal(pid, 'SIGKILL')
    await asked
    expect(server.process.exitCode).toBe(1)
    expect(server.output()).toContain('stopping took longer')
    await until(async () => processesOf(server.dataDir).length === 0, 'the database to be gone')
  },
)
