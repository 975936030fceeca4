import type { Ability } from '../../ports/documents.ts'
import type { StoredObject } from '../objects/index.ts'
import { officeExtension } from '../previews/index.ts'

/** Which file can become which: a table of what is really done, and by what. */

export type ConversionRoute =
  /** Through the office, as it is; `as` is the name of the format there. */
  | { by: 'office'; from: string; as: string }
  /** A text that is made into HTML or UTF-8 first. */
  | { by: 'text'; from: 'txt' | 'html' | 'csv'; as: string }
  /** The sheets of a workbook, each as a table. */
  | { by: 'sheets'; from: string }
  | { by: 'picture' }
  | { by: 'picture-page' }
  | { by: 'media' }
  /** The text of a PDF file. */
  | { by: 'pdf-text'; as: 'txt' | 'md' }
  /** A document with the headings, tables and pictures of the pages; of scans the words that were read. */
  | { by: 'pdf-docx'; as: string }
  | { by: 'pdf-pages'; format: 'png' | 'jpeg' }
  /** A letter or a book, by way of HTML. */
  | { by: 'page'; as: string }
  /** Markdown as HTML. */
  | { by: 'markup' }

type Pages = Record<string, string>

const WRITER: Pages = {
  pdf: 'pdf',
  docx: 'docx:MS Word 2007 XML',
  odt: 'odt',
  rtf: 'rtf',
  txt: 'txt:Text (encoded):UTF8',
  html: 'html',
}
const CALC: Pages = { pdf: 'pdf', xlsx: 'xlsx', ods: 'ods' }
const IMPRESS: Pages = { pdf: 'pdf', pptx: 'pptx', odp: 'odp' }
const DRAW: Pages = { pdf: 'pdf' }
const FROM_TEXT: Pages = { pdf: 'pdf', docx: 'docx:MS Word 2007 XML', odt: 'odt' }
const FROM_CSV: Pages = { xlsx: 'xlsx', ods: 'ods', pdf: 'pdf' }

const NEEDS: Partial<Record<ConversionRoute['by'], Ability>> = {
  office: 'office',
  sheets: 'office',
  text: 'office',
  page: 'office',
  media: 'media',
  'pdf-text': 'pages',
  'pdf-docx': 'pages',
  'pdf-pages': 'pages',
  'picture-page': 'pdf',
}

/** Formats of pictures that are read. */
const PICTURES: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/tiff': 'tiff',
  'image/gif': 'gif',
  'image/svg+xml': 'svg',
  'image/heic': 'heic',
  'image/heif': 'heif',
}

/** Whose decoder may not be shipped: the machine has one, or not. */
const isHeic = (mime: string) => mime === 'image/heic' || mime === 'image/heif'

export const isPicture = (mime: string): boolean => mime in PICTURES

const ALIASES: Record<string, string> = { jpeg: 'jpg', tif: 'tiff', markdown: 'md', text: 'txt', htm: 'html' }

export const formatOf = (given: string): string => {
  const plain = given.trim().toLowerCase().replace(/^\./, '')
  return ALIASES[plain] ?? plain
}

type File = Pick<StoredObject, 'kind' | 'mime' | 'filename'>

function office(extension: string): Record<string, ConversionRoute> {
  const isBook = /^(xls|ods|xlt)/.test(extension)
  const found = mapped(tableOf(extension, isBook), as => ({ by: 'office', from: extension, as }), extension)
  return isBook ? { ...found, csv: { by: 'sheets', from: extension } } : found
}

function tableOf(extension: string, isBook: boolean): Pages {
  if (isBook) return CALC
  if (/^vsd/.test(extension)) return DRAW
  return /^(ppt|odp|pps|pot)/.test(extension) ? IMPRESS : WRITER
}

const mapped = (
  table: Pages,
  make: (as: string) => ConversionRoute,
  without?: string,
): Record<string, ConversionRoute> =>
  Object.fromEntries(
    Object.entries(table)
      .filter(([fmt]) => fmt !== without)
      .map(([fmt, as]) => [fmt, make(as)]),
  )

function pdf(): Record<string, ConversionRoute> {
  return {
    txt: { by: 'pdf-text', as: 'txt' },
    md: { by: 'pdf-text', as: 'md' },
    docx: { by: 'pdf-docx', as: FROM_TEXT.docx! },
    png: { by: 'pdf-pages', format: 'png' },
    jpg: { by: 'pdf-pages', format: 'jpeg' },
  }
}

function text({ mime }: File): Record<string, ConversionRoute> {
  if (mime === 'text/csv') return mapped(FROM_CSV, as => ({ by: 'text', from: 'csv', as }))
  if (mime === 'text/markdown')
    return { html: { by: 'markup' }, ...mapped(FROM_TEXT, as => ({ by: 'text', from: 'html', as })) }
  if (mime === 'text/html') return mapped({ ...FROM_TEXT, txt: WRITER.txt! }, as => ({ by: 'text', from: 'html', as }))
  return mapped(FROM_TEXT, as => ({ by: 'text', from: 'txt', as }))
}

function picture({ mime }: File): Record<string, ConversionRoute> {
  const own = PICTURES[mime]
  if (!own) return {}
  const formats = ['jpg', 'png', 'webp', 'avif', 'tiff'].filter(format => format !== own)
  return {
    pdf: { by: 'picture-page' },
    ...Object.fromEntries(formats.map(format => [format, { by: 'picture' } as ConversionRoute])),
  }
}

const SOUNDS: [format: string, own: RegExp][] = [
  ['mp3', /^audio\/mpeg$/],
  ['wav', /wav/],
  ['m4a', /^audio\/(mp4|x-m4a|aac)/],
  ['ogg', /^audio\/(ogg|vorbis)/],
  ['opus', /^audio\/opus/],
  ['flac', /flac/],
]
const FILMS: [format: string, own: RegExp][] = [
  ['mp4', /^video\/mp4$/],
  ['webm', /^video\/webm$/],
  ['mkv', /matroska/],
]

function media({ kind, mime }: File): Record<string, ConversionRoute> {
  const formats = [...SOUNDS, ...(kind === 'video' ? FILMS : [])].filter(([, own]) => !own.test(mime))
  return Object.fromEntries(formats.map(([format]) => [format, { by: 'media' } as ConversionRoute]))
}

/** Every format that this file could have, whatever the machine. */
export function routesOf(file: File): Record<string, ConversionRoute> {
  const extension = officeExtension(file.mime)
  if (extension) return office(extension)
  if (file.kind === 'email' || file.mime === 'application/epub+zip')
    return mapped({ pdf: FROM_TEXT.pdf!, docx: FROM_TEXT.docx! }, as => ({ by: 'page', as }))
  if (file.kind === 'pdf') return pdf()
  if (file.kind === 'text') return text(file)
  if (file.kind === 'image') return picture(file)
  return file.kind === 'audio' || file.kind === 'video' ? media(file) : {}
}

/** Of these routes, the ones that this machine has the programs for. */
export async function possible(
  file: File,
  has: (ability: Ability) => Promise<boolean>,
): Promise<Record<string, ConversionRoute>> {
  const found: Record<string, ConversionRoute> = {}
  if (isHeic(file.mime) && !(await has('heic'))) return found
  for (const [format, route] of Object.entries(routesOf(file))) {
    const needs = NEEDS[route.by]
    if (!needs || (await has(needs))) found[format] = route
  }
  return found
}
