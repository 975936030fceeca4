import type { Asked, Corpus, Window } from '../../bench/answers/corpus.ts'
import { otherStems } from '../../server/features/search/forms.ts'
import { CHANCE, HEAD, MEANING, SURE } from '../../server/features/search/ranking.ts'
import { secondLook } from '../../server/features/search/rerank.ts'
import { idf } from '../../server/features/search/statistics.ts'
import { type Background, surpriseOf } from '../../server/features/search/vectors/background.ts'
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
  passages: { window: Window; text: string; score: number; surprise: number | null }[]
  /** In how many rows of the index a stem is, whoever may see them. */
  frequencyOf(stem: string): number
  /** Whether anything that is there has the stem or another form of it. */
  isThere(stem: string): boolean
  windows: number
  surprise?: (similarity: number) => number
}

interface Group {
  stem: string
  weight: number
  /** Other forms of it that the files have. */
  forms: { stem: string; weight: number }[]
}

export function find(
  corpus: Corpus,
  { question, vector }: Asked,
  without: (window: Window) => boolean,
  background: Background | undefined,
  limit = PASSAGES,
): Found {
  const asked = wordsOf(question)
  const telling = asked.filter(({ word }) => !isStopWord(word))
  const words = [...new Map((telling.length > 0 ? telling : asked).map(word => [word.stem, word])).values()]
  // What lies in the bin is still counted, as the product does.
  const rows = corpus.windows.length
  const frequencyOf = (stem: string) => corpus.frequency.get(stem) ?? 0
  const worthOf = (word: string, stem: string) =>
    idf(frequencyOf(stem), Math.max(rows, frequencyOf(stem))) * (K1 + 1) * (isIdentifier(word) ? IDENTIFIER : 1)
  const taken = new Set(words.map(({ stem }) => stem))
  const groups = words.map(
    (word): Group => ({
      stem: word.stem,
      weight: worthOf(word.word, word.stem),
      forms: otherStems(word)
        .filter(stem => frequencyOf(stem) > 0 && !taken.has(stem) && taken.add(stem))
        .map(stem => ({ stem, weight: OTHER_FORM * worthOf(stem, stem) })),
    }),
  )
  const ideal = groups.reduce((sum, { weight }) => sum + weight, 0)
  const terms = groups.flatMap(({ forms, ...own }) => [own, ...forms])
  const surprise = background && vector ? surpriseOf(background, vector) : undefined
  const there = corpus.windows.filter(window => !without(window))
  const heads = new Map<number, number>()
  for (const { file, head } of there) if (head.size > 0) heads.set(file, HEAD * scoreOf(terms, head, K1))
  const scored = there.map(window => ({
    window,
    text: window.text,
    words: scoreOf(terms, window.counts, K1 * (1 - B + (B * window.length) / corpus.average)),
    surprise: surprise && window.vector ? surprise(dot(vector!, window.vector)) : null,
  }))
  const byWords = scored
    .filter(entry => entry.words > 0)
    .map(entry => ({ ...entry, score: entry.words + (heads.get(entry.window.file) ?? 0) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, LOOK)
  const known = new Set(byWords.map(({ window }) => window))
  const byMeaning = scored
    .filter(entry => (entry.surprise ?? 0) >= CHANCE)
    .sort((a, b) => b.surprise! - a.surprise!)
    .slice(0, NEAREST)
    .filter(({ window }) => !known.has(window))
    .map(entry => ({ ...entry, score: 0 }))
  const first = [...byWords, ...byMeaning]
  const looks = secondLook(
    asked,
    first.map(({ text }) => text),
  )
  const looked = first.map((entry, i) => ({ ...entry, score: entry.score + looks[i]!.added }))
  const most = Math.max(ideal, 1e-9, ...looked.map(({ score }) => score))
  const surest = Math.max(SURE, ...looked.map(entry => entry.surprise ?? 0))
  const passages = looked
    .map(entry => ({ ...entry, score: entry.score / most + (MEANING * Math.max(0, entry.surprise ?? 0)) / surest }))
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
  const isThere = (stem: string) => {
    const forms = [stem, ...(groups.find(group => group.stem === stem)?.forms ?? []).map(form => form.stem)]
    return there.some(({ counts, head }) => forms.some(form => counts.has(form) || head.has(form)))
  }
  return { passages, frequencyOf, isThere, windows: rows, surprise }
}

function scoreOf(terms: { stem: string; weight: number }[], counts: Map<string, number>, norm: number): number {
  let score = 0
  for (const { stem, weight } of terms) {
    const count = counts.get(stem)
    if (count) score += weight / (1 + norm / count)
  }
  return score
}
