import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { aPerson, call, factsOf, type Json, Person, theAdmin } from './support/client.ts'
import { codeAt, earlyInStep } from './support/oathtool.ts'
import { theProductDatabase } from './support/product-database.ts'
import { aDataDir, startServer } from './support/server.ts'

/** Two-step sign-in, with the codes of another program. */

const database = theProductDatabase()
afterAll(async () => database?.close())

const signIn = (person: Person, base?: string) =>
  call('POST', '/v1/auth/login', { body: { email: person.email, password: person.password } }, base)
const second = (challenge: string, code: string, base?: string) =>
  call('POST', '/v1/auth/login/second', { body: { challenge, code } }, base)

/** Two-step sign-in by the code of the step before; those of this one and the next are left. */
async function switchedOn(person: Person): Promise<{ secret: string; recovery: string[] }> {
  const { body: made } = await person.post('/v1/auth/totp')
  await earlyInStep()
  const { status, body } = await person.post('/v1/auth/totp/confirm', { code: codeAt(made.secret, -1) })
  expect({ status, body }).toMatchObject({ status: 200 })
  return { secret: made.secret, recovery: body.recovery_codes }
}

const challengeFor = async (person: Person, base?: string): Promise<string> => {
  const reply = await signIn(person, base)
  expect(reply).toMatchObject({ status: 401, body: { code: 'second_factor' } })
  return factsOf<'SecondFactorFacts'>(reply).challenge
}

describe('two-step sign-in', () => {
  test('is on once a code confirms it; then the password alone signs nobody in', async () => {
    const person = await aPerson()
    expect((await person.get('/v1/auth/totp')).body).toEqual({ on: false, recovery_codes_left: 0 })
    expect((await person.post('/v1/auth/totp/confirm', { code: '123456' })).body.code).toBe('totp_off')
    const { body: made } = await person.post('/v1/auth/totp')
    const url = new URL(made.otpauth_url)
    expect(url.protocol + url.host).toBe('otpauth:totp')
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ secret: made.secret, issuer: 'Dossier' })
    expect(decodeURIComponent(url.pathname)).toContain(person.email)
    // Begun, not yet on.
    expect((await signIn(person)).status).toBe(200)
    await earlyInStep()
    const code = codeAt(made.secret, -1)
    const wrong = code.replace(/./g, digit => String((Number(digit) + 5) % 10))
    expect((await person.post('/v1/auth/totp/confirm', { code: wrong })).body.code).toBe('wrong_proof')
    const { body: on } = await person.post('/v1/auth/totp/confirm', { code })
    expect(new Set(on.recovery_codes).size).toBe(10)
    expect((await person.get('/v1/auth/totp')).body).toEqual({ on: true, recovery_codes_left: 10 })
    expect((await person.post('/v1/auth/totp')).body.code).toBe('totp_on')

    const reply = await signIn(person)
    expect(reply).toMatchObject({ status: 401, body: { code: 'second_factor', methods: ['code'] } })
    expect(reply.headers.get('set-cookie')).toBeNull()
    const left = new Date(reply.body.expires_at).getTime() - Date.now()
    expect(left).toBeGreaterThan(4 * 60_000)
    expect(left).toBeLessThanOrEqual(5 * 60_000)
    const entered = await second(factsOf<'SecondFactorFacts'>(reply).challenge, codeAt(made.secret))
    expect(entered).toMatchObject({ status: 200, body: { user: { id: person.id } } })
    expect(entered.headers.get('set-cookie')).toContain('dossier_session=')
    expect((await call('GET', '/v1/auth/me', { headers: bearer(entered.body.token) })).status).toBe(200)
  })

  test('a code serves once, at every door, and a challenge serves one sign-in', async () => {
    const person = await aPerson()
    const { secret } = await switchedOn(person)
    const [now, next] = [codeAt(secret), codeAt(secret, 1)]
    const [first, other] = [await challengeFor(person), await challengeFor(person)]
    // At the same moment: one of them.
    const both = await Promise.all([second(first, now), second(other, now)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
    expect(both.find(({ status }) => status === 401)!.body.code).toBe('wrong_code')
    expect((await person.post('/v1/auth/confirm', { code: now })).body.code).toBe('wrong_proof')
    // The one that confirmed it is used up, too, and so is every earlier one.
    const left = await challengeFor(person)
    expect((await second(left, codeAt(secret, -1))).body.code).toBe('wrong_code')
    const entered = both.find(({ status }) => status === 200) === both[0] ? first : other
    expect((await second(entered, next)).body.code).toBe('challenge_over')
    expect((await second(left, next)).status).toBe(200)
    expect((await second('dos_nothing', next)).body.code).toBe('challenge_over')
  })

  test('a recovery code serves once, however it is written; new ones end the old', async () => {
    const person = await aPerson()
    const { recovery } = await switchedOn(person)
    const written = ` ${recovery[0]!.toLowerCase().replaceAll('-', ' ')} `
    expect((await second(await challengeFor(person), written)).status).toBe(200)
    expect((await second(await challengeFor(person), recovery[0]!)).body.code).toBe('wrong_code')
    expect((await person.get('/v1/auth/totp')).body.recovery_codes_left).toBe(9)
    const { body } = await person.post('/v1/auth/totp/recovery-codes')
    expect((await second(await challengeFor(person), recovery[1]!)).body.code).toBe('wrong_code')
    expect((await second(await challengeFor(person), body.recovery_codes[0]!)).status).toBe(200)
  })

  test('it ends with the password, and an administrator resets what somebody has lost', async () => {
    const [person, admin] = [await aPerson(), await theAdmin()]
    await switchedOn(person)
    const off = (password: string) => person.call('DELETE', '/v1/auth/totp', { body: { password } })
    expect((await off('not this one')).body.code).toBe('wrong_password')
    expect((await off(person.password)).status).toBe(200)
    expect((await signIn(person)).status).toBe(200)

    await switchedOn(person)
    const waiting = await challengeFor(person)
    const reset = `/v1/admin/users/${person.id}/second-factor/reset`
    expect((await person.post(reset)).status).toBe(403)
    expect(await admin.post(reset)).toMatchObject({ status: 200, body: { ok: true } })
    expect((await second(waiting, '123456')).body.code).toBe('challenge_over')
    expect((await signIn(person)).status).toBe(200)
    expect((await admin.post('/v1/admin/users/00000000-0000-4000-8000-000000000000/second-factor/reset')).status).toBe(
      404,
    )
  })

  test.skipIf(!database)(
    'nothing of it lies open in the database, and a session that is not fresh is asked',
    async () => {
      const person = await aPerson()
      const { db } = database!.context
      const { secret, recovery } = await switchedOn(person)
      const { rows } = await sql<Json>`select row_to_json(t)::text as text from totp t where owner_id = ${person.id}
      union all select row_to_json(r)::text from recovery_codes r where owner_id = ${person.id}`.execute(db)
      expect(rows).toHaveLength(11)
      const stored = JSON.stringify(rows)
      for (const plain of [secret, ...recovery, ...recovery.map(code => code.replaceAll('-', ''))]) {
        expect(stored).not.toContain(plain)
        expect(stored).not.toContain(Buffer.from(plain).toString('hex'))
      }
      await sql`update tokens set proved_at = now() - interval '11 minutes' where owner_id = ${person.id}`.execute(db)
      const graves: [string, string, unknown?][] = [
        ['POST', '/v1/auth/totp'],
        ['POST', '/v1/auth/totp/confirm', { code: '123456' }],
        ['POST', '/v1/auth/totp/recovery-codes'],
        ['DELETE', '/v1/auth/totp', { password: person.password }],
        ['POST', '/v1/auth/passkeys/options'],
        ['POST', '/v1/auth/passkeys', {}],
        ['DELETE', '/v1/auth/passkeys/00000000-0000-4000-8000-000000000000'],
        ['POST', '/v1/tokens', { name: 'x' }],
        ['POST', '/v1/export', {}],
        ['DELETE', '/v1/auth/me', {}],
        ['POST', '/v1/connected-apps', {}],
        ['POST', '/v1/device-logins/unknown', { allow: true }],
      ]
      for (const [method, path, body] of graves)
        expect({ path, ...(await person.call(method, path, { body })).body }).toMatchObject({ code: 'confirm_needed' })
      expect((await person.post('/v1/auth/confirm', {})).status).toBe(422)
      const two = { code: codeAt(secret), password: person.password }
      expect((await person.post('/v1/auth/confirm', two)).status).toBe(422)
      expect((await person.post('/v1/auth/confirm', { code: codeAt(secret) })).status).toBe(200)
      expect((await person.post('/v1/auth/totp/recovery-codes')).status).toBe(200)
      // A new password ends sign-ins that are under way.
      const waiting = await challengeFor(person)
      await person.post('/v1/auth/password', { current: person.password, new: 'another horse battery' })
      expect((await second(waiting, recovery[3]!)).body.code).toBe('challenge_over')
    },
  )
})

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

