import { afterAll, expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { type Route, route } from './route.ts'
import { createServer, type HttpParts } from './server.ts'

const observed: object[] = []
const logged: object[] = []
const context = {
  config: { PUBLIC_URL: '', TRUST_PROXY: '' },
  log: { info: (facts: object) => logged.push(facts) },
} as unknown as Context
const routes: Route[] = [
  route({ method: 'POST', path: '/v1/things/:thing_id', summary: 'A thing', tag: 'things', run: async () => ({}) }),
]
const app = await createServer({
  context,
  routes,
  authenticate: async () => undefined,
  metrics: { requests: { observe: (labels: object) => observed.push(labels) } },
  web: { pageFor: () => undefined },
} as unknown as HttpParts)
afterAll(() => app.close())

test('a method that a known path does not have is counted and logged under that path', async () => {
  const reply = await app.inject({ method: 'PUT', url: '/v1/things/17?a=b' })
  expect(reply.statusCode).toBe(405)
  expect(reply.headers.allow).toBe('POST')
  expect(observed.at(-1)).toEqual({ method: 'PUT', route: '/v1/things/:thing_id', status: '405' })
  expect(logged.at(-1)).toMatchObject({ method: 'PUT', route: '/v1/things/:thing_id', status: 405 })
})

test('of an unknown path nothing is counted or logged but that it is unknown', async () => {
  expect((await app.inject({ method: 'PUT', url: '/v1/nothing/17' })).statusCode).toBe(404)
  expect(observed.at(-1)).toEqual({ method: 'PUT', route: 'unknown', status: '404' })
})
