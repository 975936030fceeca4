import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Posted {
  sha256: string
  seconds: number
  fields: Record<string, string>
}

export interface TranscriptionServer {
  baseUrl: string
  readonly posted: Posted[]
  /** What it says to a piece; a number is a status. */
  answer(reply: (posted: Posted, count: number) => Promise<object | number> | object | number): void
  close(): Promise<void>
}

/** An OpenAI-compatible server of transcriptions: it tells each piece apart, and says what it is told to. */
export async function startTranscriptionServer(): Promise<TranscriptionServer> {
  const posted: Posted[] = []
  let reply: Parameters<TranscriptionServer['answer']>[0] = (_piece, count) => ({ text: `piece ${count}` })
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (!request.url?.endsWith('/audio/transcriptions')) return void response.writeHead(404).end('{}')
    const seen = parse(Buffer.concat(chunks))
    posted.push(seen)
    const said = await reply(seen, posted.length)
    const status = typeof said === 'number' ? said : 200
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(typeof said === 'number' ? { error: { message: 'as told' } } : said))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    posted,
    answer: given => {
      reply = given
    },
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

function parse(body: Buffer): Posted {
  const fields: Record<string, string> = {}
  const text = body.toString('latin1')
  for (const [, name, value] of text.matchAll(/name="([^"]+)"\r\n\r\n([^\r]*)\r\n/g)) fields[name!] = value!
  const from = text.indexOf('RIFF')
  const wav = body.subarray(from, from + 8 + body.readUInt32LE(from + 4))
  return { sha256: createHash('sha256').update(wav).digest('hex'), seconds: (wav.length - 44) / 32_000, fields }
}
