import type { SoundPiece } from './transcriber.ts'

/** A stretch of a recording in which somebody speaks. Seconds count from the beginning of the recording. */
export interface CutPiece extends SoundPiece {
  start: number
  end: number
}

export interface DecodedAudio {
  /** How much sound there is, or was until it was stopped. */
  seconds: number
  /** False when `take` wanted no more, or there was more than may be. */
  whole: boolean
}

export interface DecodeOptions {
  /** Begin here: what lies before was decoded already. */
  from?: number
  signal?: AbortSignal
  /** Called now and then with how far it is, in silence too. */
  progress?(seconds: number): void
}

/** Takes whatever people record: decodes it, finds the speech, and cuts it where nobody speaks. */
export interface AudioDecoder {
  /** One piece after the other; the next is cut when `take` has come back, and none when it answers false. */
  decode(path: string, options: DecodeOptions, take: (piece: CutPiece) => Promise<boolean>): Promise<DecodedAudio>
  check(): Promise<string>
  close(): Promise<void>
}

/** The recording is at fault, or nothing here can decode it. */
export class SoundUnusable extends Error {
  override name = 'SoundUnusable'
  constructor(
    readonly why: 'silent' | 'damaged' | 'off',
    readonly words: { en: string; ru: string },
  ) {
    super(words.en)
  }
}
