import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { withoutEnd, withoutEnds } from '../../../lib/trim.ts'
import type { WordPlace } from '../../../ports/reader.ts'
import type { Desk } from '../desk.ts'
import { failed, onlySomePages, WHY } from '../failures.ts'
import { LIMITS } from '../limits.ts'
import type { Manuscript } from '../manuscript.ts'
import { recognise } from '../ocr/recognise.ts'
import { runProgram } from '../programs.ts'
import { readStart } from './bytes.ts'
import { hasJoined, hyphenated, withHyphens } from './hyphens.ts'
import { asideOf, readAttachments } from './pdf-aside.ts'

/** PDF: the text of each page, and OCR of the pages that have none. */
export async function readPdf(path: string, out: Manuscript, desk: Desk): Promise<void> {
  if (!desk.tools.pdftotext) {
    out.needsManual = WHY.noPdf
    return
  }
  const { file, pages, title, facts } = await extract(path, desk)
  out.title = title
  Object.assign(out.facts, facts, { page_count: await countOf(file, pages, desk) })
  if (isNotice(pages) && (await hasDynamicForm(file, pages, desk))) {
    out.needsManual = WHY.dynamicForm
    return
  }
  const scanned = await scannedPages(file, pages, desk)
  const recognised =
    scanned.length > 0
      ? await recognisePages(file, { scanned, all: scanned.length === pages.length }, out, desk)
      : new Map<number, string>()
  const aside = await asideOf(file, pages, desk)
  for (const [n, text] of pages.entries()) {
    out.startPage()
    const ocr = recognised.get(n)
    // A page number or a stamp may stand beside the scan: what says clearly more is the page.
    out.write(ocr && (isGibberish(text) || letters(ocr) > letters(text) * 1.3 + 3) ? ocr : text)
    for (const remark of aside.remarks.get(n) ?? []) {
      out.gap('\n\n')
      out.write(remark)
    }
  }
  if (aside.attachments) await readAttachments(file, out, desk)
}

/** Of more pages than are read, the document itself says how many it has. */
async function countOf(file: string, pages: string[], { tools }: Desk): Promise<number> {
  if (pages.length <= LIMITS.pages || !tools.qpdf) return pages.length
  const { stdout } = await runProgram(tools.qpdf, ['--warning-exit-0', '--show-npages', file])
  return Number.parseInt(stdout.toString(), 10) || pages.length
}

const LONGEST_NOTICE = 4000
const WAIT = /^\s*(please wait|подождите|пожалуйста, подождите|bitte warten|veuillez patienter|espere)/i

/** In every language it tells people to get a newer Adobe Reader. */
const isNotice = (pages: string[]) =>
  pages.length === 1 && pages[0]!.length < LONGEST_NOTICE && /Adobe|Acrobat/.test(pages[0]!)

/** Of a form whose pages are made only when it is shown; a form that has its pages in the file can be read. */
async function hasDynamicForm(file: string, [notice]: string[], { tools }: Desk): Promise<boolean> {
  if (!tools.qpdf) return false
  const args = ['--json=2', '--json-key=qpdf', '--json-stream-data=none', file]
  const said = (await runProgram(tools.qpdf, args)).stdout.toString('utf8')
  return said.includes('"/XFA"') && (said.includes('"/NeedsRendering": true') || WAIT.test(notice!))
}

interface Extracted {
  /** The file that could be opened: the given one, or a decrypted and repaired copy. */
  file: string
  pages: string[]
  title: string
  facts: Record<string, unknown>
}

async function extract(path: string, desk: Desk): Promise<Extracted> {
  const first = await pdfText(path, desk)
  if (first.pages) return { file: path, ...first, pages: await keepHyphens(path, first.pages, desk) }
  // By a password, or for the certificates of some people alone.
  if (/Incorrect password|security handler/i.test(first.problem)) throw failed(WHY.locked)
  // What forbids copying, and what is damaged, is written anew.
  const copy = join(desk.folder, 'copy.pdf')
  if (!desk.tools.qpdf) throw failed(WHY.damaged)
  await runProgram(desk.tools.qpdf, ['--decrypt', '--warning-exit-0', path, copy])
  const second = (await stat(copy).catch(() => undefined)) ? await pdfText(copy, desk) : undefined
  if (!second?.pages) throw failed(WHY.damaged)
  return { file: copy, ...second, pages: await keepHyphens(copy, second.pages, desk) }
}

