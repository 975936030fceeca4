import type { FileHandle } from 'node:fs/promises'
/** What can be done with the pages, pictures and sounds of a file. Untrusted bytes: all of it happens in limited processes. */
export interface Documents {
  /** A folder of one's own for the files of one piece of work, gone when it ends. */
  withFolder<T>(use: (folder: string) => Promise<T>): Promise<T>
  /** A file that was made in such a folder: never through a link that was left in its place. */
  openMade(path: string): Promise<FileHandle>
  /** Which of the machine's programs are there, as names of abilities. */
  has(ability: Ability): Promise<boolean>
  pdf: PdfTools
  office: Office
  pictures: Pictures
  media: Media
  /** The cells of a workbook as JSON {sheets: [{name, rows, cut}], cut}: what they show, never their formulas. */
  cells(path: string, mime: string, to: string, bounds?: Bounds): Promise<void>
  /** A letter or a book as HTML with its pictures inside, which the office takes. Answers what could not be kept. */
  page(path: string, mime: string, to: string, bounds?: Bounds): Promise<{ lost_pictures: number; attachments: number }>
  /** A text, a letter or a book as it begins, in a picture whose longer side is `size`; of a book its cover. */
  firstPage(page: Omit<DrawnPage, 'page'> & { path: string; mime: string }, to: string, bounds?: Bounds): Promise<void>
  /** Several files into one archive. */
  pack(files: { path: string; name: string }[], to: string, bounds?: Bounds): Promise<void>
  close(): Promise<void>
}

export type Ability = 'pdf' | 'pages' | 'office' | 'media' | 'heic'

/** Ends the work early: the caller has gone, or the process stops. */
export interface Bounds {
  signal?: AbortSignal
  /** Whose file it is: where there is a line, owners take turns. */
  owner?: string
}

/** What must be known of a PDF file before anything is done with it. */
export interface PdfFacts {
  pages: number
  /** It needs a password to be opened, or restricts what may be done with it. */
  encrypted: boolean
  /** Somebody has signed it: any change would break what they have signed. */
  signed: boolean
}

export interface PdfAnnotation {
  page: number
  x0: number
  y0: number
  x1: number
  y1: number
  type: 'highlight' | 'rect' | 'text' | 'picture'
  color: string
  text: string
}

/** The picture of annotations: its bytes, or of which kind the second file is. */
export interface Pasted {
  mime: string
  base64?: string
}

export interface RedactBox {
  page: number
  x0: number
  y0: number
  x1: number
  y1: number
}

/** Where something stands on the pages, each place as a box that can be redacted. */
export interface FoundPlaces {
  places: (RedactBox & { text: string })[]
  /** Pages on which something may stand unfound: pictures of text that were not made searchable, or empty ones. */
  pages_without_text: number[]
  /** There are more places, or pages, than were looked at. */
  cut: boolean
}

export const NUMBER_PLACES = ['top-left', 'top', 'top-right', 'bottom-left', 'bottom', 'bottom-right'] as const
export type NumberPlace = (typeof NUMBER_PLACES)[number]

export interface OutlineItem {
  title: string
  page: number
  items: OutlineItem[]
}

export interface PdfField {
  name: string
  type: 'text' | 'choice' | 'checkbox' | 'radio' | 'signature'
  value: string
  /** What may be chosen, where it is a choice. */
  options: string[]
  page: number | null
  required: boolean
  read_only: boolean
}

/** What stands in the file beside its pages. */
export interface PdfStructure {
  outline: OutlineItem[]
  fields: PdfField[]
}

/** What a file has beside its pages. A redaction removes it unless it is asked to keep it. */
export type KeptAside = 'comments' | 'form' | 'attachments'

/** One piece of work, its parameters already checked against the file. Pages count from 1. */
export interface PdfSheet {
  page: number
  angle: number
}

export type PdfWork =
  | { op: 'compress' }
  | { op: 'split'; parts: [from: number, to: number][] }
  | { op: 'delete'; pages: number[] }
  | { op: 'rotate'; pages: number[]; angle: 90 | 180 | 270 }
  | { op: 'reorder'; order: number[] }
  /** The pages that stay, in their new order, each turned by an angle. */
  | { op: 'arrange'; sheets: PdfSheet[] }
  | { op: 'protect'; newPassword: string }
  | { op: 'unlock' }
  | { op: 'watermark'; text: string; opacity: number; fontSize: number; angle: number }
  | { op: 'insert'; source: string; at: number }
  | { op: 'replace'; source: string; pages: number[] }
  | { op: 'properties'; properties: { title?: string; author?: string; subject?: string; keywords?: string } }
  | { op: 'annotate'; annotations: PdfAnnotation[]; picture?: Pasted; source?: string }
  | { op: 'redact'; boxes: RedactBox[]; keep: KeptAside[] }
  | { op: 'searchable' }
  | { op: 'fill'; fields: Record<string, string | boolean> }
  | { op: 'flatten' }
  | { op: 'number'; position: NumberPlace; start: number; text: string; fontSize: number; pages: number[] }
  | { op: 'crop'; box: Omit<RedactBox, 'page'>; pages: number[] }
  | { op: 'outline'; items: OutlineItem[] }
  | { op: 'compare'; source: string }

