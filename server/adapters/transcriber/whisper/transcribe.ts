import { deflateSync } from 'node:zlib'
import type { PieceText } from '../../../ports/transcriber.ts'
import { RATE } from './mel.ts'
import type { Listened, Whisper, Written } from './model.ts'
import { wordsOf } from './words.ts'

/** From a piece of speech to its words, or to none: what is not speech must not become words. */

/** Tried in turn until an answer looks like one; the later ones draw instead of taking the likeliest. */
const TEMPERATURES = [0, 0.4, 0.8]
/** As in the original: text that packs better than this repeats itself, and one less likely than this is a guess. */
const MOST_PACKED = 2.4
const LEAST_LIKELY = -1
/** Where the model itself doubts that anybody speaks, more is asked of the text; where it is sure of it, nothing is kept. */
const DOUBTS_SPEECH = 0.3
const LEAST_LIKELY_IN_DOUBT = -0.6
const NO_SPEECH = 0.6
/** Of several guesses the best is kept down to here, if it is more than a few stock words. */
const LEAST_LIKELY_GUESS = -1.2
const SHORT_TEXT = 40

/** The share of the served languages below which a piece is in another one, if that one is sure enough. */
const OURS_AT_LEAST = 0.25
const OTHER_AT_LEAST = 0.75

export interface Served {
  /** Languages that the engine is good enough for; empty: all it has. */
  languages: string[]
}

export async function transcribePiece(whisper: Whisper, samples: Float32Array, served: Served): Promise<PieceText> {
  const heard = await whisper.listen(samples)
  const seconds = samples.length / RATE
  const choice = languageOf(heard, served.languages)
  if ('foreign' in choice) return { words: [], language: null, foreign: choice.foreign }
  const written = await writtenWell(whisper, heard, choice.language)
  if (!written) return { words: [], language: null, foreign: null }
  const words = wordsOf(written, whisper, seconds)
  return { words: withoutAsides(words), language: choice.language, foreign: null }
}

/** The language to write in, or the one that we do not serve. */
function languageOf({ languages }: Listened, served: string[]): { language: string } | { foreign: string } {
  const ranked = [...languages].sort((a, b) => b[1] - a[1])
  const [top, share] = ranked[0]!
  if (served.length === 0 || served.includes(top)) return { language: top }
  const ours = served.reduce((sum, code) => sum + (languages.get(code) ?? 0), 0)
  if (ours < OURS_AT_LEAST && share > OTHER_AT_LEAST) return { foreign: top }
  return { language: ranked.find(([code]) => served.includes(code))![0] }
}

async function writtenWell(whisper: Whisper, heard: Listened, language: string): Promise<Written | undefined> {
  const doubtful = heard.noSpeech > DOUBTS_SPEECH
  const least = doubtful ? LEAST_LIKELY_IN_DOUBT : LEAST_LIKELY
  let best: { written: Written; likely: number } | undefined
  for (const temperature of TEMPERATURES) {
    const written = await whisper.write(heard, language, temperature)
    const { likely, packed, length } = looksLike(written, whisper)
    if (length === 0 || (heard.noSpeech > NO_SPEECH && likely < LEAST_LIKELY_IN_DOUBT)) return undefined
    if (written.looped || packed > MOST_PACKED) continue
    if (likely >= least) return written
    if (!doubtful && length >= SHORT_TEXT && likely > (best?.likely ?? LEAST_LIKELY_GUESS)) best = { written, likely }
  }
  return best?.written
}

function looksLike(written: Written, { tokens }: Whisper) {
  const bytes = Buffer.concat(written.tokens.map(token => tokens.bytesOf(token)))
  const sum = written.logProbs.reduce((total, value) => total + value, 0)
  return {
    likely: sum / Math.max(1, written.logProbs.length),
    packed: bytes.length / Math.max(1, deflateSync(bytes).length),
    length: bytes.toString('utf8').trim().length,
  }
}

/** "[music]", "(applause)", "*sighs*": told of the sound, not said in it. */
function withoutAsides<W extends { text: string }>(words: W[]): W[] {
  const kept: W[] = []
  let inside = ''
  for (const word of words) {
    const bare = word.text.trim()
    const opener = /^[[(*♪]/.exec(bare)?.[0]
    if (!inside && opener) inside = { '[': ']', '(': ')', '*': '*', '♪': '♪' }[opener]!
    if (!inside) kept.push(word)
    else if (bare.length > 1 || inside !== '*') {
      if (bare.includes(inside, 1) || (inside === '♪' && kept.length === 0 && bare === '♪')) inside = ''
    }
  }
  // A bracket that never closes was none.
  return inside ? words.filter(word => !/[[\]♪*]/.test(word.text)) : kept
}
