import type { Needs } from '../../context.ts'
import type { Segment, TimedWord } from './assemble.ts'
import { findTranscript, segmentsOf, textOfRecording } from './queries.ts'

/** Of a recording of hours, in a thread: letters are counted one by one. */
export function corrected({ text, segments, given }: { text: string; segments: Segment[]; given: [number, string][] }) {
  const made = rebuilt([...text], segments, new Map(given))
  return { ...made, length: [...made.text].length }
}

/** Every segment stays one, with its own beginning and end. */
export function rebuilt(
  letters: string[],
  segments: Segment[],
  given: Map<number, string>,
): { text: string; segments: Segment[] } {
  let text = ''
  let at = 0
  const made: Segment[] = []
  const write = (piece: string) => {
    text += piece
    at += [...piece].length
  }
  for (const [n, segment] of segments.entries()) {
    const before = segments[n - 1]
    // What stood between two of them, a blank or the end of a paragraph, stays.
    if (before && at > 0) write(letters.slice(before.char_end, segment.char_start).join('') || ' ')
    const corrected = given.get(n)
    const words = corrected === undefined ? oldWords(letters, segment) : timed(corrected, letters, segment)
    if (words.length === 0) continue
    const start = at
    const placed: Segment['words'] = []
    for (const [k, word] of words.entries()) {
      if (k > 0) write(word.gap)
      const from = at
      write(word.text)
      placed.push([from, at, word.start, word.end])
    }
    made.push({ ...segment, char_start: start, char_end: at, words: placed })
  }
  return { text, segments: made }
}

interface Word extends TimedWord {
  /** What stands before it. */
  gap: string
}

const oldWords = (letters: string[], { words }: Segment): Word[] =>
  words.map(([from, to, start, end], n) => ({
    text: letters.slice(from, to).join(''),
    gap: n === 0 ? '' : letters.slice(words[n - 1]![1], from).join(''),
    start,
    end,
  }))

/** Words that stay keep their time; the new ones between them share what is left. */
function timed(corrected: string, letters: string[], segment: Segment): Word[] {
  const old = oldWords(letters, segment)
  const fresh = corrected.split(/\s+/).filter(Boolean)
  const same = (a: number, b: number) => old[a]?.text === fresh[b]
  let head = 0
  while (head < Math.min(old.length, fresh.length) && same(head, head)) head++
  let tail = 0
  while (tail < Math.min(old.length, fresh.length) - head && same(old.length - 1 - tail, fresh.length - 1 - tail))
    tail++
  const middle = fresh.slice(head, fresh.length - tail)
  const gone = old.slice(head, old.length - tail)
  const from = gone[0]?.start ?? old[head - 1]?.end ?? segment.start_s
  const to = gone.at(-1)?.end ?? old[old.length - tail]?.start ?? segment.end_s
  const step = middle.length > 0 ? Math.max(0, to - from) / middle.length : 0
  const round = (seconds: number) => Math.round(seconds * 100) / 100
  const times = (n: number): [number, number] =>
    gone.length === middle.length
      ? [gone[n]!.start, gone[n]!.end]
      : [round(from + step * n), round(from + step * (n + 1))]
  const between = middle.map((text, n): Word => {
    const [start, end] = times(n)
    return { text, gap: ' ', start, end }
  })
  return [...old.slice(0, head), ...between, ...old.slice(old.length - tail).map(word => ({ ...word, gap: ' ' }))]
}

/** What a person has put right; undefined where nobody has. */
export async function correctedTranscript(
  context: Needs<'db'>,
  ownerId: string,
  file: { id: string; version: number },
) {
  const known = await findTranscript(context.db, ownerId, file)
  if (!known?.corrected_at) return undefined
  const text = (await textOfRecording(context.db, ownerId, file))?.text ?? ''
  const segments = await segmentsOf(context.db, ownerId, file)
  const { model, languages, seconds } = known
  return { text, segments, model, languages, seconds, needsManual: null, paid: true, corrected: true }
}
