import { alignTokens } from './align.ts'
import type { Whisper, WhisperText } from './model.ts'

/** A word with its times within the piece, in seconds. */
export interface WhisperWord {
  text: string
  start: number
  end: number
}

const TIME_STEP = 0.02

/** The words of what was written, each with the time at which it was said. */
export function wordsOf(written: WhisperText, { tokens, heads, frames }: Whisper, seconds: number): WhisperWord[] {
  const { firstTime } = tokens
  const text = written.tokens.map((token, at) => ({ token, at })).filter(({ token }) => token < firstTime)
  if (text.length === 0) return []
  const used = Math.min(frames, Math.max(2, Math.ceil(seconds / TIME_STEP)))
  const begins = heads > 0 ? aligned(written, text, { heads, used, frames }) : spread(written, firstTime, seconds)
  const words: WhisperWord[] = []
  let bytes: Buffer[] = []
  let start = 0
  const close = (end: number) => {
    const word = Buffer.concat(bytes).toString('utf8')
    bytes = []
    if (word.trim() !== '') words.push({ text: word, start, end })
  }
  text.forEach(({ token }, index) => {
    const piece = tokens.bytesOf(token)
    // A new word begins with a blank; what stands without one (a full stop, an ending) belongs to the word before.
    if (piece[0] === 0x20 && bytes.length > 0) close(begins[index]!)
    if (bytes.length === 0) start = begins[index]!
    bytes.push(piece)
  })
  close(begins[text.length] ?? seconds)
  return orderly(words, seconds)
}

function aligned(
  written: WhisperText,
  text: { at: number }[],
  { heads, used, frames }: { heads: number; used: number; frames: number },
): number[] {
  const rows = text.map(({ at }) => {
    const row = new Float32Array(heads * used)
    for (let head = 0; head < heads; head++)
      row.set(written.attention[at]!.subarray(head * frames, head * frames + used), head * used)
    return row
  })
  return alignTokens(rows, heads, used).map(frame => frame * TIME_STEP)
}

/** Without a look inside: evenly between the marks of time that stand around them. */
function spread(written: WhisperText, firstTime: number, seconds: number): number[] {
  const begins: number[] = []
  let from = 0
  let run: number[] = []
  const lay = (to: number) => {
    for (const index of run) begins.push(from + ((to - from) * index) / run.length)
    run = []
    from = to
  }
  for (const token of written.tokens) {
    if (token >= firstTime) lay(Math.min(seconds, (token - firstTime) * TIME_STEP))
    else run.push(run.length)
  }
  lay(seconds)
  return begins
}

const LONGEST_WORD = 1.5

/** A word does not last through the pause behind it, and none has no length at all. */
function orderly(words: WhisperWord[], seconds: number): WhisperWord[] {
  return words.map(({ text, start, end }, index) => {
    const next = words[index + 1]?.start ?? seconds
    const until = Math.min(Math.max(end, start + 0.04), start + LONGEST_WORD, Math.max(next, start + 0.04), seconds)
    return { text, start: Math.min(start, seconds), end: Math.max(until, Math.min(start, seconds)) }
  })
}
