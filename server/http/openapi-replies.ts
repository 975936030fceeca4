import { z } from 'zod'
import { type ErrorCode, OTHER_CODES, REFUSALS } from '../lib/refusals.ts'
import { isDoor } from './doors.ts'
import { OTHER_STATUS, STATUS } from './errors.ts'
import { FACTS } from './facts.ts'
import type { Route } from './route.ts'
import { scopeOf } from './scopes.ts'

type Json = Record<string, unknown>

const CODES = [...(Object.keys(REFUSALS) as ErrorCode[]), ...OTHER_CODES] as const

const errorCode = z.enum(CODES).meta({ id: 'ErrorCode', description: 'For programs, to tell refusals apart' })

export const errorShape = z
  .looseObject({ detail: z.string(), code: errorCode, request_id: z.string() })
  .meta({ id: 'ErrorOut', description: 'Every error but 422' })

const REASONS: Record<number, string> = {
  400: 'The request makes no sense as it is',
  401: 'The token is missing, wrong, revoked or expired',
  402: 'The tariff is used up',
  403: 'Not allowed to this caller',
  404: 'Missing, foreign, hidden or in the trash',
  405: 'The address does not have this method',
  408: 'The request came too slowly',
  409: 'The thing is not in the state that this needs',
  412: 'What the request is based on is no longer so',
  413: 'Too large',
  415: 'This kind of content is not taken here',
  416: 'The range lies outside of the file',
  431: 'The headers are too large',
  429: 'Too many requests, or too many wrong secrets',
  500: 'Our own fault; the request id finds it in the log',
  502: 'A service behind this one has failed',
  503: 'Out of order for a moment',
  504: 'A service behind this one took too long',
}

type AnyCode = (typeof CODES)[number]

const statusOf = (code: AnyCode): number =>
  code in REFUSALS ? STATUS[REFUSALS[code as ErrorCode]] : OTHER_STATUS[code as (typeof OTHER_CODES)[number]]

const changes = ({ method }: Route): boolean => !['GET', 'HEAD', 'OPTIONS'].includes(method)

/** What any call may be refused with: our own fault, a database that is away or full, a malformed request. */
const ALWAYS: AnyCode[] = [
  'rate_limited',
  'unavailable',
  'storage_full',
  'storage_unusable',
  'internal_error',
  'bad_request',
  'request_timeout',
  'headers_too_large',
]

/** The refusals that follow from what a route is, and those that it names. */
function refusalsOf(route: Route): AnyCode[] {
  const { access, given } = route
  const known = access !== 'public'
  const follows: [unknown, AnyCode[]][] = [
    [known, ['unauthenticated']],
    [known && changes(route), ['cross_origin']],
    [known && !route.apps, ['apps_not_here']],
    [isDoor(route), ['cross_site']],
    [access === 'admin', ['admin_only']],
    [known && !route.whileLeaving, ['account_leaving']],
    [scopeOf(route), ['scope_missing']],
    [route.stepUp, ['confirm_needed']],
    [route.params, ['not_found']],
    [changes(route), ['body_too_large', 'content_type', 'content_length']],
    [given?.as === 'editor', ['not_editor']],
    [given?.as === 'owner' || given?.ownerOnly, ['not_owner']],
    [route.form || route.takes === 'file', ['multipart_invalid', 'too_many_parts']],
    [route.takes, ['file_too_large', 'storage_refuses', 'storage_silent']],
    [route.bytes, ['bytes_missing', 'storage_refuses', 'storage_silent']],
  ]
  const codes = [...ALWAYS, ...(route.refuses ?? []), ...follows.flatMap(([does, own]) => (does ? own : []))]
  return [...new Set(codes)].sort()
}

const header = (description: string, type = 'string') => ({ description, schema: { type } })

const REQUEST_ID = { 'X-Request-Id': header('Names this request in the log') }

const HEADERS: Record<string, Json> = {
  Location: header('The address of what was made'),
  'Tus-Resumable': header('The version of tus'),
  'Tus-Version': header('The versions of tus that are spoken'),
  'Tus-Extension': header('What of tus is there'),
  'Upload-Offset': header('How many bytes have arrived', 'integer'),
  'Upload-Length': header('How many bytes there will be', 'integer'),
  'Upload-Expires': header('Until when the upload can be continued'),
  'X-Object-Id': header('The file that the upload has become'),
}

const BYTES = {
  ETag: header('Changes with the content'),
  'Accept-Ranges': header('bytes: parts can be asked for'),
  'Cache-Control': header('Whether the browser may keep it'),
}

/** Whether parts of it can be asked for, with Range. */
export const hasRanges = (route: Route): boolean => route.refuses?.includes('range_not_satisfiable') ?? false

