import { addressOf } from '../lib/base.ts'
import { language } from '../lib/i18n.ts'
import { takeAhead } from './ahead.ts'
import type { Replies } from './openapi.ts'
import type { BodyOf, FileAddress, Operation, OperationOf, OwnFile, PathOf } from './reply.ts'
import { apiWords } from './words.ts'

/** One way to the service. The session is a cookie that scripts cannot read: there is no token here. */

interface ErrorDetails {
  requestId?: string
  /** Of a refused form: what is wrong, by field; of an application's request: where the browser goes with it. */
  fields?: Record<string, string>
  retryAfter?: number
  /** What a refusal says for programs beside its sentence. */
  facts?: Record<string, unknown>
}

export class ApiError extends Error {
  override name = 'ApiError'
  readonly requestId: string
  readonly fields: Record<string, string>
  readonly retryAfter: number
  readonly facts: Record<string, unknown>
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    { requestId = '', fields = {}, retryAfter = 0, facts = {} }: ErrorDetails = {},
  ) {
    super(message)
    this.requestId = requestId
    this.fields = fields
    this.retryAfter = retryAfter
    this.facts = facts
  }
}

interface Asked {
  body?: unknown
  raw?: BodyInit
  headers?: Record<string, string>
  signal?: AbortSignal
}

let onSignedOut: () => void = () => {}

/** Told when a session has ended behind our back. */
export function whenSignedOut(listener: () => void): void {
  onSignedOut = listener
}

let onConfirmNeeded: () => Promise<boolean> = async () => false

/** Asks whoever is here to prove who they are; true when they did, and the request is made again. */
export function whenConfirmNeeded(ask: () => Promise<boolean>): void {
  onConfirmNeeded = ask
}

let onChanged: (path: string, body: unknown) => void = () => {}

/** Told of every request that may have changed something, once it is answered or has failed. */
export function whenChanged(listener: (path: string, body: unknown) => void): void {
  onChanged = listener
}

let begun = 0

/** A screen begins with a dozen questions: each has a turn of its own, so that a finger on the page never waits for all. */
function ownTurn(): Promise<void> | undefined {
  if (begun++ > 0) return new Promise(done => setTimeout(done))
  setTimeout(() => {
    begun = 0
  })
  return undefined
}

export async function request(method: string, path: string, asked: Asked = {}): Promise<Response> {
  const json = asked.body !== undefined
  let response: Response
  try {
    const ahead = method === 'GET' && !asked.headers?.range ? takeAhead(path) : undefined
    if (!ahead && method === 'GET') await ownTurn()
    response = await (ahead ??
      fetch(addressOf(path), {
        method,
        headers: {
          'accept-language': language(),
          ...(json ? { 'content-type': 'application/json' } : {}),
          ...asked.headers,
        },
        body: json ? JSON.stringify(asked.body) : asked.raw,
        signal: asked.signal,
        credentials: 'same-origin',
      }))
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error
    throw new ApiError(0, 'offline', apiWords.now().offline)
  } finally {
    if (method !== 'GET') onChanged(path, asked.body)
  }
  if (response.ok) return response
  const error = await errorOf(response)
  if (error.status === 401 && error.code === 'unauthenticated') onSignedOut()
  if (error.code === 'confirm_needed' && (await onConfirmNeeded())) return request(method, path, asked)
  throw error
}

interface Complaint {
  msg: string
  type: string
  ctx?: { min_length?: number; max_length?: number }
}

/** What programs are told of a field, as people would say it. */
function sentenceOf({ msg, type, ctx }: Complaint): string {
  const t = apiWords.now()
  if (type === 'missing') return t.missing
  if (type === 'string_too_short' && ctx?.min_length) return t.tooShort(ctx.min_length)
  if (type === 'string_too_long' && ctx?.max_length) return t.tooLong(ctx.max_length)
  return msg
}

async function errorOf(response: Response): Promise<ApiError> {
  const requestId = response.headers.get('x-request-id') ?? ''
  const retryAfter = Number(response.headers.get('retry-after') ?? 0)
  const body = await response.json().catch(() => undefined)
  if (Array.isArray(body?.detail)) {
    const fields: Record<string, string> = {}
    for (const complaint of body.detail) fields[String(complaint.loc.at(-1))] ??= sentenceOf(complaint)
    const message = body.detail[0] ? sentenceOf(body.detail[0]) : ''
    return new ApiError(response.status, 'invalid', message, { requestId, fields })
  }
  const text = typeof body?.detail === 'string' ? body.detail : apiWords.now().broken
  const fields: Record<string, string> = typeof body?.redirect_to === 'string' ? { redirect_to: body.redirect_to } : {}
  return new ApiError(response.status, body?.code ?? 'broken', text, {
    requestId,
    fields,
    retryAfter,
    facts: body ?? {},
  })
}

async function call<T>(method: string, path: string, asked?: Asked): Promise<T> {
  const response = await request(method, path, asked)
  return (await response.json()) as T
}

/**
 * The operation is known from the path as it is written; where the path is made elsewhere, the operation is named, and the path
 * must be one of its own.
 */
interface Call<Method extends string> {
  <Of extends Named<Method> = never>(path: NoInfer<PathOf<Of>>, ...body: NoInfer<BodyOf<Of>>): Promise<Replies[Of]>
  <Path extends string>(
    path: Own<Method, Path>,
    ...body: BodyOf<OperationOf<Method, Path>>
  ): Promise<Replies[OperationOf<Method, Path>]>
}

interface Read {
  <Of extends Named<'GET'> = never>(path: NoInfer<PathOf<Of>>, signal?: AbortSignal): Promise<Replies[Of]>
  <Path extends string>(path: Own<'GET', Path>, signal?: AbortSignal): Promise<Replies[OperationOf<'GET', Path>]>
}

type Named<Method extends string> = Extract<Operation, `${Method} ${string}`>

type Own<Method extends string, Path extends string> = Path extends PathOf<OperationOf<Method, Path>> ? Path : never

const sends = <Method extends string>(method: Method) =>
  ((path: string, body?: unknown) => call(method, path, { body })) as Call<Method>

export const get = ((path: string, signal?: AbortSignal) => call('GET', path, { signal })) as Read
/** A form with a file. */
export const postForm: <Path extends string>(
  path: Own<'POST', Path>,
  form: FormData,
  headers?: Record<string, string>,
) => Promise<Replies[OperationOf<'POST', Path>]> = (path, raw, headers) => call('POST', path, { raw, headers })

export const post = sends('POST')
export const put = sends('PUT')
export const patch = sends('PATCH')
export const remove = sends('DELETE')

/** By a link there are fewer ways to look at a file. */
export const isOwnFile = (base: FileAddress): base is OwnFile => base.startsWith('/v1/objects/')

/** `?a=1&b=2` of what is there; its type has the names, so that an operation can refuse those that it does not know. */
export function query<Name extends string>(
  values: Partial<Record<Name, string | number | boolean | undefined>>,
): `?${Name}=${string}` | '' {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)]))
  return given.length > 0 ? (`?${text}` as `?${Name}=${string}`) : ''
}

export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404
