import { deflateSync } from 'node:zlib'
import type { PieceText } from '../../../ports/transcriber.ts'
import { RATE } from './mel.ts'
import type { Listened, Whisper, WhisperText } from './model.ts'
import { wordsOf } from './words.ts'

/** From a piece of speech to its words, or to none: what is not speech must not become words. */

/** Tried in turn until an answer looks like one; the later ones draw instead of taking the likeliest. */
const TEMPERATURES = [0, 0.4, 0.8]
/** As in the original: text that packs better than this repeats itself, and one less likely than this is a guess. */
const MOST_PACKED = 2.4
const LEAST_LIKELY = -1
/** Where the model itself doubts that anybody speaks, more is asked of the text; where it is sure of it, much more. */
const DOUBTS_SPEECH = 0.3
const LEAST_LIKELY_IN_DOUBT = -0.6
const NO_SPEECH = 0.6
const LEAST_LIKELY_IN_NO_SPEECH = -0.3
/** What it was taught to write under music, from the ends of films. Where somebody surely speaks, or says much more, it was said. */
const CREDITS =
  /редактор субтитров|корректор [а-яё]\.|субтитры (?:сделал|создавал|делал|подогнал|добавил)|dimatorzok|subtitles? by|captions? by|transcri(?:bed|ption) by|amara\.org/iu
const FAREWELL =
  /^\P{L}*(?:продолжение следует|спасибо за просмотр|подписывайтесь на (?:наш |мой )?канал|до новых встреч|thanks? (?:you )?(?:so much )?for watching|please subscribe|see you (?:in the )?next (?:time|video)|(?:thank you|bye)[.!]*)\P{L}*$/iu
const SURELY_SPEECH = 0.1
const LONGEST_CREDITS = 120
/** Below this share of the best language that is served, the likelier text of the two best decides. */
const SURE_OF_LANGUAGE = 0.5
/** Of several guesses the best is kept down to here, if it is more than a few stock words. */
const LEAST_LIKELY_GUESS = -1.2
const SHORT_TEXT = 40
/** A phrase that comes again at once. */
const REPEATED = /(.{8,}?)\s*\1/su

/** The share of the served languages below which a piece is in another one, if that one is sure enough. */
const OURS_AT_LEAST = 0.25
const OTHER_AT_LEAST = 0.75

export interface Served {
  /** Languages that the engine is good enough for; empty: all it has. */
  languages: string[]
}

export async function transcribePiece(whisper: Whisper, samples: Float32Array, served: Served): Promise<PieceText> {
  const encoded = await whisper.listen(samples)
  const seconds = samples.length / RATE
  const choice = languagesOf(encoded, served.languages)
  if ('foreign' in choice) return { words: [], language: null, foreign: choice.foreign }
  let best: (Guess & { language: string }) | undefined
  for (const language of choice.languages) {
    const guess = await writtenWell(whisper, encoded, language)
    if (guess && guess.likely > (best?.likely ?? Number.NEGATIVE_INFINITY)) best = { ...guess, language }
  }
  if (!best) return { words: [], language: null, foreign: null }
  return { words: withoutAsides(wordsOf(best.written, whisper, seconds)), language: best.language, foreign: null }
}

/** The languages to try, mostly one, or the one that we do not serve. */
function languagesOf({ languages }: Listened, served: string[]): { languages: string[] } | { foreign: string } {
  const ranked = [...languages].sort((a, b) => b[1] - a[1])
  const [top, share] = ranked[0]!
  if (served.length === 0) return { languages: [top] }
  const ours = ranked.filter(([code]) => served.includes(code))
  const all = ours.reduce((sum, [, one]) => sum + one, 0)
  if (!served.includes(top) && all < OURS_AT_LEAST && share > OTHER_AT_LEAST) return { foreign: top }
  return { languages: ours.slice(0, ours[0]![1] < SURE_OF_LANGUAGE ? 2 : 1).map(([code]) => code) }
}

interface Guess {
  written: WhisperText
  likely: number
}

async function writtenWell(whisper: Whisper, encoded: Listened, language: string): Promise<Guess | undefined> {
  const doubtful = encoded.noSpeech > DOUBTS_SPEECH
  let best: Guess | undefined
  for (const temperature of TEMPERATURES) {
    const written = await whisper.write(encoded, language, temperature)
    const { likely, packed, text } = looksLike(written, whisper)
    if (isMadeUp(text, likely, encoded.noSpeech)) return undefined
    if (written.looped || packed > MOST_PACKED) continue
    // Text that the model invents from noise is short or repeats itself.
    const suspect = doubtful && (text.length < SHORT_TEXT || REPEATED.test(text))
    if (likely >= (suspect ? LEAST_LIKELY_IN_DOUBT : LEAST_LIKELY)) return { written, likely }
    if (!doubtful && text.length >= SHORT_TEXT && likely > (best?.likely ?? LEAST_LIKELY_GUESS))
      best = { written, likely }
  }
  return best
}

export const isMadeUp = (text: string, likely: number, noSpeech: number) =>
  text === '' ||
  (noSpeech > NO_SPEECH && likely < LEAST_LIKELY_IN_NO_SPEECH) ||
  (noSpeech > SURELY_SPEECH && (FAREWELL.test(text) || (CREDITS.test(text) && text.length <= LONGEST_CREDITS)))

function looksLike(written: WhisperText, { tokens }: Whisper) {
  const bytes = Buffer.concat(written.tokens.map(token => tokens.bytesOf(token)))
  const text = bytes.toString('utf8').trim()
  const sum = written.logProbs.reduce((total, value) => total + value, 0)
  return {
    likely: sum / Math.max(1, written.logProbs.length),
    packed: bytes.length / Math.max(1, deflateSync(bytes).length),
    text,
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
