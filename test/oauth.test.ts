import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPerson, baseUrl, call, factsOf, type Json, type Person, until } from './support/client.ts'
import { callTool, mcpClient, sayInPage } from './support/mcp.ts'
import { attempt, connected, consent, REDIRECT, redeem, refresh, register, token } from './support/oauth.ts'
import { theProductDatabase } from './support/product-database.ts'

/** Programs of others ask to be let in (OAuth 2.1): every refusal, what they may do, and what is kept of it. */

const database = theProductDatabase()
afterAll(async () => database?.close())

let anna: Person
let file: Json
let folder: Json

beforeAll(async () => {
  anna = await aPerson()
  folder = await anna.folder('Lease')
  file = await anna.upload('lease.txt', 'The rent in Elm Road is 900 pounds.', `?collection_id=${folder.id}`)
  await anna.read(file.id)
})

const works = async (access: string) => {
  const headers = { authorization: `Bearer ${access}`, accept: 'application/json, text/event-stream' }
  const body = { jsonrpc: '2.0', id: 1, method: 'ping' }
  return (await call('POST', '/mcp', { headers, body })).status === 200
}

describe('what programs are told', () => {
  test('the well-known documents, with only the scopes that anybody should ask for', async () => {
    for (const path of ['oauth-protected-resource', 'oauth-protected-resource/mcp']) {
      const { body } = await call('GET', `/.well-known/${path}`)
      expect(body).toMatchObject({ scopes_supported: ['read', 'ask', 'calendar'] })
      expect(body.resource).toMatch(/^http:\/\/[^/]+\/mcp$/)
    }
    const { body } = await call('GET', '/.well-known/oauth-authorization-server')
    expect(body).toMatchObject({
      scopes_supported: ['read', 'ask', 'calendar'],
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
    })
    for (const name of ['authorization', 'token', 'registration', 'revocation'])
      expect(body[`${name}_endpoint`]).toMatch(/^http:\/\/[^/]+\/oauth\//)
  })
})

describe('registering', () => {
  test('takes https, this machine and schemes of programs; nothing that a browser runs or others read', async () => {
    for (const good of ['https://claude.example/cb', REDIRECT, 'http://[::1]:1/cb', 'cursor://anysphere/cb'])
      expect({ good, ...(await register([good])) }).toMatchObject({ status: 201 })
    const bad = [
      'javascript:alert(1)',
      'data:text/html,x',
      'http://evil.example/cb',
      'https://a.example/#x',
      'file:///etc',
      'x',
    ]
    for (const wrong of [
      ...bad.map(each => [each]),
      [],
      'https://a.example',
      null,
      [REDIRECT, 'javascript:1'],
      Array(11).fill(REDIRECT),
    ])
      expect({ wrong, ...(await register(wrong)) }).toMatchObject({
        status: 400,
        body: { error: 'invalid_redirect_uri' },
      })
  })

  test('is open to programs anywhere, and the name is one line', async () => {
    const { body } = await register([REDIRECT], `Evil\n\u202eName${'x'.repeat(500)}`)
    expect(body.client_name).not.toMatch(/[\n\u202e]/)
    expect([...body.client_name].length).toBeLessThanOrEqual(100)
    const headers = { origin: 'https://app.example', 'sec-fetch-site': 'cross-site' }
    expect((await call('POST', '/oauth/register', { headers, body: { redirect_uris: [REDIRECT] } })).status).toBe(201)
  })
})

describe('asking', () => {
  const ask = (person: Person, request: object) => person.post('/v1/connected-apps/request', request)

  test('an unknown program or an address that is not exactly registered is never sent back to', async () => {
    const { request } = await attempt()
    for (const wrong of [
      { client_id: '00000000-0000-4000-8000-000000000000' },
      { client_id: 'x' },
      { redirect_uri: `${REDIRECT}/` },
      { redirect_uri: `${REDIRECT}?a=1` },
      { redirect_uri: 'http://127.0.0.1:7778/callback' },
      { redirect_uri: undefined },
    ])
      for (const path of ['/v1/connected-apps/request', '/v1/connected-apps']) {
        const { status, body } = await anna.post(path, { ...request, ...wrong, allow: true })
        expect({ wrong, status }).toMatchObject({ status: 400 })
        expect(body.redirect_to).toBeUndefined()
      }
  })

  test('anything else that is wrong is told to the program, at its address', async () => {
    const { request } = await attempt()
    const wrong: [object, string][] = [
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ code_challenge: undefined }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ code_challenge_method: undefined }, 'invalid_request'],
      [{ scope: 'delete share account' }, 'invalid_scope'],
      [{ scope: 'nonsense' }, 'invalid_scope'],
      [{ resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
    ]
    for (const [change, error] of wrong) {
      const reply = await ask(anna, { ...request, ...change })
      const facts = factsOf<'OauthRefusedFacts'>(reply)
      expect({ change, status: reply.status, error: facts.error }).toEqual({ change, status: 400, error })
      const back = new URL(facts.redirect_to!)
      expect(back.origin + back.pathname).toBe(REDIRECT)
      expect(Object.fromEntries(back.searchParams)).toMatchObject({ error, state: 'the state' })
    }
  })

  test('says in words who asks and for what; write only when it is asked for by name, never more', async () => {
    const shown = async (scope?: string) => (await ask(anna, (await attempt(scope ? { scope } : {})).request)).body
    expect(await shown()).toEqual({ name: 'Claude', redirect_host: '127.0.0.1:7777', scopes: ['read', 'ask'] })
    expect((await shown('read write')).scopes).toEqual(['read', 'write'])
    expect((await shown('read delete share account agent files offline_access')).scopes).toEqual(['read'])
  })

  test('needs somebody who is signed in, and a fresh proof of who they are', async () => {
    const { request } = await attempt()
    expect((await call('POST', '/v1/connected-apps', { body: { ...request, allow: true } })).status).toBe(401)
    const limited = (await anna.post('/v1/tokens', { name: 'x', scopes: ['account'] })).body.token
    const narrow = anna.with({ authorization: `Bearer ${limited}` })
    // A token never lets in somebody who may more than itself.
    expect(await narrow.post('/v1/connected-apps', { ...request, allow: true })).toMatchObject({
      status: 403,
      body: { scope: 'read' },
    })
    if (!database) return
    await sql`update tokens set proved_at = now() - interval '11 minutes' where owner_id = ${anna.id}`.execute(
      database.context.db,
    )
    const late = await anna.post('/v1/connected-apps', { ...request, allow: true })
    expect(late).toMatchObject({ status: 403, body: { code: 'confirm_needed' } })
    await anna.post('/v1/auth/confirm', { password: anna.password })
    expect((await anna.post('/v1/connected-apps', { ...request, allow: true })).status).toBe(200)
  })

  test('a no goes back as a no, and nothing is connected', async () => {
    const bob = await aPerson()
    expect(await consent(bob, await attempt(), { allow: false })).toMatchObject({
      error: 'access_denied',
      state: 'the state',
    })
    expect((await bob.get('/v1/connected-apps')).body.items).toEqual([])
  })
})

