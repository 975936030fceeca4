import type { Segment } from '../transcripts/index.ts'

/** What was said, by whom: the words of the transcript under the turns of the voices. */

/** [start, end, speaker, uncertain] */
export type StoredTurn = [number, number, number, boolean]

export interface SaidSegment {
  start: number
  end: number
  text: string
  speaker: string | null
  uncertain: boolean
}

export const labelOf = (speaker: number): string => `S${speaker + 1}`

/** A voice that is so far from a word did not say it. */
const FAR = 1

interface Word {
  text: string
  start: number
  end: number
  segment: number
}

export function joinWords(text: string, segments: Segment[], turns: StoredTurn[]): SaidSegment[] {
  if (segments.length === 0) return turns.map(turn => segmentOf(turn, ''))
  const letters = [...text]
  const words = segments.flatMap((segment, index) =>
    segment.words.map(
      ([from, to, start, end]): Word => ({ text: letters.slice(from, to).join(''), start, end, segment: index }),
    ),
  )
  const said: (SaidSegment & { segment: number })[] = []
  let at = 0
  for (const word of words) {
    at = nextTurn(turns, at, word)
    const turn = turnFor(turns, at, word)
    const speaker = turn ? labelOf(turn[2]) : null
    const uncertain = turn ? turn[3] : true
    const open = said.at(-1)
    if (open && open.speaker === speaker && open.uncertain === uncertain && open.segment === word.segment) {
      open.end = Math.max(open.end, word.end)
      open.text += ` ${word.text}`
    } else said.push({ start: word.start, end: word.end, text: word.text, speaker, uncertain, segment: word.segment })
  }
  return said.map(({ segment: _segment, ...rest }) => rest)
}

const segmentOf = ([start, end, speaker, uncertain]: StoredTurn, text: string): SaidSegment => ({
  start,
  end,
  text,
  speaker: labelOf(speaker),
  uncertain,
})

/** Turns stand in the order of time, as the words do: those that ended long ago are passed for good. */
function nextTurn(turns: StoredTurn[], from: number, word: Word): number {
  let at = from
  while (at + 1 < turns.length && turns[at]![1] < word.start - FAR) at++
  return at
}

/** The turn with the most of the word, else the nearest one. */
function turnFor(turns: StoredTurn[], from: number, word: Word): StoredTurn | undefined {
  let best: { turn: StoredTurn; score: number } | undefined
  for (let at = from; at < turns.length && turns[at]![0] < word.end + FAR; at++) {
    const [start, end] = turns[at]!
    // Time in common counts up, distance counts down.
    const score = Math.min(end, word.end) - Math.max(start, word.start)
    if (score > -FAR && (!best || score > best.score)) best = { turn: turns[at]!, score }
  }
  return best?.turn
}

/** A script: each speaker's words behind their name. */
export function scriptOf(segments: SaidSegment[], names: Record<string, string>): string {
  const lines: { who: string; text: string }[] = []
  for (const { speaker, text } of segments) {
    if (text === '') continue
    const who = speaker === null ? '?' : (names[speaker] ?? speaker)
    const last = lines.at(-1)
    if (last?.who === who) last.text += ` ${text}`
    else lines.push({ who, text })
  }
  return lines.map(({ who, text }) => `${who}: ${text}`).join('\n')
}
