import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chunksOf } from '../../server/features/search/chunks.ts'
import { bodyProfile, headProfile } from '../../server/features/search/profile.ts'
import type { Description } from '../../server/ports/describer.ts'
import type { Embedder } from '../../server/ports/embedder.ts'
import { ROOT } from '../../test/support/server.ts'
import { made, vectorsFor } from './vectors.ts'

/** Questions with paragraphs that answer them. */

/** A window of a paragraph, as the index has it; most paragraphs are one. */
export interface Window {
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
  /** What the title and the keywords of the file have; only of a file's first window. */
  head: Map<string, number>
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
  windows: Window[]
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

async function headsOf(texts: string[]): Promise<Map<string, number>[]> {
  const { describe } = (await import(join(ROOT, 'dist/server/adapters/describer/describe.js'))) as {
    describe: Describe
  }
  const known = await made('descriptions', texts, async text => {
    const source = { text, filename: 'text.txt', kind: 'text', mime: 'text/plain', title: '', headings: [] }
    const { title, keywords } = await describe(source)
    return { title, keywords }
  })
  return known.map(({ title, keywords }) => headProfile({ filename: '', title, keywords, headings: [] }).counts)
}

/** Of every `every`th question. */
export async function readCorpus(file: string, embedder: Embedder, every = 1): Promise<Corpus> {
  const raw = JSON.parse(readFileSync(file, 'utf8')) as Raw
  const windows: Window[] = []
  const asked: Asked[] = []
  const paragraphs = raw.data.flatMap((entry, article) =>
    entry.paragraphs.map((paragraph, at) => ({ ...paragraph, article, at })),
  )
  const heads = await headsOf(paragraphs.map(({ context }) => context))
  let n = 0
  paragraphs.forEach(({ context, qas, article, at }, gold) => {
    let from = 0
    for (const { text, ord } of chunksOf(context, [])) {
      from = context.indexOf(text, from)
      const { counts, length } = bodyProfile(text)
      const head = ord === 0 ? heads[gold]! : new Map<string, number>()
      windows.push({ article, at, file: gold, from, text, counts, length, head, vector: null })
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
      windows.map(({ text }) => text),
      'passage',
    ),
    vectorsFor(
      embedder,
      asked.map(({ question }) => question),
      'query',
    ),
  ])
  windows.forEach((window, i) => {
    window.vector = texts[i]!
  })
  asked.forEach((question, i) => {
    question.vector = questions[i]!
  })
  return counted(windows, asked)
}

export function counted(windows: Window[], asked: Asked[]): Corpus {
  const frequency = new Map<string, number>()
  for (const { counts, head } of windows)
    for (const stem of [...counts.keys(), ...head.keys()]) frequency.set(stem, (frequency.get(stem) ?? 0) + 1)
  const average = windows.reduce((sum, { length }) => sum + length, 0) / windows.length
  return { windows, frequency, average, asked }
}

/** A smaller library out of a larger one, whole paragraphs. */
export function part(corpus: Corpus, choose: (window: Window) => boolean): Corpus {
  const windows = corpus.windows.filter(choose)
  const files = new Set(windows.map(({ file }) => file))
  return counted(
    windows,
    corpus.asked.filter(({ gold }) => files.has(gold)),
  )
}