describe('codes', () => {
  test('serve once, for the same program, address and proof', async () => {
    const tried = await attempt()
    const wrong: Record<string, string>[] = [
      { code_verifier: 'x'.repeat(43) },
      { code_verifier: '' },
      { redirect_uri: 'https://elsewhere.example/' },
      { client_id: (await attempt()).clientId },
      { code: 'dos_nonsense' },
      { resource: 'https://elsewhere.example/mcp' },
      { grant_type: 'password' },
    ]
    for (const more of wrong) {
      const { code } = await consent(anna, tried)
      const { status, body } = await redeem(tried, code!, more)
      expect({ more, status, ok: 'access_token' in body }).toEqual({ more, status: 400, ok: false })
      expect(body.error).toBe(
        more.resource ? 'invalid_target' : more.grant_type ? 'unsupported_grant_type' : 'invalid_grant',
      )
    }
    // After a wrong proof even the right one comes too late.
    const { code } = await consent(anna, tried)
    await redeem(tried, code!, { code_verifier: 'y'.repeat(50) })
    expect((await redeem(tried, code!)).status).toBe(400)
  })

  test('a second use ends what came of the first', async () => {
    const tried = await attempt()
    const { code, iss } = await consent(anna, tried)
    expect(iss).toMatch(/^http:/)
    const { body } = await redeem(tried, code!)
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'read ask' })
    expect(await works(body.access_token)).toBe(true)
    expect((await redeem(tried, code!)).body.error).toBe('invalid_grant')
    expect(await works(body.access_token)).toBe(false)
    expect((await refresh(tried.clientId, body.refresh_token)).status).toBe(400)
  })

  test('of many who bring it at once, one at most gets in', async () => {
    const tried = await attempt()
    const { code } = await consent(anna, tried)
    const replies = await Promise.all(Array.from({ length: 8 }, () => redeem(tried, code!)))
    expect(replies.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
  })
})

