import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Parser } from 'htmlparser2'
import { SaxesParser } from 'saxes'
import yauzl from 'yauzl'
import type { Reader } from '../server/ports/reader.ts'
import { aSandbox } from '../test/support/sandbox.ts'
import { ROOT } from '../test/support/server.ts'

/**
 * Documents a second of the reader, with its children, limits, offsets and headings, against plain extraction by the same
 * tools in the same run: pdftotext, yauzl with saxes, htmlparser2, and reading a text. Then the memory of two thousand files.
 */

const ROUNDS = 3
const COPIES = 20
const FILES = 2000
const LEAST = 0.6
const MOST_GROWTH = 1.3

const KINDS: [string, string, string][] = [
  ['contract.docx', 'document', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['prices.xlsx', 'spreadsheet', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['plan.pptx', 'presentation', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  ['contract.odt', 'document', 'application/vnd.oasis.opendocument.text'],
  ['contract.html', 'text', 'text/html'],
  ['contract.pdf', 'pdf', 'application/pdf'],
  ['long.txt', 'text', 'text/plain'],
]

// ---- plain extraction

async function plainly(path: string, name: string): Promise<number> {
  if (name.endsWith('.pdf'))
    return (await promisify(execFile)('pdftotext', ['-enc', 'UTF-8', path, '-'], { maxBuffer: 1 << 27 })).stdout.length
  if (name.endsWith('.txt')) return (await readFile(path, 'utf8')).length
  if (name.endsWith('.html')) return htmlText(await readFile(path, 'utf8'))
  return zippedText(path)
}

function htmlText(html: string): number {
  let length = 0
  const parser = new Parser({
    ontext: text => {
      length += text.length
    },
  })
  parser.end(html)
  return length
}

const WANTED =
  /^(word\/document|xl\/sharedStrings|xl\/worksheets\/[^/]+|ppt\/slides\/[^/]+|ppt\/notesSlides\/[^/]+|content)\.xml$/

async function zippedText(path: string): Promise<number> {
  const zip = await new Promise<yauzl.ZipFile>((yes, no) =>
    yauzl.open(path, { lazyEntries: true }, (error, opened) => (error ? no(error) : yes(opened))),
  )
  let length = 0
  for await (const entry of zip.eachEntry()) {
    if (!WANTED.test(entry.fileName)) continue
    const parser = new SaxesParser()
    parser.on('text', text => {
      length += text.length
    })
    for await (const chunk of await zip.openReadStreamPromise(entry)) parser.write(chunk.toString('utf8'))
    parser.close()
  }
  return length
}

// ---- the measurement

interface File {
  path: string
  name: string
  kind: string
  mime: string
}

async function makeFiles(folder: string): Promise<File[]> {
  const long = 'Договор аренды помещения. Арендатор обязуется вносить плату ежемесячно и в срок. '.repeat(150)
  const files: File[] = []
  for (let copy = 0; copy < COPIES; copy++)
    for (const [name, kind, mime] of KINDS) {
      const path = join(folder, `${copy}-${name}`)
      await writeFile(path, name === 'long.txt' ? long : await readFile(join(ROOT, 'test/corpus', name)))
      files.push({ path, name, kind, mime })
    }
  return files
}

async function perSecond(files: File[], read: (file: File) => Promise<unknown>): Promise<number> {
  const began = performance.now()
  for (const file of files) await read(file)
  return (files.length * 1000) / (performance.now() - began)
}

/** Resident megabytes of this process and of the reader's children, which are ours. */
function memoryOf(): number {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
  return [String(process.pid), ...children].reduce((sum, pid) => {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
    return sum + (pages * 4096) / 1024 / 1024
  }, 0)
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!

async function main() {
  const { isolatedReader } = await import(join(ROOT, 'dist/server/adapters/reader/isolated.js'))
  const { findTools } = await import(join(ROOT, 'dist/server/adapters/reader/tools.js'))
  const reader: Reader = isolatedReader(await aSandbox(), await findTools(process.env.PATH ?? ''))
  const folder = await mkdtemp(join(tmpdir(), 'dossier-extract-'))
  const missed: string[] = []
  try {
    const files = await makeFiles(folder)
    const ours = (file: File) => reader.read(file.path, { ...file, filename: file.name })
    const theirs = (file: File) => plainly(file.path, file.name)
    await perSecond(files.slice(0, KINDS.length * 3), ours)
    await perSecond(files.slice(0, KINDS.length * 3), theirs)
    for (const kind of [...KINDS.map(([name]) => name), 'all']) {
      const chosen = kind === 'all' ? files : files.filter(({ name }) => name === kind)
      const [a, b]: [number[], number[]] = [[], []]
      // In turn, so that both see the same machine.
      for (let round = 0; round < ROUNDS; round++) {
        a.push(await perSecond(chosen, ours))
        b.push(await perSecond(chosen, theirs))
      }
      const ratio = median(a) / median(b)
      const verdict = kind === 'all' ? (ratio < LEAST ? 'MISSED' : 'ok') : ''
      console.log(
        `${kind}: reader ${median(a).toFixed(0)}/s, plain ${median(b).toFixed(0)}/s, ratio ${ratio.toFixed(2)} ${verdict}`,
      )
      if (verdict === 'MISSED') missed.push(kind)
    }
    const memory: number[] = []
    for (let n = 0; n < FILES; n++) {
      await ours(files[n % files.length]!)
      if ((n + 1) % 500 === 0) memory.push(memoryOf())
    }
    const growth = memory.at(-1)! / memory[0]!
    const verdict = growth > MOST_GROWTH ? 'MISSED' : 'ok'
    console.log(
      `memory after 500, 1000, 1500, 2000 files: ${memory.map(mb => mb.toFixed(0)).join(', ')} MB, growth ${growth.toFixed(2)} (at most ${MOST_GROWTH}): ${verdict}`,
    )
    if (verdict === 'MISSED') missed.push('memory')
  } finally {
    await reader.close()
    await rm(folder, { recursive: true })
  }
  process.exitCode = missed.length > 0 ? 1 : 0
}

await main()
