import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../server/db/embedded.ts'
import { aPerson, Person, until } from './support/client.ts'
import { aDataDir, type RunningServer, startServer } from './support/server.ts'

/** A new name is found at once, in whichever process it was given; two serve, and nobody works in the background. */

let first: RunningServer
let second: RunningServer
let database: pg.Client
let anna: Person
let elsewhere: Person

const at = ({ email, password, token, id }: Person, { url }: RunningServer) =>
  new Person(email, password, token, id, url)

beforeAll(async () => {
  const dataDir = await aDataDir()
  first = await startServer({ dataDir, args: ['--role=api'] })
  second = await startServer({ dataDir, args: ['--role=api'] })
  const { url } = await startEmbeddedPostgres({ dataDir, log: () => {} })
  database = new pg.Client({ connectionString: url })
  await database.connect()
  anna = await aPerson(first.url)
  elsewhere = at(anna, second)
})

afterAll(async () => {
  await database.end()
  await first.kill()
  await second.stop()
})

const found = async (person: Person, word: string): Promise<string[]> => {
  const { body } = await person.get(`/v1/search?q=${word}&mode=text`)
  return body.items.map(({ object }: { object: { id: string } }) => object.id)
}
const rename = async (id: string, name: string) => {
  expect((await anna.patch(`/v1/objects/${id}`, { filename: `${name}.txt` })).status).toBe(200)
}
const noMarks = async () => (await database.query('select 1 from search_stale')).rowCount === 0

test('here and in another process', async () => {
  const { id } = await anna.upload('willow.txt')
  expect(await found(elsewhere, 'willow')).toEqual([id])
  await rename(id, 'hawthorn')
  expect(await Promise.all([anna, elsewhere, anna, elsewhere].map(one => found(one, 'hawthorn')))).toEqual(
    Array.from({ length: 4 }, () => [id]),
  )
  expect(await found(elsewhere, 'willow')).toEqual([])
})

test('without a search, soon after the change', async () => {
  const { id } = await anna.upload('alder.txt')
  await rename(id, 'juniper')
  await until(noMarks, 'the keeper')
  expect(await found(anna, 'juniper')).toEqual([id])
})

test('when whoever was writing the file has written it', async () => {
  const { id } = await anna.upload('poplar.txt')
  await until(noMarks, 'the keeper')
  await rename(id, 'sycamore')
  await database.query('begin')
  await database.query('select 1 from objects where id = $1 for update', [id])
  const searching = found(anna, 'sycamore')
  // Something else is found meanwhile by whoever has nothing to wait for.
  expect(await found(await aPerson(first.url), 'sycamore')).toEqual([])
  await database.query('commit')
  expect(await searching).toEqual([id])
})

test('of five hundred files, and of those that are left the newest first', async () => {
  const { id } = await anna.upload('spruce.txt')
  const { rows } = await database.query('select tenant_id, content_hash from objects where id = $1', [id])
  const { tenant_id, content_hash } = rows[0]
  await database.query(
    `insert into objects (owner_id, id, tenant_id, filename, original_name, kind, mime, size, content_hash, status)
      select $1::uuid, ('019a' || left(md5('old' || n), 28))::uuid, $2::uuid, 'Cypress ' || n || '.txt', 'x', 'text', 'text/plain', 10,
        $3, 'ready' from generate_series(1, 500) n`,
    [anna.id, tenant_id, content_hash],
  )
  await rename(id, 'cedar')
  expect(await found(elsewhere, 'cedar')).toEqual([id])
  await until(noMarks, 'the keepers')
  expect((await anna.get('/v1/search?q=cypress&mode=text')).body.total).toBe(500)
})

test('although the process that was told of it is gone', async () => {
  const { id } = await anna.upload('larch.txt')
  await rename(id, 'aspen')
  await first.kill()
  expect(await found(elsewhere, 'aspen')).toEqual([id])
})
