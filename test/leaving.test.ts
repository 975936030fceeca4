import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownedTables } from '../server/db/owned-tables.ts'
import { aPerson, call, type Json, type Person, until } from './support/client.ts'
import { aDatabase } from './support/database.ts'
import { aDataDir, type RunningServer, startServer } from './support/server.ts'

/** An account that is deleted leaves nothing: a walk over every table of the database, and over the store. */

const MARK = 'Quokkatown'

let database: Awaited<ReturnType<typeof aDatabase>>
let server: RunningServer
let dataDir: string
let admin: Person

const start = () => startServer({ dataDir, env: { DATABASE_URL: database.url, RATE_LIMITS: 'on', QUOTAS: QUOTA } })
const QUOTA = 'user=100000,pro=100000,admin=100000,ip=100000'

beforeAll(async () => {
  database = await aDatabase()
  dataDir = await aDataDir()
  server = await start()
  admin = await aPerson(server.url)
})
afterAll(async () => {
  await server.stop()
  await database.close()
})

/** Somebody who has used much of the product. */
async function aLife(): Promise<Person> {
  const person = await aPerson(server.url)
  const theme = (await person.post('/v1/themes', { name: `${MARK} theme` })).body
  const folder = await person.folder(`${MARK} folder`, { theme_id: theme.id })
  const inner = await person.folder(`${MARK} inner`, { parent_id: folder.id })
  const text = `Contract with ${MARK}. Amount 1200 EUR, due 12 May 2026. Anna sends the report.`
  const file = await person.upload(`${MARK}.txt`, text, `?collection_id=${inner.id}`)
  const gone = await person.upload(`${MARK} gone.md`, `# ${MARK}\n\nOld notes.`)
  await person.read(file.id)
  await person.delete(`/v1/objects/${gone.id}`)
  const calls: [string, string, Json][] = [
    ['PUT', `/v1/objects/${file.id}/draft`, { text: `${MARK} draft`, base_version: 1 }],
    ['POST', `/v1/objects/${file.id}/draft/publish`, undefined],
    ['PUT', `/v1/objects/${file.id}/draft`, { text: `${MARK} draft again`, base_version: 2 }],
    ['PUT', `/v1/collections/${folder.id}/note`, { text: `${MARK} note` }],
    ['POST', '/v1/calendar/events', { title: MARK, starts_at: '2027-01-05T10:00:00Z' }],
    ['POST', '/v1/calendar/feed', {}],
    ['POST', `/v1/objects/${file.id}/shares`, {}],
    ['POST', '/v1/tokens', { name: MARK }],
    ['POST', '/v1/hidden-pin', { pin: '1234' }],
    ['POST', '/v1/hidden-pin/unlock', { pin: '1234' }],
    ['PUT', '/v1/settings', { timezone: 'Europe/Moscow', ui: { mark: MARK } }],
    ['POST', '/v1/agent/chat', { query: `Remember that I live in ${MARK}` }],
    ['POST', '/v1/ask', { query: `What is the amount of the contract with ${MARK}?` }],
    ['POST', '/v1/auth/password', { current: 'not this one', new: 'another one' }],
    ['POST', `/v1/objects/${file.id}/convert`, { format: 'docx' }],
  ]
  for (const [method, path, body] of calls) await person.call(method, path, { body })
  await person.get(`/v1/objects/${file.id}/preview`)
  await call('POST', '/v1/auth/login', { body: { email: person.email, password: 'wrong' } }, server.url)
  await person.call('POST', '/v1/uploads', {
    headers: { 'tus-resumable': '1.0.0', 'upload-length': '100', 'upload-metadata': 'filename YS50eHQ=' },
  })
  return person
}

async function filledTables(person: Person): Promise<string[]> {
  const filled: string[] = []
  for (const { name } of await ownedTables(database.db)) {
    const { rows } = await sql`select 1 from ${sql.table(name)} where owner_id = ${person.id} limit 1`.execute(
      database.db,
    )
    if (rows.length > 0) filled.push(name)
  }
  return filled
}

/** Every table there is, with or without an owner: rows in which the person, or anything of theirs, is named. */
async function traces(person: Person): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace`.execute(database.db)
  const found: string[] = []
  for (const { name } of rows)
    for (const mark of [person.id, person.email, MARK]) {
      const like = `%${mark}%`
      const hit = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t
        where t::text ilike ${like} limit 1`.execute(database.db)
      if (hit.rows[0]) found.push(`${name}: ${hit.rows[0].row.slice(0, 200)}`)
    }
  return found
}

