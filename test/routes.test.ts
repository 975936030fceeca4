import { beforeAll, describe, expect, test } from 'vitest'
import { aPerson, call, type Json, type Person, theAdmin } from './support/client.ts'
import { fitting, NOWHERE } from './support/fitting.ts'

/** Sweeps over the whole route table, taken from the service's own description: a new route is covered by itself. */

interface Operation {
  method: string
  path: string
  isPublic: boolean
  isAdmin: boolean
  ids: string[]
  body: Json
  takesBytes: boolean
  /** The query without which it answers nothing. */
  query: string
}

/** Unknown tokens end there; each has tests of its own. */
/** Lead to the provider and back; test/oidc.test.ts goes there. */
const ELSEWHERE = new Set(['/v1/auth/oidc/start', '/v1/auth/oidc/callback'])

const STREAMS = new Set(['GET /v1/calendar/feed.ics', 'GET /v1/events'])

/** The interface wants `ok=false` in place of 404. */
const FORGIVING = new Set(['DELETE /v1/voice-profiles/{profile_id}'])

let operations: Operation[] = []
let anna: Person
let admin: Person

beforeAll(async () => {
  const { body } = await call('GET', '/openapi.json')
  operations = Object.entries<Json>(body.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      isPublic: operation.security.length === 0,
      isAdmin: /admin_?only/i.test(JSON.stringify(operation.responses['403'] ?? '')),
      ids: [...path.matchAll(/\{(\w+_id)\}/g)].map(match => match[1]!),
      body: operation.requestBody?.content['application/json'],
      takesBytes: Boolean(operation.requestBody && !operation.requestBody.content['application/json']),
      query: (operation.parameters ?? [])
        .filter((given: Json) => given.in === 'query' && given.required)
        .map((given: Json) => `${given.name}=${fitting(given.schema)}`)
        .join('&'),
    })),
  )
  ;[anna, admin] = [await aPerson(), await theAdmin()]
})

const headers = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }

/** Numbers in a path are no ids: the first of whatever it is. */
const at = (operation: Operation, id: string) => operation.path.replace(/\{n\}/g, '1').replace(/\{\w+\}/g, id)

const options = (operation: Operation) =>
  operation.takesBytes
    ? { headers, raw: 'x' }
    : operation.body
      ? { body: operation.body.example ?? fitting(operation.body.schema) }
      : {}

describe('every route', () => {
  test('there are routes to sweep', () => {
    expect(operations.length).toBeGreaterThan(40)
    expect(operations.filter(operation => !operation.isPublic).length).toBeGreaterThan(35)
  })

  test('is 401 without a token, whatever else is wrong', async () => {
    for (const operation of operations.filter(candidate => !candidate.isPublic)) {
      const { status, headers: replied } = await call(operation.method, at(operation, 'nonsense'))
      expect({ ...operation, status }).toMatchObject({ status: 401 })
      expect(replied.get('www-authenticate')).toBe('Bearer')
    }
  })

  test('is 422 on an id that is none, saying where', async () => {
    // A task's id may have any form; see the next test.
    const strict = operations.filter(({ ids }) => ids.length > 0 && ids[0] !== 'task_id')
    for (const operation of strict) {
      const person = operation.isAdmin ? admin : anna
      const { status, body } = await person.call(operation.method, at(operation, 'not-an-id'), options(operation))
      expect({ ...operation, status }).toMatchObject({ status: 422 })
      if (operation.method === 'HEAD') continue
      expect(body.detail[0]).toMatchObject({
        loc: ['path', operation.ids[0]],
        type: 'uuid_parsing',
        input: 'not-an-id',
      })
    }
  })

  test('is 404 for what does not exist', async () => {
    for (const operation of operations.filter(candidate => candidate.ids.length > 0)) {
      const person = operation.isAdmin ? admin : anna
      const { status, body } = await person.call(operation.method, at(operation, NOWHERE), {
        ...options(operation),
        headers: { ...headers, ...(operation.takesBytes ? {} : { 'content-type': 'application/json' }) },
      })
      if (FORGIVING.has(`${operation.method} ${operation.path}`)) {
        expect({ status, body }).toEqual({ status: 200, body: { ok: false } })
        continue
      }
      expect({ ...operation, status }).toMatchObject({ status: 404 })
      if (operation.method !== 'HEAD') expect(body.code).toBe('not_found')
    }
  })

  test('is 404 for a stranger, with the body that a missing thing has', async () => {
    const bob = await aPerson()
    const owned: Record<string, string> = {
      object_id: (await anna.upload('mine.txt')).id,
      collection_id: (await anna.folder('mine')).id,
      token_id: (await anna.post('/v1/tokens', { name: 'mine' })).body.id,
    }
    for (const operation of operations.filter(candidate => candidate.ids.some(id => id in owned))) {
      const ask = (id: string) => bob.call(operation.method, at(operation, id), options(operation))
      const [foreign, missing] = [await ask(owned[operation.ids[0]!]!), await ask(NOWHERE)]
      expect({ ...operation, status: foreign.status }).toMatchObject({ status: 404 })
      expect({ ...foreign.body, request_id: '' }).toEqual({ ...missing.body, request_id: '' })
    }
  })

  test('for administrators is 403 to others', async () => {
    for (const operation of operations.filter(candidate => candidate.isAdmin)) {
      const { status, body } = await anna.call(operation.method, at(operation, NOWHERE), options(operation))
      expect({ ...operation, status, code: body.code }).toMatchObject({ status: 403, code: 'admin_only' })
    }
  })

  test('with a JSON body refuses what is not JSON, and names a missing field', async () => {
    for (const operation of operations.filter(candidate => candidate.body)) {
      const person = operation.isAdmin ? admin : anna
      const json = { 'content-type': 'application/json' }
      const broken = await person.call(operation.method, at(operation, NOWHERE), { headers: json, raw: '{"a":' })
      expect({ ...operation, status: broken.status }).toMatchObject({ status: 422 })
      expect(broken.body.detail[0]).toMatchObject({ loc: ['body', expect.any(Number)], type: 'json_invalid' })
      const wrong = await person.call(operation.method, at(operation, NOWHERE), { body: [] })
      expect(wrong.body.detail[0]).toMatchObject({ loc: ['body'], type: 'dict_type' })
    }
  })

  test('that reads and needs nothing answers as it is documented', async () => {
    // The server under test checks each reply against its shape and answers 500 where it differs.
    for (const operation of operations) {
      if (operation.method !== 'GET' || operation.path.includes('{') || STREAMS.has(`GET ${operation.path}`)) continue
      if (ELSEWHERE.has(operation.path)) continue
      const person = operation.isAdmin ? admin : anna
      const { status } = await person.get(`${operation.path}?${operation.query}`)
      expect({ ...operation, status: [200, 503].includes(status) ? 200 : status }).toMatchObject({ status: 200 })
    }
  })
})