describe('tokens', () => {
  test('rotate; an old one brought again ends the whole family', async () => {
    const first = await connected(anna)
    const second = (await refresh(first.clientId, first.refresh_token)).body
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect(await works(second.access_token)).toBe(true)
    const third = (await refresh(first.clientId, second.refresh_token)).body
    expect((await refresh((await attempt()).clientId, third.refresh_token)).status).toBe(400)
    expect(await works(third.access_token)).toBe(true)
    expect((await refresh(first.clientId, first.refresh_token)).body.error).toBe('invalid_grant')
    for (const { access_token } of [first, second, third]) expect(await works(access_token)).toBe(false)
    expect((await refresh(first.clientId, third.refresh_token)).status).toBe(400)
  })

  test('are revoked by the program: the access token alone, or all with the refresh token', async () => {
    const app = await connected(anna)
    const revoke = (value: string, client_id = app.clientId) =>
      call('POST', '/oauth/revoke', {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        raw: new URLSearchParams({ token: value, client_id }).toString(),
      })
    expect((await revoke('nonsense')).status).toBe(200)
    await revoke(app.access_token, '00000000-0000-4000-8000-000000000000')
    expect(await works(app.access_token)).toBe(true)
    await revoke(app.access_token)
    expect(await works(app.access_token)).toBe(false)
    const next = (await refresh(app.clientId, app.refresh_token)).body
    await revoke(next.refresh_token)
    expect(await works(next.access_token)).toBe(false)
  })

  test('open /mcp and nothing else, and never the hidden zone', async () => {
    const { access_token } = await connected(anna, { scope: 'read write' })
    for (const path of ['/v1/objects', '/v1/auth/me', `/v1/objects/${file.id}/content`])
      expect(await call('GET', path, { headers: { authorization: `Bearer ${access_token}` } })).toMatchObject({
        status: 403,
        body: { code: 'apps_not_here' },
      })
    const hidden = await anna.upload('hidden.txt', 'a hidden word')
    await anna.patch(`/v1/objects/${hidden.id}`, { is_hidden: true })
    const key = (await anna.post('/v1/hidden-pin/unlock')).body.hidden_token
    const client = await mcpClient(access_token, undefined, { 'x-hidden-token': key })
    expect((await callTool(client, 'read_file', { object_id: hidden.id })).isError).toBe(true)
    const names = (await client.listTools()).tools.map(({ name }) => name)
    expect(names).toContain('rename_file')
    for (const name of ['trash_file', 'share_file', 'ask']) expect(names).not.toContain(name)
  })

  test('end with the time that was given, with the account switched off, and with a new password that ends them', async () => {
    const bob = await aPerson()
    const app = await connected(bob, {}, { expires_in_days: 1 })
    const [item] = (await bob.get('/v1/connected-apps')).body.items
    expect(new Date(item!.expires_at).getTime() - Date.now()).toBeLessThan(86_500_000)
    expect(await works(app.access_token)).toBe(true)
    await bob.post('/v1/auth/password', { current: bob.password, new: 'another password', end_tokens: true })
    expect(await works(app.access_token)).toBe(false)
    expect((await bob.get('/v1/connected-apps')).body.items).toEqual([])
  })
})

