import { fileTypeFromBuffer } from 'file-type'
import { unmarkedUtf16, unmarkedUtf32 } from '../../lib/utf16.ts'

/** What a file is, from its bytes; its name only tells texts apart. */

export const KINDS = [
  'pdf',
  'document',
  'spreadsheet',
  'presentation',
  'text',
  'image',
  'audio',
  'video',
  'email',
  'archive',
  'other',
] as const

export type Kind = (typeof KINDS)[number]

export interface Sniffed {
  kind: Kind
  mime: string
}

const BY_MIME: [RegExp, Kind][] = [
  [/^application\/pdf$/, 'pdf'],
  [/wordprocessing|opendocument\.(text|graphics)|msword|ms-word|rtf$|epub|apple\.pages|visio/, 'document'],
  [/spreadsheet|ms-excel|apple\.numbers/, 'spreadsheet'],
  [/presentation|ms-powerpoint|apple\.keynote/, 'presentation'],
  [/^message\/rfc822$|ms-outlook/, 'email'],
  [/^image\//, 'image'],
  [/^audio\//, 'audio'],
  [/^video\/|^application\/(ogg|mp4)$/, 'video'],
  [/zip|rar|7z|tar|gzip|bzip|x-xz|zstd|compress|lz4|vnd\.ms-cab|x-cpio|x-ar$/, 'archive'],
  [/^text\/|^application\/(json|xml|x-ndjson|yaml|javascript|sql)$|\+xml$/, 'text'],
]

export const kindOf = (mime: string): Kind => BY_MIME.find(([pattern]) => pattern.test(mime))?.[1] ?? 'other'

const TEXTS: Record<string, string> = {
  md: 'text/markdown',
  markdown: 'text/markdown',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  json: 'application/json',
  xml: 'application/xml',
  html: 'text/html',
  htm: 'text/html',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  sql: 'application/sql',
  js: 'text/javascript',
  css: 'text/css',
  ics: 'text/calendar',
  vcf: 'text/vcard',
}

/** The streams inside an OLE file tell which program made it; their names lie somewhere in the file as UTF-16. */
const OLE: [string, string][] = [
  ['__properties_version1.0', 'application/vnd.ms-outlook'],
  ['WordDocument', 'application/msword'],
  ['PowerPoint Document', 'application/vnd.ms-powerpoint'],
  ['Workbook', 'application/vnd.ms-excel'],
  ['VisioDocument', 'application/x-visio'],
]
const OLE_BY_NAME: Record<string, string> = {
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  msg: 'application/vnd.ms-outlook',
  vsd: 'application/x-visio',
}

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const ZIPPED: [string, string, RegExp][] = [
  ['word/', `${OFFICE}.wordprocessingml.document`, /\.do[ct][xm]$/i],
  ['xl/', `${OFFICE}.spreadsheetml.sheet`, /\.xl[st][xmb]$/i],
  ['ppt/', `${OFFICE}.presentationml.presentation`, /\.p[op][ts][xm]$/i],
]

const extensionOf = (name: string) => /\.([^.]{1,12})$/.exec(name.toLowerCase())?.[1] ?? ''

/** `head` is the beginning of the file, or all of it. */
export async function sniff(head: Buffer, name: string): Promise<Sniffed> {
  const mime = (await fromBytes(head, name)) ?? fromText(head, name)
  return { kind: kindOf(mime), mime }
}

async function fromBytes(head: Buffer, name: string): Promise<string | undefined> {
  // The mark of UTF-16 is also how a frame of MPEG sound may begin.
  if (isMarkedUtf16(head) || isMarkedUtf32(head)) return undefined
  const office = plainOffice(head, name)
  if (office) return office
  const found = await fileTypeFromBuffer(head).catch(() => undefined)
  if (!found) return isLatePdf(head) ? 'application/pdf' : undefined
  if (found.mime === 'application/x-cfb') return oleMime(head, name)
  if (found.mime === 'application/zip') return zipMime(head, name) ?? found.mime
  // XML that only calls itself so is a text with a name; SVG and the like are told by file-type itself.
  if (found.mime === 'application/xml')
    return isHtml(beginning(head)) ? 'text/html' : (TEXTS[extensionOf(name)] ?? found.mime)
  return found.mime.split(';', 1)[0]!
}

/** Mailers and scanners leave lines before a PDF, and every reader passes over them, up to the first kilobyte. */
const isLatePdf = (head: Buffer) => /(^|[\r\n])%PDF-\d\.\d/.test(head.toString('latin1', 0, 1024))

function oleMime(head: Buffer, name: string): string {
  const named = OLE_BY_NAME[extensionOf(name)]
  // A document with a password is stored in such a file as a whole, and only its name says what it is.
  if (contains(head, 'EncryptedPackage')) return ZIPPED.find(([, , ends]) => ends.test(name))?.[1] ?? ZIPPED[0]![1]
  const directory = oleDirectory(head)
  if (named && directory >= head.length) return named
  const listed = directory < head.length ? head.subarray(directory) : head
  const inside = OLE.filter(([stream]) => contains(listed, stream)).map(([, mime]) => mime)
  // One may be embedded in another: then the name decides.
  if (named && (inside.length === 0 || inside.includes(named))) return named
  return inside[0] ?? 'application/x-ole-storage'
}

/** Where its table of contents begins; what stands before it may be that of something embedded. */
const oleDirectory = (head: Buffer) =>
  head.length < 52 ? head.length : (head.readUInt32LE(48) + 1) * 2 ** Math.min(head.readUInt16LE(30), 12)

const contains = (head: Buffer, stream: string) => head.includes(Buffer.from(stream, 'utf16le'))

/** What today's office programs write, named as they name it: seen at once, where file-type goes through the bytes one by one. */
const PLAIN_OFFICE: Record<string, [string, string]> = {
  docx: ['word/document.xml', ZIPPED[0]![1]],
  xlsx: ['xl/workbook.xml', ZIPPED[1]![1]],
  pptx: ['ppt/presentation.xml', ZIPPED[2]![1]],
}

const OFFICE_FIRST = /^(\[Content_Types\]\.xml|_rels\/|docProps\/|customXml\/|word\/|xl\/|ppt\/)/

function plainOffice(head: Buffer, name: string): string | undefined {
  if (head.toString('latin1', 0, 4) !== 'PK\x03\x04') return undefined
  const [part, mime] = PLAIN_OFFICE[extensionOf(name)] ?? []
  if (!part || !OFFICE_FIRST.test(head.toString('latin1', 30, 50))) return openDocument(head)
  return head.includes(part) && head.includes('[Content_Types].xml') && !head.includes('vbaProject') ? mime : undefined
}

/** OpenDocument and EPUB begin with a file that says what they are. */
function openDocument(head: Buffer): string | undefined {
  const first = head.toString('latin1', 30, 38) === 'mimetype' ? head.toString('latin1', 38, 138) : ''
  return /^application\/(vnd\.oasis\.opendocument\.|epub\+zip)[\w.-]*/.exec(first)?.[0].replace(/PK$/, '')
}

/** The entries' names stand before their bytes, so that the beginning of the file is enough. */
function zipMime(head: Buffer, name: string): string | undefined {
  const listed = head.includes('[Content_Types].xml') || head.includes('_rels/.rels')
  const office = ZIPPED.find(([folder, , ends]) => head.includes(folder) && (listed || ends.test(name)))?.[1]
  return office ?? looseEpub(head, name) ?? iwork(head, name)
}

/** Packed by a program that knows nothing of books: what says that it is one stands somewhere, or is packed itself. */
function looseEpub(head: Buffer, name: string): string | undefined {
  const says = head.includes('mimetypeapplication/epub+zip') && head.includes('META-INF/')
  return says || extensionOf(name) === 'epub' ? 'application/epub+zip' : undefined
}

const IWORK: Record<string, string> = {
  pages: 'application/vnd.apple.pages',
  numbers: 'application/vnd.apple.numbers',
  key: 'application/vnd.apple.keynote',
}

/** Pages, Numbers and Keynote name their parts alike, and pictures may stand before them: the name tells which it is. */
function iwork(head: Buffer, name: string): string | undefined {
  const named = IWORK[extensionOf(name)]
  if (named) return named
  if (head.includes('index.apxl') || head.includes('Index/Slide')) return IWORK.key
  return head.includes('Index/Document.iwa') ? IWORK.pages : undefined
}

const MAIL_HEADER =
  /^(return-path|envelope-to|delivery-date|received|received-spf|authentication-results|arc-[\w-]+|from|to|cc|reply-to|sender|date|subject|message-id|in-reply-to|references|mime-version|content-[\w-]+|list-[\w-]+|delivered-to|dkim-signature|domainkey-signature|user-agent|x-[\w-]+):/i

const beginning = (head: Buffer) =>
  head
    .subarray(0, 2048)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()

/** Behind the declaration and the comments that may stand before the first element. */
function firstElement(start: string): string {
  let at = 0
  const pass = (open: string, close: string) => {
    if (!start.startsWith(open, at)) return false
    const end = start.indexOf(close, at + open.length)
    if (end < 0) return false
    at = end + close.length
    while (at < start.length && start.charCodeAt(at) <= 32) at++
    return true
  }
  pass('<?xml', '>')
  while (pass('<!--', '-->'));
  return start.slice(at, at + 16).toLowerCase()
}

const isHtml = (start: string) => /^(<!doctype html|<html[\s>])/.test(firstElement(start))
const isSvg = (start: string) => /^<svg[\s>]/.test(firstElement(start))

function fromText(head: Buffer, name: string): string {
  if (!looksLikeText(head)) return 'application/octet-stream'
  const extension = extensionOf(name)
  const start = beginning(head)
  if (isHtml(start)) return 'text/html'
  if (isSvg(start)) return 'image/svg+xml'
  if (extension === 'eml' || isLetter(start)) return 'message/rfc822'
  return TEXTS[extension] ?? 'text/plain'
}

/** Its head goes on to the first empty line, and may be long: each server on the way adds to it. */
function isLetter(start: string): boolean {
  const lines = start.split(/\r?\n/)
  const end = lines.indexOf('')
  const head = lines.slice(0, end < 0 ? lines.length : end).filter(line => !/^\s/.test(line))
  const known = head.filter(line => MAIL_HEADER.test(line)).length
  return known >= 3 && known * 2 >= head.length - (/^From /.test(start) ? 1 : 0)
}

/** The mark, and no sign behind it that no text has. */
function isMarkedUtf16(head: Buffer): boolean {
  const mark = head.subarray(0, 2).toString('hex')
  if (mark !== 'fffe' && mark !== 'feff') return false
  const text = new TextDecoder(mark === 'fffe' ? 'utf-16le' : 'utf-16be').decode(head.subarray(2, 1024))
  return !/(?![\n\r\t\f])[\p{Cc}\p{Cn}\ufffd]/u.test(text.slice(0, -1))
}

const isMarkedUtf32 = (head: Buffer) =>
  /^(fffe0000|0000feff)/.test(head.toString('hex', 0, 4)) && !!unmarkedUtf32(head.subarray(4))

/** Text has hardly any NUL, though a log may have some, and few other control characters; UTF-16 says so in its first two bytes, or shows it by every other one. */
export function looksLikeText(head: Buffer): boolean {
  if (head.length === 0) return true
  const mark = head.subarray(0, 2).toString('hex')
  if (mark === 'fffe' || mark === 'feff' || unmarkedUtf16(head) || isMarkedUtf32(head) || unmarkedUtf32(head))
    return true
  let odd = 0
  for (const byte of head) {
    if (byte === 0) odd += 4
    else if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13 && byte !== 12 && byte !== 27) odd++
  }
  return odd * 100 <= head.length
}
