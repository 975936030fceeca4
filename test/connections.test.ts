import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../server/db/embedded.ts'
import { canMount, outcomes } from './support/adversity.ts'
import { aPerson, call, type Person, type Reply, until } from './support/client.ts'
import { type PrivateServer, postgresPrograms, queryOnce, startPrivatePostgres } from './support/processes.ts'
import { ROOT, type RunningServer, startServer } from './support/server.ts'
import { sampled } from './support/whole.ts'

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
  test('that takes no more connections is named in a sentence, and all goes on when there is room again', {
    tags: ['long'],
  }, async () => {
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
    // The first that is refused may still have had a connection that was ended.
    const refused = (words: RegExp, language: string) =>
      until(async () => {
        await taken[0]!.query(END_ALL)
        await takeAll()
        const reply = await anna.get('/v1/objects', { 'accept-language': language })
        if (reply.status !== 200) expect(reply).toMatchObject({ status: 503, body: { code: 'unavailable' } })
        return words.test(reply.body.detail)
      }, `a refusal in ${language}`)
    await refused(/^The database takes no more connections/, 'en')
    await refused(/^База данных больше не принимает соединений/, 'ru')
    expect((await anna.send('more.txt', 'more')).status).toBe(503)
    await Promise.all(taken.map(client => client.end()))
    await until(async () => (await anna.get('/v1/objects')).status === 200, 'the list')
    await nothingWasLost(anna, postgres.url)
  })

  test('that ends connections is named in a sentence, and no job loses an attempt', { tags: ['long'] }, async () => {
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

/** Nothing can be written in these folders; answers how that is ended. */
function byTheirModes(folders: string[]): () => void {
  const modes = folders.flatMap(foldersOf).map(folder => ({ folder, mode: statSync(folder).mode }))
  for (const { folder } of modes) chmodSync(folder, 0o555)
  return () => {
    for (const { folder, mode } of modes) chmodSync(folder, mode)
  }
}

function byTheirDisk(folders: string[]): () => void {
  for (const folder of folders) {
    execFileSync('mount', ['--bind', folder, folder])
    execFileSync('mount', ['-o', 'remount,bind,ro', folder])
  }
  return () => {
    for (const folder of folders) execFileSync('umount', ['-l', folder])
  }
}

const WAYS: [string, (folders: string[]) => () => void][] = [
  ['their permissions', byTheirModes],
  ...(canMount ? [['their disk', byTheirDisk] as [string, typeof byTheirDisk]] : []),
]

test.each(sampled(WAYS.slice(0, 1), WAYS))(
  'folders that can only be read, by %s, refuse in a sentence what needs room, and nothing else',
  async (_, close) => {
    const running = await startServer()
    server = running
    if (close === byTheirModes && !isOrdinary(running.process.pid!)) return
    const database = await startEmbeddedPostgres({ dataDir: running.dataDir, log: () => {} })
    const jobs = (where: string) =>
      queryOnce(database.url, `select name, state, attempt, error from jobs where ${where}`)
    const anna = await aPerson(running.url)
    const { id } = await anna.upload('letter.txt', 'a letter about the roof')
    const pdf = readFileSync(join(ROOT, 'test/corpus/contract.pdf')) as Buffer<ArrayBuffer>
    const contract = await anna.upload('contract.pdf', pdf)
    for (const file of [id, contract.id]) await anna.read(file)
    const at = (...names: string[]) => names.map(name => join(running.dataDir, name))
    const opens = [close(at('blobs', 'reserve'))]
    const waits = (name: string) =>
      until(async () => (await jobs(`name = '${name}' and state = 'RETRY' and attempt = 0`)).length === 1, name)
    try {
      const turned = await anna.post(`/v1/objects/${contract.id}/pdf/rotate`, { pages: '1', angle: 90 })
      expect(turned.status).toBe(202)
      await waits('pdf.operation')
      opens.push(close(at('work')))
      expect((await anna.post(`/v1/objects/${id}/reprocess`)).status).toBe(202)
      await waits('object.stored')

      const changing = anna.call('PUT', `/v1/objects/${id}/content?base_version=1`, { raw: 'other words' })
      for (const refused of [await anna.send('more.txt', 'more'), await changing]) {
        expect(refused).toMatchObject({ status: 503, body: { code: 'storage_unusable' } })
        expect(refused.body.detail).toMatch(/^The storage of the service cannot be used at the moment/)
      }
      const body = { email: anna.email, password: anna.password }
      expect((await call('POST', '/v1/auth/login', { body }, running.url)).status).toBe(200)
      expect((await anna.get(`/v1/objects/${id}/content`)).text).toBe('a letter about the roof')
      expect((await anna.get('/v1/search?q=roof')).body.items).toHaveLength(1)
      expect((await anna.patch(`/v1/objects/${id}`, { filename: 'roof.txt' })).status).toBe(200)
      expect((await anna.delete(`/v1/objects/${id}`)).status).toBe(200)
      expect((await anna.post(`/v1/objects/${id}/restore`)).status).toBe(200)
    } finally {
      for (const open of opens) open()
    }
    await until(async () => (await anna.send('more.txt', 'more')).status === 201, 'a file to be taken')
    await until(async () => (await anna.get('/v1/objects')).body.total === 4, 'the pages that were turned')
    const all = await outcomes(anna, 240)
    expect(all.map(({ status, error }) => ({ status, error }))).toEqual(Array(4).fill({ status: 'ready', error: null }))
    expect((await anna.get(`/v1/objects/${id}/content`)).text).toBe('a letter about the roof')
    expect(await jobs(`owner_id = '${anna.id}' and (attempt > 1 or state = 'FAILURE')`)).toEqual([])
  },
)