/** Describes every refusal under its status, with the codes that tell which it is. */
function refusals(route: Route, shared: Json): Json {
  const byStatus = new Map<number, AnyCode[]>()
  for (const code of refusalsOf(route)) {
    const status = statusOf(code)
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries([...byStatus].map(([status, codes]) => [status, refusal(status, codes, shared)]))
}

/** Whether a caller has been told that it may be answered so; a code is that of a refusal. */
export function isDescribed(route: Route, status: number, code?: string): boolean {
  if (status === 422) return mayBeInvalid(route)
  const refused = refusalsOf(route).filter(each => statusOf(each) === status)
  if (code !== undefined) return refused.some(each => each === code)
  return refused.length > 0 || [route.status ?? 200, ...successes(route)].includes(status)
}

const successes = (route: Route): number[] => [
  ...Object.keys(route.also ?? {}).map(Number),
  ...(hasRanges(route) ? [206, 304] : []),
]

const mayBeInvalid = (route: Route): boolean =>
  Boolean(route.params || route.query || route.body || route.takes || changes(route))

const pascal = (code: string) => code.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

const LONGEST_NAME = 80

/** With this code there are these fields, too. */
function factsOf(code: AnyCode): Json[] {
  const facts = FACTS[code as ErrorCode]?.meta()?.id
  if (!facts) return []
  const isAnother = { type: 'object', properties: { code: { not: { const: code } } } }
  return [{ anyOf: [{ $ref: `#/components/schemas/${facts}` }, isAnother] }]
}

/** What is refused for the same few reasons is described once, for all routes that refuse it. */
function refusal(status: number, codes: AnyCode[], shared: Json): Json {
  const described = {
    description: REASONS[status],
    headers: {
      ...REQUEST_ID,
      ...(status === 401 ? { 'WWW-Authenticate': header('How to sign in') } : {}),
      ...(status === 429 || status === 503 ? { 'Retry-After': header('Seconds to wait', 'integer') } : {}),
    },
    content: {
      'application/json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/ErrorOut' },
            { type: 'object', properties: { code: { enum: codes } } },
            ...codes.flatMap(factsOf),
          ],
        },
        example: { detail: REASONS[status], code: codes[0], request_id: '019a8f00-0000-7000-8000-000000000000' },
      },
    },
  }
  const name = codes.map(pascal).join('Or')
  if (name.length > LONGEST_NAME) return described
  shared[name] = described
  return { $ref: `#/components/responses/${name}` }
}

/** Refusals where there is no operation: of an address without the method, and of WebDAV, for which OpenAPI has no words. */
export function withoutOperation(): Json {
  const shared: Json = {}
  for (const code of ['method_not_allowed', 'xml_invalid'] as const) refusal(statusOf(code), [code], shared)
  return shared
}

/** All answers of a route; `schemaOf` names the shapes, and what routes share goes to `shared`. */
export function responses(route: Route, schemaOf: (shape: z.ZodType) => Json, shared: Json): Json {
  const json = (schema: Json) => ({ 'application/json': { schema } })
  const headers: Json = { ...REQUEST_ID, ...(hasRanges(route) ? BYTES : {}) }
  for (const name of route.answers ?? []) headers[name] = HEADERS[name]
  if (route.setsCookie) headers['Set-Cookie'] = header('The cookie of the page')
  const content = contentOf(route, schemaOf)
  const ok = { description: route.summary, headers, ...(content ? { content } : {}) }
  return {
    [route.status ?? 200]: ok,
    ...Object.fromEntries(
      Object.entries(route.also ?? {}).map(([status, description]) => [
        status,
        Number(status) < 300 ? { ...ok, description } : { description, headers },
      ]),
    ),
    ...(hasRanges(route)
      ? {
          206: {
            ...ok,
            description: 'The part that was asked for',
            headers: { ...headers, 'Content-Range': header('Which part it is') },
          },
          304: { description: 'Not changed since If-None-Match', headers },
        }
      : {}),
    ...refusals(route, shared),
    ...(mayBeInvalid(route)
      ? {
          422: {
            description: 'The input failed validation',
            content: json({ $ref: '#/components/schemas/HTTPValidationError' }),
          },
        }
      : {}),
  }
}

function contentOf(route: Route, schemaOf: (shape: z.ZodType) => Json): Json | undefined {
  const stream = route.events && {
    'text/event-stream': {
      schema: { ...schemaOf(route.events), description: 'The data of each server-sent event, as JSON' },
    },
  }
  if (route.reply) return { 'application/json': { schema: schemaOf(route.reply) }, ...stream }
  if (stream || !route.replies?.includes('/')) return stream
  return {
    [route.replies]: { schema: route.replies === 'application/json' ? {} : { type: 'string', format: 'binary' } },
  }
}
