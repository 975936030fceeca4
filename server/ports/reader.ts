export interface Reading {
  text: string
  pages: { page: number; char_start: number; char_end: number }[]
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
