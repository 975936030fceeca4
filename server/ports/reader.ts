/** One sentence in both languages of the product. */
interface InBothLanguages {
  en: string
  ru: string
}

/** A stretch of the text, in Unicode code points. */
export interface PageSpan {
  char_start: number
  char_end: number
}

export interface Reading {
  /** The text that citations point into; every offset counts its code points. No NUL, and lines end with '\n'. */
  text: string
  /** Pages, or what the format has in their place: sheets, slides, chapters. */
  pages: (PageSpan & {
    page: number
    /** The name of the attached file whose text it is. */
    attachment?: string
  })[]
  /** Where the format says what is a heading. */
  headings: (PageSpan & { level: number })[]
  /** The document's own title, empty when it has none. */
  title: string
  /** What the container says: author, created, page_count, width, height, exif, duration_s, codecs, attachments, entries. */
  facts: Record<string, unknown>
  /** How many pages were read by OCR. */
  ocrPages: number
  /** It is read as far as it goes, but a person should look: why. */
  needsManual: InBothLanguages | null
  /** It has a password: what was read of it before, with that, is all that can be known. */
  locked: boolean
}

export interface ReadOptions {
  /** Told after each page of slow work. */
  progress?(done: number, total: number): void
  signal?: AbortSignal
  /** Only what is quick: throws TakesLong where pages would have to be recognised from their pictures, or time runs out. */
  quick?: boolean
  /** Of a locked Office file. Throws PasswordRefused. */
  password?: string
}

/** Takes the text out of a file. Untrusted bytes: it is done in a child process with limits. */
export interface Reader {
  /** A file without text gives an empty reading. Throws ReadingFailed with a reason for people. */
  read(path: string, file: { kind: string; mime: string; filename: string }, options?: ReadOptions): Promise<Reading>
  /** Numbers of the pages of a PDF file, from 1, that are pictures of text. */
  scanned(path: string, signal?: AbortSignal): Promise<number[]>
  /** The words of one page, of a PDF file or a picture, with their places. Empty where nothing can be recognised. */
  words(path: string, file: { kind: string; mime: string }, page: number, signal?: AbortSignal): Promise<WordPlace[]>
  close(): Promise<void>
}

/** A word on a page as it is seen, 0..1 from the upper left corner. */
export interface WordPlace {
  text: string
  /** Words with the same number stand in one line. */
  line: number
  /** Where it begins and ends at its foot, and where it begins at its head: lines may lean, or run upwards. */
  foot: [x: number, y: number]
  end: [x: number, y: number]
  head: [x: number, y: number]
}

/** Its pages are pictures, seconds of work each, or it is large or vicious: it is read apart from what is quick. */
export class TakesLong extends Error {
  override name = 'TakesLong'
  /** An office program has to be started for it. */
  constructor(readonly byOffice = false) {
    super('it takes long')
  }
}

/** The file is at fault, not the service: trying again gives the same. */
export class ReadingFailed extends Error {
  override name = 'ReadingFailed'
  constructor(readonly words: InBothLanguages) {
    super(words.en)
  }
}

/** The password given does not open the file, there is none to be given, or the lock is of a kind that nothing here opens. */
export class PasswordRefused extends Error {
  override name = 'PasswordRefused'
  constructor(readonly why: 'wrong' | 'not_locked' | 'unable') {
    super(`the password: ${why}`)
  }
}
