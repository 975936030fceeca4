import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { productRoutes } from '../server/app.ts'
import { ownedTables } from '../server/db/owned-tables.ts'
import { Authenticator } from './support/authenticator.ts'
import { aPerson, call, type Json, type Person, type Reply } from './support/client.ts'
import { aDatabase } from './support/database.ts'
import { codeAt } from './support/oathtool.ts'
import { attempt } from './support/oauth.ts'
import { TestProvider } from './support/oidc-provider.ts'
import { type RunningServer, startServer } from './support/server.ts'

/** Every call that asks an old session for a fresh proof: refused without it, nothing changed; done with it. */

let database: Awaited<ReturnType<typeof aDatabase>>
let provider: TestProvider
let server: RunningServer
let admin: Person

beforeAll(async () => {
  database = await aDatabase()
  provider = new TestProvider()
  await provider.listen()
  const env = { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: 'dossier', OIDC_CLIENT_SECRET: 'a secret of the test' }
  server = await startServer({ env: { ...env, DATABASE_URL: database.url } })
  provider.serve(server.url)
  admin = await aPerson(server.url)
}, 120_000)
afterAll(async () => {
  await server?.stop()
  provider?.stop()
  await database?.close()
})

/** Everything the database has of a person, but for when they were last here and what passes by itself. */
async function everythingOf(person: Person): Promise<string> {
  const parts: string[] = []
  for (const { name } of await ownedTables(database.db)) {
    const { rows } =
      await sql<Json>`select (to_jsonb(t) - 'last_used_at' - 'proved_at' - 'ip')::text as row from ${sql.table(name)} t
      where owner_id = ${person.id} order by 1`.execute(database.db)
    parts.push(...rows.map(({ row }) => `${name}: ${row}`))
  }
  const { rows } = await sql<Json>`select to_jsonb(u)::text as row from users u where id = ${person.id}`.execute(
    database.db,
  )
  return [...parts, ...rows.map(({ row }) => row)].join('\n')
}

interface Grave {
  /** Makes what the call needs, while the proof is fresh, and gives the call. */
  arrange(person: Person): Promise<() => Promise<Reply>>
  status: number
  /** Whose call it is: an administrator's, about the person. */
  byAdmin?: boolean
}

const plain =
  (method: string, path: string, body?: unknown): Grave['arrange'] =>
  async person =>
  () =>
    person.call(method, path, { body })

const aboutUser =
  (method: string, path: string): Grave['arrange'] =>
  async person =>
  () =>
    admin.call(method, `/v1/admin/users/${person.id}${path}`)

async function switchedOn(person: Person): Promise<void> {
  const { secret } = (await person.post('/v1/auth/totp')).body
  expect((await person.post('/v1/auth/totp/confirm', { code: codeAt(secret) })).status).toBe(200)
}

async function newPasskey(person: Person) {
  const { body } = await person.post('/v1/auth/passkeys/options')
  return { ...new Authenticator(server.url).create(body), name: 'laptop' }
}

