import type { CutPiece } from '../../ports/audio.ts'
import type { Diarized, SpeakerTurn } from '../../ports/diarizer.ts'
import { changesIn } from './changes.ts'
import { type Cluster, cluster } from './cluster.ts'
import { addFrame, bic, type GaussianSums, joined, noSums } from './gaussian.ts'
import { DIM, mfcc, PER_SECOND } from './mfcc.ts'
import { learn, likelihood, type Mixture } from './mixture.ts'
import { spokenOver } from './overlap.ts'

/** Who spoke when, without any trained weights: Gaussians over cepstra, joined by BIC, then told apart frame by frame. */

export const CLASSICAL = {
  /** How much dearer a further speaker is made than the theory says: at 1 one person becomes several. */
  lambda: 2.5,
  most: 10,
  /** Frames below which it is no speaker, and the share of the speech. */
  leastVoice: 120,
  leastShare: 0.08,
  /** Quieter than the loud parts by this (e-folds of power, 17 dB) is breath and room. */
  quiet: 4,
  /** What an utterance is cut into at most, and what is too short to tell anything by itself. */
  longest: 300,
  shortest: 50,
  /** The price of a change of speaker between two frames, and across a pause. */
  change: 60,
  changeInPause: 12,
  rounds: 2,
  framesForPart: 150,
  mostParts: 8,
  /** Below this much more likely than the next best voice, over about a second, it is not known. More voices, more doubt. */
  doubt: (speakers: number) => (speakers <= 2 ? 0.35 : 0.35 + 0.3 * (speakers - 2)),
  doubtWindow: 50,
  /** With more speakers than this everything is uncertain. */
  mostKnown: 2,
  leastTurn: 0.5,
}

interface Utterance {
  from: number
  to: number
}

export class ClassicalListener {
  private readonly values: Float32Array[] = []
  private readonly loud: number[] = []
  private readonly seconds: number[] = []
  private readonly utterances: Utterance[] = []

  async add(piece: CutPiece): Promise<void> {
    const frames = mfcc(piece.samples)
    const loudest = Float32Array.from(frames.loud).sort()[Math.floor(frames.count * 0.95)] ?? 0
    const kept: number[] = []
    for (const [start, end] of piece.speech) {
      const from = this.seconds.length
      const last = Math.min(frames.count, Math.floor(end * PER_SECOND))
      for (let t = Math.max(0, Math.floor(start * PER_SECOND)); t < last; t++) {
        if (frames.loud[t]! < loudest - CLASSICAL.quiet) continue
        kept.push(t)
        this.loud.push(frames.loud[t]!)
        this.seconds.push(piece.start + t / PER_SECOND)
      }
      if (this.seconds.length > from) this.utterances.push({ from, to: this.seconds.length })
    }
    const values = new Float32Array(kept.length * DIM)
    for (const [at, t] of kept.entries()) values.set(frames.values.subarray(t * DIM, (t + 1) * DIM), at * DIM)
    this.values.push(values)
  }

  async finish({ speakers }: { speakers?: number }): Promise<Diarized> {
    const values = concatenated(this.values)
    const parts = this.utterances.flatMap(utterance => partsOf(values, utterance))
    if (parts.length === 0) return { turns: [], voices: [] }
    const owner = firstGuess(values, parts, speakers)
    const { labels, sure, scores } = relabelled(values, this.utterances, owner)
    const over = spokenOver(values, Float32Array.from(this.loud), labels, scores)
    for (let at = 0; at < over.length; at++) if (over[at]) sure[at] = 0
    const found = new Set(labels).size
    // Measured on conversations it had not seen: beyond two people a quarter may be wrong, and no margin tells which.
    if (Math.max(found, speakers ?? 0) > CLASSICAL.mostKnown) sure.fill(0)
    return { turns: this.turnsOf(labels, sure), voices: [] }
  }

  /** Consecutive frames of one voice become one turn; uncertain frames become turns of their own. */
  private turnsOf(labels: Int16Array, sure: Uint8Array): SpeakerTurn[] {
    const turns: SpeakerTurn[] = []
    const order = new Map<number, number>()
    const step = 1 / PER_SECOND
    for (const { from, to } of this.utterances)
      for (let at = from; at < to; at++) {
        const label = labels[at]!
        if (!order.has(label)) order.set(label, order.size)
        const [speaker, uncertain, start] = [order.get(label)!, sure[at] === 0, this.seconds[at]!]
        const open = turns.at(-1)
        const goesOn = open && start - open.end < 0.6 && open.speaker === speaker && open.uncertain === uncertain
        if (goesOn) open.end = start + step
        else turns.push({ start: Math.max(start, open?.end ?? 0), end: start + step, speaker, uncertain })
      }
    return turns.map(turn => ({ ...turn, uncertain: turn.uncertain || turn.end - turn.start < CLASSICAL.leastTurn }))
  }
}

