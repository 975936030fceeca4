import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { OTHER_CODES, REFUSALS } from '../server/lib/refusals.ts'
import { call } from './support/client.ts'

/** The description as strangers' generators read it. */

interface Operation {
  operationId: string
  tags: string[]
  security: object[]
  responses: Record<
    string,
    { content?: Record<string, { schema: { allOf?: { properties?: { code: { enum: string[] } } }[] } }> }
  >
}

const { body } = await call('GET', '/openapi.json')
const operations = Object.values(body.paths as Record<string, Record<string, Operation>>).flatMap(
  Object.values,
) as Operation[]

const SERVER = resolve(import.meta.dirname, '../server')
const sources = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== join('lib', 'refusals.ts'))
  .map(name => readFileSync(join(SERVER, name), 'utf8'))
  .join('\n')

test('it is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(body))
  expect(errors ?? []).toEqual([])
  expect(valid).toBe(true)
})

test('every operation has a name of its own', () => {
  const names = operations.map(({ operationId }) => operationId)
  expect(names.filter(name => !/^[a-z][a-zA-Z0-9]+$/.test(name ?? ''))).toEqual([])
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
  expect(names).toContain('uploadFile')
})

test('every tag is explained, and every explanation is of a tag', () => {
  const used = [...new Set(operations.flatMap(({ tags }) => tags))].sort()
  expect(body.tags.map(({ name }: { name: string }) => name).sort()).toEqual(used)
})

test('the codes are those that the code throws, each with its kind of refusal', () => {
  const thrown = [...sources.matchAll(/new AppError\(\s*'(\w+)',\s*'(\w+)'/g)].map(([, refusal, code]) => [
    code!,
    refusal!,
  ])
  expect(thrown.length).toBeGreaterThan(80)
  expect(thrown.filter(([code, refusal]) => REFUSALS[code as keyof typeof REFUSALS] !== refusal)).toEqual([])
  const unused = [...Object.keys(REFUSALS), ...OTHER_CODES].filter(
    code => !sources.includes(`'${code}'`) && !code.startsWith('pdf_'),
  )
  expect(unused).toEqual([])
  expect(body.components.schemas.ErrorCode.enum).toEqual([...Object.keys(REFUSALS), ...OTHER_CODES])
})

test('every refusal is described with its codes', () => {
  const shared: Operation['responses'] = body.components.responses
  const bare = operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses)
      .filter(([status]) => Number(status) >= 400 && status !== '422')
      .map(
        ([status, reply]) =>
          [status, '$ref' in reply ? shared[String(reply.$ref).split('/').at(-1)!]! : reply] as const,
      )
      .filter(([, reply]) => !reply.content?.['application/json']?.schema.allOf?.[1]?.properties?.code.enum.length)
      .map(([status]) => `${operationId} ${status}`),
  )
  expect(bare).toEqual([])
  const statuses = new Set(operations.flatMap(({ responses }) => Object.keys(responses)))
  for (const status of [400, 401, 402, 403, 404, 409, 412, 413, 415, 416, 422, 429, 502, 503, 504])
    expect([...statuses]).toContain(String(status))
})
