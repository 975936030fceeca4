import { isStopWord, mayBeAmong, normalise, stemOf, type Word } from '../../lib/words.ts'
import { idf } from './statistics.ts'

/**
 * The second look at the best candidates: pieces of words, which forgive what stemming does not, and pairs of words in their
 * order. How rare each is, is counted among the candidates themselves.
 */

const PIECES = 0.25
const PAIRS = 0.5
const K1 = 1.2
const B = 0.75

/** Every four letters in a row, the blanks around a word included, as one number. */
const SIZE = 4
const FACTOR = 65_599

const TOKEN = /[\p{L}\p{M}\p{N}]+/gu

/** What a word brings along wherever it stands; worked out once for each, for texts repeat their words. */
interface Known {
  /** How many pieces it has. */
  pieces: number
  /** Those of the question among them, by their numbers. */
  hits: number[]
  /** Empty where it cannot be a word of the question. */
  stem: string
}

function piecesOf(word: string, each: (piece: number) => void): number {
  const padded = ` ${word} `
  const last = Math.max(padded.length - SIZE, 0)
  for (let at = 0; at <= last; at++) {
    let piece = 0
    for (let i = at; i < Math.min(at + SIZE, padded.length); i++)
      piece = (Math.imul(piece, FACTOR) + padded.charCodeAt(i)) | 0
    each(piece)
  }
  return last + 1
}

/** The numbers of different items, in the order in which they come. */
const numbered = <T>(items: T[]) => new Map([...new Set(items)].map((item, n) => [item, n]))

/** A word that says nothing. */
const NOTHING: Known = { pieces: 0, hits: [], stem: '' }

function learning(wanted: Map<number, number>, stems: Set<string>): (word: string) => Known {
  const known = new Map<string, Known>()
  const may = mayBeAmong(stems)
  const learn = (word: string): Known => {
    if (isStopWord(word)) return NOTHING
    const hits: number[] = []
    const pieces = piecesOf(word, piece => {
      const number = wanted.get(piece)
      if (number !== undefined) hits.push(number)
    })
    const stem = may(word) ? stemOf(word) : ''
    return { pieces, hits, stem: stems.has(stem) ? stem : '' }
  }
  return word => {
    const found = known.get(word)
    if (found) return found
    const learnt = learn(word)
    known.set(word, learnt)
    return learnt
  }
}

/** How often a text has each item of the question, of how many that it has in all. */
interface Counted {
  counts: Uint16Array
  length: number
}

/** BM25 over any kind of item, with statistics of these texts alone. */
function scores(wanted: number, found: Counted[]): number[] {
  const frequency = new Array<number>(wanted).fill(0)
  for (const { counts } of found) for (let n = 0; n < wanted; n++) if (counts[n]! > 0) frequency[n]!++
  const worth = frequency.map(rows => idf(rows, found.length))
  const average = found.reduce((sum, { length }) => sum + length, 0) / Math.max(found.length, 1) || 1
  return found.map(({ counts, length }) => {
    const norm = K1 * (1 - B + (B * length) / average)
    let score = 0
    for (let n = 0; n < wanted; n++) {
      const count = counts[n]!
      if (count > 0) score += (worth[n]! * count * (K1 + 1)) / (count + norm)
    }
    return score
  })
}

/** What pieces and pairs add to the score of each text. */
export function secondLook(asked: Word[], texts: string[]): number[] {
  const question = asked.map(({ word }) => word).filter(word => !isStopWord(word))
  const askedPieces: number[] = []
  for (const word of question) piecesOf(word, piece => askedPieces.push(piece))
  const stems = question.map(stemOf)
  const wantedPieces = numbered(askedPieces)
  const wantedPairs = numbered(stems.slice(1).map((stem, n) => `${stems[n]} ${stem}`))
  // A single word has no pairs, and then no stem is of use.
  const know = learning(wantedPieces, new Set(wantedPairs.size > 0 ? stems : []))
  const pieces: Counted[] = []
  const pairs: Counted[] = []
  for (const text of texts) {
    const inText = { counts: new Uint16Array(wantedPieces.size), length: 0 }
    const pairsIn = { counts: new Uint16Array(wantedPairs.size), length: 0 }
    let words = 0
    let before = ''
    for (const word of normalise(text).match(TOKEN) ?? []) {
      const known = know(word)
      if (known === NOTHING) continue
      words++
      inText.length += known.pieces
      for (const number of known.hits) inText.counts[number]!++
      if (before && known.stem) {
        const number = wantedPairs.get(`${before} ${known.stem}`)
        if (number !== undefined) pairsIn.counts[number]!++
      }
      before = known.stem
    }
    pairsIn.length = Math.max(words - 1, 0)
    pieces.push(inText)
    pairs.push(pairsIn)
  }
  const byPieces = scores(wantedPieces.size, pieces)
  const byPairs = scores(wantedPairs.size, pairs)
  return texts.map((_, i) => PIECES * byPieces[i]! + PAIRS * byPairs[i]!)
}
