import type { Asked, Chunk, Corpus } from '../../bench/answers/corpus.ts'
import { vectorsFor } from '../../bench/answers/vectors.ts'
import {
  candidatesOf,
  type LocalPassage,
  type SentenceCandidate,
  withMeaning,
} from '../../server/features/ask/local/candidates.ts'
import { shortlist } from '../../server/features/ask/local/choose.ts'
import { gateFeatures, gateMeaning } from '../../server/features/ask/local/gate.ts'
import { chancesOf } from '../../server/features/ask/local/ranker.ts'
import { type PassageSentence, sentencesIn } from '../../server/features/ask/local/sentences.ts'
import { profileOf, type QuestionProfile, worthIn } from '../../server/features/ask/question.ts'
import type { Background } from '../../server/features/search/vectors/background.ts'
import { dot } from '../../server/features/search/vectors/codes.ts'
import { wordsOf } from '../../server/lib/words.ts'
import type { Embedder } from '../../server/ports/embedder.ts'
import { find } from './find.ts'

/** Questions of a library in the numbers that the small models see: with the answer there, and with it taken away. */

export const PARTS = ['there', 'removed', 'absent'] as const

export interface Example {
  asked: Asked
  question: QuestionProfile
  passages: (LocalPassage & { chunk: Chunk })[]
  candidates: SentenceCandidate[]
  /** Which candidates hold the answer. */
  right: number[]
  unknown: number
  zScore?: (similarity: number) => number
  /** How near the sentences are in meaning, once that is known. */
  nearness: (number | null)[]
}

export interface Exam extends Record<(typeof PARTS)[number], Example[]> {
  name: string
  weight: number
}

/** The same paragraphs are looked at for every question about them. */
function remembering<T>(make: (text: string) => T): (text: string) => T {
  const kept = new Map<string, T>()
  return text => {
    if (!kept.has(text)) kept.set(text, make(text))
    return kept.get(text)!
  }
}

const split = remembering<PassageSentence[]>(sentencesIn)
const read = remembering(wordsOf)

function exampleOf(
  corpus: Corpus,
  asked: Asked,
  without: (chunk: Chunk) => boolean,
  background: Background | undefined,
): Example {
  const { passages, frequencyOf, isThere, chunks, zScore } = find(corpus, asked, without, background)
  const worth = worthIn(chunks)
  const question = profileOf(asked.question, term => worth(frequencyOf(term)))
  let unknown = 0
  for (const [term, value] of question.worth) if (!isThere(term)) unknown += value / question.total
  const candidates = candidatesOf(question, passages, split)
  return rightOf({ asked, question, passages, candidates, right: [], unknown, zScore, nearness: [] })
}

function rightOf(example: Example): Example {
  const { asked, passages, candidates } = example
  const right = candidates.flatMap(({ passage, start, end }, at) => {
    const { file, from } = passages[passage]!.chunk
    const holds = asked.answers.some(answer => answer.start >= from + start && answer.start < from + end)
    return file === asked.gold && holds ? [at] : []
  })
  return { ...example, right }
}

/** Questions with the answer there, with its paragraph taken away, and with the whole article taken away. */
export function examOf(name: string, corpus: Corpus, background: Background | undefined, weight = 1): Exam {
  const take = (without: (asked: Asked) => (chunk: Chunk) => boolean) =>
    corpus.asked.map(asked => exampleOf(corpus, asked, without(asked), background))
  return {
    name,
    weight,
    there: take(() => () => false),
    removed: take(asked => chunk => chunk.file === asked.gold),
    absent: take(asked => chunk => chunk.article === asked.article),
  }
}

export const textOf = ({ passages }: Example, { passage, start, end }: SentenceCandidate) =>
  passages[passage]!.text.slice(start, end)

/** Vectors of all sentences of the corpora, by their texts. */
export async function sentenceVectors(
  corpora: Corpus[],
  embedder: Embedder,
): Promise<Map<string, Float32Array | null>> {
  const chunks = corpora.flatMap(corpus => corpus.chunks)
  const texts = [...new Set(chunks.flatMap(({ text }) => split(text).map(sentence => sentence.text)))]
  const made = await vectorsFor(embedder, texts, 'query')
  return new Map(texts.map((text, i) => [text, made[i]!]))
}

/** The likeliest sentences, with what the encoder makes of them. */
export function thinking(exam: Exam, ranker: number[], vectors: Map<string, Float32Array | null>): Exam {
  const change = (example: Example): Example => {
    const shorter = rightOf({ ...example, candidates: shortlist(example.candidates, ranker) })
    const nearness = shorter.candidates.map(candidate => {
      const vector = vectors.get(textOf(shorter, candidate))
      return vector && shorter.asked.vector && shorter.zScore ? shorter.zScore(dot(vector, shorter.asked.vector)) : null
    })
    return { ...shorter, nearness, candidates: withMeaning(shorter.candidates, shorter.passages, nearness) }
  }
  return {
    ...exam,
    there: exam.there.map(change),
    removed: exam.removed.map(change),
    absent: exam.absent.map(change),
  }
}

export type Inputs = (example: Example) => number[]

export const wordsInputs =
  (ranker: number[]): Inputs =>
  example =>
    gateFeatures({ ...example, chances: chancesOf(example.candidates, ranker) }, read)

export const meaningInputs =
  (ranker: number[]): Inputs =>
  example => {
    const input = { ...example, chances: chancesOf(example.candidates, ranker) }
    return [...gateFeatures(input, read), ...gateMeaning(input)]
  }

/** Whether the likeliest sentences hold the answer. */
export function contains(example: Example, ranker: number[], sentences: number): boolean {
  const chances = chancesOf(example.candidates, ranker)
  const text = chances
    .map((chance, at) => ({ chance, at }))
    .sort((a, b) => b.chance - a.chance)
    .slice(0, sentences)
    .map(({ at }) => textOf(example, example.candidates[at]!))
    .join(' ')
    .toLowerCase()
  return example.asked.answers.some(answer => text.includes(answer.text.toLowerCase()))
}
