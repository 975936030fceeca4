import { readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { KeptAside, RedactBox } from '../../ports/documents.ts'
import { cleanNames, masked } from './aside.ts'
import { stream } from './font.ts'
import { round, theFont } from './lettering.ts'
import { changesOf, type Dict, isRef, type Pdf, readPdf, toPage, type Value, viewOf } from './model.ts'
import { type Pruning, pruneFields, pruneOutline } from './prune.ts'
import { type PageSize, type PageWord, wordsOf } from './words.ts'

/**
 * Replaces pages with pictures of themselves, with the boxes drawn in; nothing else of these pages stays in the file.
 */

export interface BurntPage extends PageSize {
  page: number
  /** The letters under its boxes are gone already: it stays text, with black boxes. */
  isText: boolean
  /** The page as drawn, and its words with their places, as poppler tells them. */
  picture: string
  words: string
}

export interface Burnt {
  /** Words that stood under boxes and nowhere else on these pages. */
  secrets: string[]
  removed: string[]
  /** Titles of bookmarks in which words were covered, and names of places that were dropped. */
  bookmarks: number
  names: number
}

const QUALITY = 82
const SHORT = 4

export async function burnPages(
  input: { json: string; pages: BurntPage[]; boxes: RedactBox[]; keep: KeptAside[]; to: string },
  onProgress: (done: number) => void,
): Promise<Burnt> {
  const pdf = await readPdf(input.json)
  const changes = changesOf(pdf)
  const font = await theFont()
  const fontId = changes.next(5)
  const under: PageWord[] = []
  const beside: PageWord[] = []
  for (const [n, burnt] of input.pages.entries()) {
    const boxes = input.boxes.filter(box => box.page === burnt.page)
    const words = wordsOf(await readFile(burnt.words, 'utf8'), burnt)
    const hit = words.filter(word => boxes.some(box => touches(word, box)))
    const kept = words.filter(word => !hit.includes(word))
    under.push(...hit)
    beside.push(...kept)
    onProgress((n + 1) / input.pages.length)
    if (burnt.isText) continue
    const { width, height } = burnt
    const id = changes.next(2)
    const jpeg = `${burnt.picture}.jpg`
    const facts = await burn(burnt.picture, boxes, jpeg)
    const image: Dict = {
      '/Type': '/XObject',
      '/Subtype': '/Image',
      '/Width': facts.width,
      '/Height': facts.height,
      '/ColorSpace': facts.channels === 1 ? '/DeviceGray' : '/DeviceRGB',
      '/BitsPerComponent': 8,
      '/Filter': '/DCTDecode',
    }
    changes.setStream(`${id} 0 R`, image, { datafile: jpeg })
    const letters = kept
      .filter(({ text }) => font.missing(text).length === 0)
      .map(word => invisible(word, width, height, font))
    const content = `q ${round(width)} 0 0 ${round(height)} 0 0 cm /Picture Do Q\n${letters.join('\n')}`
    changes.add({ [`obj:${id + 1} 0 R`]: stream(Buffer.from(content)) })
    const { object } = pdf.pages[burnt.page - 1]!
    const box = [0, 0, round(width), round(height)]
    changes.set(object, {
      '/Type': '/Page',
      '/Parent': pdf.dict(object)['/Parent'] ?? null,
      '/MediaBox': box,
      '/CropBox': box,
      '/Rotate': 0,
      '/Contents': `${id + 1} 0 R`,
      '/Resources': { '/XObject': { '/Picture': `${id} 0 R` }, '/Font': { '/F': `${fontId} 0 R` } },
    })
  }
  changes.add(font.objects(fontId))
  const elsewhere = new Set(beside.map(word => bare(word.text)))
  const covered = new Set(under.map(word => bare(word.text)).filter(word => word.length >= 2))
  const secrets = [...covered].filter(word => word.length >= SHORT && !elsewhere.has(word))
  for (const { page } of input.pages.filter(({ isText }) => isText)) {
    const boxes = input.boxes.filter(box => box.page === page)
    blacken({ pdf, changes }, page, boxes, secrets)
  }
  const pages = new Set(input.pages.map(({ page }) => pdf.pages[page - 1]!.object))
  const scrubbed = scrub(pdf, changes, { pages, secrets, covered, keep: input.keep })
  await changes.write(input.to)
  return { secrets, ...scrubbed }
}

const DROPPED_OF_PAGE = ['/Thumb', '/PieceInfo', '/Metadata', '/StructParents', '/AA', '/B', '/AF', '/Tabs']

/** Black boxes over what the page draws, and of its remarks only the links beside them. */
function blacken(
  { pdf, changes }: { pdf: Pdf; changes: ReturnType<typeof changesOf> },
  page: number,
  boxes: RedactBox[],
  secrets: string[],
): void {
  const view = viewOf(pdf, page)
  const rects = boxes.map(box => toPage(view, box))
  const dict = Object.fromEntries(Object.entries(view.dict).filter(([key]) => !DROPPED_OF_PAGE.includes(key)))
  const isFree = (value: Value) => {
    const { '/Subtype': kind, '/Rect': place, '/A': action, '/Contents': remark } = pdf.dict(value)
    const [x0, y0, x1, y1] = pdf.array(place).map(Number)
    const isSecret = [remark, ...Object.values(pdf.dict(action))].some(text => reveals(pdf.resolve(text), secrets))
    const away = rects.every(rect => x1! <= rect[0] || x0! >= rect[2] || y1! <= rect[1] || y0! >= rect[3])
    return kind === '/Link' && away && !isSecret
  }
  const links = pdf.array(dict['/Annots']).filter(isFree)
  const id = changes.next(2)
  const content = pdf.resolve(dict['/Contents'])
  const drawn = Array.isArray(content) ? content : isRef(dict['/Contents']) ? [dict['/Contents']] : []
  const black = rects.map(([x0, y0, x1, y1]) => `${round(x0)} ${round(y0)} ${round(x1 - x0)} ${round(y1 - y0)} re f`)
  changes.add({
    [`obj:${id} 0 R`]: stream(Buffer.from('q\n')),
    [`obj:${id + 1} 0 R`]: stream(Buffer.from(`\nQ q 0 g ${black.join(' ')} Q`)),
  })
  const { '/Annots': _annotations, ...rest } = dict
  const contents = [`${id} 0 R`, ...drawn, `${id + 1} 0 R`]
  changes.set(view.object, { ...rest, '/Contents': contents, ...(links.length > 0 ? { '/Annots': links } : {}) })
}

export function bare(text: string): string {
  const signs = [...text.toLowerCase()]
  const isWord = (sign: string) => /[\p{L}\p{N}]/u.test(sign)
  return signs.slice(signs.findIndex(isWord), signs.findLastIndex(isWord) + 1).join('')
}

/** Whatever of a word lies under a box, the whole word goes. */
const touches = (word: PageWord, box: RedactBox) =>
  word.x0 < box.x1 && word.x1 > box.x0 && word.y0 < box.y1 && word.y1 > box.y0

/** A pixel that a box touches at all is black. */
async function burn(picture: string, boxes: RedactBox[], to: string) {
  const { width = 1, height = 1 } = await sharp(picture).metadata()
  const black = boxes.map(box => {
    const [left, top] = [Math.floor(box.x0 * width), Math.floor(box.y0 * height)]
    const [right, bottom] = [Math.ceil(box.x1 * width), Math.ceil(box.y1 * height)]
    const size = {
      width: Math.max(1, Math.min(width, right) - left),
      height: Math.max(1, Math.min(height, bottom) - top),
    }
    return {
      input: { create: { ...size, channels: 3 as const, background: 'black' } },
      left: Math.min(left, width - 1),
      top: Math.min(top, height - 1),
    }
  })
  const burnt = await sharp(picture).removeAlpha().composite(black).raw().toBuffer({ resolveWithObject: true })
  const raw = { width: burnt.info.width, height: burnt.info.height, channels: burnt.info.channels }
  const shown = isGrey(burnt.data, burnt.info.channels)
    ? sharp(burnt.data, { raw }).greyscale()
    : sharp(burnt.data, { raw })
  const made = await shown
    .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4', optimiseCoding: true })
    .toBuffer({ resolveWithObject: true })
  await writeFile(to, made.data)
  return made.info
}

function isGrey(data: Buffer, channels: number): boolean {
  if (channels < 3) return true
  for (let at = 0; at < data.length; at += channels)
    if (Math.abs(data[at]! - data[at + 1]!) > 6 || Math.abs(data[at]! - data[at + 2]!) > 6) return false
  return true
}

/** So that what is left can still be found and copied. */
function invisible(word: PageWord, width: number, height: number, font: Awaited<ReturnType<typeof theFont>>): string {
  const size = Math.max(1, (word.y1 - word.y0) * height)
  const natural = (font.width(word.text) * size) / 1000 || 1
  const scale = (((word.x1 - word.x0) * width) / natural) * 100
  const [x, y] = [word.x0 * width, height - word.y1 * height + size * 0.2]
  return `BT 3 Tr /F ${round(size)} Tf ${round(scale)} Tz 1 0 0 1 ${round(x)} ${round(y)} Tm ${font.encode(word.text)} Tj ET`
}

const DROPPED = [
  '/StructTreeRoot',
  '/MarkInfo',
  '/Metadata',
  '/OpenAction',
  '/AA',
  '/PieceInfo',
  '/Threads',
  '/AF',
  '/Collection',
]

interface Scrubbing {
  pages: Set<string>
  secrets: string[]
  /** Every word that stood under a box, wherever else it stands. */
  covered: Set<string>
  keep: KeptAside[]
}

/** What outside the pages may tell of them. */
function scrub(pdf: Pdf, changes: ReturnType<typeof changesOf>, { pages, secrets, covered, keep }: Scrubbing) {
  const removed: string[] = []
  const catalog = { ...pdf.catalog }
  const dropped = keep.includes('attachments') ? DROPPED.filter(key => key !== '/AF') : DROPPED
  for (const key of dropped)
    if (catalog[key] !== undefined) {
      delete catalog[key]
      removed.push(key.slice(1))
    }
  const kept = keep.includes('attachments') ? ['/Dests', '/EmbeddedFiles'] : ['/Dests']
  const names = Object.entries(pdf.dict(catalog['/Names']))
  if (catalog['/Names'] !== undefined)
    catalog['/Names'] = Object.fromEntries(names.filter(([key]) => kept.includes(key)))
  const pruning: Pruning = { pdf, changes, gone: value => isRef(value) && pages.has(value) }
  pruneFields(pruning, catalog)
  const form = pdf.dict(catalog['/AcroForm'])
  if (form['/XFA'] !== undefined) {
    const { '/XFA': _xfa, ...rest } = form
    catalog['/AcroForm'] = rest
    removed.push('XFA')
  }
  let bookmarks = 0
  const retitled = (dict: Dict): Dict => {
    const title = pdf.resolve(dict['/Title'])
    const quiet = typeof title === 'string' ? masked(title, covered) : title
    if (quiet === title) return dict
    bookmarks++
    return { ...dict, '/Title': quiet }
  }
  pruneOutline(pruning, catalog, () => false, retitled)
  const isRevealing = (text: string) => {
    const bareName = `u:${text.replace(/^u:/, '')}`
    return masked(bareName, covered) !== bareName
  }
  const droppedNames = cleanNames(pdf, catalog, isRevealing)
  changes.set(pdf.catalogRef, catalog)
  const info = pdf.dict(pdf.trailer['/Info'])
  const quiet = Object.fromEntries(Object.entries(info).filter(([, value]) => !reveals(pdf.resolve(value), secrets)))
  if (isRef(pdf.trailer['/Info'])) changes.set(pdf.trailer['/Info'], quiet)
  return { removed, bookmarks, names: droppedNames }
}

export const reveals = (value: Value, secrets: string[]): boolean => {
  if (typeof value !== 'string') return false
  const text = value.toLowerCase()
  return secrets.some(secret => text.includes(secret))
}