async function keepHyphens(file: string, pages: string[], { tools }: Desk): Promise<string[]> {
  if (!pages.some(hasJoined)) return pages
  const args = ['-raw', '-enc', 'UTF-8', '-eol', 'unix', '-l', `${LIMITS.pages}`, file, '-']
  const words = hyphenated((await runProgram(tools.pdftotext!, args)).stdout.toString('utf8'))
  return pages.map(page => withHyphens(page, words))
}

async function pdfText(path: string, { tools }: Desk) {
  // One more than is kept, so that it shows that some were left out.
  const args = ['-htmlmeta', '-enc', 'UTF-8', '-eol', 'unix', '-l', `${LIMITS.pages + 1}`, path, '-']
  const { code, stdout, stderr, overflowed } = await runProgram(tools.pdftotext!, args)
  const whole = stdout.toString('utf8')
  const begin = whole.indexOf('<pre>\n')
  if ((code !== 0 && !overflowed) || begin < 0) return { pages: undefined, problem: stderr, title: '', facts: {} }
  const head = whole.slice(0, begin)
  const body = whole
    .slice(begin + 6)
    .replace(/<\/pre>\s*<\/body>\s*<\/html>\s*$/, '')
    // A word that was only broken for the end of a line is one word.
    .replaceAll(/\u00ad\n(?=\p{L})/gu, '')
  const pages = body.split('\f').map(page =>
    withoutEnds(
      page
        .split('\n')
        .map(line => withoutEnd(line, /[ \t]/))
        .join('\n'),
      /\n/,
    ),
  )
  // Each page ends with a form feed; what follows the last is nothing.
  if (pages.length > 1 && pages.at(-1) === '') pages.pop()
  const meta = (name: string) => unescaped(new RegExp(`<meta name="${name}" content="([^"]*)"`).exec(head)?.[1] ?? '')
  const facts = Object.entries({
    author: meta('Author'),
    subject: meta('Subject'),
    keywords: meta('Keywords'),
    application: meta('Creator') || meta('Producer'),
    created: meta('CreationDate'),
    modified: meta('ModDate'),
  }).filter(([, value]) => value !== '')
  const [, titled = ''] = head.split('<title>', 2)
  const title = unescaped(titled.split('</title>', 1)[0]!)
  return { pages, problem: '', title: meaningful(title), facts: Object.fromEntries(facts) }
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const unescaped = (text: string) =>
  text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (all, decimal, hex, name) =>
    name
      ? (ENTITIES[name] ?? all)
      : String.fromCodePoint(Math.min(decimal ? Number(decimal) : Number.parseInt(hex, 16), 0x10ffff)),
  )

/** Printers and scanners leave the names of files and of themselves where a title should be. */
const meaningful = (title: string) =>
  /^(untitled|без имени|безымянный|document\d*|документ\d*|microsoft (word|powerpoint|excel)|scan|\S+\.(docx?|xlsx?|pptx?|rtf|odt|indd|pdf|tmp|html?)$)/i.test(
    title.trim(),
  )
    ? ''
    : title

const letters = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0

/** Signs that come out where a font does not say what its shapes mean: private ones, control ones, the replacement. */
const isGibberish = (text: string) => {
  const odd = text.match(/[\ufffd\ue000-\uf8ff]|(?![\n\t])\p{Cc}/gu)?.length ?? 0
  return odd > 10 && odd * 4 > text.replace(/\s/g, '').length
}

/** Less than this may be a stamp or a heading beside a scan. */
const LITTLE = 250
const PAGE_PIXELS = 800_000

/** Numbers of pages, from 0, whose text must be looked for in their picture. */
async function scannedPages(file: string, pages: string[], desk: Desk): Promise<number[]> {
  const counts = pages.map(text => (isGibberish(text) ? 0 : letters(text)))
  if (counts.every(count => count >= LITTLE)) return []
  const pixels = (await hasPictures(file)) ? await picturesOf(file, desk) : new Map<number, number>()
  const bare = counts.flatMap((count, n) => (count === 0 && pages[n] === '' && !pixels.has(n) ? [n] : []))
  // Loaded only where it is needed: it is large.
  const empty = bare.length === 0 ? undefined : await (await import('./empty-pages.ts')).emptyPages(file, bare)
  return counts.flatMap((count, n) => {
    if (count === 0) return empty?.has(n) ? [] : [n]
    return count < LITTLE && (pixels.get(n) ?? 0) > PAGE_PIXELS ? [n] : []
  })
}

/** A picture is a stream, and what a stream is is never packed away: without the word there is none, and no program need be asked. */
async function hasPictures(file: string): Promise<boolean> {
  const start = await readStart(file)
  return start.length >= LIMITS.textBytes || start.includes('/Image')
}

