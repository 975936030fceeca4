import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import sharp from 'sharp'
import type { RedactBox } from '../../ports/documents.ts'
import { reveals } from './burn.ts'
import { type Dict, isRef, type Pdf, readPdf, type Value } from './model.ts'
import { type Engine, theEngine } from './pdfium.ts'

/** Looks for what must be gone, with engines that did not make it go. Runs in the document worker. */

/** The letters that PDFium finds under the boxes, page by page. */
export async function textUnder(input: { path: string; boxes: RedactBox[] }): Promise<string[]> {
  const engine = await theEngine()
  const { pdfium, open, close } = engine
  const document = await open(input.path)
  if (!document) throw new Error('PDFium cannot open the result')
  const found: string[] = []
  for (const number of new Set(input.boxes.map(box => box.page))) {
    const page = pdfium.FPDF_LoadPage(document, number - 1)
    const rects = input.boxes.filter(box => box.page === number).map(box => onPage(engine, page, box))
    const text = pdfium.FPDFText_LoadPage(page)
    found.push(lettersIn(engine, text, rects))
    pdfium.FPDFText_ClosePage(text)
    pdfium.FPDF_ClosePage(page)
  }
  close(document)
  return found.filter(text => text !== '')
}

type Rect = [number, number, number, number]
const FINE = 100_000

/** From the page as it is seen to the page's own coordinates, by PDFium's own reckoning. */
function onPage({ pdfium, bytes, free }: Engine, page: number, box: RedactBox): Rect {
  const at = bytes(16)
  const point = (x: number, y: number) => {
    pdfium.FPDF_DeviceToPage(page, 0, 0, FINE, FINE, 0, Math.round(x * FINE), Math.round(y * FINE), at, at + 8)
    return [pdfium.pdfium.getValue(at, 'double'), pdfium.pdfium.getValue(at + 8, 'double')] as const
  }
  const [a, b] = [point(box.x0, box.y0), point(box.x1, box.y1)]
  free(at)
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]), Math.max(a[1], b[1])]
}

/** A letter is under a box when more than a trace of it is. */
const TRACE = 0.1

function lettersIn({ pdfium, bytes, free }: Engine, text: number, rects: Rect[]): string {
  const at = bytes(32)
  let found = ''
  for (let n = 0; n < pdfium.FPDFText_CountChars(text); n++) {
    const letter = String.fromCodePoint(pdfium.FPDFText_GetUnicode(text, n) || 32)
    if (letter.trim() === '' || !pdfium.FPDFText_GetCharBox(text, n, at, at + 8, at + 16, at + 24)) continue
    const [left, right, bottom, top] = [0, 8, 16, 24].map(offset => pdfium.pdfium.getValue(at + offset, 'double'))
    const area = Math.max(1e-6, (right! - left!) * (top! - bottom!))
    const covered = rects.some(([x0, y0, x1, y1]) => {
      const [width, height] = [Math.min(x1, right!) - Math.max(x0, left!), Math.min(y1, top!) - Math.max(y0, bottom!)]
      return width > 0 && height > 0 && (width * height) / area > TRACE
    })
    if (covered) found += letter
  }
  free(at)
  return found
}

/** Objects that still tell a secret: by titles, names, values, remarks, or by what their streams hold. */
export async function stringsRevealing(input: { json: string; secrets: string[] }): Promise<string[]> {
  const pdf = await readPdf(input.json)
  const found: string[] = []
  const walk = (value: Value | undefined, ref: string): void => {
    if (typeof value === 'string' && !value.startsWith('/') && reveals(value, input.secrets)) found.push(ref)
    else if (Array.isArray(value)) for (const part of value) walk(part, ref)
    else if (value !== null && typeof value === 'object') for (const part of Object.values(value)) walk(part, ref)
  }
  const plain = input.secrets.filter(secret => /^[\x20-\x7e]+$/.test(secret))
  const shapes = fontPrograms(pdf)
  for (const ref of pdf.refs()) {
    const { value, stream } = pdf.entry(ref) ?? {}
    walk(value ?? stream?.dict, ref)
    if (stream?.datafile && stream.dict['/Type'] === '/EmbeddedFile') {
      if (await attachmentReveals(stream.dict, stream.datafile, input.secrets)) found.push(ref)
      continue
    }
    if (!stream?.datafile || plain.length === 0 || shapes.has(ref) || stream.dict['/Subtype'] === '/Image') continue
    if ((await saidIn(stream.dict, stream.datafile)).some(text => reveals(text, plain))) found.push(ref)
  }
  return [...new Set(found)]
}

/** A plain text is searched; what is packed or in a format of its own could tell anything. */
async function attachmentReveals(dict: Dict, datafile: string, secrets: string[]): Promise<boolean> {
  const [text = '\0'] = await saidIn(dict, datafile)
  const unpacked = Buffer.from(text, 'latin1').toString('utf8')
  return unpacked.includes('\0') || unpacked.includes('\ufffd') || reveals(unpacked, secrets)
}

