import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Reader } from '../server/ports/reader.ts'
import { aPerson, type Person } from '../test/support/client.ts'
import { ROOT, startServer } from '../test/support/server.ts'

/**
 * How soon a text is found after the answer to its upload; how many files a second are read, described and indexed against
 * plain extraction by the same reader; and whether memory stays flat. `npm run bench -- ingest [files]`
 */

const FILES = Number(process.argv[2] ?? 2000)
const SOON_MS = 300
const OFFICE = 'application/vnd.openxmlformats-officedocument'
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

interface Document {
  name: string
  kind: string
  mime: string
}

/** What people bring: documents of today's formats, a page or two each. Old ones, for which the office is started, would hide all else. */
const DOCUMENTS: Document[] = [
  { name: 'contract.pdf', kind: 'pdf', mime: 'application/pdf' },
  { name: 'contract.docx', kind: 'document', mime: `${OFFICE}.wordprocessingml.document` },
  { name: 'contract.odt', kind: 'document', mime: 'application/vnd.oasis.opendocument.text' },
  { name: 'contract.rtf', kind: 'document', mime: 'application/rtf' },
  { name: 'contract.html', kind: 'text', mime: 'text/html' },
  { name: 'prices.xlsx', kind: 'spreadsheet', mime: `${OFFICE}.spreadsheetml.sheet` },
  { name: 'plan.pptx', kind: 'presentation', mime: `${OFFICE}.presentationml.presentation` },
]
const pathOf = ({ name }: Document) => join(ROOT, 'test/corpus', name)
const documentAt = (n: number) => DOCUMENTS[n % DOCUMENTS.length]!

/** The reader alone, in the same child process as in the service, one file after the other. */
async function extraction(files: number): Promise<number> {
  const { isolatedReader } = await import(join(ROOT, 'dist/server/adapters/reader/isolated.js'))
  const { findTools } = await import(join(ROOT, 'dist/server/adapters/reader/tools.js'))
  const reader: Reader = isolatedReader(await findTools(process.env.PATH ?? ''))
  const read = (n: number) => {
    const { name: filename, kind, mime } = documentAt(n)
    return reader.read(pathOf(documentAt(n)), { kind, mime, filename })
  }
  for (let n = 0; n < DOCUMENTS.length; n++) await read(n)
  const began = performance.now()
  for (let n = 0; n < files; n++) await read(n)
  const seconds = (performance.now() - began) / 1000
  await reader.close()
  return files / seconds
}

const server = await startServer({ env: { CHECK_REPLIES: 'off', WORKERS: '1' } })
const anna = await aPerson(server.url)
await anna.read((await anna.upload('warm.txt', paragraph(1))).id)
const median = await soon(anna)
console.log(
  `ratio searchable = ${median.toFixed(0)} ms, the median (at most ${SOON_MS}): ${median <= SOON_MS ? 'ok' : 'MISSED'}`,
)

const plain = await extraction(210)
const bytes = new Map(DOCUMENTS.map(document => [document, readFileSync(pathOf(document))]))

/** Another file each time, as people's are: a zip takes a comment, the others take what stands behind their end. */
function anotherLike(document: Document, n: number): Buffer {
  const mark = Buffer.from(`${n}`.padStart(8, '0'))
  const file = Buffer.concat([bytes.get(document)!, mark])
  if (file.toString('latin1', 0, 2) === 'PK') file.writeUInt16LE(mark.length, file.length - mark.length - 2)
  return file
}

/** Put together by hand: a form object costs the sender about as much as the upload costs the service. */
async function send(name: string, file: Buffer): Promise<void> {
  const head = `--bench\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
  const { status } = await anna.call('POST', '/v1/objects', {
    headers: { 'content-type': 'multipart/form-data; boundary=bench' },
    raw: Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--bench--\r\n')]),
  })
  if (status !== 201) throw new Error(`upload answered ${status}`)
}

const pid = server.process.pid!
let before = 0
const began = performance.now()
const lane = async (from: number) => {
  for (let n = from; n < FILES; n += 4) {
    await send(`${n} ${documentAt(n).name}`, anotherLike(documentAt(n), n))
    if (n >= FILES / 4 && before === 0) before = rssMb(pid)
  }
}
await Promise.all([0, 1, 2, 3].map(lane))
// Asked now and then, since whoever is asked does not read meanwhile.
while ((await anna.get('/v1/processing')).body.pending > 0) await sleep(250)
const whole = FILES / ((performance.now() - began) / 1000)
const after = rssMb(pid)
console.log(`plain extraction ${plain.toFixed(1)} files/s, upload to index ${whole.toFixed(1)} files/s with one worker`)
console.log(
  `ratio pace = ${(whole / plain).toFixed(2)} (at least ${SHARE}): ${whole / plain >= SHARE ? 'ok' : 'MISSED'}`,
)
const growth = after / before
console.log(
  `ratio memory = ${growth.toFixed(2)}, ${before.toFixed(0)} MB after a quarter, ${after.toFixed(0)} MB after ${FILES} files (at most ${GROWTH}): ${growth <= GROWTH ? 'ok' : 'MISSED'}`,
)
await server.stop()
process.exit(median <= SOON_MS && growth <= GROWTH && whole / plain >= SHARE ? 0 : 1)
