/** What writes speech down, piece by piece. */

export interface SpokenWord {
  /** With the blank that stands before it, if any. */
  text: string
  /** Seconds from the beginning of the piece. */
  start: number
  end: number
}

export interface PieceText {
  words: SpokenWord[]
  /** The recognised language; null if nothing was said. */
  language: string | null
  /** Spoken in a language that the engine does not serve, so it has no words. */
  foreign: string | null
}

/** Mono sound at 16 kHz, at most half a minute, cut where nobody speaks. */
export interface SoundPiece {
  samples: Int16Array
  /** Where there is speech in it, in seconds from its beginning. */
  speech: [number, number][]
}

/** An engine at work; it holds memory until it is ended. */
export interface RunningTranscriber {
  /** Kept with the text, so that people know who wrote it. */
  model: string
  write(piece: SoundPiece, options?: { signal?: AbortSignal }): Promise<PieceText>
  end(): Promise<void>
}

export interface Transcriber {
  /** Throws TranscriberOff, with a sentence for the operator, where no engine can run. */
  check(): Promise<string>
  begin(): Promise<RunningTranscriber>
}

export class TranscriberOff extends Error {
  override name = 'TranscriberOff'
}