describe('what is kept of it', () => {
  test('which file, how many characters, when; the owner sees it and ends it', async () => {
    const bob = await aPerson()
    const text = 'Кот сидит на окне.'
    const [one, other] = [await bob.upload('cat.txt', text), await bob.upload('dog.txt', 'A dog barks.')]
    await bob.read(one.id)
    await bob.read(other.id)
    const { access_token, refresh_token, clientId } = await connected(bob)
    const client = await mcpClient(access_token)
    await client.readResource({ uri: `dossier://objects/${one.id}` })
    await client.readResource({ uri: `dossier://objects/${one.id}` })
    const { items } = (await bob.get('/v1/connected-apps')).body
    expect(items).toMatchObject([
      { name: 'Claude', scopes: ['read', 'ask'], collection_id: null, theme_id: null, characters: 36 },
    ])
    expect(items[0]!.objects).toMatchObject([{ object_id: one.id, filename: 'cat.txt', characters: 36 }])
    await callTool(client, 'read_file', { object_id: other.id })
    const [after] = (await bob.get('/v1/connected-apps')).body.items
    expect(after!.objects[0]).toMatchObject({ object_id: other.id })
    expect(after!.objects[0]!.characters).toBeGreaterThanOrEqual('A dog barks.'.length)
    await until(
      async () => (await bob.get('/v1/connected-apps')).body.items[0]!.last_used_at !== null,
      'its use to be noted',
      20,
    )
    // Hidden meanwhile: not named, not counted.
    await bob.patch(`/v1/objects/${other.id}`, { is_hidden: true })
    const [locked] = (await bob.get('/v1/connected-apps')).body.items
    expect({ characters: locked!.characters, objects: locked!.objects.length }).toEqual({ characters: 36, objects: 1 })
    expect((await anna.delete(`/v1/connected-apps/${after!.id}`)).status).toBe(404)
    expect((await bob.delete(`/v1/connected-apps/${after!.id}`)).status).toBe(200)
    expect(await works(access_token)).toBe(false)
    expect((await refresh(clientId, refresh_token)).status).toBe(400)
    expect((await bob.get('/v1/connected-apps')).body.items).toEqual([])
  })

  test('what a program asked for and nobody has said yes to ends with it', async () => {
    const bob = await aPerson()
    const shared = await bob.folder('Shared')
    const mine = await bob.upload('mine.txt', 'mine', `?collection_id=${shared.id}`)
    await bob.post(`/v1/collections/${shared.id}/shares`, {})
    const client = await mcpClient((await connected(bob, { scope: 'write' })).access_token)
    // What a live link shows would be seen outside: it waits.
    const { structuredContent } = await callTool(client, 'rename_file', { object_id: mine.id, filename: 'x' })
    expect(structuredContent.status).toBe('waiting')
    const { id } = (await bob.get('/v1/connected-apps')).body.items[0]!
    await bob.delete(`/v1/connected-apps/${id}`)
    expect(await sayInPage(bob, structuredContent.run_id, true)).toBe(409)
    expect((await bob.get(`/v1/objects/${mine.id}`)).body.filename).toBe('mine.txt')
  })
})

test('the official client finds its way in by itself, from a 401 to the first tool', async () => {
  let url: URL | undefined
  let kept: Json
  let information: Json
  let verifier = ''
  const provider = {
    redirectUrl: REDIRECT,
    clientMetadata: { client_name: 'SDK', redirect_uris: [REDIRECT], scope: 'read ask' },
    clientInformation: () => information,
    saveClientInformation: (given: Json) => {
      information = given
    },
    tokens: () => kept,
    saveTokens: (given: Json) => {
      kept = given
    },
    redirectToAuthorization: (to: URL) => {
      url = to
    },
    saveCodeVerifier: (given: string) => {
      verifier = given
    },
    codeVerifier: () => verifier,
  }
  const address = new URL(`${baseUrl()}/mcp`)
  const transport = new StreamableHTTPClientTransport(address, { authProvider: provider })
  await expect(new Client({ name: 'x', version: '1' }).connect(transport)).rejects.toThrow(UnauthorizedError)
  expect(url!.pathname).toBe('/oauth/authorize')
  const page = await call('GET', `${url!.pathname}${url!.search}`)
  expect(page.headers.get('content-type')).toContain('text/html')
  const request = Object.fromEntries(url!.searchParams)
  const { body } = await anna.post('/v1/connected-apps', { ...request, allow: true })
  await transport.finishAuth(new URL(body.redirect_to).searchParams.get('code')!)
  const client = new Client({ name: 'x', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(address, { authProvider: provider }))
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('ask')
  expect((await token({ grant_type: 'client_credentials' })).body.error).toBe('unsupported_grant_type')
})
