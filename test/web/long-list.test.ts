import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../../server/db/embedded.ts'
import { aPerson, type Person, until } from '../support/client.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { closeBrowser, hasBrowser, look, open } from './browser.ts'

/** A list of thousands: its end is a few requests away, and what is done there is done as anywhere else. */

const MANY = 4_000
let server: RunningServer

beforeAll(async () => {
  server = await startServer()
}, 240_000)

afterAll(async () => {
  await closeBrowser()
  await server?.stop()
}, 120_000)

async function withFiles(count: number, inTrash = false): Promise<Person> {
  const person = await aPerson(server.url)
  const database = await startEmbeddedPostgres({ dataDir: server.dataDir, log: () => {} })
  const sql = new pg.Client({ connectionString: database.url })
  await sql.connect()
  await sql.query(
    `insert into objects (owner_id, id, tenant_id, filename, original_name, kind, mime, size, content_hash, status, created_at, deleted_at)
      select $1::uuid, md5($1::text || n)::uuid, (select tenant_id from users where id = $1::uuid), 'Report ' || n || '.txt', 'x',
        'text', 'text/plain', 1000, encode(sha256(n::text::bytea), 'hex'), 'ready', now() - n * interval '1 minute',
        case when $3 then now() - n * interval '1 minute' end
      from generate_series(1, $2::integer) n`,
    [person.id, count, inTrash],
  )
  await sql.end()
  return person
}

