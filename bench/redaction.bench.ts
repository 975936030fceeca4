import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { documentTools } from '../server/adapters/documents/tools.ts'
import { aRandomBox, aSecretFile, chance } from '../test/support/secrets.ts'

/** Random boxes over files that tell words in every way: nothing under a box may be found by programs that did not redact. */

const FILES = Number(process.argv[2] ?? 20)
const BOXES = 10
const folder = mkdtempSync(join(tmpdir(), 'dossier-bench-redaction-'))
const tools = documentTools({ searchPath: process.env.PATH ?? '', dataDir: join(folder, 'nothing') })

/** Text, uncompressed streams and every string of every object, by poppler and qpdf. */
function tellsOf(path: string): string {
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

const sums = { boxes: 0, words: 0, survivors: 0, refused: 0, broken: 0 }
const times: number[] = []
try {
  for (let seed = 1; seed <= FILES; seed++) {
    const { bytes, words } = aSecretFile(seed)
    const next = chance(seed * 31)
    const chosen = Array.from({ length: BOXES }, () => aRandomBox(next, words))
    const covered = new Set(chosen.flatMap(({ covered: list }) => list.map(word => word.text)))
    const run = join(folder, `${seed}`)
    mkdirSync(run)
    const path = join(run, 'in.pdf')
    writeFileSync(path, bytes)
    const began = performance.now()
    const work = { op: 'redact' as const, boxes: chosen.map(({ box }) => box) }
    const made = await tools.pdf.work({ path, pages: 3, encrypted: false }, work, run).catch(error => {
      console.log(`file ${seed}: not published: ${error.message}`)
      return undefined
    })
    times.push(performance.now() - began)
    sums.boxes += BOXES
    sums.words += covered.size
    if (!made) {
      sums.refused++
      continue
    }
    if (spawnSync('qpdf', ['--check', made.files[0]!]).status !== 0) sums.broken++
    const told = tellsOf(made.files[0]!)
    for (const word of covered) if (told.includes(word)) sums.survivors++
    rmSync(run, { recursive: true })
  }
} finally {
  await tools.close()
  rmSync(folder, { recursive: true, force: true })
}
const middle = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
console.log(
  `${FILES} files, ${sums.boxes} boxes over ${sums.words} words: ${sums.survivors} survivors, ${sums.refused} not published, ${sums.broken} broken`,
)
console.log(`a file of three pages takes ${middle.toFixed(0)} ms`)
process.exitCode = sums.survivors + sums.refused + sums.broken > 0 ? 1 : 0
