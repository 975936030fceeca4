import { Readable } from 'node:stream'
import { fileTooLarge } from '../../../lib/errors.ts'

const HEAD_BYTES = 256 * 1024

/** A raw body with its beginning: whole when it is small, else a stream that starts with what was already read. */
export async function arriving(body: Readable, limit: number): Promise<{ bytes: Readable | Buffer; head: Buffer }> {
  const source = bounded(body, limit)
  const chunks: Buffer[] = []
  let size = 0
  while (size <= HEAD_BYTES) {
    const { done, value } = await source.next()
    if (done) {
      const whole = Buffer.concat(chunks)
      return { bytes: whole, head: whole }
    }
    chunks.push(value)
    size += value.length
  }
  const head = Buffer.concat(chunks)
  async function* all() {
    yield head
    yield* source
  }
  return { bytes: Readable.from(all(), { objectMode: false }), head }
}

async function* bounded(body: Readable, limit: number): AsyncGenerator<Buffer, undefined> {
  let size = 0
  // A request that is destroyed here could not be answered any more.
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limit) throw fileTooLarge(limit)
    yield chunk
  }
}
