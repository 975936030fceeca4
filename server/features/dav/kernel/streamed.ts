import { Readable } from 'node:stream'
import { hrefsBelow, multistatusAround } from './xml.ts'

/** A multistatus that is written part by part; what can fail fails before the answer has begun. */
export async function streamed(parts: AsyncGenerator<string>): Promise<Readable> {
  const first = await parts.next()
  async function* text() {
    const [open, close] = multistatusAround()
    yield first.done ? open : open + first.value
    for await (const part of parts) yield part
    yield close
  }
  return Readable.from(text(), { objectMode: false })
}

/** Listings are written response by response, so that no address is cut in two. */
export function below(prefix: string, body: Readable | string): Readable | string {
  if (prefix === '') return body
  if (!(body instanceof Readable)) return hrefsBelow(prefix, body)
  async function* parts() {
    for await (const part of body as Readable) yield hrefsBelow(prefix, String(part))
  }
  return Readable.from(parts(), { objectMode: false })
}
