import { join } from 'node:path'
import { DocumentRefused, type KeptAside, type PdfResult, type RedactBox } from '../../../ports/documents.ts'
import type { Aside } from '../../pdf/aside.ts'
import type { Burnt, BurntPage } from '../../pdf/burn.ts'
import type { ProofResult } from '../../pdf/proof.ts'
import { type PageSize, wordsOf } from '../../pdf/words.ts'
import { draw, type Machine, only, run, unlocked, words } from './machine.ts'
import { asking, objectsJson } from './steps.ts'

/** JPEG softens edges a little: more than this is a change. What stays text must stay as it is. */
const SAME = { picture: 0.005, text: 0.00005 }

const unproven = (what: { en: string; ru: string }) =>
  new DocumentRefused('unable', {
    en: `The redaction was not published: ${what.en}.`,
    ru: `Вымаранный файл не опубликован: ${what.ru}.`,
  })

/**
 * Where only letters lie under the boxes they are taken out, and the page stays text. Every other page takes the certain way:
 * it becomes a picture of itself with the boxes burnt in, and the words that stand elsewhere on it are laid over it invisibly.
 * Then the result is looked through: in doubt of a page that stayed text all become pictures, and in doubt of those nothing
 * is published.
 */
export async function redact(
  given: Machine,
  { boxes, keep }: { boxes: RedactBox[]; keep: KeptAside[] },
  out: string,
): Promise<PdfResult> {
  const { aside, on } = await withoutAside(await unlocked(given), keep)
  const json = await objectsJson(on)
  const drawn = await drawPages(on, json, boxes)
  const lighter = await withoutLetters(on, json, boxes)
  const tried = (lighter && (await asLetters(on, boxes, drawn, lighter))) ?? (await attempt(on, boxes, drawn))
  const { password } = given.source
  const lock = password ? ['--encrypt', password, password, '256', '--'] : []
  await on.qpdf([tried.clean, ...lock, out], on.folder, on.bounds.signal)
  const pages = (isText: boolean) => tried.pages.filter(page => page.isText === isText).map(({ page }) => page)
  const report = {
    boxes: boxes.length,
    pages_as_text: pages(true),
    pages_as_pictures: pages(false),
    removed: tried.removed,
    ...aside,
    bookmarks_covered: tried.bookmarks,
    names_removed: tried.names,
    kept: keep,
    checked: CHECKED,
  }
  return { files: [out], report }
}

/** Remarks, fields and attached files go before anything else, so that what is drawn afterwards has none of them. */
async function withoutAside(given: Machine, keep: KeptAside[]) {
  const [to, path] = [join(given.folder, 'aside.json'), join(given.folder, 'bare.pdf')]
  const input = { json: await objectsJson(given), keep, to }
  const gone = (await given.worker.ask('removeAside', input, asking(given))) as Aside
  await given.qpdf([given.source.path, `--update-from-json=${to}`, path], given.folder, given.bounds.signal)
  const aside = {
    comments_removed: gone.comments,
    form_fields_removed: gone.form_fields,
    attachments_removed: gone.attachments,
  }
  return { aside, on: { ...given, source: { ...given.source, path }, keep } }
}

type Redacting = Machine & { keep: KeptAside[] }

/** Pages that are in doubt become pictures, once; undefined when the whole is in doubt. */
async function asLetters(
  on: Redacting,
  boxes: RedactBox[],
  drawn: BurntPage[],
  lighter: { path: string; pages: number[] },
) {
  const lit = { ...on, source: { ...on.source, path: lighter.path } }
  const of = (pages: number[]) => drawn.map(page => ({ ...page, isText: pages.includes(page.page) }))
  try {
    return await attempt(lit, boxes, of(lighter.pages)).catch(error => {
      if (!(error instanceof DoubtfulPages)) throw error
      return attempt(lit, boxes, of(lighter.pages.filter(page => !error.pages.includes(page))))
    })
  } catch (error) {
    if (error instanceof DocumentRefused || error instanceof DoubtfulPages) return undefined
    throw error
  }
}

class DoubtfulPages extends Error {
  override name = 'DoubtfulPages'
  constructor(readonly pages: number[]) {
    super(`pages in doubt: ${pages.join(', ')}`)
  }
}

/** As they are now: what they show, and which words stand where. */
async function drawPages(on: Redacting, json: string, boxes: RedactBox[]): Promise<BurntPage[]> {
  const pages = [...new Set(boxes.map(box => box.page))].sort((a, b) => a - b)
  const sizes = (await on.worker.ask('pageSizes', { json, pages }, asking(on))) as PageSize[]
  const drawn: BurntPage[] = []
  for (const [n, page] of pages.entries()) {
    const size = sizes[n]!
    const picture = await draw(on, on.source.path, { page, ...size }, 'page')
    drawn.push({ page, ...size, picture, words: await words(on, on.source.path, page), isText: false })
    on.bounds.progress?.(((n + 1) / pages.length) * 0.5)
  }
  return drawn
}

