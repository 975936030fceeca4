import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { OPERATIONS } from '../../server/features/documents/schema.ts'
import { type Json, type Person, until } from './client.ts'
import { aPdf } from './pdf.ts'
import type { Awkward } from './pdf-corpus.ts'

/** Does one thing to one file, and has the result judged by programs that had no hand in it: qpdf --check, poppler, pixels. */

export { ANY_FILE as OPERATIONS }
export type Operation = (typeof OPERATIONS)[number]

/** Those that any file can take; the others need a scan, a form or a second version. */
const ANY_FILE = OPERATIONS.slice(0, OPERATIONS.indexOf('redact') + 1)

/** A file that is locked already cannot be locked, and one that is not cannot be unlocked. */
export const makesSense = (op: Operation, { password }: Awkward) =>
  op === 'protect' ? !password : op === 'unlock' ? Boolean(password) : true

interface Expected {
  body: object
  /** The words of the pages, file by file. */
  files: number[][]
  /** What must hold beside the pages. */
  also?: (path: string, password: string) => void | Promise<void>
}

const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => from + n)
const GUEST = [901, 902]
const box = { page: 1, x0: 0.2, y0: 0.4, x1: 0.6, y1: 0.6 }

function demand(holds: boolean, what: string): void {
  if (!holds) throw new Error(what)
}

const textOf = (path: string, password: string) =>
  execFileSync('pdftotext', ['-raw', '-upw', password, path, '-'], { maxBuffer: 1 << 28 }).toString()

async function reddish(path: string, password: string): Promise<number> {
  const args = ['-png', '-r', '40', '-singlefile', '-cropbox', '-upw', password, path]
  const { data, info } = await sharp(execFileSync('pdftoppm', args, { maxBuffer: 1 << 28 }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  let count = 0
  for (let at = 0; at < data.length; at += info.channels)
    if (data[at]! > 180 && data[at + 1]! < 110 && data[at + 2]! < 110) count++
  return count
}

const turnOf = (path: string, password: string) =>
  Number(/rot:\s+(\d+)/.exec(execFileSync('pdfinfo', ['-upw', password, '-f', '1', '-l', '1', path]).toString())![1])

function expected(op: Operation, file: Awkward, guest: string, original: string): Expected {
  const all = range(1, file.pages)
  const half = Math.ceil(file.pages / 2)
  switch (op) {
    case 'compress':
      return { body: {}, files: [all] }
    case 'split':
      return { body: { size: half }, files: [range(1, half), range(half + 1, file.pages)] }
    case 'delete':
      return { body: { pages: '2' }, files: [all.filter(page => page !== 2)] }
    case 'rotate': {
      const before = turnOf(original, file.password ?? '')
      return {
        body: { pages: '1', angle: 90 },
        files: [all],
        also: (path, password) => demand(turnOf(path, password) === (before + 90) % 360, 'the turn'),
      }
    }
    case 'reorder':
      return { body: { order: all.toReversed() }, files: [all.toReversed()] }
    case 'arrange': {
      const kept = all.toReversed().filter(page => page !== 2)
      return {
        body: { sheets: kept.map((page, n) => ({ page, angle: n === 0 ? 180 : 0 })) },
        files: [kept],
      }
    }
    case 'protect':
      return {
        body: { password: 'new one' },
        files: [all],
        also: path => demand(spawnSync('qpdf', ['--check', path]).status === 2, 'it opens without the password'),
      }
    case 'unlock':
      return { body: {}, files: [all] }
    case 'watermark':
      return {
        body: { text: 'Черновик', angle: 0 },
        files: [all],
        also: (path, password) =>
          demand(
            textOf(path, password)
              .split('\f')
              .slice(0, 3)
              .every(page => page.includes('Черновик')),
            'the mark',
          ),
      }
    case 'insert':
      return { body: { source_object_id: guest, at: 2 }, files: [[1, ...GUEST, ...range(2, file.pages)]] }
    case 'replace':
      return { body: { source_object_id: guest, pages: '1' }, files: [[...GUEST, ...range(2, file.pages)]] }
    case 'properties':
      return {
        body: { title: 'Новое имя' },
        files: [all],
        also: (path, password) =>
          demand(/Title:\s+Новое имя/.test(execFileSync('pdfinfo', ['-upw', password, path]).toString()), 'the title'),
      }
    case 'annotate':
      return {
        body: { annotations: [{ ...box, type: 'rect', color: '#FF0000' }] },
        files: [all],
        also: async (path, password) => demand((await reddish(path, password)) > 20, 'the mark is not seen'),
      }
    case 'redact':
      return { body: { boxes: [{ page: 1, x0: 0, y0: 0, x1: 1, y1: 1 }] }, files: [[0, ...range(2, file.pages)]] }
    default:
      throw new Error(`${op} is judged by a test of its own`)
  }
}

const folder = mkdtempSync(join(tmpdir(), 'dossier-judged-'))
let files = 0

function saved(bytes: Buffer): string {
  const path = join(folder, `${++files}.pdf`)
  writeFileSync(path, bytes)
  return path
}

async function contentOf(person: Person, id: string, base: string): Promise<Buffer> {
  const headers = { authorization: `Bearer ${person.token}` }
  return Buffer.from(await (await fetch(`${base}/v1/objects/${id}/content`, { headers })).arrayBuffer())
}

/** The word of each page; 0 where it has none. */
const wordsOf = (path: string, password: string) =>
  textOf(path, password)
    .split('\f')
    .slice(0, -1)
    .map(page => Number(/w(\d+)x/.exec(page)?.[1] ?? 0))

/** Complains by throwing. */
export async function judge(person: Person, base: string, id: string, file: Awkward, op: Operation): Promise<void> {
  const guest = op === 'insert' || op === 'replace' ? (await person.upload('guest.pdf', GUEST_FILE)).id : ''
  const { body, files: wanted, also } = expected(op, file, guest, saved(file.bytes))
  const given = file.password ? { password: file.password, ...body } : body
  const { status, body: accepted } = await person.post(`/v1/objects/${id}/pdf/${op}`, given)
  demand(status === 202, `${status} ${JSON.stringify(accepted)}`)
  const record: Json = await until(
    async () => {
      const now = (await person.get(`/v1/objects/${id}/pdf-status/${accepted.task_id}`)).body
      return now.done && now
    },
    `${op} of ${file.name}`,
    170,
  )
  demand(record.ok, record.error)
  demand(record.object_ids.length === wanted.length, 'another number of files')
  const password = op === 'protect' ? 'new one' : op === 'unlock' ? '' : (file.password ?? '')
  for (const [n, made] of record.object_ids.entries()) {
    const bytes = await contentOf(person, made, base)
    const path = saved(bytes)
    const check = spawnSync('qpdf', [`--password=${password}`, '--check', path])
    demand(check.status === 0, `qpdf --check: ${check.stdout}${check.stderr}`.slice(0, 400))
    const pages = wordsOf(path, password)
    // The pages of a scan have no words, those of a guest do.
    const words = wanted[n]!.map(word => (file.isScan && word < GUEST[0]! ? 0 : word))
    demand(
      JSON.stringify(pages) === JSON.stringify(words),
      `pages ${pages.slice(0, 9)} in place of ${words.slice(0, 9)}`,
    )
    if (file.word && op !== 'redact' && wanted[n]!.includes(3))
      demand(textOf(path, password).includes(file.word), `${file.word} is lost`)
    if (op === 'compress') demand(bytes.length <= file.bytes.length, 'it has grown')
    await also?.(path, password)
  }
}

const GUEST_FILE = aPdf(GUEST.map(word => ({ lines: [`w${word}x`] })))
