import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Reader } from '../server/ports/reader.ts'
import { aPerson, type Person } from '../test/support/client.ts'
import { aSandbox } from '../test/support/sandbox.ts'
import { ROOT, startServer } from '../test/support/server.ts'
import { type Document, lines, pages } from './ingest/documents.ts'

/**
 * How soon a text is found after the answer to its upload; how many files a second are uploaded, read, described and indexed
 * against plain extraction by the same reader, for files of a few lines and for documents of several pages; and whether memory
 * stays flat. `npm run bench -- ingest [files]`
 */

const FILES = Number(process.argv[2] ?? 2000)
const SOON_MS = 300
const SHARE = 0.6
const GROWTH = 1.25

const quantile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!

const rssMb = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

const paragraph = (n: number) =>
  Array.from(
    { length: 12 },
    (_, i) =>
      `Договор номер ${n}-${i} о поставке товара на сумму ${(n * 37 + i) % 9973} рублей подписан в городе ${n % 50}. The goods were delivered in week ${i}.`,
  ).join(' ')

async function soon(anna: Person): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < 25; n++) {
    const name = `редкость${'абвгдежзик'[n % 10]}${'абвгдежзик'[Math.floor(n / 10)]}ъ`
    await anna.upload(`soon${n}.txt`, `Вот и ${name}. ${paragraph(n)}`)
    const began = performance.now()
    for (;;) {
      const { body } = await anna.get(`/v1/search?mode=text&q=${encodeURIComponent(name)}`)
      if (body.total > 0) break
    }
    times.push(performance.now() - began)
  }
  return quantile(times, 0.5)
}

/** The reader alone, in the same child process as in the service, one file after the other. */
async function extraction(documents: Document[], files: number): Promise<number> {
  const { isolatedReader } = await import(join(ROOT, 'dist/server/adapters/reader/isolated.js'))
  const { findTools } = await import(join(ROOT, 'dist/server/adapters/reader/tools.js'))
  const reader: Reader = isolatedReader(await aSandbox(), await findTools(process.env.PATH ?? ''))
  const read = (n: number) => {
    const { path, name: filename, kind, mime } = documents[n % documents.length]!
    return reader.read(path, { kind, mime, filename })
  }
  for (let n = 0; n < documents.length; n++) await read(n)
  const began = performance.now()
  for (let n = 0; n < files; n++) await read(n)
  const seconds = (performance.now() - began) / 1000
  await reader.close()
  return files / seconds
}

/** Another file each time, as people's are: a zip takes a comment, the others take what stands behind their end. */
function anotherLike(bytes: Buffer, n: number): Buffer {
  const mark = Buffer.from(`${n}`.padStart(8, '0'))
  const file = Buffer.concat([bytes, mark])
  if (file.toString('latin1', 0, 2) === 'PK') file.writeUInt16LE(mark.length, file.length - mark.length - 2)
  return file
}

const agent = new Agent({ keepAlive: true })

/** Put together by hand: a form object and fetch cost the sender, on the same processors, more than the upload costs the service. */
function send({ token }: Person, name: string, file: Buffer): Promise<void> {
  const head = `--bench\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--bench--\r\n')])
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=bench',
      'content-length': body.length,
    }
    request(`${server.url}/v1/objects`, { method: 'POST', agent, headers }, reply => {
      reply.resume()
      reply.once('error', reject)
      reply.once('end', () =>
        reply.statusCode === 201 ? resolve() : reject(new Error(`upload answered ${reply.statusCode}`)),
      )
    })
      .once('error', reject)
      .end(body)
  })
}

/** Files a second from the first upload to the last one indexed; `sent` is told how many have gone out. */
async function ingestion(documents: Document[], files: number, sent: (n: number) => void = () => {}): Promise<number> {
  const anna = await aPerson(server.url)
  const bytes = documents.map(({ path }) => readFileSync(path))
  const bring = async (from: number, to: number) => {
    const lane = async (first: number) => {
      for (let n = first; n < to; n += 4) {
        const at = n % documents.length
        await send(anna, `${n} ${documents[at]!.name}`, anotherLike(bytes[at]!, n))
        sent(n)
      }
    }
    await Promise.all([0, 1, 2, 3].map(n => lane(from + n)))
    // Asked now and then, since whoever is asked does not read meanwhile.
    while ((await anna.get('/v1/processing')).body.pending > 0) await sleep(250)
  }
  // Each of them once, as the reader alone has had them.
  await bring(0, documents.length)
  const began = performance.now()
  await bring(documents.length, documents.length + files)
  return files / ((performance.now() - began) / 1000)
}

async function pace(what: string, documents: Document[], files: number, sent?: (n: number) => void): Promise<boolean> {
  const plain = await extraction(documents, Math.min(files, 210))
  const whole = await ingestion(documents, files, sent)
  const ok = whole / plain >= SHARE
  console.log(
    `${what}: plain extraction ${plain.toFixed(1)} files/s, upload to index ${whole.toFixed(1)} files/s with one worker`,
  )
  console.log(`ratio pace of ${what} = ${(whole / plain).toFixed(2)} (at least ${SHARE}): ${ok ? 'ok' : 'MISSED'}`)
  return ok
}

const server = await startServer({ env: { CHECK_REPLIES: 'off', WORKERS: '1' } })
const anna = await aPerson(server.url)
await anna.read((await anna.upload('warm.txt', paragraph(1))).id)
const median = await soon(anna)
console.log(
  `ratio searchable = ${median.toFixed(0)} ms, the median (at most ${SOON_MS}): ${median <= SOON_MS ? 'ok' : 'MISSED'}`,
)

const pid = server.process.pid!
let before = 0
const small = await pace('a few lines', lines(), FILES, n => {
  if (n >= FILES / 4 && before === 0) before = rssMb(pid)
})
const after = rssMb(pid)
const growth = after / before
console.log(
  `ratio memory = ${growth.toFixed(2)}, ${before.toFixed(0)} MB after a quarter, ${after.toFixed(0)} MB after ${FILES} files (at most ${GROWTH}): ${growth <= GROWTH ? 'ok' : 'MISSED'}`,
)

const several = pages()
if (!several) console.log('skipped: several pages (no ../shared/data, or no soffice)')
const large = several === undefined || (await pace('several pages', several.documents, Math.ceil(FILES / 4)))
several?.remove()
await server.stop()
process.exit(median <= SOON_MS && growth <= GROWTH && small && large ? 0 : 1)
