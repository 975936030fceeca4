import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aPerson, type Person, until } from '../test/support/client.ts'
import { ROOT, startServer } from '../test/support/server.ts'

/**
 * How soon a text is found after the answer to its upload; how many files a second are read, described and indexed against
 * plain extraction by the same reader; and whether memory stays flat. `npm run bench -- ingest [files]`
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
async function extraction(folder: string, files: number): Promise<number> {
  const { isolatedReader } = await import(join(ROOT, 'dist/server/adapters/reader/isolated.js'))
  const reader = isolatedReader()
  await reader.read(join(folder, '0.txt'), { kind: 'text', mime: 'text/plain' })
  const began = performance.now()
  for (let n = 0; n < files; n++) await reader.read(join(folder, `${n % 50}.txt`), { kind: 'text', mime: 'text/plain' })
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

const folder = await mkdtemp(join(tmpdir(), 'ingest-'))
for (let n = 0; n < 50; n++) await writeFile(join(folder, `${n}.txt`), paragraph(n))
const plain = await extraction(folder, 300)

const pid = server.process.pid!
let before = 0
const began = performance.now()
const lane = async (from: number) => {
  for (let n = from; n < FILES; n += 4) {
    await anna.upload(`f${n}.txt`, paragraph(n))
    if (n >= FILES / 4 && before === 0) before = rssMb(pid)
  }
}
await Promise.all([0, 1, 2, 3].map(lane))
await until(async () => (await anna.get('/v1/processing')).body.pending === 0, 'the files', 7200)
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
await rm(folder, { recursive: true, force: true })
await server.stop()
process.exit(median <= SOON_MS && growth <= GROWTH ? 0 : 1)
