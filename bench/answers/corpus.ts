import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MEANING, SURE } from '../../server/features/search/meaning.ts'
import { secondLook } from '../../server/features/search/rerank.ts'
import { idf } from '../../server/features/search/statistics.ts'
import { type Background, surpriseOf } from '../../server/features/search/vectors/background.ts'
import { isStopWord, wordsOf } from '../../server/lib/words.ts'
import type { Embedder } from '../../server/ports/embedder.ts'

/** Questions with paragraphs that answer them, and the product's search over them without a database. */

const K1 = 1.2
const B = 0.75
const PASSAGES = 8
const LOOK = 50

export interface Paragraph {
  article: number
  /** Within its article. */
  at: number
  text: string
  words: ReturnType<typeof wordsOf>
  counts: Map<string, number>
  vector: Float32Array | null
}

export interface Asked {
  question: string
  vector: Float32Array | null
  gold: number
  answers: { text: string; start: number }[]
}

export interface Corpus {
  paragraphs: Paragraph[]
  frequency: Map<string, number>
  average: number
  asked: Asked[]
}

export interface Found {
  passages: { id: number; text: string; surprise: number | null }[]
  frequencyOf(stem: string): number
  windows: number
  surprise?: (similarity: number) => number
}

type Raw = {
  data: {
    paragraphs: { context: string; qas: { question: string; answers: { text: string; answer_start: number }[] }[] }[]
  }[]
}

/** Vectors of texts, kept on disk between runs: making them takes minutes. */
export async function vectorsFor(embedder: Embedder, texts: string[]): Promise<(Float32Array | null)[]> {
  const folder = join(tmpdir(), 'dossier-bench-vectors')
  mkdirSync(folder, { recursive: true })
  const { id } = await embedder.model()
  const file = join(
    folder,
    createHash('sha256')
      .update(`${id}\0${texts.join('\0')}`)
      .digest('hex'),
  )
  if (existsSync(file)) {
    const rows = JSON.parse(readFileSync(file, 'utf8')) as (string | null)[]
    return rows.map(
      row => row && new Float32Array(Uint8Array.from(Buffer.from(row, 'base64')).buffer),
    ) as (Float32Array | null)[]
  }
  const vectors: (Float32Array | null)[] = []
  for (let from = 0; from < texts.length; from += 16)
    vectors.push(...(await embedder.embed(texts.slice(from, from + 16), 'passage', { deadlineMs: 300_000 })))
  const rows = vectors.map(
    vector => vector && Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64'),
  )
  writeFileSync(file, JSON.stringify(rows))
  return vectors
}

export async function readCorpus(file: string, embedder: Embedder, every: number): Promise<Corpus> {
  const raw = JSON.parse(readFileSync(file, 'utf8')) as Raw
  const paragraphs: Paragraph[] = []
  const asked: Asked[] = []
  let n = 0
  raw.data.forEach((entry, article) => {
    entry.paragraphs.forEach(({ context, qas }, at) => {
      const words = wordsOf(context)
      const counts = new Map<string, number>()
      for (const { stem } of words) counts.set(stem, (counts.get(stem) ?? 0) + 1)
      const gold = paragraphs.push({ article, at, text: context, words, counts, vector: null }) - 1
      for (const { question, answers } of qas)
        if (n++ % every === 0)
          asked.push({
            question,
            vector: null,
            gold,
            answers: answers.map(a => ({ text: a.text, start: a.answer_start })),
          })
    })
  })
  const made = await vectorsFor(embedder, [...paragraphs.map(p => p.text), ...asked.map(a => a.question)])
  paragraphs.forEach((paragraph, i) => {
    paragraph.vector = made[i]!
  })
  asked.forEach((question, i) => {
    question.vector = made[paragraphs.length + i]!
  })
  return counted(paragraphs, asked)
}

function counted(paragraphs: Paragraph[], asked: Asked[]): Corpus {
  const frequency = new Map<string, number>()
  for (const { counts } of paragraphs)
    for (const stem of counts.keys()) frequency.set(stem, (frequency.get(stem) ?? 0) + 1)
  const average = paragraphs.reduce((sum, { words }) => sum + words.length, 0) / paragraphs.length
  return { paragraphs, frequency, average, asked }
}

/** A smaller library out of a larger one. */
export function part(corpus: Corpus, choose: (paragraph: Paragraph) => boolean): Corpus {
  const kept = corpus.paragraphs
    .map((paragraph, id) => ({ paragraph, id }))
    .filter(({ paragraph }) => choose(paragraph))
  const places = new Map(kept.map(({ id }, at) => [id, at]))
  const asked = corpus.asked.flatMap(question => {
    const gold = places.get(question.gold)
    return gold === undefined ? [] : [{ ...question, gold }]
  })
  return counted(
    kept.map(({ paragraph }) => paragraph),
    asked,
  )
}

export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}

/** As the product does it: BM25 over stems, a second look at the best, and meaning where there are vectors. */
export function find(
  corpus: Corpus,
  { question, vector }: Asked,
  without: (paragraph: Paragraph, id: number) => boolean,
  background: Background | undefined,
): Found {
  const asked = wordsOf(question)
  const telling = asked.filter(({ word }) => !isStopWord(word))
  const stems = [...new Set((telling.length > 0 ? telling : asked).map(({ stem }) => stem))]
  // What is taken away is not counted either.
  const gone = corpus.paragraphs.filter(without)
  const rows = corpus.paragraphs.length - gone.length
  const frequencyOf = (stem: string) =>
    (corpus.frequency.get(stem) ?? 0) - gone.filter(({ counts }) => counts.has(stem)).length
  const worth = stems.map(stem => idf(frequencyOf(stem), rows) * (K1 + 1))
  const ideal = worth.reduce((sum, value) => sum + value, 0)
  const surprise = background && vector ? surpriseOf(background, vector) : undefined
  const scored = corpus.paragraphs.flatMap((paragraph, id) => {
    if (without(paragraph, id)) return []
    const norm = K1 * (1 - B + (B * paragraph.words.length) / corpus.average)
    let score = 0
    stems.forEach((stem, i) => {
      const tf = paragraph.counts.get(stem)
      if (tf) score += (worth[i]! * tf) / (tf + norm)
    })
    const near = surprise && paragraph.vector ? surprise(dot(vector!, paragraph.vector)) : null
    return [{ id, score, text: paragraph.text, surprise: near }]
  })
  const byWords = [...scored].sort((a, b) => b.score - a.score).filter(({ score }) => score > 0)
  const byMeaning = [...scored].filter(entry => (entry.surprise ?? 0) >= 1.5).sort((a, b) => b.surprise! - a.surprise!)
  const first = [...new Set([...byWords.slice(0, LOOK), ...byMeaning.slice(0, 30)])]
  const added = secondLook(
    asked,
    first.map(({ text }) => text),
  )
  const looked = first.map((entry, i) => ({ ...entry, score: entry.score + added[i]! }))
  const most = Math.max(ideal, 1e-9, ...looked.map(({ score }) => score))
  const surest = Math.max(SURE, ...looked.map(entry => entry.surprise ?? 0))
  const passages = looked
    .map(entry => ({ ...entry, score: entry.score / most + (MEANING * Math.max(0, entry.surprise ?? 0)) / surest }))
    .sort((a, b) => b.score - a.score)
    .slice(0, PASSAGES)
  return { passages, frequencyOf, windows: rows, surprise }
}
