import type { Schemas } from '../../api/openapi.ts'
import { indexer } from '../../lib/code-points.ts'

/** What is said, line by line, with the second of every word. */

export type Transcript = Pick<Schemas['TranscriptOut'], 'segments'>

export type Diarization = Pick<Schemas['DiarizationResult'], 'ready' | 'segments' | 'speakers'>

export interface TranscriptWord {
  text: string
  start: number
  end: number
  from: number
  to: number
}

export interface TranscriptLine {
  start: number
  end: number
  words: TranscriptWord[]
  speaker: string | null
  uncertain: boolean
}

/** One line for each sentence; where speakers are known, for each stretch of one of them. */
export function linesOf(text: string, transcript: Transcript, diarization: Diarization | undefined): TranscriptLine[] {
  const index = indexer(text)
  const sentences = transcript.segments.map(({ start, end, words }) => ({
    start,
    end,
    words: words.map(([from, to, begin, stop]): TranscriptWord => {
      const at = index(from)
      return { text: text.slice(at, index(to)), start: begin, end: stop, from, to }
    }),
    speaker: null,
    uncertain: false,
  }))
  if (!diarization?.ready) return sentences
  const words = sentences.flatMap(sentence => sentence.words)
  let next = 0
  return diarization.segments.map(({ start, end, text: said, speaker, uncertain }) => {
    const own: TranscriptWord[] = []
    // The words of a stretch are the next ones of the text, with a blank between them.
    for (let length = -1; next < words.length; next++) {
      length += words[next]!.text.length + 1
      if (length > said.length) break
      own.push(words[next]!)
    }
    return { start, end, words: own, speaker, uncertain }
  })
}

/** The last of those that have begun; -1 before the first. They stand in the order of time. */
export function begunAt(of: { start: number }[], second: number): number {
  let low = 0
  let high = of.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (of[middle]!.start <= second + 0.01) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** When the passage is said that a link points to. */
export function secondOf(transcript: Transcript, range: [number, number] | undefined): number | undefined {
  if (!range) return undefined
  for (const { words } of transcript.segments)
    for (const [from, to, start] of words) if (to > range[0] && from < range[1]) return start
  return undefined
}

/** 1:02:03 */
export function formatSecond(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor(whole / 60) % 60
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`
}
