import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { OTHER_CODES, REFUSALS } from '../server/lib/refusals.ts'
import { call } from './support/client.ts'

/** The description as strangers' generators read it. */

interface Operation {
  'x-result-codes'?: string[]
  operationId: string
  tags: string[]
  parameters: { name: string; in: string; description?: string }[]
  security: object[]
  responses: Record<
    string,
    {
      content?: Record<
        string,
        {
          example?: unknown
          examples?: Record<string, { value: unknown }>
          schema: { allOf?: { properties?: { code: { enum: string[] } } }[] }
        }
      >
    }
  >
}

const { body } = await call('GET', '/openapi.json')
const shared: Operation['responses'] = body.components.responses
const operations = Object.values(body.paths as Record<string, Record<string, Operation>>).flatMap(
  Object.values,
) as Operation[]

const SERVER = resolve(import.meta.dirname, '../server')
const sources = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== join('lib', 'refusals.ts'))
  .map(name => readFileSync(join(SERVER, name), 'utf8'))
  .join('\n')

const shapeOf = (schema: object) =>
  z.fromJSONSchema(
    JSON.parse(
      JSON.stringify({ ...schema, $defs: body.components.schemas }).replaceAll('#/components/schemas/', '#/$defs/'),
    ),
  )

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

test('every parameter of a query is explained', () => {
  const bare = operations.flatMap(({ operationId, parameters }) =>
    parameters.filter(each => each.in === 'query' && !each.description).map(({ name }) => `${operationId} ${name}`),
  )
  expect(bare).toEqual([])
})

test('every answer that is JSON has an example of its shape', () => {
  const answers = operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses).flatMap(([status, { content }]) => {
      const json = content?.['application/json']
      if (!status.startsWith('2') || !json || Object.keys(json.schema).length === 0) return []
      return [[`${operationId} ${status}`, json] as const]
    }),
  )
  expect(answers.length).toBeGreaterThan(200)
  // All of them at once: the shapes that they share are read once.
  const all = {
    type: 'object',
    properties: Object.fromEntries(answers.map(([name, { schema }]) => [name, schema])),
    required: answers.map(([name]) => name),
  }
  const { error } = shapeOf(all).safeParse(Object.fromEntries(answers.map(([name, { example }]) => [name, example])))
  expect(error?.message).toBeUndefined()
})

test('every part of a stream has a name, and an example of its shape', () => {
  const streams = operations.flatMap(({ operationId, responses }) => {
    const stream = responses[200]?.content?.['text/event-stream']
    return stream ? [[operationId, stream.examples ?? {}] as const] : []
  })
  expect(streams.map(([name]) => name).sort()).toEqual([
    'askFiles',
    'chatWithAgent',
    'continueAgentRun',
    'streamAgentRun',
    'streamEvents',
  ])
  for (const [, examples] of streams) {
    expect(Object.keys(examples).length).toBeGreaterThan(5)
    for (const [name, { value }] of Object.entries(examples)) {
      const { error } = shapeOf({ $ref: `#/components/schemas/${name}` }).safeParse(value)
      expect(error?.message, name).toBeUndefined()
    }
  }
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

type Reply = Operation['responses'][string]

const codesOf = (reply: Reply): string[] => {
  const own = '$ref' in reply ? shared[String(reply.$ref).split('/').at(-1)!]! : reply
  return own.content?.['application/json']?.schema.allOf?.[1]?.properties?.code.enum ?? []
}

/** What failed validation is told field by field; a damaged part is tus's own. */
const OWN_WORDS = new Set(['422', '460'])

test('every code is one that an operation may be refused with, or that comes in its result', () => {
  const listed = new Set(
    operations.flatMap(operation => [
      ...Object.values(operation.responses).flatMap(codesOf),
      ...(operation['x-result-codes'] ?? []),
    ]),
  )
  const elsewhere = ['xml_invalid', 'method_not_allowed']
  expect(Object.values(shared).flatMap(codesOf)).toEqual(expect.arrayContaining(elsewhere))
  const missing = body.components.schemas.ErrorCode.enum.filter((code: string) => !listed.has(code))
  expect(missing.sort()).toEqual(elsewhere.sort())
})

test('every refusal is described with its codes', () => {
  const bare = operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses)
      .filter(([status]) => Number(status) >= 400 && !OWN_WORDS.has(status))
      .filter(([, reply]) => codesOf(reply).length === 0)
      .map(([status]) => `${operationId} ${status}`),
  )
  expect(bare).toEqual([])
  const statuses = new Set(operations.flatMap(({ responses }) => Object.keys(responses)))
  for (const status of [400, 401, 402, 403, 404, 408, 409, 412, 413, 415, 416, 422, 429, 431, 500, 502, 503, 504])
    expect([...statuses]).toContain(String(status))
})
