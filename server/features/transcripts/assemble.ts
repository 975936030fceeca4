/** The text of a recording out of its pieces, with the time of every word. */

/** Seconds of the recording. */
export interface TimedWord {
  text: string
  start: number
  end: number
}

export interface Segment {
  char_start: number
  char_end: number
  start_s: number
  end_s: number
  /** [char_start, char_end, start, end] of each word. */
  words: [number, number, number, number][]
}

/** Quiet that ends a sentence, and quiet that ends a paragraph. */
const SENTENCE_PAUSE = 0.9
const PARAGRAPH_PAUSE = 2
/** A sentence that does not end is cut: a citation should not play for a minute. */
const LONGEST_SEGMENT = 15
const LONGEST_PARAGRAPH = 60

const length = (text: string) => [...text].length
const round = (seconds: number) => Math.round(seconds * 100) / 100

export function assemble(words: TimedWord[]): { text: string; segments: Segment[] } {
  const page = new Page()
  for (const word of words) page.add(word)
  return { text: page.text, segments: page.segments }
}

class Page {
  text = ''
  segments: Segment[] = []
  private at = 0
  private paragraph = 0
  private before: TimedWord | undefined

  add(word: TimedWord): void {
    const bare = word.text.trim().replaceAll('\u0000', '')
    if (bare === '') return
    const open = this.segments.at(-1)
    const fresh = !open || !this.before || endsHere(this.before, open, word)
    this.write(this.blankBefore(word, fresh))
    const start = this.at
    this.write(bare)
    const times: [number, number, number, number] = [start, this.at, round(word.start), round(word.end)]
    if (fresh)
      this.segments.push({ char_start: start, char_end: this.at, start_s: times[2], end_s: times[3], words: [times] })
    else {
      open.char_end = this.at
      open.end_s = Math.max(open.end_s, times[3])
      open.words.push(times)
    }
    this.before = word
  }

  private write(piece: string): void {
    this.text += piece
    this.at += length(piece)
  }

  private blankBefore(word: TimedWord, fresh: boolean): string {
    if (!this.before) {
      this.paragraph = word.start
      return ''
    }
    const pause = word.start - this.before.end
    if (fresh && (pause > PARAGRAPH_PAUSE || word.end - this.paragraph > LONGEST_PARAGRAPH)) {
      this.paragraph = word.start
      return '\n'
    }
    // What the engine wrote without a blank is one word: "two" and "-fold".
    return fresh || /^\s/.test(word.text) ? ' ' : ''
  }
}

const endsHere = (before: TimedWord, open: Segment, word: TimedWord) =>
  word.start - before.end > SENTENCE_PAUSE ||
  /[.?!…]["»”)]?$/.test(before.text) ||
  word.end - open.start_s > LONGEST_SEGMENT

/** The seconds in which these characters were said; null where they are no part of what was said. */
export function secondsWithin(
  segments: Segment[],
  charStart: number,
  charEnd: number,
): { start_s: number; end_s: number } | null {
  const said = segments
    .flatMap(({ words }) => words)
    .filter(([from, to]) => to > charStart && from < Math.max(charEnd, charStart + 1))
  if (said.length === 0) return null
  return { start_s: said[0]![2], end_s: Math.max(...said.map(word => word[3])) }
}
