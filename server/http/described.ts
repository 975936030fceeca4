import { Readable } from 'node:stream'
import type { Config } from '../config.ts'
import { type ErrorReply, errorReply } from './errors.ts'
import { isDescribed } from './openapi-replies.ts'
import type { HttpReply, Route } from './route.ts'

/** While tests run (CHECK_REPLIES), whatever the description does not say is our own fault, loudly. */

/** The pages of the web app are routes as well, and no operations. */
const isDocumented = ({ undocumented, name }: Route): boolean => !undocumented && name !== undefined

export function checkReply(route: Route, { status, headers, body }: HttpReply): void {
  if ('set-cookie' in headers && !route.setsCookie)
    throw new Error(`${route.method} ${route.path} sets a cookie and does not declare it`)
  if (isDocumented(route) && !isDescribed(route, status))
    throw new Error(`${route.method} ${route.path} answers ${status} and does not describe it`)
  const isJson = typeof body === 'object' && !Buffer.isBuffer(body) && !(body instanceof Readable)
  if (isJson && status < 300) checkShape(route, body)
}

export function checkShape({ method, path, reply }: Route, result: unknown): void {
  const checked = reply?.safeParse(JSON.parse(JSON.stringify(result)))
  if (checked?.success === false) throw new Error(`${method} ${path} broke its reply shape: ${checked.error.message}`)
}

/** The refusal, or what is answered in its place where it is not described. */
export function described({ CHECK_REPLIES }: Config, of: object, refusal: ErrorReply): ErrorReply {
  const { route } = of as { route?: Route }
  const { status, body } = refusal
  const { code } = body as { code?: string }
  if (!CHECK_REPLIES || !route || !isDocumented(route) || isDescribed(route, status, code)) return refusal
  const what = `${route.method} ${route.path} refuses with ${status} ${code} and does not describe it`
  const reply = errorReply(new Error(what), 'en', '')
  return { ...reply, body: { ...reply.body, detail: what } }
}
