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

/** The words that say something. Without their places: this is done for many texts at every search. */
const tellingWords = (text: string) =>
  (normalise(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).filter(word => !isStopWord(word))

type Each = (item: number | string) => void

function piecesOf(words: string[], each: Each): number {
  let count = 0
  for (const word of words) {
    const padded = ` ${word} `
    let at = 0
    do {
      let piece = 0
      for (let i = at; i < Math.min(at + SIZE, padded.length); i++)
        piece = (Math.imul(piece, FACTOR) + padded.charCodeAt(i)) | 0
      each(piece)
      count++
      at++
    } while (at + SIZE <= padded.length)
  }
  return count
}

/** Pairs of which both words may be the question's; the rest would be compared in vain. */
function pairsAmong(asked: string[]) {
  const may = mayBeAmong(asked.map(stemOf))
  return (words: string[], each: Each): number => {
    let before = ''
    for (const word of words) {
      const stem = may(word) ? stemOf(word) : ''
      if (before && stem) each(`${before} ${stem}`)
      before = stem
    }
    return Math.max(words.length - 1, 0)
  }
}

/** BM25 over any kind of item, with statistics of these texts alone. */
function scores(asked: string[], texts: string[][], split: (words: string[], each: Each) => number): number[] {
  const wanted = new Map<number | string, number>()
  split(asked, item => void (wanted.has(item) || wanted.set(item, wanted.size)))
  if (wanted.size === 0) return texts.map(() => 0)
  const found = texts.map(words => {
    const counts = new Map<number, number>()
    const length = split(words, item => {
      const index = wanted.get(item)
      if (index !== undefined) counts.set(index, (counts.get(index) ?? 0) + 1)
    })
    return { counts, length }
  })
  const frequency = new Array<number>(wanted.size).fill(0)
  for (const { counts } of found) for (const index of counts.keys()) frequency[index]!++
  const average = found.reduce((sum, { length }) => sum + length, 0) / Math.max(found.length, 1) || 1
  return found.map(({ counts, length }) => {
    const norm = K1 * (1 - B + (B * length) / average)
    let score = 0
    for (const [index, count] of counts)
      score += (idf(frequency[index]!, texts.length) * count * (K1 + 1)) / (count + norm)
    return score
  })
}

/** What pieces and pairs add to the score of each text. */
export function secondLook(asked: Word[], texts: string[]): number[] {
  const question = asked.map(({ word }) => word).filter(word => !isStopWord(word))
  const words = texts.map(tellingWords)
  const pieces = scores(question, words, piecesOf)
  const pairs = scores(question, words, pairsAmong(question))
  return texts.map((_, i) => PIECES * pieces[i]! + PAIRS * pairs[i]!)
}
