import { Parser } from 'htmlparser2'
import MarkdownIt from 'markdown-it'
import sharp from 'sharp'
import { decodeBytes } from '../../lib/decode.ts'
import { encodingOf } from '../../lib/encodings.ts'
import { DocumentRefused } from '../../ports/documents.ts'
import { ReadingFailed } from '../../ports/reader.ts'
import { readStart } from '../reader/formats/bytes.ts'
import { bookOf } from '../reader/formats/epub.ts'
import { decodeHtml } from '../reader/formats/html.ts'
import { Zip } from '../reader/formats/zipped.ts'
import { escapeHtml } from './clean-html.ts'
import { pageOf } from './html-page.ts'

/** The first page of what has none: a text, a letter, a book without a cover, as a small sheet of paper with its first lines. */

const SHEET = { width: 420, height: 594 }
const MARGIN = 32
const START_BYTES = 64 * 1024
const CHAPTER_BYTES = 8 * 1024 * 1024
const MOST_LINES = 60
const EPUB = 'application/epub+zip'
/** Documents that bring a picture of their first page along. */
const WITH_PICTURE = /^application\/vnd\.(apple\.|oasis\.opendocument\.graphics)/
const OWN_PICTURE = /(^|\/)(preview\.jpg|QuickLook\/Thumbnail\.(jpg|png)|Thumbnails\/thumbnail\.png)$/
/** Of a letter's width in parts of its height: enough for most, since nothing is measured here. */
const NARROW = 0.54

interface Line {
  text: string
  /** 1 is the largest heading, 0 plain text. */
  level: number
}

interface FirstPage {
  path: string
  mime: string
  size: number
  format: 'png' | 'jpeg'
  to: string
}

export async function drawFirstPage({ path, mime, size, format, to }: FirstPage): Promise<void> {
  try {
    const cover = mime === EPUB || WITH_PICTURE.test(mime) ? await coverOf(path, mime) : undefined
    if (!cover && WITH_PICTURE.test(mime)) throw nothing()
    const sheet = cover ?? Buffer.from(svgOf(await linesOf(path, mime)))
    const drawn = sharp(sheet, { density: cover ? 72 : 144, limitInputPixels: 100_000_000 })
      .resize(size, size, { fit: 'inside' })
      .flatten({ background: 'white' })
    await (format === 'png' ? drawn.png() : drawn.jpeg({ quality: 80 })).toFile(to)
  } catch (error) {
    if (error instanceof ReadingFailed) throw new DocumentRefused('damaged', error.words)
    if (error instanceof DocumentRefused) throw error
    throw nothing()
  }
}

const nothing = () =>
  new DocumentRefused('unable', {
    en: 'There is nothing on the first page to draw.',
    ru: 'На первой странице нечего показать.',
  })

async function coverOf(path: string, mime: string): Promise<Buffer | undefined> {
  const zip = await Zip.open(path)
  try {
    const cover = mime === EPUB ? (await bookOf(zip)).cover : [...zip.parts.keys()].find(name => OWN_PICTURE.test(name))
    return cover ? await zip.whole(cover, CHAPTER_BYTES) : undefined
  } finally {
    zip.close()
  }
}

async function linesOf(path: string, mime: string): Promise<Line[]> {
  const lines = await roughLines(path, mime)
  if (!lines.some(({ text }) => text.trim() !== '')) throw nothing()
  return lines
}

async function roughLines(path: string, mime: string): Promise<Line[]> {
  if (mime === EPUB) return linesIn(await firstChapter(path))
  if (/rfc822|outlook|mbox/.test(mime)) return linesIn((await pageOf(path, mime)).html)
  const bytes = await readStart(path, START_BYTES)
  if (mime === 'text/html') return linesIn(decodeHtml(bytes).text)
  const text = decodeBytes(bytes, encodingOf(bytes).label)
  if (mime === 'text/markdown') return linesIn(new MarkdownIt('default', { html: false }).render(text))
  return text.split('\n', MOST_LINES).map(line => ({ text: line.trimEnd(), level: 0 }))
}

async function firstChapter(path: string): Promise<string> {
  const zip = await Zip.open(path)
  try {
    const [first] = (await bookOf(zip)).chapters
    return first ? decodeHtml(await zip.whole(first, CHAPTER_BYTES)).text : ''
  } finally {
    zip.close()
  }
}

const BLOCKS = new Set(
  'p div br hr li tr table h1 h2 h3 h4 h5 h6 blockquote pre section article ul ol dt dd'.split(' '),
)
const SILENT = new Set(['script', 'style', 'head', 'title', 'template', 'svg'])

function linesIn(html: string): Line[] {
  const lines: Line[] = []
  let [text, level, silent] = ['', 0, 0]
  const close = () => {
    const shown = text.replace(/\s+/g, ' ').trim()
    if (shown !== '') lines.push({ text: shown, level })
    text = ''
  }
  const parser = new Parser(
    {
      onopentag(name) {
        if (SILENT.has(name)) silent++
        if (!BLOCKS.has(name)) return
        close()
        level = /^h[1-3]$/.test(name) ? Number(name[1]) : 0
        if (name === 'li') text = '• '
      },
      ontext(more) {
        if (silent === 0 && lines.length < MOST_LINES) text += more
      },
      onclosetag(name) {
        if (SILENT.has(name)) silent--
        if (name === 'td' || name === 'th') text += '  '
        if (!BLOCKS.has(name)) return
        close()
        level = 0
      },
    },
    { decodeEntities: true },
  )
  parser.write(html.slice(0, 512 * 1024))
  parser.end()
  close()
  return lines
}

const SIZES = [11, 20, 16, 13]

function svgOf(lines: Line[]): string {
  const drawn: string[] = []
  let y = MARGIN
  for (const { text, level } of lines) {
    const size = SIZES[level] ?? 11
    const room = Math.floor((SHEET.width - 2 * MARGIN) / (size * NARROW))
    for (const part of wrapped(text, room)) {
      y += size * 1.35
      if (y > SHEET.height - MARGIN) return sheetOf(drawn)
      const weight = level > 0 ? ' font-weight="bold"' : ''
      if (part !== '')
        drawn.push(`<text x="${MARGIN}" y="${y.toFixed(1)}" font-size="${size}"${weight}>${escapeHtml(part)}</text>`)
    }
    if (level > 0) y += size * 0.4
  }
  return sheetOf(drawn)
}

const sheetOf = (drawn: string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${SHEET.width}" height="${SHEET.height}"><rect width="100%" height="100%" fill="white"/><g fill="#1f1d1a" font-family="DejaVu Sans, sans-serif">${drawn.join('')}</g></svg>`

/** By words; one that is longer than a line is cut. What XML does not allow is left out. */
function wrapped(text: string, room: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of printable(text.slice(0, 5000)).replaceAll('\t', '    ').split(' ')) {
    const next = line === '' ? word : `${line} ${word}`
    if (next.length <= room) {
      line = next
      continue
    }
    if (line !== '') lines.push(line)
    line = word
    while (line.length > room) {
      lines.push(line.slice(0, room))
      line = line.slice(room)
    }
  }
  return [...lines, line]
}

const printable = (text: string) =>
  [...text.toWellFormed()]
    .filter(sign => sign === '\t' || (sign >= ' ' && sign !== '\ufffe' && sign !== '\uffff'))
    .join('')
