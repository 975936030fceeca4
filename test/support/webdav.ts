import { call, type Person, type Reply } from './client.ts'

/** A program that speaks WebDAV: signed in by e-mail and API token. */
export interface Program {
  person: Person
  secret: string
  dav(method: string, path: string, raw?: string | Buffer, headers?: Record<string, string>): Promise<Reply>
}

export async function aProgramOf(person: Person, base?: string): Promise<Program> {
  const { body } = await person.post('/v1/tokens', { name: 'computer' })
  const authorization = `Basic ${Buffer.from(`${person.email}:${body.token}`).toString('base64')}`
  return {
    person,
    secret: body.token,
    dav: (method, path, raw, headers = {}) =>
      call(method, path, { raw: raw as string, headers: { authorization, ...headers } }, base),
  }
}

/** What a PROPFIND tells: each address with what is said of it. */
export function responsesIn(text: string): Map<string, string> {
  const parts = text.split('<D:response>').slice(1)
  return new Map(parts.map(part => [decodeURIComponent(/<D:href>([^<]*)</.exec(part)![1]!), part]))
}

export const propertyIn = (part: string | undefined, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(part ?? '')?.[1]
