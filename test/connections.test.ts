import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { outcomes } from './support/adversity.ts'
import { aPerson, call, type Person, type Reply, until } from './support/client.ts'
import { type PrivateServer, postgresPrograms, queryOnce, startPrivatePostgres } from './support/processes.ts'
import { type RunningServer, startServer } from './support/server.ts'

/** A database that takes no more connections or ends those that there are, and a data folder that can only be read. */

const missing = postgresPrograms() ? '' : ' (skipped: without PostgreSQL)'
const FILES = 12

let server: RunningServer | undefined
let postgres: PrivateServer | undefined
afterEach(async () => {
  await server?.stop()
  await postgres?.stop()
  server = postgres = undefined
})

const letters = (anna: Person) =>
  Promise.all(Array.from({ length: FILES }, (_, n) => anna.upload(`${n}.txt`, `letter number ${n}`)))

/** All was read in the end, and no job has used up an attempt over what was no fault of its own. */
async function nothingWasLost(anna: Person, url: string): Promise<void> {
  const all = await outcomes(anna, 120)
  expect(all.map(({ status }) => status)).toEqual(Array(FILES).fill('ready'))
  const idle = async () =>
    (await queryOnce(url, 'select 1 from jobs where finished_at is null and attempt > 0')).length === 0
  await until(idle, 'the jobs')
  const tried = `select name, attempt, state, error from jobs where owner_id = '${anna.id}' and (attempt > 1 or state = 'FAILURE')`
  expect(await queryOnce(url, tried)).toEqual([])
}

const END_ALL = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'dossier'`

describe.skipIf(missing)(`the server of the database${missing}`, () => {
  test('that takes no more connections is named in a sentence, and all goes on when there is room again', async () => {
    postgres = await startPrivatePostgres(['max_connections=12'])
    server = await startServer({ env: { DATABASE_URL: postgres.url, SECRET_KEY: 'ab'.repeat(32) } })
    const anna = await aPerson(server.url)
    await letters(anna)
    const taken: pg.Client[] = []
    const takeAll = async () => {
      for (;;) {
        const client = new pg.Client({ connectionString: postgres!.url })
        client.on('error', () => {})
        try {
          await client.connect()
        } catch (error) {
          return (error as { code?: string }).code
        }
        taken.push(client)
      }
    }
    expect(await takeAll()).toBe('53300')
    const refused = await until(async () => {
      await taken[0]!.query(END_ALL)
      await takeAll()
      const reply = await anna.get('/v1/objects')
      return reply.status !== 200 && reply
    }, 'a refusal')
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(refused.body.detail).toMatch(/^The database takes no more connections/)
    const russian = await anna.get('/v1/objects', { 'accept-language': 'ru' })
    expect(russian.body.detail).toMatch(/^База данных больше не принимает соединений/)
    expect((await anna.send('more.txt', 'more')).status).toBe(503)
    await Promise.all(taken.map(client => client.end()))
    await until(async () => (await anna.get('/v1/objects')).status === 200, 'the list')
    await nothingWasLost(anna, postgres.url)
  })

  test('that ends connections is named in a sentence, and no job loses an attempt', async () => {
    postgres = await startPrivatePostgres()
    server = await startServer({ env: { DATABASE_URL: postgres.url, SECRET_KEY: 'ab'.repeat(32) } })
    const anna = await aPerson(server.url)
    let on = true
    const refused: Reply[] = []
    const asking = Array.from({ length: 4 }, async () => {
      while (on) {
        const reply = await anna.get('/v1/objects')
        if (reply.status !== 200) refused.push(reply)
      }
    })
    await letters(anna)
    await until(async () => {
      await queryOnce(postgres!.url, END_ALL)
      return refused.length > 3
    }, 'refusals')
    on = false
    await Promise.all(asking)
    for (const { status, body } of refused) {
      expect({ status, code: body.code }).toEqual({ status: 503, code: 'unavailable' })
      expect(body.detail).toMatch(/^(The database has ended the connection|The service is starting, or its database)/)
    }
    expect((await anna.get('/v1/objects')).status).toBe(200)
    await nothingWasLost(anna, postgres.url)
  })
})

const foldersOf = (folder: string): string[] => [
  folder,
  ...readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .flatMap(entry => foldersOf(join(folder, entry.name))),
]

/** Whether the service may do no more than another user: as root it could write everywhere. */
const isOrdinary = (pid: number): boolean =>
  existsSync('/proc') && !/^Uid:\s+0\s/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))

test('a data folder that can only be read refuses in a sentence what needs room, and nothing else', async ({
  skip,
}) => {
  server = await startServer()
  if (!isOrdinary(server.process.pid!)) return skip('the service runs as root')
  const anna = await aPerson(server.url)
  const { id } = await anna.upload('letter.txt', 'a letter about the roof')
  await anna.read(id)
  const closed = ['blobs', 'work', 'reserve'].flatMap(name => foldersOf(join(server!.dataDir, name)))
  const modes = new Map(closed.map(folder => [folder, statSync(folder).mode]))
  for (const folder of closed) await chmod(folder, 0o555)
  try {
    const refused = await anna.send('more.txt', 'more')
    expect(refused).toMatchObject({ status: 503, body: { code: 'storage_unusable' } })
    expect(refused.body.detail).toMatch(/^The storage of the service cannot be used at the moment/)
    const changed = await anna.call('PUT', `/v1/objects/${id}/content?base_version=1`, { raw: 'other words' })
    expect(changed).toMatchObject({ status: 503, body: { code: 'storage_unusable' } })
    const body = { email: anna.email, password: anna.password }
    expect((await call('POST', '/v1/auth/login', { body }, server.url)).status).toBe(200)
    expect((await anna.get(`/v1/objects/${id}/content`)).text).toBe('a letter about the roof')
    expect((await anna.get('/v1/search?q=roof')).body.items).toHaveLength(1)
    expect((await anna.patch(`/v1/objects/${id}`, { filename: 'roof.txt' })).status).toBe(200)
    expect((await anna.delete(`/v1/objects/${id}`)).status).toBe(200)
    expect((await anna.post(`/v1/objects/${id}/restore`)).status).toBe(200)
    expect((await anna.post(`/v1/objects/${id}/reprocess`)).status).toBeLessThan(300)
  } finally {
    for (const [folder, mode] of modes) await chmod(folder, mode)
  }
  expect((await anna.send('more.txt', 'more')).status).toBe(201)
  const all = await outcomes(anna, 240)
  expect(all.map(({ status, error }) => ({ status, error }))).toEqual(Array(2).fill({ status: 'ready', error: null }))
  expect((await anna.get(`/v1/objects/${id}/content`)).text).toBe('a letter about the roof')
})
