import type { CutPiece } from './audio.ts'

/** A stretch in which one person speaks. Seconds of the recording; speakers count from 0, by when they first speak. */
export interface SpeakerTurn {
  start: number
  end: number
  speaker: number
  /** The engine does not really know: two voices at once, too short, or too alike. */
  uncertain: boolean
}

export interface Diarized {
  turns: SpeakerTurn[]
  /** What each voice is like, where the engine can tell people apart from recording to recording; else empty. */
  voices: Float32Array[]
}

/** Listens to a recording piece by piece, then says who spoke when; it holds memory until it is ended. */
export interface Listener {
  add(piece: CutPiece): Promise<void>
  finish(options: { speakers?: number }): Promise<Diarized>
  end(): Promise<void>
}

export interface VoiceEngine {
  id: string
  /** How alike two voices must be to be one person's; null where the engine is not good enough to say so. */
  threshold: number | null
}

export interface Diarizer {
  engine(): Promise<VoiceEngine>
  begin(): Promise<Listener>
  check(): Promise<string>
  close(): Promise<void>
}