export interface MergedPart {
  path: string
  pages: number
  title: string
}

export interface PdfSource {
  path: string
  pages: number
  password?: string
  encrypted: boolean
}

export interface PdfResult {
  files: string[]
  /** What was looked at to be sure, of a redaction. */
  report?: Record<string, unknown>
}

export interface PdfSigning {
  certificate: Buffer
  password: string
  reason: string
  /** Somebody has signed it before: then it cannot be written anew. */
  signed: boolean
}

export interface PdfTools {
  /** Throws DocumentRefused: `locked` when the password is missing or wrong. */
  look(path: string, password: string | undefined, bounds?: Bounds): Promise<PdfFacts>
  structure(path: string, password: string | undefined, bounds?: Bounds): Promise<PdfStructure>
  /** All places of a word in any of its forms, of several words in a row, or of a number. */
  places(path: string, query: string, bounds?: Bounds): Promise<FoundPlaces>
  /** The letters of a text that the font for marks and notes does not have. */
  undrawable(text: string): Promise<string[]>
  /** Its text, page after page; refuses what has none. */
  text(path: string, to: string, bounds?: Bounds): Promise<void>
  /** What stands in the file that its text leaves out, in words of a report. */
  beside(path: string, bounds?: Bounds): Promise<string[]>
  /** A Word document with its headings, lists, tables and pictures, for a file that has text. Answers what was kept and what not. */
  docx(path: string, to: string, bounds?: Bounds & Progress): Promise<Record<string, unknown>>
  /** One file of several, with a bookmark for each. */
  merge(parts: MergedPart[], folder: string, bounds?: Bounds): Promise<string>
  /** With the key of a PKCS#12 file; throws CertificateRefused. */
  sign(path: string, signing: PdfSigning, folder: string, bounds?: Bounds): Promise<PdfResult>
  work(
    source: PdfSource,
    work: Exclude<PdfWork, { op: 'sign' }>,
    folder: string,
    bounds?: Bounds & Progress,
  ): Promise<PdfResult>
  /** The first page, or another, as a picture whose longer side is `size`. */
  draw(path: string, picture: DrawnPage, to: string, bounds?: Bounds): Promise<void>
  /** Of its first pages the one that shows anything; refused where they are white. */
  drawCover(path: string, picture: Omit<DrawnPage, 'page'>, to: string, bounds?: Bounds): Promise<void>
}

export interface Progress {
  progress?: (done: number) => void
}

export interface DrawnPage {
  page: number
  size: number
  format: 'png' | 'jpeg'
}

/** What office files contain beside their text. */
export type OfficeExtra = 'comments' | 'macros' | 'notes' | 'embedded'

export interface Office {
  /**
   * Converts to the format that `format` names; `from` is the extension that tells what the file is. Answers what stands in the
   * file that not every format holds, as far as that can be seen.
   */
  convert(path: string, how: { from: string; format: string; to: string }, bounds?: Bounds): Promise<OfficeExtra[]>
  /** Every sheet of a workbook, or the one with this number from 1, as CSV: files `in-NAME.csv` in the folder. */
  sheets(path: string, from: string, folder: string, bounds?: Bounds & { sheet?: number }): Promise<string[]>
}

export interface Pictures {
  /** A small WebP, upright, whose longer side is at most `size`. */
  preview(path: string, how: { mime: string; size: number; to: string }, bounds?: Bounds): Promise<void>
  /** Upright, in another format, its longer side at most `size`. Answers what that format could not take, in words of a report. */
  convert(
    path: string,
    how: { mime: string; format: string; to: string; size?: number },
    bounds?: Bounds,
  ): Promise<string[]>
  /** A PDF file with the picture on a page, or several on several; with `words` those in it lie over it. Answers how many. */
  page(path: string, mime: string, to: string, bounds?: Bounds & Progress & { words?: boolean }): Promise<number>
}

export interface Media {
  /** A telling frame of a film as JPEG. */
  frame(path: string, size: number, to: string, bounds?: Bounds): Promise<void>
  /** The picture that a piece of music brings along, as JPEG. */
  cover(path: string, size: number, to: string, bounds?: Bounds): Promise<void>
  /** Answers what was in it and is not in the result, in words of a report. */
  convert(path: string, format: string, to: string, bounds?: Bounds): Promise<string[]>
  /** How loud it is over its length, as JSON {duration_s, peaks}. */
  peaks(path: string, to: string, bounds?: Bounds): Promise<void>
}

/** The file is at fault, or this machine cannot do it: trying again gives the same. In words for people. */
export class DocumentRefused extends Error {
  override name = 'DocumentRefused'
  constructor(
    readonly code: 'damaged' | 'locked' | 'too_heavy' | 'unable' | 'not_drawable',
    readonly words: { en: string; ru: string },
  ) {
    super(words.en)
  }
}

/** The certificate cannot sign, or its password is wrong. In words for people. */
export class CertificateRefused extends Error {
  override name = 'CertificateRefused'
  constructor(
    readonly field: 'certificate' | 'password',
    readonly words: { en: string; ru: string },
  ) {
    super(words.en)
  }
}
