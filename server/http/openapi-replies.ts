import { z } from 'zod'
import { type ErrorCode, OTHER_CODES, REFUSALS } from '../lib/refusals.ts'
import { STATUS } from './errors.ts'
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
  409: 'The thing is not in the state that this needs',
  412: 'What the request is based on is no longer so',
  413: 'Too large',
  415: 'This kind of content is not taken here',
  416: 'The range lies outside of the file',
  429: 'Too many requests, or too many wrong secrets',
  500: 'Our own fault; the request id finds it in the log',
  502: 'A service behind this one has failed',
  503: 'Out of order for a moment',
  504: 'A service behind this one took too long',
}

/** The refusals that follow from what a route is, and those that it names. */
export function refusalsOf(route: Route): ErrorCode[] {
  const changes = !['GET', 'HEAD', 'OPTIONS'].includes(route.method)
  const codes: ErrorCode[] = ['rate_limited', 'unavailable', ...(route.refuses ?? [])]
  if (route.access !== 'public') codes.push('unauthenticated')
  if (route.access !== 'public' && changes) codes.push('cross_origin')
  if (route.setsCookie) codes.push('cross_site')
  if (route.access === 'admin') codes.push('admin_only')
  if (route.access !== 'public' && !route.whileLeaving) codes.push('account_leaving')
  if (scopeOf(route)) codes.push('scope_missing')
  if (route.stepUp) codes.push('confirm_needed')
  if (route.params) codes.push('not_found')
  if (route.body) codes.push('body_too_large', 'content_type', 'content_length')
  if (route.form || route.takes === 'file') codes.push('multipart_invalid', 'too_many_parts')
  if (route.takes) codes.push('file_too_large', 'storage_full', 'storage_unusable', 'storage_refuses', 'storage_silent')
  if (route.bytes) codes.push('bytes_missing', 'storage_refuses', 'storage_silent')
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
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of refusalsOf(route)) {
    const status = STATUS[REFUSALS[code]]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries([...byStatus].map(([status, codes]) => [status, refusal(status, codes, shared)]))
}

const pascal = (code: string) => code.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())

/** What is refused for one reason alone is described once, for all routes that refuse it. */
function refusal(status: number, codes: ErrorCode[], shared: Json): Json {
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
          allOf: [{ $ref: '#/components/schemas/ErrorOut' }, { type: 'object', properties: { code: { enum: codes } } }],
        },
        example: { detail: REASONS[status], code: codes[0], request_id: '019a8f00-0000-7000-8000-000000000000' },
      },
    },
  }
  if (codes.length > 1) return described
  const name = pascal(codes[0]!)
  shared[name] = described
  return { $ref: `#/components/responses/${name}` }
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
    ...(route.later ? { 202: { ...ok, description: route.later } } : {}),
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
    ...(route.params || route.query || route.body || route.takes
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
  if (route.reply) return { 'application/json': { schema: schemaOf(route.reply) } }
  if (!route.replies?.includes('/')) return undefined
  if (route.events)
    return {
      [route.replies]: {
        schema: { ...schemaOf(route.events), description: 'The data of each server-sent event, as JSON' },
      },
    }
  return {
    [route.replies]: { schema: route.replies === 'application/json' ? {} : { type: 'string', format: 'binary' } },
  }
}
