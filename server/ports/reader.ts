export interface Reading {
  text: string
  pages: { page: number; char_start: number; char_end: number }[]
  headings?: { level: number; char_start: number; char_end: number }[]
  /** The title that the file itself carries; empty when it has none. */
  title?: string
  facts?: Record<string, unknown>
  /** How many pages had to be recognised from their picture. */
  ocrPages?: number
  /** Why somebody has to look at it; null when nobody has. */
  needsManual?: { en: string; ru: string } | null
}

/** Takes the text out of a file. Untrusted bytes: it is done in a child process with limits. */
export interface Reader {
  /** Null when this kind of file has no text to take. Throws ReadingFailed with a reason for people. */
  read(path: string, file: { kind: string; mime: string }): Promise<Reading | null>
  close(): Promise<void>
}

/** The file is at fault, not the service: trying again gives the same. */
export class ReadingFailed extends Error {
  override name = 'ReadingFailed'
}
