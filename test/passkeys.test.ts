import { beforeAll, describe, expect, test } from 'vitest'
import { Authenticator, type Twist } from './support/authenticator.ts'
import { aPerson, baseUrl, call, factsOf, type Json, type Person, theAdmin } from './support/client.ts'
import { codeAt, earlyInStep } from './support/oathtool.ts'
import { wire } from './support/wire.ts'

/** Passkeys over HTTP, with a key in software whose every part can be wrong. The page has its own test, in a browser. */

const base = baseUrl()

const options = async () => (await call('POST', '/v1/auth/login/passkey/options', {}, base)).body
const enter = (credential: Json) => call('POST', '/v1/auth/login/passkey', { body: credential }, base)

async function withPasskey(person: Person, name = 'laptop'): Promise<Authenticator> {
  const key = new Authenticator(base)
  const { body } = await person.post('/v1/auth/passkeys/options')
  const made = await person.post('/v1/auth/passkeys', { ...key.create(body), name })
  expect(made).toMatchObject({ status: 201, body: { name, last_used_at: null } })
  return key
}

describe('a passkey', () => {
  let anna: Person
  let key: Authenticator
  beforeAll(async () => {
    anna = await aPerson(base)
    key = await withPasskey(anna)
  })

  test('signs in alone, several with names, and is gone when it is removed', async () => {
    const phone = await withPasskey(anna, 'phone')
    for (const device of [key, phone]) {
      const reply = await enter(device.use(await options()))
      expect(reply).toMatchObject({ status: 200, body: { user: { id: anna.id } } })
      expect(reply.headers.get('set-cookie')).toContain('dossier_session=')
    }
    const { items } = (await anna.get('/v1/auth/passkeys')).body
    expect(items.map(item => item.name)).toEqual(['laptop', 'phone'])
    expect(items[1]!.last_used_at).not.toBeNull()
    expect(Object.keys(items[0]!).toSorted()).toEqual(['created_at', 'id', 'last_used_at', 'name', 'synced'])
    const bob = await aPerson(base)
    expect((await bob.delete(`/v1/auth/passkeys/${items[1]!.id}`)).status).toBe(404)
    expect((await anna.delete(`/v1/auth/passkeys/${items[1]!.id}`)).status).toBe(200)
    expect((await enter(phone.use(await options()))).body.code).toBe('wrong_passkey')
    // The browser is told not to make the same one twice.
    const again = (await anna.post('/v1/auth/passkeys/options')).body
    expect(again.excludeCredentials).toEqual([{ id: key.id.toString('base64url'), type: 'public-key' }])
    expect(again).toMatchObject({ rp: { id: '127.0.0.1' }, authenticatorSelection: { userVerification: 'required' } })
  })

  test('is refused with anything wrong about it', async () => {
    const bob = await aPerson(base)
    const bobs = await withPasskey(bob)
    const other = (await anna.post('/v1/auth/passkeys/options')).body.challenge
    const twists: Record<string, Twist> = {
      'a foreign page': { origin: 'https://evil.example' },
      'another port': { origin: 'http://127.0.0.1:1' },
      'a foreign service': { rpId: 'evil.example' },
      'a made-up challenge': { challenge: Buffer.alloc(54, 7).toString('base64url') },
      'a challenge for making one': { challenge: other },
      'nobody at the device': { verified: false },
      'another key': { otherKey: true },
      'another kind of ceremony': { type: 'webauthn.create' },
      'another account': { userHandle: bobs.userHandle },
      'no account': { userHandle: '' },
    }
    for (const [what, twist] of Object.entries(twists)) {
      const reply = await enter(key.use(await options(), twist))
      expect({ what, status: reply.status, code: reply.body.code }).toEqual({
        what,
        status: 401,
        code: 'wrong_passkey',
      })
      expect(reply.headers.get('set-cookie')).toBeNull()
    }
    expect((await enter(key.use(await options()))).status).toBe(200)
  })

  test('serves once for each challenge, and never with a counter that goes back', async () => {
    const used = key.use(await options())
    const both = await Promise.all([enter(used), enter(used)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
    expect((await enter(used)).status).toBe(401)
    // The same challenge, signed anew.
    const asked = await options()
    expect((await enter(key.use(asked))).status).toBe(200)
    expect((await enter(key.use(asked))).status).toBe(401)
    const at = key.counter
    expect((await enter(key.use(await options(), { counter: at - 1 }))).status).toBe(401)
    expect((await enter(key.use(await options(), { counter: at + 5 }))).status).toBe(200)
  })

  test('is made for whoever asked, once, by our page, with the person at the device, and without certificates', async () => {
    const bob = await aPerson(base)
    const asked = async (person = bob) => (await person.post('/v1/auth/passkeys/options')).body
    const keep = (credential: Json) => bob.post('/v1/auth/passkeys', credential)
    const one = new Authenticator(base)
    const x5c: [string, Map<unknown, unknown>] = [
      'packed',
      new Map<unknown, unknown>([
        ['alg', -7],
        ['sig', Buffer.alloc(70)],
        ['x5c', [Buffer.alloc(100)]],
      ]),
    ]
    const wrong: Json[] = [
      one.create(await asked(anna)),
      one.create(await asked(), { origin: 'https://evil.example' }),
      one.create(await asked(), { rpId: 'evil.example' }),
      one.create(await asked(), { verified: false }),
      one.create(await asked(), { type: 'webauthn.get' }),
      one.create(await asked(), { challenge: (await options()).challenge }),
      one.create(await asked(), { statement: x5c }),
      { ...one.create(await asked()), response: { clientDataJSON: 'e30', attestationObject: 'oA' } },
      { ...one.create(await asked()), response: {} },
    ]
    for (const credential of wrong)
      expect(await keep(credential)).toMatchObject({ status: 403, body: { code: 'wrong_proof' } })
    expect((await bob.get('/v1/auth/passkeys')).body.items).toEqual([])
    const right = one.create(await asked())
    expect((await keep(right)).status).toBe(201)
    expect((await keep(right)).status).toBe(403)
    expect((await keep({ ...right, response: 'text' })).status).toBe(422)
    expect((await keep({})).status).toBe(422)
  })

  test('is the second step where there is one, and confirms; a password alone signs in while no code is asked for', async () => {
    const person = await aPerson(base)
    const mine = await withPasskey(person)
    const signIn = () => call('POST', '/v1/auth/login', { body: person }, base)
    expect((await signIn()).status).toBe(200)
    const { secret } = (await person.post('/v1/auth/totp')).body
    await earlyInStep()
    expect((await person.post('/v1/auth/totp/confirm', { code: codeAt(secret, -1) })).status).toBe(200)
    const refused = await signIn()
    expect(refused.body).toMatchObject({ code: 'second_factor', methods: ['code', 'passkey'] })
    const { challenge } = factsOf<'SecondFactorFacts'>(refused)
    const second = (credential: Json) =>
      call('POST', '/v1/auth/login/second', { body: { challenge, credential } }, base)
    expect((await second(key.use(await options()))).body.code).toBe('wrong_passkey')
    expect((await second(mine.use(await options()))).status).toBe(200)
    expect((await second(mine.use(await options()))).body.code).toBe('challenge_over')
    // Alone it is enough: the device has asked for its person.
    expect((await enter(mine.use(await options()))).status).toBe(200)
    const confirm = (passkey: Json) => person.post('/v1/auth/confirm', { passkey })
    expect((await confirm(key.use(await options()))).body.code).toBe('wrong_proof')
    expect((await confirm(mine.use(await options()))).status).toBe(200)
    const admin = await theAdmin()
    expect((await admin.post(`/v1/admin/users/${person.id}/second-factor/reset`)).status).toBe(200)
    expect((await person.get('/v1/auth/passkeys')).body.items).toEqual([])
    expect((await signIn()).status).toBe(200)
  })

  test('belongs to the name by which the service is asked for, behind a proxy that speaks https, too', async () => {
    const cookie = `dossier_session=${anna.token}`
    const headers = { host: 'cloud.example', origin: 'https://cloud.example', 'sec-fetch-site': 'same-origin', cookie }
    const there = new Authenticator('https://cloud.example')
    const asked = await wire(`${base}/v1/auth/passkeys/options`, 'POST', headers)
    expect(asked.body.rp.id).toBe('cloud.example')
    const json = { ...headers, 'content-type': 'application/json' }
    const sent = JSON.stringify(there.create(asked.body))
    expect((await wire(`${base}/v1/auth/passkeys`, 'POST', json, sent)).status).toBe(201)
    expect((await enter(there.use(await options()))).body.code).toBe('wrong_passkey')
  })
})
