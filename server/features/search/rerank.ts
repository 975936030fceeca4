import { isStopWord, type Word, wordsOf } from '../../lib/words.ts'
import { idf } from './statistics.ts'

/**
 * The second look at the best candidates: pieces of words, which forgive what stemming does not, and pairs of words in their
 * order. How rare each is, is counted among the candidates themselves.
 */

export const PIECES = 0.25
export const PAIRS = 0.5
const K1 = 1.2
const B = 0.75

const SIZE = 4

/** Every four letters in a row of the words that say something, blanks between them included. */
function piecesOf(words: Word[], each: (piece: string) => void): number {
  let count = 0
  for (const { word } of words) {
    const padded = ` ${word} `
    if (padded.length <= SIZE) {
      each(padded)
      count++
    } else
      for (let at = 0; at + SIZE <= padded.length; at++) {
        each(padded.slice(at, at + SIZE))
        count++
      }
  }
  return count
}

function pairsOf(words: Word[], each: (pair: string) => void): number {
  for (let at = 1; at < words.length; at++) each(`${words[at - 1]!.stem} ${words[at]!.stem}`)
  return Math.max(words.length - 1, 0)
}

type Splitter = (words: Word[], each: (item: string) => void) => number

/** BM25 over any kind of item, with statistics of these texts alone. */
function scores(asked: Word[], texts: Word[][], split: Splitter): number[] {
  const wanted = new Map<string, number>()
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

const telling = (words: Word[]) => words.filter(({ word }) => !isStopWord(word))

/** What pieces and pairs add to the score of each text. */
export function secondLook(asked: Word[], texts: string[]): number[] {
  const question = telling(asked)
  const words = texts.map(text => telling(wordsOf(text)))
  const pieces = scores(question, words, piecesOf)
  const pairs = scores(question, words, pairsOf)
  return texts.map((_, i) => PIECES * pieces[i]! + PAIRS * pairs[i]!)
}