test('ten wrong codes lock, for right ones too, over two processes and a restart; used codes stay used', {
  tags: ['long'],
}, async () => {
  const dataDir = await aDataDir()
  const args = ['--role=api']
  let here = await startServer({ dataDir, args })
  const there = await startServer({ dataDir, args })
  try {
    const [person, other] = [await aPerson(here.url), await aPerson(here.url)]
    const { secret, recovery } = await switchedOn(person)
    const used = codeAt(secret)
    expect((await second(await challengeFor(person, here.url), used, here.url)).status).toBe(200)
    expect((await second(await challengeFor(person, there.url), used, there.url)).body.code).toBe('wrong_code')
    expect((await second(await challengeFor(person, here.url), recovery[0]!, there.url)).status).toBe(200)

    const challenge = await challengeFor(person, here.url)
    await here.kill()
    here = await startServer({ dataDir, args })
    expect((await second(challenge, used, here.url)).body.code).toBe('wrong_code')
    expect((await second(challenge, recovery[0]!, here.url)).body.code).toBe('wrong_code')
    // Eight more, from both sides at once.
    const tries = await Promise.all(
      Array.from({ length: 8 }, (_, n) => second(challenge, `00000${n}`, n % 2 ? here.url : there.url)),
    )
    expect(tries.map(({ body }) => body.code)).toEqual(Array(8).fill('wrong_code'))
    const locked = await second(challenge, recovery[1]!, there.url)
    expect(locked).toMatchObject({ status: 429, body: { code: 'locked' } })
    const wait = Number(locked.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(14 * 60)
    expect(wait).toBeLessThanOrEqual(15 * 60)
    expect((await second(challenge, codeAt(secret, 1), here.url)).status).toBe(429)
    // Nobody else is locked.
    expect((await signIn(other, here.url)).status).toBe(200)
    const { secret: theirs } = await switchedOn(
      new Person(other.email, other.password, other.token, other.id, here.url),
    )
    expect((await second(await challengeFor(other, there.url), codeAt(theirs), there.url)).status).toBe(200)
  } finally {
    await there.stop({ keep: true })
    await here.stop()
  }
})
