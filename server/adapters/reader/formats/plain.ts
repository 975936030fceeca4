import { LIMITS } from '../limits.ts'
import type { Manuscript } from '../manuscript.ts'
import { readStart } from './bytes.ts'
import { decodeText } from './encodings.ts'

/** Texts that are read as they stand: plain, Markdown, CSV, JSON, XML, code. */

export async function readPlain(path: string, out: Manuscript, file: { mime: string; filename: string }) {
  const bytes = await readStart(path)
  const start = bytes.subarray(0, 512).toString('latin1')
  const xml = /^(\xef\xbb\xbf)?\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)["']/.exec(start)?.[2]
  const decoded = decodeText(bytes, xml)
  out.facts.encoding = decoded.encoding
  if (/xml/.test(file.mime)) {
    const { isBook, writeBook } = await import('./fb2.ts')
    if (isBook(decoded.text)) return writeBook(decoded.text, out)
  }
  let text = decoded.text.replace(/\r\n?/g, '\n')
  if (/json/.test(file.mime)) text = withoutEscapes(text)
  else if (/xml/.test(file.mime)) text = withoutReferences(text)
  const isMarkdown = file.mime === 'text/markdown' || /\.(md|markdown)$/i.test(file.filename)
  if (isMarkdown) markHeadings(text, out)
  out.write(text)
  // A file of exactly the limit is whole; longer ones were cut.
  if (bytes.length >= LIMITS.textBytes) out.cut()
}

/** Letters written as \uXXXX are letters. */
const withoutEscapes = (json: string) =>
  json.replace(/\\(\\|u([0-9a-f]{4}))/gi, (all, _what, code?: string) => {
    const value = code ? Number.parseInt(code, 16) : 0
    return value > 0x7f ? String.fromCharCode(value) : all
  })

const withoutReferences = (xml: string) =>
  xml.replace(/&#(?:x([0-9a-f]{1,6})|([0-9]{1,7}));/gi, (all, hex?: string, decimal?: string) => {
    const value = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return value > 0x7f && value <= 0x10ffff ? String.fromCodePoint(value) : all
  })

function markHeadings(text: string, out: Manuscript): void {
  let fence = ''
  // What stands before the document, between two lines of dashes, is about it and not of it.
  const about = /^---\n(?:.*\n)*?---\n/.exec(text)?.[0] ?? ''
  const titled = about.split('\n').find(line => line.startsWith('title:')) ?? ''
  out.title = titled.slice('title:'.length).trim().replace(/^["']/, '').replace(/["']$/, '')
  let at = about.length
  let previous = { text: '', at: 0 }
  for (const line of text.slice(at).split('\n')) {
    const mark = /^ {0,3}(```+|~~~+)/.exec(line)?.[1]
    if (mark && (fence === '' || mark.startsWith(fence))) fence = fence === '' ? mark : ''
    else if (fence === '') markLine(line, at, previous, out)
    previous = { text: line, at }
    at += line.length + 1
  }
}

const LONGEST_HEADING = 1000

function markLine(line: string, at: number, previous: { text: string; at: number }, out: Manuscript): void {
  const atx = line.length <= LONGEST_HEADING && /^ {0,3}(#{1,6})[ \t]+(.+?)(?:[ \t]+#+)?[ \t]*$/.exec(line)
  if (atx) {
    const start = at + line.indexOf(atx[2]!, line.indexOf(atx[1]!) + atx[1]!.length)
    out.markHeading(atx[1]!.length, start, start + atx[2]!.length)
    if (atx[1]!.length === 1) out.title ||= atx[2]!
    return
  }
  const under = /^(=+|-{2,})\s*$/.exec(line)
  const above = previous.text.trim()
  if (!under || above === '' || /^([>#|*+-]|\d+\.)/.test(above) || above.includes('|')) return
  const start = previous.at + previous.text.indexOf(above)
  out.markHeading(line.startsWith('=') ? 1 : 2, start, start + above.length)
  if (line.startsWith('=')) out.title ||= above
}
