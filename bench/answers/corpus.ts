import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chunksOf } from '../../server/features/search/chunks.ts'
import { bodyProfile, titleProfile } from '../../server/features/search/profile.ts'
import type { Description } from '../../server/ports/describer.ts'
import type { Embedder } from '../../server/ports/embedder.ts'
import { ROOT } from '../../test/support/server.ts'
import { made, vectorsFor } from './vectors.ts'

/** Questions with paragraphs that answer them. */

/** A chunk of a paragraph, as the index has it; most paragraphs are one. */
export interface Chunk {
  article: number
  /** Which paragraph of its article. */
  at: number
  /** Which paragraph of all: each would be a file. */
  file: number
  /** Where in its paragraph it begins. */
  from: number
  text: string
  counts: Map<string, number>
  length: number
  /** What the title and the keywords of the file have; only of a file's first chunk. */
  titleTerms: Map<string, number>
  vector: Float32Array | null
}

export interface Asked {
  question: string
  vector: Float32Array | null
  /** The paragraph that answers. */
  gold: number
  article: number
  answers: { text: string; start: number }[]
}

export interface Corpus {
  chunks: Chunk[]
  frequency: Map<string, number>
  average: number
  asked: Asked[]
}

interface Raw {
  data: {
    paragraphs: { context: string; qas: { question: string; answers: { text: string; answer_start: number }[] }[] }[]
  }[]
}

type Describe = (source: object) => Promise<Description>

async function titlesOf(texts: string[]): Promise<Map<string, number>[]> {
  const { describe } = (await import(join(ROOT, 'dist/server/adapters/describer/describe.js'))) as {
    describe: Describe
  }
  const known = await made('descriptions', texts, async text => {
    const source = { text, filename: 'text.txt', kind: 'text', mime: 'text/plain', title: '', headings: [] }
    const { title, keywords } = await describe(source)
    return { title, keywords }
  })
  return known.map(({ title, keywords }) => titleProfile({ filename: '', title, keywords, headings: [] }).counts)
}

/** Of every `every`th question. */
export async function readCorpus(file: string, embedder: Embedder, every = 1): Promise<Corpus> {
  const raw = JSON.parse(readFileSync(file, 'utf8')) as Raw
  const chunks: Chunk[] = []
  const asked: Asked[] = []
  const paragraphs = raw.data.flatMap((entry, article) =>
    entry.paragraphs.map((paragraph, at) => ({ ...paragraph, article, at })),
  )
  const titles = await titlesOf(paragraphs.map(({ context }) => context))
  let n = 0
  paragraphs.forEach(({ context, qas, article, at }, gold) => {
    let from = 0
    for (const { text, ord } of chunksOf(context, [])) {
      from = context.indexOf(text, from)
      const { counts, length } = bodyProfile(text)
      const titleTerms = ord === 0 ? titles[gold]! : new Map<string, number>()
      chunks.push({ article, at, file: gold, from, text, counts, length, titleTerms, vector: null })
    }
    for (const { question, answers } of qas)
      if (n++ % every === 0)
        asked.push({
          question,
          vector: null,
          gold,
          article,
          answers: answers.map(a => ({ text: a.text, start: a.answer_start })),
        })
  })
  const [texts, questions] = await Promise.all([
    vectorsFor(
      embedder,
      chunks.map(({ text }) => text),
      'passage',
    ),
    vectorsFor(
      embedder,
      asked.map(({ question }) => question),
      'query',
    ),
  ])
  chunks.forEach((chunk, i) => {
    chunk.vector = texts[i]!
  })
  asked.forEach((question, i) => {
    question.vector = questions[i]!
  })
  return counted(chunks, asked)
}

export function counted(chunks: Chunk[], asked: Asked[]): Corpus {
  const frequency = new Map<string, number>()
  for (const { counts, titleTerms } of chunks)
    for (const term of [...counts.keys(), ...titleTerms.keys()]) frequency.set(term, (frequency.get(term) ?? 0) + 1)
  const average = chunks.reduce((sum, { length }) => sum + length, 0) / chunks.length
  return { chunks, frequency, average, asked }
}

/** A smaller library out of a larger one, whole paragraphs. */
export function part(corpus: Corpus, choose: (chunk: Chunk) => boolean): Corpus {
  const chunks = corpus.chunks.filter(choose)
  const files = new Set(chunks.map(({ file }) => file))
  return counted(
    chunks,
    corpus.asked.filter(({ gold }) => files.has(gold)),
  )
}