describe.skipIf(!hasBrowser)('a long list', () => {
  test('by key to its end and back, without reading what lies between', {
    tags: ['long'],
    timeout: 240_000,
  }, async () => {
    const person = await withFiles(MANY)
    const visitor = await open(server.url, '/', {}, person)
    const { page } = visitor
    const asked: string[] = []
    page.on('request', request => request.url().includes('/v1/objects?') && asked.push(request.url()))
    await page.getByRole('row', { name: 'Report 1.txt', exact: false }).first().click()
    await page.keyboard.press('End')
    const last = page.getByRole('row', { name: `Report ${MANY}.txt` })
    await last.waitFor()
    await page.waitForFunction(name => document.activeElement?.textContent?.includes(name), `Report ${MANY}.txt`)
    expect(asked.length).toBeLessThan(6)
    expect(asked.some(url => url.includes('offset='))).toBe(true)
    // What stands there can be worked with.
    await page.keyboard.press('s')
    await page.getByText('1 file added to favourites').waitFor()
    const { body } = await person.get('/v1/objects?favorite=true')
    expect(body.items.map(({ filename }: { filename: string }) => filename)).toEqual([`Report ${MANY}.txt`])
    await page.keyboard.press('ArrowUp')
    await page
      .getByRole('complementary', { name: 'Details' })
      .getByText(`Report ${MANY - 1}.txt`)
      .first()
      .waitFor()
    // A range over lines that have not come is refused, and what was chosen stays.
    await page.getByRole('row', { name: `Report ${MANY - 2}.txt` }).click()
    await page.keyboard.press('Shift+Home')
    await page.getByText('Some files in between have not loaded yet').waitFor()
    await page.waitForFunction(name => document.activeElement?.textContent?.includes(name), `Report ${MANY - 2}.txt`)
    // The file after the last is none; the one before it is the last of them, and not the first of the library.
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    const viewer = page.getByRole('dialog', { name: `Report ${MANY}.txt` })
    await viewer.waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    await page.getByRole('dialog', { name: `Report ${MANY - 1}.txt` }).waitFor()
    await page.keyboard.press('Escape')
    // With the last file gone, the one before it is the end.
    await last.click()
    await page.keyboard.press('Delete')
    await page.getByText('1 file moved to the trash').waitFor()
    await last.waitFor({ state: 'detached' })
    await page.keyboard.press('Home')
    await page.getByRole('row', { name: 'Report 1.txt' }).click()
    await page.keyboard.press('End')
    await page.waitForFunction(name => document.activeElement?.textContent?.includes(name), `Report ${MANY - 1}.txt`)
    expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe(String(MANY))
    await page.keyboard.press('Home')
    await page.getByRole('row', { name: 'Report 1.txt' }).waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.context.close()
  })

  test('all of it is chosen with one more press, changed in parts that are told of, and taken back', {
    tags: ['long'],
    timeout: 240_000,
  }, async () => {
    const count = 1300
    const person = await withFiles(count)
    const folder = await person.folder('Archive')
    const visitor = await open(server.url, '/', {}, person)
    const { page } = visitor
    const bar = page.getByRole('toolbar')
    const strip = page.getByRole('button', { name: 'Select all 1,300 files' })
    const total = async (query: string) => (await person.get(`/v1/objects?limit=1${query}`)).body.total
    const chooseAll = async () => {
      await page.getByRole('row', { name: 'Report 1.txt', exact: false }).first().click()
      await page.keyboard.press('Control+a')
      await strip.click()
      await bar.getByText('1,300 files selected').waitFor()
    }
    const undo = () => page.getByRole('button', { name: 'Undo' }).last().click()
    await chooseAll()
    await strip.waitFor({ state: 'detached' })
    await look(visitor, 'all-of-a-long-list')
    // Who presses it again does not choose fewer.
    await page.keyboard.press('Control+a')
    await bar.getByText('1,300 files selected').waitFor()
    const parts: number[] = []
    page.on('request', request => {
      if (request.url().endsWith('/v1/objects/bulk')) parts.push(request.postDataJSON().object_ids.length)
    })
    await page.keyboard.press('m')
    await page.getByRole('option', { name: 'Archive' }).click()
    await page.getByText('1,300 files moved to “Archive”').waitFor()
    expect(parts).toEqual([500, 500, 300])
    expect(await total(`&collection_id=${folder.id}`)).toBe(count)
    await undo()
    await until(async () => (await total('&unfiled=true')) === count, 'all files to be back')
    await chooseAll()
    await page.keyboard.press('Delete')
    await page.getByText('1,300 files moved to the trash').waitFor()
    expect(await total('')).toBe(0)
    await undo()
    await page.getByText('1,300 files restored').waitFor()
    expect(await total('')).toBe(count)
    // What is stopped on its way says how far it came, and that much is taken back.
    await chooseAll()
    let served = 0
    await page.route('**/v1/objects/bulk', async route => {
      if (++served === 2) await page.getByRole('button', { name: 'Stop' }).click()
      await route.continue()
    })
    await bar.getByRole('button', { name: 'Add to favourites' }).click()
    await page.getByText('1,000 files added to favourites').waitFor()
    expect(await total('&favorite=true')).toBe(1000)
    await undo()
    await until(async () => (await total('&favorite=true')) === 0, 'no file to be a favourite')
    expect(visitor.complaints).toEqual([])
    await visitor.context.close()
  })

  test('of the trash: all of it is restored, taken back, and removed for good', {
    tags: ['long'],
    timeout: 240_000,
  }, async () => {
    const count = 1300
    const person = await withFiles(count, true)
    const visitor = await open(server.url, '/trash', {}, person)
    const { page } = visitor
    const total = async (path: string) => (await person.get(`${path}?limit=1`)).body.total
    const parts: number[] = []
    page.on('request', request => {
      if (request.url().endsWith('/v1/objects/bulk')) parts.push(request.postDataJSON().object_ids.length)
    })
    const chooseAll = async () => {
      // Whatever comes first: those that were trashed together have no order.
      await page.locator('[role=row][data-id]').first().click()
      await page.keyboard.press('Control+a')
      await page.getByRole('button', { name: 'Select all 1,300 files' }).click()
      await page.getByRole('main').getByText('1,300 files selected').waitFor()
    }
    await chooseAll()
    await look(visitor, 'all-of-a-long-trash')
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    await page.getByText('1,300 files restored').waitFor()
    expect(parts).toEqual([500, 500, 300])
    expect([await total('/v1/objects'), await total('/v1/trash')]).toEqual([count, 0])
    await page.getByText('The trash is empty').waitFor()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await page.getByText('1,300 files moved to the trash').waitFor()
    expect(await total('/v1/trash')).toBe(count)
    await chooseAll()
    await page.keyboard.press('Delete')
    await page.getByRole('dialog').getByText('1,300').first().waitFor()
    await page.getByRole('button', { name: 'Delete for good' }).last().click()
    await page.getByText('The trash is empty').waitFor()
    await until(async () => (await total('/v1/trash')) === 0, 'nothing to be left')
    expect(visitor.complaints).toEqual([])
    await visitor.context.close()
  })

  test('of the trash goes on where what was seen of it is restored', async () => {
    const person = await withFiles(130, true)
    const { page, context } = await open(server.url, '/trash', {}, person)
    await page.getByRole('row', { name: 'Report 1.txt', exact: false }).first().click()
    await page.keyboard.press('Control+a')
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    await page.getByText('60 files restored').waitFor()
    await page.getByRole('row', { name: 'Report 61.txt' }).waitFor()
    expect((await person.get('/v1/trash?limit=1')).body.total).toBe(70)
    await context.close()
  }, 240_000)

  test('undone is what was done and no more; what a list showed is not chosen in the next', {
    tags: ['long'],
    timeout: 240_000,
  }, async () => {
    const person = await withFiles(4)
    const [marked] = (await person.get('/v1/objects')).body.items
    await person.post('/v1/objects/bulk', { object_ids: [marked!.id], action: 'favorite' })
    const visitor = await open(server.url, '/', {}, person)
    const { page } = visitor
    const bar = page.getByRole('toolbar')
    const favorites = async () => (await person.get('/v1/objects?favorite=true')).body.total
    await page.getByRole('row', { name: 'Report 1.txt' }).click()
    await page.keyboard.press('Control+a')
    await bar.getByRole('button', { name: 'Add to favourites' }).click()
    await page.getByText('3 files added to favourites').waitFor()
    expect(await favorites()).toBe(4)
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await until(async () => (await favorites()) === 1, 'what was a favourite before to be one still')

    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Favourites' }).click()
    await page.getByRole('row', { name: 'Report 2.txt' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'All files' }).first().click()
    await page.getByRole('row', { name: 'Report 2.txt' }).click()
    await page.keyboard.press('Control+a')
    await bar.getByText('4 files selected').waitFor()
    await page.goBack()
    await bar.waitFor({ state: 'detached' })
    await page.getByRole('row', { name: 'Report 2.txt' }).waitFor({ state: 'detached' })
    expect(visitor.complaints).toEqual([])
    await visitor.context.close()
  })
})