const LETTERS_SECONDS = 20

/** The file without the letters under the boxes, on those pages on which nothing else lies there; undefined if there is none. */
async function withoutLetters(on: Redacting, json: string, boxes: RedactBox[]) {
  const path = join(on.folder, 'letters.pdf')
  const input = { path: on.source.path, json, boxes, to: path }
  const limits = { ...asking(on), seconds: LETTERS_SECONDS }
  const pages = (await on.worker.ask('removeText', input, limits).catch(error => {
    if (on.bounds.signal?.aborted) throw error
    return []
  })) as number[]
  return pages.length > 0 ? { path, pages } : undefined
}

async function attempt(on: Redacting, boxes: RedactBox[], pages: BurntPage[]) {
  const to = join(on.folder, 'burnt.json')
  const half = (done: number) => on.bounds.progress?.(0.5 + done * 0.2)
  const input = { json: await objectsJson(on), pages, boxes, keep: on.keep, to }
  const burnt = (await on.worker.ask('burnPages', input, asking(on, half))) as Burnt
  const clean = join(on.folder, 'clean.pdf')
  const source = on.source.path
  await on.qpdf([source, `--update-from-json=${to}`, '--object-streams=generate', clean], on.folder, on.bounds.signal)
  const doubtful: number[] = []
  for (const [n, page] of pages.entries()) {
    const own = boxes.filter(box => box.page === page.page)
    await provePage(on, clean, page, own).catch(error => {
      if (!page.isText || !(error instanceof DocumentRefused)) throw error
      doubtful.push(page.page)
    })
    on.bounds.progress?.(0.7 + ((n + 1) / pages.length) * 0.25)
  }
  if (doubtful.length > 0) throw new DoubtfulPages(doubtful)
  await proveFile(on, clean, boxes, burnt.secrets)
  return { clean, pages, ...burnt }
}

const CHECKED = [
  'text by poppler',
  'text by PDFium',
  'strings and metadata',
  'streams',
  'attachments',
  'pixels under the boxes',
  'pixels beside them',
]

async function provePage(on: Machine, after: string, page: BurntPage, boxes: RedactBox[]): Promise<void> {
  const n = page.page
  const printed = await run(on, 'pdftotext', ['-bbox', '-cropbox', ...only(n), after, '-'])
  const left = wordsOf(printed.toString('utf8'), page)
  if (left.some(word => boxes.some(box => isIn(word, box))))
    throw unproven({ en: `text is left under a box on page ${n}`, ru: `под рамкой на странице ${n} остался текст` })
  // Drawn as finely as the picture itself, pixel lies upon pixel.
  const pictures = { before: page.picture, after: await draw(on, after, page, 'after'), boxes, isText: page.isText }
  const seen = (await on.worker.ask('comparePictures', pictures, asking(on))) as ProofResult
  if (seen.inside > 0)
    throw unproven({
      en: `page ${n} still shows something under a box`,
      ru: `на странице ${n} под рамкой что-то видно`,
    })
  if (seen.outside > (page.isText ? SAME.text : SAME.picture))
    throw unproven({
      en: `page ${n} would change beside the boxes`,
      ru: `страница ${n} изменилась бы и вне рамок`,
    })
}

async function proveFile(on: Machine, after: string, boxes: RedactBox[], secrets: string[]): Promise<void> {
  const found = (await on.worker.ask('textUnder', { path: after, boxes }, asking(on))) as string[]
  if (found.length > 0) throw unproven({ en: 'text is left under a box', ru: 'под рамкой остался текст' })
  await proveStrings(on, after, secrets)
}

/** A word that stood under boxes only, and on no page that stays, must be nowhere in the file. */
async function proveStrings(on: Machine, after: string, secrets: string[]): Promise<void> {
  const text = (await run(on, 'pdftotext', ['-q', after, '-'])).toString('utf8').toLowerCase()
  const unique = secrets.filter(secret => !text.includes(secret))
  if (unique.length === 0) return
  const source = { ...on.source, path: after, password: undefined, encrypted: false }
  const input = { json: await objectsJson({ ...on, source }, { streams: true }), secrets: unique }
  const revealing = (await on.worker.ask('stringsRevealing', input, asking(on))) as string[]
  if (revealing.length > 0)
    throw unproven({
      en: 'a redacted word is still told elsewhere in the file (a remark, a field or a name on another page)',
      ru: 'вымаранное слово осталось в другом месте файла (в пометке, поле или названии на другой странице)',
    })
}

const isIn = (word: { x0: number; y0: number; x1: number; y1: number }, box: RedactBox) => {
  const [x, y] = [(word.x0 + word.x1) / 2, (word.y0 + word.y1) / 2]
  return x > box.x0 && x < box.x1 && y > box.y0 && y < box.y1
}
