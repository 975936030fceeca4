import { beforeAll, describe, expect, test } from 'vitest'
import { SCOPES } from '../server/lib/scopes.ts'
import { aPerson, call, type Json, type Person, theAdmin } from './support/client.ts'

/** Each single scope against every route: exactly those that declare it pass. */

const NOWHERE = '00000000-0000-4000-8000-000000000000'

interface Operation {
  method: string
  path: string
  scope: string | undefined
  hasBody: boolean
  takesBytes: boolean
}

let operations: Operation[]
let admin: Person
const holders = new Map<string, Person>()

beforeAll(async () => {
  const { body } = await call('GET', '/openapi.json')
  operations = Object.entries<Json>(body.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods)
      .filter(([, operation]) => operation.security.length > 0)
      .map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        scope: operation['x-scope'],
        hasBody: Boolean(operation.requestBody?.content['application/json']),
        takesBytes: Boolean(operation.requestBody && !operation.requestBody.content['application/json']),
      })),
  )
  admin = await theAdmin()
  for (const scope of SCOPES) {
    const { status, body: made } = await admin.post('/v1/tokens', { name: scope, scopes: [scope] })
    expect({ status, scopes: made.scopes }).toEqual({ status: 201, scopes: [scope] })
    holders.set(scope, admin.with({ authorization: `Bearer ${made.token}` }))
  }
})

const at = ({ path }: Operation) => path.replace('{n}', '1').replaceAll(/\{\w+\}/g, NOWHERE)

/** Admission comes before the body is read: one that cannot be taken changes nothing. */
const harmless = ({ hasBody, takesBytes }: Operation) => (hasBody ? { body: [] } : takesBytes ? { raw: 'x' } : {})

/** They do what they do without any body, or never end. */
const NOT_TRIED = new Set(['POST /v1/auth/logout', 'GET /v1/events', 'DELETE /v1/trash'])

describe('a token with one scope', () => {
  test('passes where the route declares it, and is refused elsewhere with the name of what it lacks', async () => {
    expect(operations.length).toBeGreaterThan(120)
    const wrong: unknown[] = []
    const trial = async (operation: Operation, scope: string, holder: Person) => {
      const allowed = operation.scope === undefined || operation.scope === scope
      if (allowed && NOT_TRIED.has(`${operation.method} ${operation.path}`)) return
      const { status, body } = await holder.call(operation.method, at(operation), harmless(operation))
      const refused = status === 403 && (operation.method === 'HEAD' || body?.code === 'scope_missing')
      const named = operation.method === 'HEAD' || body?.scope === operation.scope
      if (refused === allowed || (refused && !named)) wrong.push({ ...operation, tried: scope, status, body })
    }
    for (const operation of operations)
      await Promise.all([...holders].map(([scope, holder]) => trial(operation, scope, holder)))
    expect(wrong).toEqual([])
  })

  test('the contract is what is declared', () => {
    const needs = Object.fromEntries(operations.map(({ method, path, scope }) => [`${method} ${path}`, scope]))
    expect(needs).toMatchObject({
      'GET /v1/usage': undefined,
      'GET /v1/usage/quota': undefined,
      'GET /v1/auth/me': undefined,
      'GET /health/deep': undefined,
      'POST /v1/hidden-pin/unlock': 'read',
      'POST /v1/hidden-pin/lock': 'read',
      'DELETE /v1/objects/{object_id}': 'delete',
      'DELETE /v1/objects/{object_id}/permanent': 'delete',
      'DELETE /v1/trash': 'delete',
      'DELETE /v1/collections/{collection_id}': 'delete',
      'GET /v1/shares': 'share',
      'POST /v1/objects/{object_id}/shares': 'share',
      'GET /v1/tasks': 'read',
      'PATCH /v1/tasks/{task_id}': 'write',
      'GET /v1/settings': 'read',
      'PUT /v1/settings': 'account',
      'POST /v1/objects': 'write',
      'POST /v1/uploads': 'write',
      'GET /v1/search': 'read',
      'POST /v1/ask': 'ask',
      'POST /v1/agent/chat': 'agent',
      'GET /v1/calendar/events': 'calendar',
      'POST /v1/tokens': 'account',
      'POST /v1/auth/password': 'account',
      'GET /v1/integrations': 'account',
      'POST /v1/webhooks': 'account',
      'POST /v1/export': 'account',
      'GET /v1/admin/users': 'account',
    })
  })

  test('removes nothing by the way round of many files at once', async () => {
    const person = await aPerson()
    const file = await person.upload('kept.txt')
    const { body } = await person.post('/v1/tokens', { name: 'writer', scopes: ['read', 'write'] })
    const writer = person.with({ authorization: `Bearer ${body.token}` })
    const bulk = { object_ids: [file.id], action: 'trash' }
    expect((await writer.post('/v1/objects/bulk', bulk)).body).toMatchObject({ code: 'scope_missing', scope: 'delete' })
    expect((await writer.get(`/v1/objects/${file.id}`)).status).toBe(200)
    expect((await person.post('/v1/objects/bulk', bulk)).body.done).toEqual([file.id])
  })

  test('makes none that is wider than itself, and a token without scopes has all', async () => {
    const person = await aPerson()
    const made = async (holder: Person, scopes?: string[]) => holder.post('/v1/tokens', { name: 'x', scopes })
    const all = (await made(person)).body
    expect(all.scopes).toBeNull()
    const narrow = (await made(person, ['account', 'read'])).body
    const holder = person.with({ authorization: `Bearer ${narrow.token}` })
    expect((await made(holder, ['account', 'write'])).body).toMatchObject({ code: 'scope_missing', scope: 'write' })
    expect((await made(holder)).body.scopes).toEqual(['account', 'read'])
    expect((await made(holder, ['read'])).body.scopes).toEqual(['read'])
    expect((await made(person, ['everything'])).status).toBe(422)
    expect((await made(person, [])).status).toBe(422)
    const whole = person.with({ authorization: `Bearer ${all.token}` })
    expect((await made(whole, ['delete'])).status).toBe(201)
    const { body } = await person.get('/v1/tokens')
    expect(body.items.find(token => token.id === narrow.id)!.scopes).toEqual(['account', 'read'])
  })

  test('calendar programs need the scope of the calendar', async () => {
    const person = await aPerson()
    const ask = async (scopes: string[]) => {
      const { body } = await person.post('/v1/tokens', { name: 'phone', scopes })
      const authorization = `Basic ${Buffer.from(`${person.email}:${body.token}`).toString('base64')}`
      return (await call('PROPFIND', '/dav/', { headers: { authorization, depth: '0' } })).status
    }
    expect(await ask(['calendar'])).toBe(207)
    expect(await ask(['read', 'write'])).toBe(403)
  })
})
