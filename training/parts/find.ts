import type { Asked, Chunk, Corpus } from '../../bench/answers/corpus.ts'
import { otherTerms } from '../../server/features/search/forms.ts'
import { CHANCE, MEANING, SURE, TITLE_WEIGHT } from '../../server/features/search/ranking.ts'
import { secondLook } from '../../server/features/search/rerank.ts'
import { idf } from '../../server/features/search/statistics.ts'
import { type Background, zScoreOf } from '../../server/features/search/vectors/background.ts'
import { dot } from '../../server/features/search/vectors/codes.ts'
import { isIdentifier, isStopWord, wordsOf } from '../../server/lib/words.ts'

/** The product's retrieval without a database: `bench/ask` measures that both find the same. */

const K1 = 1.2
const B = 0.75
const PASSAGES = 8
const LOOK = 50
const NEAREST = 30
const IDENTIFIER = 1.3
const OTHER_FORM = 0.9

export interface Found {
  passages: { chunk: Chunk; text: string; score: number; zScore: number | null }[]
  /** In how many rows of the index a term is, whoever may see them. */
  frequencyOf(term: string): number
  /** Whether anything that is there has the term or another form of it. */
  isThere(term: string): boolean
  chunks: number
  zScore?: (similarity: number) => number
}

interface Group {
  term: string
  weight: number
  /** Other forms of it that the files have. */
  forms: { term: string; weight: number }[]
}

export function find(
  corpus: Corpus,
  { question, vector }: Asked,
  without: (chunk: Chunk) => boolean,
  background: Background | undefined,
  limit = PASSAGES,
): Found {
  const asked = wordsOf(question)
  const telling = asked.filter(({ word }) => !isStopWord(word))
  const words = [...new Map((telling.length > 0 ? telling : asked).map(word => [word.term, word])).values()]
  // What lies in the bin is still counted, as the product does.
  const rows = corpus.chunks.length
  const frequencyOf = (term: string) => corpus.frequency.get(term) ?? 0
  const worthOf = (word: string, term: string) =>
    idf(frequencyOf(term), Math.max(rows, frequencyOf(term))) * (K1 + 1) * (isIdentifier(word) ? IDENTIFIER : 1)
  const taken = new Set(words.map(({ term }) => term))
  const groups = words.map(
    (word): Group => ({
      term: word.term,
      weight: worthOf(word.word, word.term),
      forms: otherTerms(word)
        .filter(term => frequencyOf(term) > 0 && !taken.has(term) && taken.add(term))
        .map(term => ({ term, weight: OTHER_FORM * worthOf(term, term) })),
    }),
  )
  const ideal = groups.reduce((sum, { weight }) => sum + weight, 0)
  const terms = groups.flatMap(({ forms, ...own }) => [own, ...forms])
  const zScore = background && vector ? zScoreOf(background, vector) : undefined
  const there = corpus.chunks.filter(chunk => !without(chunk))
  const titleScores = new Map<number, number>()
  for (const { file, titleTerms } of there)
    if (titleTerms.size > 0) titleScores.set(file, TITLE_WEIGHT * scoreOf(terms, titleTerms, K1))
  const scored = there.map(chunk => ({
    chunk,
    text: chunk.text,
    words: scoreOf(terms, chunk.counts, K1 * (1 - B + (B * chunk.length) / corpus.average)),
    zScore: zScore && chunk.vector ? zScore(dot(vector!, chunk.vector)) : null,
  }))
  const byWords = scored
    .filter(entry => entry.words > 0)
    .map(entry => ({ ...entry, score: entry.words + (titleScores.get(entry.chunk.file) ?? 0) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, LOOK)
  const known = new Set(byWords.map(({ chunk }) => chunk))
  const byMeaning = scored
    .filter(entry => (entry.zScore ?? 0) >= CHANCE)
    .sort((a, b) => b.zScore! - a.zScore!)
    .slice(0, NEAREST)
    .filter(({ chunk }) => !known.has(chunk))
    .map(entry => ({ ...entry, score: 0 }))
  const first = [...byWords, ...byMeaning]
  const looks = secondLook(
    asked,
    first.map(({ text }) => text),
  )
  const looked = first.map((entry, i) => ({ ...entry, score: entry.score + looks[i]!.added }))
  const most = Math.max(ideal, 1e-9, ...looked.map(({ score }) => score))
  const surest = Math.max(SURE, ...looked.map(entry => entry.zScore ?? 0))
  const passages = looked
    .map(entry => ({ ...entry, score: entry.score / most + (MEANING * Math.max(0, entry.zScore ?? 0)) / surest }))
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
  const isThere = (term: string) => {
    const forms = [term, ...(groups.find(group => group.term === term)?.forms ?? []).map(form => form.term)]
    return there.some(({ counts, titleTerms }) => forms.some(form => counts.has(form) || titleTerms.has(form)))
  }
  return { passages, frequencyOf, isThere, chunks: rows, zScore }
}

function scoreOf(terms: { term: string; weight: number }[], counts: Map<string, number>, norm: number): number {
  let score = 0
  for (const { term, weight } of terms) {
    const count = counts.get(term)
    if (count) score += weight / (1 + norm / count)
  }
  return score
}
