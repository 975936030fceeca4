import { pipeline, Readable, Transform } from 'node:stream'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { type ErrorReply, errorReply } from './errors.ts'
import { FACTS } from './facts.ts'
import { isDescribed } from './openapi-replies.ts'
import { HttpReply, type Route } from './route.ts'

/** While tests run (CHECK_REPLIES), whatever the description does not say is our own fault, loudly. */

/** The pages of the web app are routes as well, and no operations. */
const isDocumented = ({ undocumented, name }: Route): boolean => !undocumented && name !== undefined

/** A stream comes back with a check of what it sends. */
export function checkReply(route: Route, reply: HttpReply): HttpReply {
  const { status, headers, body } = reply
  if ('set-cookie' in headers && !route.setsCookie)
    throw new Error(`${route.method} ${route.path} sets a cookie and does not declare it`)
  if (isDocumented(route) && !isDescribed(route, status))
    throw new Error(`${route.method} ${route.path} answers ${status} and does not describe it`)
  const isJson = typeof body === 'object' && !Buffer.isBuffer(body) && !(body instanceof Readable)
  if (isJson && status < 300) checkShape(route, body)
  if (!route.events || !(body instanceof Readable)) return reply
  return new HttpReply(status, headers, checkedStream(route, body))
}

/** Whoever reads the stream is told in its own format what should not have been sent; then it breaks off. */
export function checkedStream({ method, path, events }: Route, stream: Readable): Readable {
  let text = ''
  const check = new Transform({
    transform(chunk, _encoding, done) {
      text += chunk
      const blocks = text.split('\n\n')
      text = blocks.pop()!
      const wrong = blocks.map(block => faultOf(events!, block)).find(fault => fault !== undefined)
      if (!wrong) return done(null, chunk)
      const errorText = `${method} ${path} sends what it does not describe: ${wrong}`
      this.push(`event: error\ndata: ${JSON.stringify({ type: 'error', errorText })}\n\n`)
      done(new Error(errorText))
    },
  })
  return pipeline(stream, check, () => {})
}

function faultOf(events: z.ZodType, block: string): string | undefined {
  const data = /^data: (.*)$/m.exec(block)?.[1]
  if (data === undefined || data === '[DONE]') return undefined
  const { error } = events.safeParse(JSON.parse(data))
  return error && `${data} (${error.message})`
}

export function checkShape({ method, path, reply }: Route, result: unknown): void {
  const checked = reply?.safeParse(JSON.parse(JSON.stringify(result)))
  if (checked?.success === false) throw new Error(`${method} ${path} broke its reply shape: ${checked.error.message}`)
}

/** The refusal, or what is answered in its place where it is not described. */
export function described({ CHECK_REPLIES }: Config, of: object, refusal: ErrorReply): ErrorReply {
  const { route } = of as { route?: Route }
  const { status, body } = refusal
  if (!CHECK_REPLIES || !route || !isDocumented(route)) return refusal
  const { code } = body as { code?: string }
  const unheard = isDescribed(route, status, code) ? undescribedFacts(body) : 'does not describe it'
  if (!unheard) return refusal
  const what = `${route.method} ${route.path} refuses with ${status} ${code} and ${unheard}`
  const reply = errorReply(new Error(what), 'en', '')
  return { ...reply, body: { ...reply.body, detail: what } }
}

function undescribedFacts(body: object): string | undefined {
  const {
    detail: _detail,
    code,
    request_id: _id,
    ...facts
  } = body as { detail: unknown; code?: string; request_id?: string }
  if (code === undefined) return undefined
  const shape = FACTS[code as keyof typeof FACTS] ?? z.strictObject({})
  const { error } = shape.safeParse(JSON.parse(JSON.stringify(facts)))
  return error && `does not describe its facts: ${error.message}`
}