/** Letters' shapes say who drew them and under which licence, whatever they are used for. */
function fontPrograms(pdf: Pdf): Set<string> {
  const found = new Set<string>()
  for (const ref of pdf.refs()) {
    const dict = pdf.dict(ref)
    for (const key of ['/FontFile', '/FontFile2', '/FontFile3', '/ToUnicode', '/CIDToGIDMap'])
      if (isRef(dict[key])) found.add(dict[key])
  }
  return found
}

const MOST_SAID = 256 * 1024 * 1024

/** Texts of a stream: for drawn content its strings, single and joined as a reader sees them; for all else the whole content. */
async function saidIn(dict: Dict, datafile: string): Promise<string[]> {
  const raw = await readFile(datafile)
  // An empty page may have a stream that is packed and has nothing in it.
  const isPacked = dict['/Filter'] === '/FlateDecode' && raw.length > 0
  const bytes = isPacked ? await promisify<Buffer, object, Buffer>(inflate)(raw, { maxOutputLength: MOST_SAID }) : raw
  const text = bytes.toString('latin1')
  if (dict['/Type'] === '/Metadata' || dict['/Type'] === '/EmbeddedFile') return [text]
  const strings = stringsIn(text)
  const lines = [...text.matchAll(/\[((?:[^[\]\\()]|\((?:[^\\()]|\\.)*\))*)\]\s*TJ/gs)].map(([, inside]) =>
    stringsIn(inside!).join(''),
  )
  return [...strings, ...lines]
}

/** Those without an end are taken too, so that none is begun twice, and left out. */
const stringsIn = (text: string): string[] =>
  [...text.matchAll(/\((?:[^\\()]|\\.)*\)?|<[0-9a-fA-F\s]*>?/gs)].flatMap(([token]) =>
    /[)>]$/.test(token) ? bareString(token) : [],
  )

function bareString(token: string): string {
  if (token.startsWith('(')) return token.slice(1, -1).replace(/\\(.)/gs, '$1')
  const bytes = Buffer.from(token.slice(1, -1).replace(/\s+/g, ''), 'hex')
  return bytes[0] === 0xfe && bytes[1] === 0xff
    ? Buffer.from(bytes.subarray(2, bytes.length - (bytes.length % 2)))
        .swap16()
        .toString('utf16le')
    : bytes.toString('latin1')
}

export interface ProofResult {
  /** The share of pixels under boxes that are not black, and of those outside that differ. */
  inside: number
  outside: number
}

const BLACK = 48
const DIFFERS = 64
const EDGE = 4
/** A letter of which a part lay under a box is gone whole. */
const LETTER = 36
const BLUR = 2

/**
 * Both drawings in the same size: the one before, and the one after. What is drawn a fraction of a pixel beside where it was is
 * still the same, so they are compared a little out of focus; a letter that is missing shows all the same.
 */
export async function comparePictures(input: {
  before: string
  after: string
  boxes: RedactBox[]
  isText: boolean
}): Promise<ProofResult> {
  const [before, after, sharpAfter] = await Promise.all(
    [input.before, input.after, input.after].map((path, n) => {
      const grey = sharp(path).removeAlpha().greyscale()
      const seen = n === 2 ? grey : grey.blur(BLUR)
      return seen.raw().toBuffer({ resolveWithObject: true })
    }),
  )
  const { width, height } = after!.info
  if (before!.info.width !== width || before!.info.height !== height) return { inside: 1, outside: 1 }
  const places = maskOf(input.boxes, width, height, input.isText ? LETTER : EDGE)
  const counts = { inside: 0, light: 0, outside: 0, different: 0 }
  for (let at = 0; at < places.length; at++) {
    if (places[at] === INSIDE) {
      counts.inside++
      if (sharpAfter!.data[at]! > BLACK) counts.light++
    } else if (places[at] === OUTSIDE) {
      counts.outside++
      if (Math.abs(after!.data[at]! - before!.data[at]!) > DIFFERS) counts.different++
    }
  }
  return { inside: counts.light / Math.max(1, counts.inside), outside: counts.different / Math.max(1, counts.outside) }
}

const [OUTSIDE, NEAR, INSIDE] = [0, 1, 2]

/** Which pixels lie under a box, and which so near its edge that they are neither. */
function maskOf(boxes: RedactBox[], width: number, height: number, near: number): Uint8Array {
  const mask = new Uint8Array(width * height)
  for (const [kind, edge] of [
    [NEAR, near],
    [INSIDE, -EDGE],
  ] as const)
    for (const box of boxes) {
      const [x0, x1] = [
        Math.max(0, Math.floor(box.x0 * width - edge)),
        Math.min(width, Math.ceil(box.x1 * width + edge)),
      ]
      const [y0, y1] = [
        Math.max(0, Math.floor(box.y0 * height - edge)),
        Math.min(height, Math.ceil(box.y1 * height + edge)),
      ]
      for (let y = y0; y < y1; y++) mask.fill(kind, y * width + x0, Math.max(y * width + x0, y * width + x1))
    }
  return mask
}
