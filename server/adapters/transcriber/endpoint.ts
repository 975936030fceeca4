import type { ModelEndpoint, Models, Transcription } from '../../ports/models.ts'
import type { PieceText, SoundPiece, SpokenWord, Transcriber } from '../../ports/transcriber.ts'
import { wavOf } from './wav.ts'

const RATE = 16_000
const PIECE_MS = 120_000
/** As Whisper's own authors judge: this is no speech, or the model went round in a circle. */
const NO_SPEECH = 0.6
const LEAST_LIKELY = -1
const MOST_PACKED = 2.4

/** A model behind an OpenAI-compatible endpoint. */
export function endpointTranscriber(models: Models, endpoint: ModelEndpoint, model: string): Transcriber {
  return {
    check: async () => `${model} writes speech down`,
    async begin() {
      return {
        model,
        write: async (piece, { signal } = {}) => {
          const wav = wavOf(piece.samples, RATE)
          return textOf(await models.transcribe(endpoint, { wav, model }, { deadlineMs: PIECE_MS, signal }), piece)
        },
        end: async () => {},
      }
    },
  }
}

export function textOf(given: Transcription, piece: SoundPiece): PieceText {
  const seconds = piece.samples.length / RATE
  const good = given.segments.filter(
    ({ noSpeech, likely, packed }) => !((noSpeech > NO_SPEECH && likely < LEAST_LIKELY) || packed > MOST_PACKED),
  )
  const words =
    given.segments.length > 0
      ? good.flatMap(({ text, start, end }) => timed(text, given.words, start, Math.min(end, seconds)))
      : overSpeech(given.text, given.words, piece.speech, seconds)
  return { words, language: words.length > 0 ? (given.language ?? null) : null, foreign: null }
}

const tokensOf = (text: string) => text.split(/\s+/).filter(Boolean)

/** The server's own times where they fit the words one to one, else by the length of the words. */
function timed(text: string, known: Transcription['words'], start: number, end: number): SpokenWord[] {
  const tokens = tokensOf(text)
  const own = known.filter(word => word.start >= start - 0.3 && word.start < end)
  if (own.length === tokens.length && tokens.every((token, at) => sameWord(token, own[at]!.text)))
    return tokens.map((token, at) => ({ text: ` ${token}`, start: own[at]!.start, end: own[at]!.end }))
  const total = tokens.reduce((sum, token) => sum + token.length + 1, 0)
  let at = 0
  return tokens.map(token => {
    const from = start + ((end - start) * at) / total
    at += token.length + 1
    return { text: ` ${token}`, start: from, end: start + ((end - start) * at) / total }
  })
}

const letters = (word: string) => word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
const sameWord = (a: string, b: string) => letters(a) === letters(b)

/** A server that only gives a text: its words are laid over the time in which somebody speaks. */
function overSpeech(
  text: string,
  known: Transcription['words'],
  speech: [number, number][],
  seconds: number,
): SpokenWord[] {
  const spoken = speech.length > 0 ? speech : [[0, seconds] as [number, number]]
  const length = spoken.reduce((sum, [from, to]) => sum + to - from, 0)
  const real = (position: number) => {
    let rest = position
    for (const [from, to] of spoken) {
      if (rest <= to - from) return from + rest
      rest -= to - from
    }
    return spoken.at(-1)![1]
  }
  const laid = timed(text, known, 0, known.length > 0 ? seconds : length)
  if (known.length > 0 && laid.some(({ start }, at) => start === known[at]?.start)) return laid
  return timed(text, [], 0, length).map(word => ({ ...word, start: real(word.start), end: real(word.end) }))
}
