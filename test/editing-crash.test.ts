/** @module-tag long */

import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { startEmbeddedPostgres } from '../server/db/embedded.ts'
import { aPerson, type Json, Person, until } from './support/client.ts'
import { fsck, killTree, queryOnce } from './support/processes.ts'
import { aDataDir, startServer } from './support/server.ts'
import { sampled } from './support/whole.ts'

vi.setConfig({ testTimeout: 400_000 })

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const at = (person: Person, url: string) => new Person(person.email, person.password, person.token, person.id, url)
const save = (person: Person, id: string, text: string, base: number) =>
  person.call('PUT', `/v1/objects/${id}/content?base_version=${base}`, { raw: text })

/** Version by version what the file holds and has held. */
async function history(person: Person, id: string): Promise<string[]> {
  const { items } = (await person.get(`/v1/objects/${id}/revisions`)).body
  const object = (await person.get(`/v1/objects/${id}`)).body
  const all: Json[] = [object, ...items]
  expect(all.map(entry => entry.version)).toEqual(all.map((_, n) => object.version - n))
  const texts = [(await person.get(`/v1/objects/${id}/content`)).text]
  for (const item of items) texts.push((await person.get(`/v1/objects/${id}/revisions/${item.id}/content`)).text)
  for (const [n, text] of texts.entries()) expect(sha256(text)).toBe(all[n].content_hash)
  return texts.reverse()
}

test('kill -9 between snapshot and write loses neither: both are there, or the file is as it was', async ({
  onTestFinished,
}) => {
  const dataDir = await aDataDir()
  // Whoever waits for the table of jobs holds a connection: the save needs one of its own.
  let server = await startServer({ dataDir, env: { DATABASE_POOL: '30' } })
  onTestFinished(async () => {
    await server.stop({ keep: true })
    await rm(dataDir, { recursive: true, force: true })
  })
  const { url } = await startEmbeddedPostgres({ dataDir, log: () => {} })
  const anna = await aPerson(server.url)
  const { id } = await anna.upload('text.txt', 'version 1')
  await anna.read(id)
  await save(anna, id, 'version 2', 1)
  await anna.read(id)
  // The save is held where the snapshot is written and before anything is committed; there the process dies.
  const blocker = new pg.Client({ connectionString: url })
  blocker.on('error', () => {})
  await blocker.connect()
  await blocker.query('begin; lock table jobs in share mode')
  const cutOff = save(anna, id, 'version 3', 2).catch(() => 'no answer')
  await until(async () => {
    const waiting = await queryOnce(
      url,
      `select 1 from pg_locks l where not l.granted and exists (
      select 1 from pg_locks held where held.pid = l.pid and held.granted and held.relation = 'revisions'::regclass
        and held.mode = 'RowExclusiveLock')`,
    )
    return waiting.length > 0
  }, 'the save to stand between snapshot and commit')
  await server.kill()
  expect(await cutOff).toBe('no answer')
  await blocker.end()
  server = await startServer({ dataDir })
  expect(await history(at(anna, server.url), id)).toEqual(['version 1', 'version 2'])
  expect((await save(at(anna, server.url), id, 'version 3', 2)).status).toBe(200)

  let confirmed = 3
  for (let round = 0; round < sampled(1, 5); round++) {
    const person = at(anna, server.url)
    const enough = confirmed + 3 + Math.floor(Math.random() * 4)
    const writing = (async () => {
      for (;;) {
        const answer = await save(person, id, `version ${confirmed + 1}`, confirmed).catch(() => undefined)
        if (answer?.status !== 200) return
        confirmed++
      }
    })()
    await until(async () => confirmed >= enough, 'some saves')
    await killTree(server)
    await writing
    server = await startServer({ dataDir })
    const texts = await history(at(anna, server.url), id)
    // The last one may have been written without its answer having been received.
    expect([confirmed, confirmed + 1]).toContain(texts.length)
    expect(texts).toEqual(texts.map((_, n) => `version ${n + 1}`))
    confirmed = texts.length
  }
  await until(
    async () => {
      const open = await queryOnce(url, `select 1 from jobs where state in ('PENDING', 'RETRY', 'STARTED')`).catch(
        () => [1],
      )
      return open.length === 0
    },
    'every job to be done',
    300,
  )
  expect(await fsck({ DATA_DIR: dataDir })).toMatchObject({ sound: true })
})
