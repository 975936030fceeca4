import type { Replies, Schemas } from './openapi.js'

export type { Replies, Schemas }

export interface Options {
  body?: unknown
  raw?: BodyInit
  headers?: Record<string, string>
  signal?: AbortSignal
}

export class DossierError extends Error {
  status: number
  code: string
}

/** Where the path is written as in the description (`/v1/objects`), the reply has its type; else name it: `get<'GET /v1/objects'>`. */
type Reply<Method extends string, Path extends string> = `${Method} ${Path}` extends keyof Replies
  ? Replies[`${Method} ${Path}`]
  : unknown

interface Call<Method extends string, Rest extends unknown[]> {
  <Path extends string>(path: Path, ...rest: Rest): Promise<Reply<Method, Path>>
  <Operation extends keyof Replies>(path: string, ...rest: Rest): Promise<Replies[Operation]>
}

export class Dossier {
  constructor(options: { url: string; token: string; language?: 'en' | 'ru' })
  readonly url: string
  request(method: string, path: string, options?: Options): Promise<Response>
  call(method: string, path: string, options?: Options): Promise<unknown>
  get: Call<'GET', [signal?: AbortSignal]>
  post: Call<'POST', [body?: unknown]>
  put: Call<'PUT', [body?: unknown]>
  patch: Call<'PATCH', [body?: unknown]>
  delete: Call<'DELETE', []>
  pages<Item = Schemas['ObjectDetail']>(path: string): AsyncGenerator<Item>
}
