import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { aPerson, type Person, until } from '../test/support/client.ts'
import { pdfOf } from '../test/support/scanned-pdf.ts'
import { ROOT, startServer } from '../test/support/server.ts'

/**
 * Another owner's single small file, and sixteen files of old office programs, while one owner's scans are read:
 * npm run bench -- beside-scans [scans].
 */

const SCANS = Number(process.argv[2] ?? 100)
const LETTERS = 5
const MOST_SECONDS = 10
/** LibreOffice starts for each of them; behind the scans they waited longer than anybody looked. */
const OLD_FILES = 16
const MOST_OLD_SECONDS = 300

const folder = mkdtempSync(join(tmpdir(), 'dossier-scans-'))
const source = join(ROOT, 'test/corpus/contract.pdf')
execFileSync('pdftoppm', ['-r', '150', '-gray', '-jpeg', '-f', '1', '-singlefile', source, join(folder, 'page')])
const jpeg = readFileSync(join(folder, 'page.jpg'))
rmSync(folder, { recursive: true })

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

async function letterSeconds(person: Person, n: number): Promise<number> {
  const began = performance.now()
  const { id } = await person.upload(`letter ${n}.txt`, `Письмо номер ${n}: приходите в пятницу.`)
  for (;;) {
    const { body } = await person.get(`/v1/objects/${id}`)
    if (body.status === 'ready') return (performance.now() - began) / 1000
    if (body.status === 'failed') throw new Error(body.error)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

async function letters(person: Person, from: number): Promise<number[]> {
  const all: number[] = []
  for (let n = 0; n < LETTERS; n++) all.push(await letterSeconds(person, from + n))
  return all
}

/** Old ones of each kind, none equal to another. */
async function oldFiles(person: Person): Promise<number> {
  const began = performance.now()
  const sources = ['contract.doc', 'prices.xls'].map(name => join(ROOT, 'test/corpus', name))
  const ids: string[] = []
  for (let n = 0; n < OLD_FILES; n++) {
    const source = sources[n % sources.length]!
    // What stands behind the end of such a file is no part of it.
    const bytes = Buffer.concat([readFileSync(source), Buffer.alloc(512, n + 1)])
    ids.push((await person.upload(`old ${n}${extname(source)}`, bytes as Buffer<ArrayBuffer>)).id)
  }
  for (const id of ids) {
    const { status, error } = await person.read(id)
    if (status !== 'ready') throw new Error(error)
  }
  return (performance.now() - began) / 1000
}

const server = await startServer()
try {
  const [anna, boris] = [await aPerson(server.url), await aPerson(server.url)]
  await letterSeconds(boris, 0)
  const idle = await letters(boris, 1)
  for (let n = 0; n < SCANS; n++) {
    const pages = Array.from({ length: 3 }, () => ({ jpeg: Buffer.concat([jpeg, Buffer.from(`scan ${n}`)]) }))
    await anna.upload(`scan ${n}.pdf`, pdfOf(pages) as Buffer<ArrayBuffer>)
  }
  // In the middle of it: some are read, and the next are being read.
  await until(async () => (await anna.get('/v1/processing')).body.pending < SCANS, 'the first scan to be read', 300)
  const beside = await letters(boris, 100)
  const clara = await aPerson(server.url)
  const old = await oldFiles(clara)
  const { body } = await anna.get('/v1/processing')
  console.log(`idle ${idle.map(s => s.toFixed(2)).join(', ')} s; beside ${beside.map(s => s.toFixed(2)).join(', ')} s`)
  console.log(`scans that were still waiting afterwards: ${body.pending} of ${SCANS}`)
  if (body.pending === 0) throw new Error('the scans were done before the letters came: ask for more of them')
  console.log(`a letter beside scans takes ${(median(beside) / median(idle)).toFixed(1)} times what it takes alone`)
  const ratio = Math.max(...beside) / MOST_SECONDS
  console.log(
    `ratio slowest letter, of ${MOST_SECONDS} s = ${ratio.toFixed(2)} (at most 1.00): ${ratio > 1 ? 'MISSED' : 'ok'}`,
  )
  if (ratio > 1) process.exitCode = 1
  const late = old / MOST_OLD_SECONDS
  console.log(
    `ratio ${OLD_FILES} old office files behind scans, ${old.toFixed(0)} s of ${MOST_OLD_SECONDS} s = ${late.toFixed(2)} (at most 1.00): ${late > 1 ? 'MISSED' : 'ok'}`,
  )
  if (late > 1) process.exitCode = 1
} finally {
  await server.stop()
}
