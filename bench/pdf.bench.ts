import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { documentTools } from '../server/adapters/documents/tools.ts'
import type { PdfWork } from '../server/ports/documents.ts'
import { aPerson, until } from '../test/support/client.ts'
import { aPdf, numberedPages } from '../test/support/pdf.ts'
import { aLongText, aScan } from '../test/support/pdf-samples.ts'
import { aSandbox } from '../test/support/sandbox.ts'
import { startServer } from '../test/support/server.ts'

/** Each operation on a 300-page text and a 50-page scan, beside the plain programs in the same run. */

const ROUNDS = 5
const folder = mkdtempSync(join(tmpdir(), 'dossier-bench-pdf-'))
const tools = documentTools(await aSandbox(), process.env.PATH ?? '', {
  scanned: async () => [],
  words: async () => [],
})
const missed: string[] = []
let runs = 0

function claim(name: string, value: number, atMost: number) {
  const isMissed = value > atMost
  if (isMissed) missed.push(name)
  console.log(`  ratio ${name} = ${value.toFixed(2)} (at most ${atMost.toFixed(2)}): ${isMissed ? 'MISSED' : 'ok'}`)
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** One after the other in turn, so that a busy machine is as busy for both. */
async function beside(rounds: number, ours: () => Promise<unknown>, theirs: () => Promise<unknown>) {
  const times = { ours: [] as number[], theirs: [] as number[] }
  await ours()
  for (let round = 0; round < rounds; round++) {
    times.theirs.push(await timed(theirs))
    times.ours.push(await timed(ours))
  }
  return { ours: median(times.ours), theirs: median(times.theirs) }
}

/** Started in the same way as ours, so that neither has the cheaper start. */
const run = promisify(execFile)
const plain = (name: string, args: string[]) => () => run(name, args)

function newFolder(): string {
  const path = join(folder, `run-${++runs}`)
  mkdirSync(path)
  return path
}

async function work(path: string, pages: number, wanted: PdfWork): Promise<string[]> {
  const { files } = await tools.pdf.work({ path, pages, encrypted: false }, wanted, newFolder())
  return files
}

async function operations(name: string, path: string, pages: number, guest: string) {
  const out = join(folder, 'plain.pdf')
  const half = pages / 2
  const reverse = Array.from({ length: pages }, (_, n) => pages - n)
  const list: [string, PdfWork, () => Promise<unknown>][] = [
    [
      'rotate',
      { op: 'rotate', pages: reverse.toReversed(), angle: 90 },
      plain('qpdf', [path, '--rotate=+90:1-z', out]),
    ],
    ['reorder', { op: 'reorder', order: reverse }, plain('qpdf', [path, '--pages', '.', 'z-1', '--', out])],
    ['delete', { op: 'delete', pages: [2, 3] }, plain('qpdf', [path, '--pages', '.', '1,4-z', '--', out])],
    [
      'insert',
      { op: 'insert', source: guest, at: half },
      plain('qpdf', [path, '--pages', '.', `1-${half - 1}`, guest, '1-z', '.', `${half}-z`, '--', out]),
    ],
    [
      'split',
      {
        op: 'split',
        parts: [
          [1, half],
          [half + 1, pages],
        ],
      },
      async () => {
        await run('qpdf', ['--empty', '--pages', path, `1-${half}`, '--', out])
        await run('qpdf', ['--empty', '--pages', path, `${half + 1}-z`, '--', out])
      },
    ],
  ]
  for (const [op, wanted, theirs] of list) {
    const times = await beside(ROUNDS, () => work(path, pages, wanted), theirs)
    console.log(`${name} ${op}: ours ${times.ours.toFixed(0)} ms, qpdf ${times.theirs.toFixed(0)} ms`)
    claim(`${name} ${op} / qpdf`, times.ours / times.theirs, 1.5)
  }
  const png = join(folder, 'page.png')
  const drawn = await beside(
    ROUNDS,
    () => tools.pdf.draw(path, { page: 1, size: 480, format: 'png' }, png),
    plain('pdftoppm', ['-png', '-singlefile', '-scale-to', '480', path, join(folder, 'plain')]),
  )
  console.log(`${name} thumbnail: ours ${drawn.ours.toFixed(0)} ms, pdftoppm ${drawn.theirs.toFixed(0)} ms`)
  claim(`${name} thumbnail / pdftoppm`, drawn.ours / drawn.theirs, 1.5)
}

async function compression(name: string, path: string, pages: number) {
  let ours = ''
  const rounds = 1
  const out = join(folder, 'gs.pdf')
  const gs = plain('gs', [
    '-q',
    '-dNOPAUSE',
    '-dBATCH',
    '-sDEVICE=pdfwrite',
    '-dPDFSETTINGS=/ebook',
    `-sOutputFile=${out}`,
    path,
  ])
  const times = await beside(rounds, async () => ([ours = ''] = await work(path, pages, { op: 'compress' })), gs)
  const mb = (file: string) => statSync(file).size / 1024 / 1024
  console.log(
    `${name} compress: ${mb(path).toFixed(2)} MB to ${mb(ours).toFixed(2)} MB in ${times.ours.toFixed(0)} ms; gs /ebook ${mb(out).toFixed(2)} MB in ${times.theirs.toFixed(0)} ms`,
  )
  claim(`${name} compressed size / gs`, mb(ours) / mb(out), 1)
  claim(`${name} compress time / gs`, times.ours / times.theirs, 1 / 3)
}

/** What the queue adds to the work itself. */
async function queueShare() {
  const server = await startServer()
  const anna = await aPerson(server.url)
  const { id } = await anna.upload('q.pdf', aPdf(numberedPages(3)))
  await anna.read(id)
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now()
    const { body } = await anna.post(`/v1/objects/${id}/pdf/rotate`, { pages: '1', angle: 90 })
    await until(async () => (await anna.get(`/v1/objects/${id}/pdf-status/${body.task_id}`)).body.done, 'the task')
    times.push(performance.now() - began)
  }
  await server.stop()
  const path = join(folder, 'q.pdf')
  writeFileSync(path, aPdf(numberedPages(3)))
  const alone = await timed(() => work(path, 3, { op: 'rotate', pages: [1], angle: 90 }))
  console.log(
    `a small rotation from the request to its result: ${median(times).toFixed(0)} ms, of which the work ${alone.toFixed(0)} ms`,
  )
}

try {
  const [text, scan, guest] = [join(folder, 'text.pdf'), join(folder, 'scan.pdf'), join(folder, 'guest.pdf')]
  writeFileSync(text, aLongText(300, 1717))
  writeFileSync(scan, await aScan(50))
  writeFileSync(guest, aPdf(numberedPages(5)))
  await operations('text', text, 300, guest)
  await operations('scan', scan, 50, guest)
  if (spawnSync('gs', ['--version']).status === 0) {
    await compression('scan', scan, 50)
    await compression('text', text, 300)
  } else console.log('compress: skipped, ghostscript is not installed')
  await queueShare()
} finally {
  await tools.close()
  rmSync(folder, { recursive: true, force: true })
}
if (missed.length > 0) console.log(`missed: ${missed.join(', ')}`)
process.exitCode = missed.length > 0 ? 1 : 0
