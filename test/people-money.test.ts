import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../server/db/embedded.ts'
import { aPerson, type Json, until } from './support/client.ts'
import { aDataDir, type RunningServer, startServer } from './support/server.ts'

/** What work on a given file costs, where it costs something: whoever asks pays, and for nothing but what they get. */

let server: RunningServer
let sql: pg.Client

beforeAll(async () => {
  const dataDir = await aDataDir()
  const prices = join(dataDir, 'prices.json')
  await writeFile(prices, JSON.stringify({ version: 'test-1', prices: { conversion: { unit: 3 } } }))
  // Money is set aside only where there is a limit.
  const tariffs = join(dataDir, 'tariffs.json')
  const ten = { monthly_rub: 10, storage_bytes: null }
  await writeFile(tariffs, JSON.stringify({ default: 'ten', tariffs: { ten } }))
  server = await startServer({ dataDir, env: { PRICES_FILE: prices, TARIFFS_FILE: tariffs } })
  const { url } = await startEmbeddedPostgres({ dataDir, log: () => {} })
  sql = new pg.Client({ connectionString: url })
  await sql.connect()
}, 60_000)

afterAll(async () => {
  await sql?.end()
  await server?.stop()
})

test('a conversion is paid by whoever asks; one that finds nothing given any more in the end costs nothing', async () => {
  const [anna, boris] = [await aPerson(server.url), await aPerson(server.url)]
  const folder = await anna.folder('Given')
  const { id } = await anna.upload('notes.md', '# Notes\n\nOf the garden.', `?collection_id=${folder.id}`)
  await anna.read(id)
  await anna.post(`/v1/collections/${folder.id}/grants`, { email: boris.email, role: 'viewer' })
  const convert = async (): Promise<Json> => {
    const { status, body } = await boris.post(`/v1/objects/${id}/convert`, { fmt: 'html' })
    expect(status).toBe(202)
    return until(async () => {
      const { body: record } = await boris.get(`/v1/tasks-status/${body.task_id}`)
      return record.done && record
    }, 'the end of the conversion')
  }
  const spent = async (person: typeof boris) => (await person.get('/v1/usage/quota')).body.spent_rub
  expect(await convert()).toMatchObject({ ok: true })
  expect([await spent(anna), await spent(boris)]).toEqual([0, 3])

  // It is taken back in the moment in which the work begins, after it was looked whether it is given.
  await sql.query(`create function take_back() returns trigger language plpgsql as $$
    begin delete from grants; return new; end $$`)
  await sql.query('create trigger take_back before insert on reservations for each row execute function take_back()')
  expect(await convert()).toMatchObject({ ok: false, error: expect.stringContaining('no such file') })
  expect((await sql.query('select 1 from grants')).rowCount).toBe(0)
  expect((await sql.query('select 1 from reservations')).rowCount).toBe(0)
  expect([await spent(anna), await spent(boris)]).toEqual([0, 3])
  expect((await boris.get('/v1/objects')).body.total).toBe(1)
})
