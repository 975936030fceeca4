import type { CutPiece } from '../../ports/audio.ts'

/** Cuts a recording into pieces of speech, frame by frame, holding no more of it than one piece. */

export const RATE = 16_000
export const FRAME = 512
const PER_SECOND = RATE / FRAME

const frames = (seconds: number) => Math.round(seconds * PER_SECOND)

export const CUT = {
  /** Likely enough to be speech to begin with it, and too unlikely to go on. */
  on: 0.4,
  off: 0.25,
  /** Breath before and behind the words. */
  before: frames(0.3),
  behind: frames(0.2),
  /** So much quiet ends an utterance; so much ends the piece, however short it is. */
  pause: frames(0.4),
  gap: frames(2.5),
  /** A piece of this length ends with the next pause; none is longer than the last. */
  good: frames(20),
  most: frames(28),
  /** Where there is no pause, the quietest moment of the last seconds is taken. */
  search: frames(9),
  /** A click is no speech. */
  least: frames(0.13),
  sure: 0.5,
}

interface Frame {
  samples: Int16Array
  speech: number
}

export class Cutter {
  private buffered: Frame[] = []
  /** The number of the first held frame, counted from the beginning of the recording. */
  private first: number
  private open = false
  private speaking = false
  private quiet = 0
  /** Utterances of the open piece, as frame numbers. */
  private spoken: [number, number][] = []

  constructor(from = 0) {
    this.first = frames(from)
  }

  get seconds(): number {
    return (this.first + this.buffered.length) / PER_SECOND
  }

  push(samples: Int16Array, speech: number): CutPiece | undefined {
    this.buffered.push({ samples, speech })
    const now = this.first + this.buffered.length
    if (this.speaking) this.goOn(speech, now)
    else if (speech >= CUT.on) this.begin(now)
    if (!this.open) {
      this.forget(this.buffered.length - CUT.before)
      return undefined
    }
    if (this.buffered.length >= CUT.most) return this.speaking ? this.cut(this.quietest(now)) : this.close(now)
    if (this.speaking) return undefined
    const since = now - this.spoken.at(-1)![1]
    return since >= CUT.gap || this.buffered.length >= CUT.good ? this.close(now) : undefined
  }

  /** What is left when the recording ends. */
  end(): CutPiece | undefined {
    if (!this.open) return undefined
    const now = this.first + this.buffered.length
    if (this.speaking) this.spoken.at(-1)![1] = now
    return this.close(now)
  }

  private begin(now: number): void {
    this.speaking = true
    this.open = true
    this.quiet = 0
    const after = this.spoken.at(-1)?.[1] ?? 0
    this.spoken.push([Math.max(this.first, after, now - 1 - CUT.before), now])
  }

  private goOn(speech: number, now: number): void {
    this.quiet = speech < CUT.off ? this.quiet + 1 : 0
    this.spoken.at(-1)![1] = now
    if (this.quiet < CUT.pause) return
    this.speaking = false
    this.spoken.at(-1)![1] = now - this.quiet + CUT.behind
  }

  /** In the middle of speech: what is behind the cut begins the next piece. */
  private cut(at: number): CutPiece | undefined {
    const now = this.first + this.buffered.length
    const [begun] = this.spoken.at(-1)!
    const before = this.spoken.slice(0, -1).filter(([, end]) => end <= at)
    const piece = this.pieceOf(at, begun < at ? [...before, [begun, at]] : before)
    this.forget(at - this.first)
    this.spoken = [[Math.max(at, begun), now]]
    return piece
  }

  private close(now: number): CutPiece | undefined {
    const end = Math.min(now, this.spoken.at(-1)![1])
    const piece = this.pieceOf(end, this.spoken)
    this.open = false
    this.speaking = false
    this.spoken = []
    this.forget(Math.max(end - this.first, this.buffered.length - CUT.before))
    return piece
  }

  private forget(count: number): void {
    if (count <= 0) return
    this.buffered.splice(0, count)
    this.first += count
  }

  private quietest(now: number): number {
    let best = { at: now, loud: Number.POSITIVE_INFINITY }
    for (let at = this.buffered.length - CUT.search; at < this.buffered.length - 2; at++) {
      let loud = 0
      for (let near = at - 2; near <= at + 2; near++) {
        const { samples, speech } = this.buffered[near]!
        loud += meanSquare(samples) * (0.2 + speech)
      }
      if (loud < best.loud) best = { at: this.first + at, loud }
    }
    return best.at
  }

  private pieceOf(end: number, spoken: [number, number][]): CutPiece | undefined {
    const start = Math.max(this.first, spoken[0]?.[0] ?? this.first)
    const kept = this.buffered.slice(start - this.first, end - this.first)
    if (kept.filter(({ speech }) => speech >= CUT.sure).length < CUT.least) return undefined
    const samples = new Int16Array(kept.length * FRAME)
    for (const [index, frame] of kept.entries()) samples.set(frame.samples, index * FRAME)
    return {
      start: start / PER_SECOND,
      end: end / PER_SECOND,
      samples,
      speech: spoken.map(([from, to]) => [(from - start) / PER_SECOND, (Math.min(to, end) - start) / PER_SECOND]),
    }
  }
}

function meanSquare(samples: Int16Array): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return sum / samples.length
}