const GRAVE: Record<string, Grave> = {
  startExport: { arrange: plain('POST', '/v1/export', {}), status: 202 },
  deleteCurrentUser: { arrange: plain('DELETE', '/v1/auth/me'), status: 202 },
  deleteUser: { arrange: aboutUser('DELETE', ''), status: 202, byAdmin: true },
  createToken: { arrange: plain('POST', '/v1/tokens', { name: 'script' }), status: 201 },
  startTotp: { arrange: plain('POST', '/v1/auth/totp'), status: 200 },
  confirmTotp: {
    arrange: async person => {
      const { secret } = (await person.post('/v1/auth/totp')).body
      return () => person.post('/v1/auth/totp/confirm', { code: codeAt(secret) })
    },
    status: 200,
  },
  renewRecoveryCodes: {
    arrange: async person => {
      await switchedOn(person)
      return () => person.post('/v1/auth/totp/recovery-codes')
    },
    status: 200,
  },
  removeTotp: {
    arrange: async person => {
      await switchedOn(person)
      return () => person.call('DELETE', '/v1/auth/totp', { body: { password: person.password } })
    },
    status: 200,
  },
  resetSecondFactor: {
    arrange: async person => {
      await switchedOn(person)
      return () => admin.post(`/v1/admin/users/${person.id}/second-factor/reset`)
    },
    status: 200,
    byAdmin: true,
  },
  startPasskey: { arrange: plain('POST', '/v1/auth/passkeys/options'), status: 200 },
  createPasskey: {
    arrange: async person => {
      const made = await newPasskey(person)
      return () => person.post('/v1/auth/passkeys', made)
    },
    status: 201,
  },
  removePasskey: {
    arrange: async person => {
      const { body } = await person.post('/v1/auth/passkeys', await newPasskey(person))
      return () => person.delete(`/v1/auth/passkeys/${body.id}`)
    },
    status: 200,
  },
  decideOnApp: {
    arrange: async person => {
      const { request } = await attempt({}, server.url)
      return () => person.post('/v1/connected-apps', { ...request, allow: true })
    },
    status: 200,
  },
  decideOnDevice: {
    arrange: async person => {
      const { body } = await call('POST', '/index.php/login/v2', {}, server.url)
      const flow = new URL(body.login).pathname.split('/').at(-1)
      return () => person.post(`/v1/device-logins/${flow}`, { allow: true })
    },
    status: 200,
  },
  linkOidc: { arrange: plain('POST', '/v1/auth/oidc/link', { return_to: '/settings/security' }), status: 200 },
  unlinkOidc: {
    arrange: async person => {
      await sql`update users set oidc_issuer = ${provider.issuer}, oidc_subject = ${person.id}, oidc_linked_at = now()
        where id = ${person.id}`.execute(database.db)
      return () => person.delete('/v1/auth/oidc/link')
    },
    status: 200,
  },
  allowOidcLink: {
    arrange: async person => {
      await sql`update users set oidc_asked_issuer = ${provider.issuer}, oidc_asked_subject = ${person.id}, oidc_asked_at = now()
        where id = ${person.id}`.execute(database.db)
      return () => admin.post(`/v1/admin/users/${person.id}/oidc-link`)
    },
    status: 200,
    byAdmin: true,
  },
}

test('the table has every call that is declared so, and no other', () => {
  const declared = productRoutes([]).flatMap(route => (route.stepUp ? [route.name] : []))
  expect(Object.keys(GRAVE).toSorted()).toEqual(declared.toSorted())
})

test.each(Object.entries(GRAVE))('%s asks an old session for a fresh proof', async (_name, grave) => {
  const person = await aPerson(server.url)
  const act = await grave.arrange(person)
  const caller = grave.byAdmin ? admin : person
  await sql`update tokens set proved_at = now() - interval '11 minutes' where owner_id = ${caller.id}`.execute(
    database.db,
  )
  const before = await everythingOf(person)
  const refused = await act()
  expect(refused).toMatchObject({ status: 403, body: { code: 'confirm_needed' } })
  expect(refused.headers.getSetCookie()).toEqual([])
  expect(await everythingOf(person)).toBe(before)
  expect((await caller.post('/v1/auth/confirm', { password: 'not this one' })).body.code).toBe('wrong_password')
  expect((await act()).body.code).toBe('confirm_needed')
  expect((await caller.post('/v1/auth/confirm', { password: caller.password })).status).toBe(200)
  const done = await act()
  expect({ status: done.status, body: done.body }).toMatchObject({ status: grave.status })
})

test('ending access asks for nothing: whoever is afraid can act at once', async () => {
  const person = await aPerson(server.url)
  const { id } = (await person.post('/v1/tokens', { name: 'lost laptop' })).body
  await sql`update tokens set proved_at = now() - interval '11 minutes' where owner_id = ${person.id}`.execute(
    database.db,
  )
  expect((await person.delete(`/v1/tokens/${id}`)).status).toBe(200)
})