/** Of each page that holds pictures the sum of their pixels: a scan may be in one piece or in strips. */
async function picturesOf(file: string, { tools }: Desk): Promise<Map<number, number>> {
  const pixels = new Map<number, number>()
  if (!tools.pdfimages) return pixels
  const { stdout } = await runProgram(tools.pdfimages, ['-list', '-l', `${LIMITS.pages + 1}`, file])
  for (const row of stdout.toString('latin1').split('\n').slice(2)) {
    const [page, , type, width, height] = row.trim().split(/\s+/)
    const n = Number(page) - 1
    if (page) pixels.set(n, (pixels.get(n) ?? 0) + (type === 'image' ? Number(width) * Number(height) : 0))
  }
  return pixels
}

/** Numbers of pages, from 1, that are pictures of text. */
export async function pagesToRecognise(path: string, desk: Desk): Promise<number[]> {
  if (!desk.tools.pdftotext) return []
  const { file, pages } = await extract(path, desk)
  return (await scannedPages(file, pages, desk)).map(n => n + 1)
}

/** The words of a page, from 1, as it is seen. */
export async function placesOnPage(path: string, page: number, desk: Desk): Promise<WordPlace[]> {
  const sizes = await pageSizes(path, [page - 1], desk)
  const picture = await drawPage(path, page - 1, desk, { points: sizes.get(page - 1), more: ['-cropbox'] })
  if (!picture || (await isBlank(picture))) return []
  return (await recognise(picture, desk)).places
}

async function recognisePages(
  file: string,
  { scanned, all }: { scanned: number[]; all: boolean },
  out: Manuscript,
  desk: Desk,
) {
  const found = new Map<number, string>()
  const { tools } = desk
  if (tools.ocr.engine === 'none' || !tools.pdftoppm) {
    if (scanned.length > 0) out.needsManual = WHY.noOcr
    return found
  }
  desk.beginSlow()
  const sizes = await pageSizes(file, scanned, desk)
  let [done, blank] = [0, 0]
  for (const n of scanned) {
    if (done >= LIMITS.ocrPages || Date.now() > desk.deadline) break
    const picture = await drawPage(file, n, desk, { points: sizes.get(n) })
    if (picture && (await isBlank(picture))) blank++
    else if (picture) {
      const { text } = await recognise(picture, desk)
      if (text !== '') found.set(n, text)
    }
    done++
    desk.progress(done, scanned.length)
  }
  out.ocrPages = found.size
  if (done < scanned.length) out.needsManual = onlySomePages(done, scanned.length)
  else if (found.size === 0 && blank < scanned.length && all) out.needsManual = WHY.emptyScan
  return found
}

const DPI = 220
const LONGEST = 4600

async function pageSizes(file: string, scanned: number[], { tools }: Desk): Promise<Map<number, number>> {
  if (!tools.pdfinfo) return new Map()
  const range = ['-f', String(scanned[0]! + 1), '-l', String(scanned.at(-1)! + 1)]
  const { stdout } = await runProgram(tools.pdfinfo, [...range, file])
  const rows = stdout.toString('latin1').matchAll(/^Page\s+(\d+) size:\s+([\d.]+) x ([\d.]+)/gm)
  return new Map(
    [...rows].map(([, page, width, height]) => [Number(page) - 1, Math.max(Number(width), Number(height))]),
  )
}

/** As a grey picture, large enough for small print and never larger than memory allows. */
async function drawPage(
  file: string,
  n: number,
  desk: Desk,
  { points, more = [] }: { points: number | undefined; more?: string[] },
): Promise<string | undefined> {
  const pixels = Math.round(Math.min(LONGEST, Math.max(1200, ((points ?? 842) / 72) * DPI)))
  const page = String(n + 1)
  const name = join(desk.folder, 'page')
  const args = [
    '-gray',
    '-tiff',
    '-tiffcompression',
    'none',
    '-scale-to',
    String(pixels),
    '-f',
    page,
    '-l',
    page,
    '-singlefile',
    ...more,
    file,
    name,
  ]
  const { code } = await runProgram(desk.tools.pdftoppm!, args, { limits: { fileMb: 64 } })
  return code === 0 ? `${name}.tif` : undefined
}

async function isBlank(picture: string): Promise<boolean> {
  const { default: sharp } = await import('sharp')
  const { channels } = await sharp(picture).stats()
  return channels[0]!.stdev < 4
}
