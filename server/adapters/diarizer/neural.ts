import { cosine } from '../../lib/cosine.ts'
import type { CutPiece } from '../../ports/audio.ts'
import type { Diarized, SpeakerTurn } from '../../ports/diarizer.ts'
import { cluster } from './cluster.ts'

/** Who spoke when, by what a trained network makes of each second and a half. */

export type Embed = (samples: Float32Array) => Float32Array

const RATE = 16_000
const WINDOW = 1.5
const HOP = 0.75
const SHORTEST = 0.4
const MOST = 10
/** Less of the recording than this is nobody. */
const LEAST_SHARE = 0.02
/** So little nearer to one voice than to the next, or so far from all: not known. */
const DOUBT = 0.08
const STRANGE = 0.2

interface VoiceSlice {
  start: number
  end: number
  vector: Float32Array
}

interface Bunch {
  count: number
  sum: Float32Array
}

export class NeuralListener {
  private readonly slices: VoiceSlice[] = []

  constructor(
    private readonly embed: Embed,
    /** Voices less alike than this are two people's. */
    private readonly alike: number,
  ) {}

  async add(piece: CutPiece): Promise<void> {
    for (const [from, to] of piece.speech)
      for (const [start, end] of windowsOf(from, to)) {
        const samples = piece.samples.subarray(Math.floor(start * RATE), Math.floor(end * RATE))
        const vector = unit(this.embed(Float32Array.from(samples, sample => sample / 32768)))
        this.slices.push({ start: piece.start + start, end: piece.start + end, vector })
      }
  }

  async finish({ speakers }: { speakers?: number }): Promise<Diarized> {
    if (this.slices.length === 0) return { turns: [], voices: [] }
    const least = Math.max(2, this.slices.length * LEAST_SHARE)
    const bunches = this.slices.map(({ vector }): Bunch => ({ count: 1, sum: vector }))
    const joining = { join, apart: (a: Bunch, b: Bunch) => this.alike - cosine(a.sum, b.sum) }
    const goal = { exactly: speakers, most: MOST, counts: ({ count }: Bunch) => count >= least }
    const centres = cluster(bunches, joining, goal).map(({ item }) => unit(item.sum))
    return turnsOf(this.slices, centres)
  }
}

function* windowsOf(from: number, to: number): Generator<[number, number]> {
  if (to - from < SHORTEST) return
  if (to - from <= WINDOW) return yield [from, to]
  let start = from
  for (; start + WINDOW < to; start += HOP) yield [start, start + WINDOW]
  yield [to - WINDOW, to]
}

/** Each window speaks for its middle; where two meet, the border lies between them. */
function turnsOf(slices: VoiceSlice[], centres: Float32Array[]): Diarized {
  const order = new Map<number, number>()
  const sums: Bunch[] = []
  const turns: SpeakerTurn[] = []
  for (const [index, { start, end, vector }] of slices.entries()) {
    const ranked = centres.map((centre, at) => ({ at, near: cosine(centre, vector) })).sort((a, b) => b.near - a.near)
    const [best, next] = ranked
    if (!order.has(best!.at)) order.set(best!.at, order.size)
    const speaker = order.get(best!.at)!
    const uncertain = best!.near < STRANGE || (next !== undefined && best!.near - next.near < DOUBT)
    const bunch = { count: 1, sum: vector }
    if (!uncertain) sums[speaker] = sums[speaker] ? join(sums[speaker], bunch) : bunch
    const before = slices[index - 1]
    const after = slices[index + 1]
    const from = before && before.end > start ? (before.end + start) / 2 : start
    const to = after && after.start < end ? (end + after.start) / 2 : end
    const open = turns.at(-1)
    if (open && open.speaker === speaker && open.uncertain === uncertain && from - open.end < 0.6) open.end = to
    else turns.push({ start: from, end: to, speaker, uncertain })
  }
  const voices = [...order.values()].map(speaker => unit(sums[speaker]?.sum ?? new Float32Array(centres[0]!.length)))
  return { turns, voices }
}

const join = (a: Bunch, b: Bunch): Bunch => ({
  count: a.count + b.count,
  sum: a.sum.map((value, i) => value + b.sum[i]!),
})

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector) || 1
  return vector.map(value => value / length)
}
