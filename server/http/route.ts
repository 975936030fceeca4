import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Actor, Context } from '../context.ts'
import type { Language } from '../lib/language.ts'
import type { ErrorCode } from '../lib/refusals.ts'
import type { ScopeName } from '../lib/scopes.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS' | DavMethod

/** Methods of WebDAV, which the framework must be told about. */
export const DAV_METHODS = [
  'PROPFIND',
  'PROPPATCH',
  'REPORT',
  'MKCALENDAR',
  'MKCOL',
  'COPY',
  'MOVE',
  'LOCK',
  'UNLOCK',
] as const
type DavMethod = (typeof DAV_METHODS)[number]

/** A request as the features may see it: nothing of the framework. */
export interface Incoming {
  method: string
  headers: Record<string, string | undefined>
  cookies: Record<string, string | undefined>
  ip: string
  path: string
  requestId: string
  language: Language
  /** The address by which the caller reached us, for links in answers. */
  origin: string
  viaCookie: boolean
  /** Who calls, asked anew: a long answer must notice when its token ends. */
  again(): Promise<Actor | undefined>
  /** Fires when the caller has gone. */
  signal: AbortSignal
  /** Fires when the service stops: endless answers should end. */
  closing: AbortSignal
  /** The caller is a program on this machine, which calls it by a local name. */
  isLocal: boolean
  /** The raw body, of routes that declare `body: 'raw'`. */
  body: Readable
}

/** A file as it arrives: a small one whole, a large one as a stream that must be read to its end. */
export interface IncomingFile {
  filename: string
  mime: string
  bytes: Readable | Buffer
  /** The first bytes, or all of a small file. */
  head: Buffer
  /** Settles when the rest of the body was read well, or not. */
  complete: Promise<void>
}

/** For answers that are not JSON with the route's usual status. */
export class HttpReply {
  constructor(
    readonly status: number,
    readonly headers: Record<string, string | string[]>,
    readonly body?: Readable | Buffer | string | object,
  ) {}
}

/** Where a call names what it is about. */
type Field = `${'params' | 'query' | 'body'}.${string}`

/** The call may also be about what somebody else has opened to the caller. */
export interface GivenTo {
  /** What the caller must be; `owner` refuses whoever only sees it, and all others find nothing. */
  as: 'viewer' | 'editor' | 'owner'
  object?: Field
  folder?: Field
  /** Only the owner may send these. */
  ownerOnly?: Field[]
  /** Whether the body asks for nothing but what everybody who sees the thing does for themselves. */
  isPersonal?: (body: Record<string, unknown>) => boolean
}

/** Who may call: anybody, anybody but known when they say so, those with a token, administrators. */
export type RouteAccess = 'public' | 'token' | 'admin'

type Shape = z.ZodType
type Parsed<S> = S extends Shape ? z.output<S> : undefined

export interface RouteInput<P, Q, B> {
  actor: Actor
  params: Parsed<P>
  query: Parsed<Q>
  body: Parsed<B>
  incoming: Incoming
  /** Of routes that declare `file: true`. */
  file: IncomingFile
}

interface RouteSpec<P, Q, B, R> {
  method: Method
  path: string
  /** The name of the operation for programs that are made from the description; unique, and never changed. */
  name?: string
  summary: string
  tag: string
  access?: RouteAccess
  params?: P
  query?: Q
  body?: B
  /**
   * `file`: the body is multipart/form-data with a part `file` (or JSON, if there is a `body`). `raw`: the bytes as
   * they come.
   */
  takes?: 'file' | 'raw'
  /** The body may also come as a form, with the same names; `urlencoded` is the form of OAuth. */
  form?: boolean | 'urlencoded'
  bodyLimit?: number
  /** The shape of the JSON reply; without it the reply is described by `replies`. */
  reply?: R
  replies?: string
  status?: number
  /** Other statuses that are no refusals, in the same shape where they have a body: what each means. */
  also?: Record<number, string>
  /** The refusals of this route beside those that all of its kind have (no token, no such thing, too many requests). */
  refuses?: ErrorCode[]
  /** Codes that come inside of what it answers or begins: of tools, of tasks. */
  inResult?: ErrorCode[]
  /** Of a stream of server-sent events: what the data of each is. */
  events?: Shape
  /** Headers of the answer that callers use, beside the usual ones. */
  answers?: string[]
  /** Reads of bytes have a window of their own, ten times as large. */
  bytes?: boolean
  /** Not counted against any window. */
  uncounted?: boolean
  example?: unknown
  /** Programs sign in with e-mail and API token by HTTP Basic. */
  basic?: boolean
  /** Left out of the description: OpenAPI has no words for it. */
  undocumented?: boolean
  /** What a token needs for it, where that does not follow from its tag; null is nothing. */
  scope?: ScopeName | null
  /** A session that last proved long ago who holds it has to do so again. */
  stepUp?: boolean
  /** Also while the account is being removed. */
  whileLeaving?: boolean
  /** Its answer may set a cookie: like every unsafe call without a token, it is closed to pages of other sites. */
  setsCookie?: boolean
  /** Whether it is closed to pages of other sites, where that does not follow from who may call and what it sets. */
  sameSite?: boolean
  /** Programs that people have let in may call it, too; they may call nothing else. */
  apps?: boolean
  /** Without it a call is about the caller's own things alone. */
  given?: GivenTo
  /** On every answer, refusals too. */
  headers?: Record<string, string>
  run(context: Context, input: RouteInput<P, Q, B>): Promise<unknown>
}

export type Route = RouteSpec<Shape | undefined, Shape | undefined, Shape | undefined, Shape | undefined>

/** A route is data: the same list is mounted, documented and swept by tests. */
export function route<
  P extends Shape | undefined = undefined,
  Q extends Shape | undefined = undefined,
  B extends Shape | undefined = undefined,
  R extends Shape | undefined = undefined,
>(spec: RouteSpec<P, Q, B, R>): Route {
  return spec as unknown as Route
}
