import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { aPerson, call, type Json, type Person, until } from './support/client.ts'
import { callTool, mcpClient, sayInPage, tokenOf } from './support/mcp.ts'
import { connected, refresh } from './support/oauth.ts'
import { theProductDatabase } from './support/product-database.ts'

/** Whichever way a program loses its access: what it asked for and nobody has said yes to is never done. */

const database = theProductDatabase()
afterAll(async () => database?.close())

const NEW = 'another horse battery'

interface Waiting {
  person: Person
  file: Json
  runId: string
}

const filenameOf = async ({ person, file }: Waiting) => (await person.get(`/v1/objects/${file.id}`)).body.filename

/** A file that a live link shows: renaming it would be seen outside, so it waits. */
async function waiting(person: Person, token: string): Promise<Waiting> {
  const folder = await person.folder('Shown')
  const file = await person.upload('mine.txt', 'mine', `?collection_id=${folder.id}`)
  await person.post(`/v1/collections/${folder.id}/shares`, {})
  const client = await mcpClient(token)
  const runId = await until(async () => {
    const wish = { object_id: file.id, filename: 'theirs' }
    const { structuredContent } = await callTool(client, 'rename_file', wish)
    return structuredContent.status === 'waiting' && structuredContent.run_id
  }, 'the call to wait for a yes')
  return { person, file, runId }
}

async function expectOver(waited: Waiting): Promise<void> {
  const { person, runId } = waited
  const { body } = await person.get(`/v1/agent/sessions/${runId}`)
  expect(JSON.stringify(body)).toContain('"cancelled"')
  expect(await sayInPage(person, runId, true)).toBe(409)
  expect(await filenameOf(waited)).toBe('mine.txt')
  if (!database) return
  const { rows } = await sql<Json>`select (select count(*)::int from mcp_calls where owner_id = ${person.id}) as calls,
    (select string_agg(status, ',') from agent_calls where owner_id = ${person.id} and run_id = ${runId}) as status`.execute(
    database.context.db,
  )
  expect(rows).toEqual([{ calls: 0, status: 'denied' }])
}

const password = (person: Person, more: object = {}) =>
  person.post('/v1/auth/password', { current: person.password, new: NEW, ...more })

const revoke = (token: string, client_id: string) =>
  call('POST', '/oauth/revoke', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    raw: new URLSearchParams({ token, client_id }).toString(),
  })

async function anotherSession({ email, password }: Person): Promise<string> {
  return (await call('POST', '/v1/auth/login', { body: { email, password } })).body.token
}

describe('an API token', () => {
  test.each<[string, (person: Person, id: string) => Promise<{ status: number }>]>([
    ['a new password that ends tokens', person => password(person, { end_tokens: true })],
    ['its revocation', (person, id) => person.delete(`/v1/tokens/${id}`)],
  ])('ends with %s, and with it what waits', async (_way, end) => {
    const person = await aPerson()
    const { token, id } = (await person.post('/v1/tokens', { name: 'Claude' })).body
    const waited = await waiting(person, token)
    expect((await end(person, id)).status).toBe(200)
    await expectOver(waited)
    await expect(mcpClient(token)).rejects.toThrow()
  })

  test.skipIf(!database)('runs out, and a yes that comes later does nothing', async () => {
    const person = await aPerson()
    const { token, id } = (await person.post('/v1/tokens', { name: 'Claude' })).body
    const waited = await waiting(person, token)
    await sql`update tokens set expires_at = now() - interval '1 second' where id = ${id}`.execute(database!.context.db)
    expect(await sayInPage(person, waited.runId, true)).toBe(409)
    expect(await filenameOf(waited)).toBe('mine.txt')
  })

  test('stays with a new password that does not end tokens, and what waits is done after the yes', async () => {
    const person = await aPerson()
    const waited = await waiting(person, await tokenOf(person))
    expect((await password(person)).status).toBe(200)
    expect(await sayInPage(person, waited.runId, true)).toBe(200)
    await expect.poll(() => filenameOf(waited), { timeout: 60_000 }).toBe('theirs.txt')
  })
})

describe('a connected application', () => {
  test.each<[string, (person: Person, app: Json) => Promise<{ status: number }>, number?]>([
    ['a new password that ends tokens', person => password(person, { end_tokens: true })],
    ['the revocation of its refresh token', (_person, app) => revoke(app.refresh_token, app.clientId)],
    [
      'its removal in the page',
      async person => {
        const { id } = (await person.get('/v1/connected-apps')).body.items[0]!
        return person.delete(`/v1/connected-apps/${id}`)
      },
    ],
    [
      'a refresh token that is brought twice',
      async (_person, app) => {
        expect((await refresh(app.clientId, app.refresh_token)).status).toBe(200)
        return refresh(app.clientId, app.refresh_token)
      },
      400,
    ],
  ])('ends with %s, and with it what waits', async (_way, end, status = 200) => {
    const person = await aPerson()
    const app = await connected(person, { scope: 'write' })
    const waited = await waiting(person, app.access_token)
    expect((await end(person, app)).status).toBe(status)
    await expectOver(waited)
    await expect(mcpClient(app.access_token)).rejects.toThrow()
    expect((await refresh(app.clientId, app.refresh_token)).status).toBe(400)
  })

  test('revokes an access token alone: the connection stays, and what it waits for', async () => {
    const person = await aPerson()
    const app = await connected(person, { scope: 'write' })
    const waited = await waiting(person, app.access_token)
    expect((await revoke(app.access_token, app.clientId)).status).toBe(200)
    expect(await sayInPage(person, waited.runId, true)).toBe(200)
    await expect.poll(() => filenameOf(waited), { timeout: 60_000 }).toBe('theirs.txt')
  })

  test('revokes nothing of another application', async () => {
    const person = await aPerson()
    const app = await connected(person, { scope: 'write' })
    const other = await connected(person)
    const waited = await waiting(person, app.access_token)
    expect((await revoke(app.refresh_token, other.clientId)).status).toBe(200)
    expect((await revoke(other.refresh_token, other.clientId)).status).toBe(200)
    expect(await sayInPage(person, waited.runId, true)).toBe(200)
    await expect.poll(() => filenameOf(waited), { timeout: 60_000 }).toBe('theirs.txt')
  })
})

describe('a session', () => {
  test.each<[string, (person: Person, id: string) => Promise<{ status: number }>]>([
    ['a new password', person => password(person)],
    ['being signed out from elsewhere', (person, id) => person.delete(`/v1/auth/sessions/${id}`)],
    ['signing out everywhere else', person => person.delete('/v1/auth/sessions')],
  ])('ends with %s, and with it what waits', async (_way, end) => {
    const person = await aPerson()
    const waited = await waiting(person, await anotherSession(person))
    const sessions: Json[] = (await person.get('/v1/auth/sessions')).body.items
    expect((await end(person, sessions.find(({ current }) => !current)!.id)).status).toBe(200)
    await expectOver(waited)
  })
})
