import { z } from 'zod'
import { validationError } from './complaints.ts'
import type { Route } from './route.ts'

type Json = Record<string, unknown>

const errorShape = z
  .object({ detail: z.string(), code: z.string(), request_id: z.string() })
  .meta({ id: 'ErrorOut', description: 'Every error but 422' })

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
    return Object.entries(properties).map(([name, schema]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema,
    }))
  }
  const hidden = {
    name: 'x-hidden-token',
    in: 'header',
    required: false,
    schema: { type: 'string' },
    description: 'Unlocks the hidden zone for this call',
  }
  return [...of('path', route.params), ...of('query', route.query), ...(route.access === 'public' ? [] : [hidden])]
}

function requestBody(route: Route, components: Json): Json | undefined {
  if (route.takes === 'file')
    return {
      required: true,
      content: {
        'multipart/form-data': {
          schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
        },
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

function responses(route: Route, components: Json): Json {
  const json = (schema: Json) => ({ 'application/json': { schema } })
  const error = (description: string) => ({ description, content: json({ $ref: '#/components/schemas/ErrorOut' }) })
  const ok = route.reply
    ? json(schemaOf(route.reply, 'output', components))
    : route.replies?.includes('/')
      ? { [route.replies]: { schema: { type: 'string', format: 'binary' } } }
      : undefined
  return {
    [route.status ?? 200]: { description: route.summary, ...(ok ? { content: ok } : {}) },
    ...(route.access === 'public' ? {} : { 401: error('The token is missing, wrong, revoked or expired') }),
    ...(route.access === 'admin' ? { 403: error('Only for administrators') } : {}),
    ...(route.params ? { 404: error('Missing, foreign, hidden or in the trash') } : {}),
    ...(route.params || route.query || route.body || route.takes
      ? {
          422: {
            description: 'The input failed validation',
            content: json({ $ref: '#/components/schemas/HTTPValidationError' }),
          },
        }
      : {}),
    429: error('Too many requests in a minute'),
  }
}

/** The description of the very list that is mounted. */
export function openApi(routes: Route[], version: string): Json {
  const components: Json = {}
  schemaOf(z.object({ a: errorShape, b: validationError }), 'output', components)
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    if (route.undocumented) continue
    const path = route.path.replace(/:([a-z_]+)/g, '{$1}').replace('/*', '/{path}')
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: {
        tags: [route.tag],
        summary: route.summary,
        operationId: `${route.method.toLowerCase()}${path.replace(/[^a-zA-Z0-9]+/g, '_')}`,
        parameters: parameters(route, components),
        requestBody: requestBody(route, components),
        responses: responses(route, components),
        security: route.access === 'public' ? [] : [{ bearer: [] }],
        ...(route.setsCookie ? { 'x-sets-cookie': true } : {}),
      },
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dossier',
      version,
      description: 'A file cloud with an assistant that reads the files. Sign in with /v1/auth/login, then Authorize.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    paths,
    components: { schemas: components, securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  }
}
