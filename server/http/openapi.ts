import { z } from 'zod'
import { SESSION_COOKIE } from './admission.ts'
import { validationError } from './complaints.ts'
import { FACTS } from './facts.ts'
import { addExamples } from './openapi-examples.ts'
import { errorShape, hasRanges, responses, withoutOperation } from './openapi-replies.ts'
import { TAGS } from './openapi-tags.ts'
import type { Route } from './route.ts'
import { scopeOf } from './scopes.ts'

type Json = Record<string, unknown>

/** zod's shapes as JSON Schema, those with a name of their own once, under components. */
function schemaOf(shape: z.ZodType, io: 'input' | 'output', components: Json): Json {
  const {
    $defs,
    $schema: _dialect,
    ...schema
  } = z.toJSONSchema(shape, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      delete jsonSchema.$id
      // What we send may come to have more fields.
      if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  }) as Json & { $defs?: Json }
  for (const [name, definition] of Object.entries($defs ?? {})) components[name] = relinked(definition)
  return relinked(schema) as Json
}

const relinked = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll('#/$defs/', '#/components/schemas/'))

function parameters(route: Route, components: Json): Json[] {
  const of = (place: 'path' | 'query', shape: z.ZodType | undefined): Json[] => {
    if (!shape) return []
    const { properties = {}, required = [] } = schemaOf(shape, 'input', components) as {
      properties?: Json
      required?: string[]
    }
    return Object.entries(properties).map(([name, described]) => {
      const { description, ...schema } = described as Json
      const isRequired = place === 'path' || required.includes(name)
      return { name, in: place, required: isRequired, ...(description ? { description } : {}), schema }
    })
  }
  return [
    ...of('path', route.params),
    ...of('query', route.query),
    ...(route.access === 'public' ? [] : [HIDDEN_TOKEN]),
    ...(hasRanges(route) ? RANGE_HEADERS : []),
    ...(route.events && route.method === 'GET' ? [LAST_EVENT] : []),
  ]
}

const given = (name: string, description: string) => ({
  name,
  in: 'header',
  required: false,
  schema: { type: 'string' },
  description,
})

const HIDDEN_TOKEN = given('x-hidden-token', 'Unlocks the hidden zone for this call')
const LAST_EVENT = given('Last-Event-ID', 'The last event that was received: the stream goes on behind it')
const RANGE_HEADERS = [
  given('Range', 'Which part of the bytes, as `bytes=0-1023`'),
  given('If-Range', 'The ETag of which a part is wanted; the whole comes when it has changed'),
  given('If-None-Match', 'The ETag that is known already'),
]

/** Programs send a token, the page its cookie, calendar programs name and token. */
function securityOf(route: Route): Json[] {
  if (route.access === 'public') return []
  return [{ bearer: [] }, { cookie: [] }, ...(route.basic ? [{ basic: [] }] : [])]
}

function requestBody(route: Route, components: Json): Json | undefined {
  if (route.takes === 'file')
    return {
      required: true,
      content: {
        'multipart/form-data': {
          schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
        },
        ...(route.body ? { 'application/json': { schema: schemaOf(route.body, 'input', components) } } : {}),
      },
    }
  if (route.takes === 'raw')
    return { content: { 'application/offset+octet-stream': { schema: { type: 'string', format: 'binary' } } } }
  if (!route.body) return undefined
  const content = {
    schema: schemaOf(route.body, 'input', components),
    ...(route.example ? { example: route.example } : {}),
  }
  const form = route.form ? { 'multipart/form-data': { schema: content.schema } } : {}
  return { required: true, content: { 'application/json': content, ...form } }
}

/** The description of the very list that is mounted. */
export function openApi(routes: Route[], version: string): Json {
  const components: Json = {}
  for (const shape of [errorShape, validationError, ...Object.values(FACTS)])
    schemaOf(z.object({ shape }), 'output', components)
  const shared: Json = {}
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    if (route.undocumented) continue
    const path = route.path.replace(/:([a-z_]+)/g, '{$1}').replace('/*', '/{path}')
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: {
        tags: [route.tag],
        summary: route.summary,
        operationId: route.name,
        parameters: parameters(route, components),
        requestBody: requestBody(route, components),
        responses: responses(route, shape => schemaOf(shape, 'output', components), shared),
        security: securityOf(route),
        ...(scopeOf(route) ? { 'x-scope': scopeOf(route) } : {}),
        ...(route.inResult ? { 'x-result-codes': route.inResult } : {}),
        ...(route.setsCookie ? { 'x-sets-cookie': true } : {}),
      },
    }
  }
  addExamples(paths, components)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dossier',
      version,
      description: 'A file cloud with an assistant that reads the files. Sign in with /v1/auth/login, then Authorize.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: components,
      responses: { ...shared, ...withoutOperation() },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A session or API token' },
        cookie: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE, description: 'Set by signing in, for the page' },
        basic: { type: 'http', scheme: 'basic', description: 'E-mail and API token, for calendar programs' },
      },
    },
  }
}
