import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { documentTools } from '../server/adapters/documents/tools.ts'
import { aDocx } from '../test/support/office.ts'
import { aSandbox } from '../test/support/sandbox.ts'
import { aPlainFile, aRandomBox, aSecretFile, chance, type Written, wordsIn } from '../test/support/secrets.ts'

/** Random boxes over files that tell words in every way: nothing under a box may be found by programs that did not redact. */

const FILES = Number(process.argv[2] ?? 20)
const BOXES = 10
const folder = mkdtempSync(join(tmpdir(), 'dossier-bench-redaction-'))
const tools = documentTools(await aSandbox(), process.env.PATH ?? '', {
  scanned: async () => [],
  words: async () => [],
})

/** Text, uncompressed streams and every string of every object, by poppler and qpdf. */
function contentsOf(path: string): string {
  const options = { maxBuffer: 1 << 28 }
  const text = execFileSync('pdftotext', ['-raw', path, '-'], options).toString()
  const raw = execFileSync(
    'qpdf',
    ['--qdf', '--object-streams=disable', '--stream-data=uncompress', path, '-'],
    options,
  )
  const objects = execFileSync('qpdf', ['--json=2', '--json-stream-data=none', path], options).toString()
  return `${text}\n${raw.toString('latin1')}\n${objects}`
}

type Kind = 'every way' | 'plain text' | 'from an office'

/** A file of one kind, and what stands where in it. */
async function fileOf(kind: Kind, seed: number, path: string): Promise<Written[]> {
  if (kind !== 'from an office') {
    const { bytes, words } = kind === 'plain text' ? aPlainFile(seed) : aSecretFile(seed)
    writeFileSync(path, bytes)
    return words
  }
  const lines = Array.from({ length: 90 }, (_, line) =>
    Array.from({ length: 5 }, (_unused, n) => `слово${seed}строка${line}место${n}`).join(' '),
  )
  const source = `${path}.docx`
  writeFileSync(source, await aDocx(lines))
  await tools.office.convert(source, { from: 'docx', format: 'pdf', to: path })
  return wordsIn(path)
}

const sums = { files: 0, boxes: 0, words: 0, survivors: 0, refused: 0, broken: 0, asText: 0, pages: 0 }
const times: number[] = []

async function redactOne(kind: Kind, seed: number): Promise<void> {
  const run = join(folder, `${kind}-${seed}`)
  mkdirSync(run)
  const path = join(run, 'in.pdf')
  const words = await fileOf(kind, seed, path)
  const next = chance(seed * 31)
  const chosen = Array.from({ length: BOXES }, () => aRandomBox(next, words))
  const covered = new Set(chosen.flatMap(({ covered: list }) => list.map(word => word.text)))
  const began = performance.now()
  const work = { op: 'redact' as const, keep: [], boxes: chosen.map(({ box }) => box) }
  const pages = Math.max(...words.map(word => word.page))
  const made = await tools.pdf.work({ path, pages, encrypted: false }, work, run).catch(error => {
    console.log(`file ${seed}: not published: ${error.message}`)
    return undefined
  })
  times.push(performance.now() - began)
  sums.files++
  sums.boxes += BOXES
  sums.words += covered.size
  if (!made) {
    sums.refused++
    return
  }
  const report = made.report as { pages_as_text: number[]; pages_as_pictures: number[] }
  sums.asText += report.pages_as_text.length
  sums.pages += report.pages_as_text.length + report.pages_as_pictures.length
  if (spawnSync('qpdf', ['--check', made.files[0]!]).status !== 0) sums.broken++
  const told = contentsOf(made.files[0]!)
  for (const word of covered) if (told.includes(word)) sums.survivors++
  rmSync(run, { recursive: true })
}

let failed = false
try {
  for (const kind of ['every way', 'plain text', 'from an office'] as const) {
    if (process.argv[3] && !kind.startsWith(process.argv[3])) continue
    for (const key of Object.keys(sums) as (keyof typeof sums)[]) sums[key] = 0
    times.length = 0
    for (let seed = 1; seed <= FILES; seed++) await redactOne(kind, seed)
    const middle = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
    console.log(
      `${kind}: ${sums.files} files, ${sums.boxes} boxes over ${sums.words} words: ${sums.survivors} survivors, ${sums.refused} not published, ${sums.broken} broken; ${sums.asText} of ${sums.pages} pages stayed text; a file takes ${middle.toFixed(0)} ms`,
    )
    failed ||= sums.survivors + sums.refused + sums.broken > 0
  }
} finally {
  await tools.close()
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = failed ? 1 : 0