function concatenated(parts: Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** An utterance, cut where the voice seems to change and where it is long. */
function partsOf(values: Float32Array, { from, to }: Utterance): Utterance[] {
  const edges = [from, ...changesIn(values, from, to), to]
  const parts: Utterance[] = []
  for (let i = 0; i + 1 < edges.length; i++) {
    const [start, end] = [edges[i]!, edges[i + 1]!]
    const count = Math.ceil((end - start) / CLASSICAL.longest)
    for (let part = 0; part < count; part++)
      parts.push({
        from: start + Math.floor(((end - start) * part) / count),
        to: start + Math.floor(((end - start) * (part + 1)) / count),
      })
  }
  return parts
}

/** A speaker for each frame by clustering; -1 for what was too short to take part. */
function firstGuess(values: Float32Array, parts: Utterance[], speakers: number | undefined): Int16Array {
  const owner = new Int16Array(values.length / DIM).fill(-1)
  const long = parts.filter(({ from, to }) => to - from >= CLASSICAL.shortest)
  const used = long.length > 0 ? long : parts
  const sums = used.map(({ from, to }) => {
    const each = noSums()
    for (let frame = from; frame < to; frame++) addFrame(each, values, frame)
    return each
  })
  const joining = { join: joined, apart: (a: GaussianSums, b: GaussianSums) => bic(a, b, CLASSICAL.lambda) }
  const all = sums.reduce((total, { count }) => total + count, 0)
  const least = Math.max(CLASSICAL.leastVoice, all * CLASSICAL.leastShare)
  const found: Cluster<GaussianSums>[] = cluster(sums, joining, {
    exactly: speakers,
    most: CLASSICAL.most,
    // A laugh or a cough is nobody: what has hardly any time is given to those who have.
    counts: ({ count }) => count >= least,
  })
  for (const [speaker, { members }] of found.entries())
    for (const member of members) owner.fill(speaker, used[member]!.from, used[member]!.to)
  return owner
}

interface Labelling {
  labels: Int16Array
  sure: Uint8Array
  /** How likely each voice is in each frame. */
  scores: Float32Array[]
}

/** Learns each voice from the guess and tells every frame anew, a few times over. */
function relabelled(values: Float32Array, utterances: Utterance[], guess: Int16Array): Labelling {
  let labelling: Labelling = { labels: guess, sure: new Uint8Array(guess.length).fill(1), scores: [] }
  for (let round = 0; round < CLASSICAL.rounds; round++) {
    const { speakers, voices } = learned(values, labelling.labels)
    const scores = voices.map(voice => scored(voice, values))
    const path = likeliestPath(scores, utterances, guess.length)
    labelling = {
      labels: Int16Array.from(path, at => speakers[at]!),
      sure: certainty(scores, path, utterances),
      scores,
    }
  }
  return labelling
}

function framesOf(labels: Int16Array): Map<number, number[]> {
  const frames = new Map<number, number[]>()
  for (const [at, label] of labels.entries()) {
    if (label < 0) continue
    const own = frames.get(label)
    if (own) own.push(at)
    else frames.set(label, [at])
  }
  return frames
}

function learned(values: Float32Array, labels: Int16Array) {
  const frames = framesOf(labels)
  const speakers = [...frames.keys()].sort((a, b) => a - b)
  const voices = speakers.map(speaker => {
    const own = frames.get(speaker)!
    const parts = Math.min(CLASSICAL.mostParts, Math.max(1, Math.floor(own.length / CLASSICAL.framesForPart)))
    return learn(values, own, parts)
  })
  return { speakers, voices }
}

function scored(voice: Mixture, values: Float32Array): Float32Array {
  const row = new Float32Array(values.length / DIM)
  for (let at = 0; at < row.length; at++) row[at] = likelihood(voice, values, at * DIM)
  return row
}

/** Viterbi: the best story in which the speaker seldom changes. */
function likeliestPath(scores: Float32Array[], utterances: Utterance[], count: number): Int16Array {
  const speakers = scores.length
  const begins = new Set(utterances.map(({ from }) => from))
  const before = new Int16Array(count * speakers)
  let total = scores.map(row => row[0]!)
  for (let at = 1; at < count; at++) {
    const price = begins.has(at) ? CLASSICAL.changeInPause : CLASSICAL.change
    let best = 0
    for (let s = 1; s < speakers; s++) if (total[s]! > total[best]!) best = s
    const next = new Array<number>(speakers)
    for (let s = 0; s < speakers; s++) {
      const changes = total[best]! - price > total[s]!
      before[at * speakers + s] = changes ? best : s
      next[s] = scores[s]![at]! + (changes ? total[best]! - price : total[s]!)
    }
    total = next
  }
  const path = new Int16Array(count)
  let here = total.indexOf(Math.max(...total))
  for (let at = count - 1; at >= 0; at--) {
    path[at] = here
    here = before[at * speakers + here]!
  }
  return path
}

/** A frame is sure when its voice is clearly the likeliest over the half second around it. */
function certainty(scores: Float32Array[], path: Int16Array, utterances: Utterance[]): Uint8Array {
  const sure = new Uint8Array(path.length).fill(1)
  if (scores.length < 2) return sure
  const least = CLASSICAL.doubt(scores.length)
  for (const { from, to } of utterances) {
    const sums = scores.map(row => prefix(row, from, to))
    for (let at = from; at < to; at++) {
      const a = Math.max(from, at - CLASSICAL.doubtWindow) - from
      const b = Math.min(to, at + CLASSICAL.doubtWindow + 1) - from
      const own = sums[path[at]!]!
      let rival = Number.NEGATIVE_INFINITY
      for (const [speaker, sum] of sums.entries())
        if (speaker !== path[at]) rival = Math.max(rival, (sum[b]! - sum[a]!) / (b - a))
      if ((own[b]! - own[a]!) / (b - a) - rival < least) sure[at] = 0
    }
  }
  return sure
}

function prefix(row: Float32Array, from: number, to: number): Float64Array {
  const sums = new Float64Array(to - from + 1)
  for (let at = from; at < to; at++) sums[at - from + 1] = sums[at - from]! + row[at]!
  return sums
}