async function bytesOf(person: Person): Promise<string[]> {
  const all = await readdir(join(dataDir, 'blobs'), { recursive: true, withFileTypes: true })
  return all.filter(each => each.isFile() && each.parentPath.includes(person.id)).map(each => each.name)
}

const ended = async (person: Person) => {
  await until(
    async () => (await person.get('/v1/auth/me').catch(() => undefined))?.status === 401,
    'the account to be gone',
  )
  // What asking for it has left is cleared away right after it.
  const counted = () =>
    sql`select 1 from rate_windows where key like ${`%${person.id}%`}`
      .execute(database.db)
      .then(({ rows }) => rows.length)
  await until(async () => (await counted()) === 0, 'the counted calls to be gone')
}

describe('deleting an account', () => {
  test('leaves no row, no byte and no way in, and nothing of others is touched', async () => {
    const [person, other] = [await aLife(), await aPerson(server.url)]
    const kept = await other.upload('kept.txt', 'somebody else keeps this')
    expect((await filledTables(person)).length).toBeGreaterThan(20)
    expect((await bytesOf(person)).length).toBeGreaterThan(1)
    const { status, body } = await person.delete('/v1/auth/me')
    expect(status).toBe(202)
    const state = await person.get(`/v1/tasks-status/${body.task_id}`)
    expect([200, 401]).toContain(state.status)
    await ended(person)
    expect(await filledTables(person)).toEqual([])
    expect(await traces(person)).toEqual([])
    expect(await bytesOf(person)).toEqual([])
    const login = { email: person.email, password: person.password }
    expect((await call('POST', '/v1/auth/login', { body: login }, server.url)).status).toBe(401)
    expect((await other.get(`/v1/objects/${kept.id}/content`)).text).toBe('somebody else keeps this')
    // The address is free again.
    expect((await call('POST', '/v1/auth/register', { body: login }, server.url)).status).toBe(201)
  })

  test('while it goes on nothing else can be done, and other sessions have ended', async () => {
    const person = await aPerson(server.url)
    const { body } = await call(
      'POST',
      '/v1/auth/login',
      { body: { email: person.email, password: person.password } },
      server.url,
    )
    // Marked by hand: the task itself is too quick to be met.
    await sql`update users set leaving_at = now() where id = ${person.id}`.execute(database.db)
    expect((await person.get('/v1/objects')).body.code).toBe('account_leaving')
    expect((await person.get('/v1/auth/me')).status).toBe(200)
    const users = (await admin.get('/v1/admin/users')).body.items.map((user: Json) => user.id)
    expect(users).not.toContain(person.id)
    await sql`update users set leaving_at = null where id = ${person.id}`.execute(database.db)
    await person.delete('/v1/auth/me')
    const other = await call('GET', '/v1/auth/me', { headers: { authorization: `Bearer ${body.token}` } }, server.url)
    expect(other.status).toBe(401)
    await ended(person)
  })

  test('by an administrator, who follows the task; killed in the middle it goes on', { tags: ['long'] }, async () => {
    const person = await aLife()
    expect((await person.delete(`/v1/admin/users/${admin.id}`)).status).toBe(403)
    const { status, body } = await admin.delete(`/v1/admin/users/${person.id}`)
    expect(status).toBe(202)
    await server.kill()
    server = await start()
    const again = await aPersonAt(admin)
    const done = await until(async () => {
      const { body: task } = await again.get(`/v1/tasks-status/${body.task_id}`)
      return task.done && task
    }, 'the task')
    expect(done).toMatchObject({ ok: true, error: null })
    expect(await filledTables(person)).toEqual([])
    expect(await traces(person)).toEqual([])
    expect(await bytesOf(person)).toEqual([])
    expect((await again.delete(`/v1/admin/users/${person.id}`)).status).toBe(404)
  })

  test('is refused to the last administrator', async () => {
    const boss = await aPersonAt(admin)
    expect(await boss.delete('/v1/auth/me')).toMatchObject({ status: 409, body: { code: 'last_admin' } })
    expect((await boss.delete(`/v1/admin/users/${boss.id}`)).body.code).toBe('last_admin')
    const second = await aPerson(server.url)
    await boss.patch(`/v1/admin/users/${second.id}`, { role: 'admin' })
    const both = await Promise.all([second.delete('/v1/auth/me'), boss.delete('/v1/auth/me')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([202, 409])
  })

  /** The same person at the address that the server has now. */
  async function aPersonAt(person: Person): Promise<Person> {
    const { Person: At } = await import('./support/client.ts')
    return new At(person.email, person.password, person.token, person.id, server.url)
  }
})
