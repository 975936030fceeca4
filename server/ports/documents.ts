/** What can be done with the pages, pictures and sounds of a file. Untrusted bytes: all of it happens in limited processes. */
export interface Documents {
  /** A folder of one's own for the files of one piece of work, gone when it ends. */
  withFolder<T>(use: (folder: string) => Promise<T>): Promise<T>
  /** Which of the machine's programs are there, as names of abilities. */
  has(ability: Ability): Promise<boolean>
  pdf: PdfTools
  office: Office
  pictures: Pictures
  media: Media
  close(): Promise<void>
}

export type Ability = 'pdf' | 'pages' | 'office' | 'media'

/** Ends the work early: the caller has gone, or the process stops. */
export interface Bounds {
  signal?: AbortSignal
}

export interface PdfTools {
  /** The first page, or another, as a picture whose longer side is `size`. */
  draw(path: string, picture: DrawnPage, to: string, bounds?: Bounds): Promise<void>
}

export interface DrawnPage {
  page: number
  size: number
  format: 'png' | 'jpeg'
}

export interface Office {
  /** Converts to the format that `extension` names; `from` is the extension that tells what the file is. */
  convert(path: string, from: string, extension: string, to: string, bounds?: Bounds): Promise<void>
}

export interface Pictures {
  /** A small WebP, upright, whose longer side is at most `size`. */
  preview(path: string, mime: string, size: number, to: string, bounds?: Bounds): Promise<void>
}

export interface Media {
  /** A telling frame of a film as JPEG. */
  frame(path: string, size: number, to: string, bounds?: Bounds): Promise<void>
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
