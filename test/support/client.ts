import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Schemas } from '../../web/api/openapi.ts'
import type { BodyFor, Json, Read } from './reply.ts'

/** People and what they do, over HTTP alone: the same tests run against any deployment. */

export type { Json }

export interface Reply<Body = Json> {
  status: number
  headers: Headers
  body: Body
  text: string
}

export interface CallOptions {
  headers?: Record<string, string>
  body?: unknown
  /** Sent as it is, in place of JSON. */
  raw?: RequestInit['body']
}

const urls = () => (process.env.ACCEPTANCE_URLS ?? '').split(',').filter(Boolean)
let turn = 0

/** Several processes are asked in turn, so that nothing may depend on talking to the same one twice. */
export function baseUrl(): string {
  const all = urls()
  if (all.length === 0) throw new Error('ACCEPTANCE_URLS is empty: is the global set-up running?')
  return all[turn++ % all.length]!
}

export async function call<Method extends string, Path extends string>(
  method: Method,
  path: Path,
  options: CallOptions = {},
  base = baseUrl(),
): Promise<Reply<BodyFor<Method, Path>>> {
  const json = options.body !== undefined
  const response = await fetch(base + path, {
    method,
    headers: { ...(json ? { 'content-type': 'application/json' } : {}), ...options.headers },
    body: json ? JSON.stringify(options.body) : options.raw,
    redirect: 'manual',
    ...(options.raw instanceof ReadableStream ? { duplex: 'half' } : {}),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson && text ? JSON.parse(text) : undefined,
  }
}

/** What a refusal says for programs beside its sentence. */
export const factsOf = <Name extends keyof Schemas & `${string}Facts`>({ body }: Reply): Schemas[Name] => body

type Ask<Method extends string> = <Path extends string>(
  path: Path,
  body?: unknown,
) => Promise<Reply<BodyFor<Method, Path>>>

export class Person {
  constructor(
    readonly email: string,
    readonly password: string,
    readonly token: string,
    readonly id: string,
    private readonly base?: string,
    readonly extraHeaders: Record<string, string> = {},
  ) {}

  /** The same person, with one more header on every call. */
  with(headers: Record<string, string>): Person {
    return new Person(this.email, this.password, this.token, this.id, this.base, { ...this.extraHeaders, ...headers })
  }

  call<Method extends string, Path extends string>(
    method: Method,
    path: Path,
    options: CallOptions = {},
  ): Promise<Reply<BodyFor<Method, Path>>> {
    const headers = { authorization: `Bearer ${this.token}`, ...this.extraHeaders, ...options.headers }
    return call(method, path, { ...options, headers }, this.base ?? baseUrl())
  }

  get = <Path extends string>(path: Path, headers?: Record<string, string>) => this.call('GET', path, { headers })
  delete = <Path extends string>(path: Path) => this.call('DELETE', path)
  post: Ask<'POST'> = (path, body) => this.call('POST', path, { body })
  put: Ask<'PUT'> = (path, body) => this.call('PUT', path, { body })
  patch: Ask<'PATCH'> = (path, body) => this.call('PATCH', path, { body })

  /** The reply of the upload as it came. */
  send(name: string, content: string | Uint8Array<ArrayBuffer>, query = '') {
    const form = new FormData()
    form.append('file', new Blob([content]), name)
    const path = `/v1/objects${query}` as `/v1/objects?${string}`
    return this.call('POST', path, { raw: form })
  }

  /** An upload that must succeed. */
  async upload(name: string, content: string | Uint8Array<ArrayBuffer> = name, query = '') {
    const { status, body } = await this.send(name, content, query)
    if (status !== 201) throw new Error(`upload answered ${status}: ${JSON.stringify(body)}`)
    return body
  }

  /** The object once it is no longer pending. */
  read(id: string, seconds = 240): Promise<Read<Schemas['ObjectDetail']>> {
    return until(
      async () => {
        const { body } = await this.get(`/v1/objects/${id}`)
        return body.status === 'pending' ? undefined : body
      },
      `object ${id} to be read`,
      seconds,
    )
  }

  async folder(name: string, more: object = {}) {
    const { status, body } = await this.post('/v1/collections', { name, ...more })
    if (status !== 201) throw new Error(`folder answered ${status}: ${JSON.stringify(body)}`)
    return body
  }
}

const random = () => randomBytes(8).toString('hex')

export async function aPerson(base?: string): Promise<Person> {
  const email = `${random()}@example.org`
  const password = 'correct horse battery'
  const { status, body } = await call('POST', '/v1/auth/register', { body: { email, password, name: 'Anna' } }, base)
  if (status !== 201) throw new Error(`register answered ${status}: ${JSON.stringify(body)}`)
  return new Person(email, password, body.token, body.user.id, base)
}

/** The administrator of the first tenant, whose account the global set-up has made. */
export async function theAdmin(): Promise<Person> {
  const { body } = await call('POST', '/v1/auth/login', { body: ADMIN })
  return new Person(ADMIN.email, ADMIN.password, body.token, body.user.id)
}

export const ADMIN = { email: 'admin@example.org', password: 'the first account' }

/** Asking costs the service time, too: who has waited for long asks less often. */
const MOST_OFTEN_MS = 20
const LEAST_OFTEN_MS = 250

/** Asks again and again until there is an answer: never a fixed wait. */
export async function until<T>(ask: () => Promise<T | undefined | false>, what: string, seconds = 240): Promise<T> {
  const began = Date.now()
  for (;;) {
    const answer = await ask()
    if (answer !== undefined && answer !== false) return answer
    const waited = Date.now() - began
    if (waited > seconds * 1000) throw new Error(`waited ${seconds} s for ${what}`)
    await sleep(Math.min(LEAST_OFTEN_MS, MOST_OFTEN_MS + waited / 10))
  }
}
