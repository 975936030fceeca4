import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Asked, type Chunk, type Corpus, counted, part, readCorpus } from '../bench/answers/corpus.ts'
import { type EverydaySet, everydayFiles, everydayQuestions } from '../bench/answers/everyday.ts'
import { auc, calibrationError } from '../bench/answers/measure.ts'
import { made, vectorsFor } from '../bench/answers/vectors.ts'
import { openEncoder } from '../server/adapters/embedder/encoder.ts'
import { filesIn, openJudge } from '../server/adapters/judge/model.ts'
import {
  type Compare,
  GATE_JUDGED_FEATURES,
  judgedInputs,
  lookFor,
  MOST_PAIRS,
} from '../server/features/ask/local/answer.ts'
import type { Choosing, ChosenSentences } from '../server/features/ask/local/choose.ts'
import { JUDGED_FEATURES } from '../server/features/ask/local/judged.ts'
import { dot, logistic } from '../server/features/ask/local/ranker.ts'
import { chunksOf } from '../server/features/search/chunks.ts'
import { bodyProfile, titleProfile } from '../server/features/search/profile.ts'
import { SENTENCES, zScoreOf } from '../server/features/search/vectors/background.ts'
import { meanOf, dot as product } from '../server/features/search/vectors/codes.ts'
import { loadRussian } from '../server/lib/russian.ts'
import { wordsOf } from '../server/lib/words.ts'
import type { Embedder } from '../server/ports/embedder.ts'
import { ROOT } from '../test/support/server.ts'
import { find } from './parts/find.ts'
import { type Choice, type Labelled, trainGate, trainRanker } from './parts/learn.ts'

/**
 * Fits the second look at the likeliest sentences (`features/ask/local/judged.ts`): which of them answers, and whether any does. On what the
 * judge has not been taught: the second quarter of XQuAD in Russian, every second article of the English half (CC BY-SA 4.0, Artetxe et al.
 * 2020), and the half of the everyday questions that may be looked at. Each half of the articles is held back in turn and the figures on it
 * printed; `--write` saves the weights of all. `--questions=100`: so many of each set.
 */

/** Passages that the product looks through where no model writes. */
const LOOKED_THROUGH = 16
const DATA = join(ROOT, '../shared/data')
const QUESTIONS = Number(process.argv.find(arg => arg.startsWith('--questions='))?.slice(12) ?? 100)

const encoder = await openEncoder(join(ROOT, 'models/bilingual-encoder'))
const judge = await openJudge(filesIn(join(ROOT, 'models')))
/** What one judge has made of a pair another has not. */
const weights = createHash('sha256')
  .update(readFileSync(filesIn(join(ROOT, 'models')).weights.everyday))
  .digest('hex')
  .slice(0, 12)
const embedder: Embedder = {
  model: async () => encoder.model,
  embed: (texts: string[], purpose: 'query' | 'passage') => encoder.encode(texts, purpose),
} as unknown as Embedder
const backgroundVectors = (await vectorsFor(embedder, SENTENCES, 'passage')).filter(vector => vector !== null)
const background = { mean: meanOf(backgroundVectors), vectors: backgroundVectors }
await loadRussian()

const compare: Compare = {
  async sentences(question, sentences) {
    const [own, ...vectors] = await vectorsFor(embedder, [question, ...sentences], 'query')
    const zScore = zScoreOf(background, own!)
    return vectors.map(vector => (vector ? zScore(product(vector, own!)) : null))
  },
  async words(words) {
    const vectors = await vectorsFor(embedder, words, 'query')
    return new Map(words.map((word, at) => [word, vectors[at]!]))
  },
  answers: pairs =>
    made(
      `judged-${weights}`,
      pairs.map(pair => JSON.stringify(pair)),
      async pair => (await judge({ ...JSON.parse(pair), by: 'everyday' })).answers,
    ),
}

interface Lesson {
  set: string
  half: number
  part: 'there' | 'removed' | 'absent'
  asked: Choosing
  lists: ChosenSentences[]
  /** Whether a sentence holds the answer. */
  holds(passage: number, list: ChosenSentences, start: number, end: number): boolean
}

interface Question extends Asked {
  parts?: string[]
}

async function lessonOf(
  set: string,
  corpus: Corpus,
  asked: Question,
  which: Lesson['part'],
  names?: string[],
): Promise<Lesson> {
  const without = (chunk: Chunk) =>
    which === 'there' ? false : which === 'removed' ? chunk.file === asked.gold : chunk.article === asked.article
  const found = find(corpus, asked, names ? () => false : without, background, LOOKED_THROUGH)
  const words = [...new Map(wordsOf(asked.question).map(word => [word.term, word])).values()]
  const passages = found.passages.map(({ chunk, text, score, zScore }) => ({
    object: {
      id: String(chunk.file),
      filename: names?.[chunk.file] ?? 'text.txt',
      status: 'ready',
      title: '',
      doc_type: 'other',
    },
    ord: chunk.from,
    text,
    charStart: 0,
    charEnd: text.length,
    page: null,
    score,
    zScore,
    opening: names ? openingOf(corpus, chunk) : undefined,
    chunk,
  }))
  const all = {
    passages,
    words: words.map(({ term }) => ({ term, frequency: found.frequencyOf(term), there: found.isThere(term) })),
    chunks: found.chunks,
  }
  const { asked: looked, lists } = await lookFor(asked.question, all, { compare, pairs: MOST_PAIRS })
  return {
    set,
    // Of the English set only every second article is there.
    half: (set === 'en' ? asked.article >> 1 : asked.article) % 2,
    part: which,
    asked: looked,
    lists,
    holds(at, list, start, end) {
      const passage = list.passages[at] as (typeof passages)[number]
      if (passage.chunk.file !== asked.gold) return false
      const text = passage.text.slice(start, end).toLowerCase()
      if (asked.parts) return asked.parts.some(one => text.includes(one.toLowerCase()))
      const { from } = passage.chunk
      return asked.answers.some(answer => answer.start >= from + start && answer.start < from + end)
    },
  }
}

/** How its file begins, as the product reads it along. */
function openingOf({ chunks }: Corpus, { file, from }: Chunk): string | undefined {
  const first = chunks.find(chunk => chunk.file === file)!
  return first.from < from ? first.text : undefined
}

/** The everyday files as one library; what is asked of them in vain is an article of its own. */
async function everydayLessons(set: EverydaySet): Promise<Lesson[]> {
  const files = [...everydayFiles(set)]
  const names = files.map(([name]) => name)
  const chunks: Chunk[] = files.flatMap(([name, text], file) =>
    chunksOf(text, []).map(chunk => ({
      article: file,
      at: 0,
      file,
      from: chunk.start,
      text: chunk.text,
      ...bodyProfile(chunk.text),
      titleTerms:
        chunk.ord === 0 ? titleProfile({ filename: name, title: '', keywords: [], headings: [] }).counts : new Map(),
      vector: null,
    })),
  )
  const vectors = await vectorsFor(
    embedder,
    chunks.map(({ text }) => text),
    'passage',
  )
  chunks.forEach((chunk, at) => {
    chunk.vector = vectors[at]!
  })
  const questions = everydayQuestions(set).filter(({ half }) => half === 'tuned')
  const asked = await vectorsFor(
    embedder,
    questions.map(({ question }) => question),
    'query',
  )
  const corpus = counted(chunks, [])
  const lessons: Lesson[] = []
  for (const [at, { question, file, parts, kind }] of questions.entries()) {
    if (kind === 'parts') continue
    const gold = file ? names.indexOf(file) : -1
    const one: Question = { question, vector: asked[at]!, gold, article: file ? gold >> 1 : at, answers: [], parts }
    lessons.push(
      await lessonOf(set === 'first' ? 'everyday' : 'everyday, second', corpus, one, file ? 'there' : 'absent', names),
    )
  }
  return lessons
}

const spread = <T>(list: T[]) =>
  list.filter((_, at) => at % Math.max(1, Math.floor(list.length / QUESTIONS)) === 0).slice(0, QUESTIONS)

async function squadLessons(set: string, file: string, keep: (article: number) => boolean): Promise<Lesson[]> {
  const all = await readCorpus(join(DATA, file), embedder)
  const corpus = part(all, ({ article }) => keep(article))
  const lessons: Lesson[] = []
  for (const [at, asked] of spread(corpus.asked).entries())
    for (const which of ['there', 'removed', 'absent'] as const)
      if (which !== 'absent' || at % 3 === 0) lessons.push(await lessonOf(set, corpus, asked, which))
  return lessons
}

const WEIGHT: Record<string, number> = { everyday: 2, 'everyday, second': 2 }

const choicesOf = (lessons: Lesson[]): Choice[] =>
  lessons
    .filter(lesson => lesson.part === 'there')
    .flatMap(lesson =>
      lesson.lists.map(list => ({
        features: list.looked.map(({ features }) => features),
        right: list.looked.flatMap(({ candidate }, at) =>
          lesson.holds(candidate.passage, list, candidate.start, candidate.end) ? [at] : [],
        ),
        weight: WEIGHT[lesson.set] ?? 1,
      })),
    )

const bestAt = (list: ChosenSentences, ranker: number[]) => {
  const scores = list.looked.map(({ features }) => dot(ranker, features))
  return scores.indexOf(Math.max(...scores))
}

/** A list answers when the sentence that would be shown does. */
const rowsOf = (lessons: Lesson[], ranker: number[]): (Labelled & { lesson: Lesson; right: boolean })[] =>
  lessons.flatMap(lesson =>
    lesson.lists.map(list => {
      const { candidate } = list.looked[bestAt(list, ranker)]!
      const right = lesson.part === 'there' && lesson.holds(candidate.passage, list, candidate.start, candidate.end)
      const x = judgedInputs(lesson.asked, list, ranker)
      return { lesson, right, x, y: right ? 1 : 0, weight: WEIGHT[lesson.set] ?? 1 }
    }),
  )

function train(lessons: Lesson[]) {
  const ranker = trainRanker(choicesOf(lessons), { size: JUDGED_FEATURES.length, epochs: 40, decay: 0.003 })
  const gate = trainGate(rowsOf(lessons, ranker), { size: GATE_JUDGED_FEATURES.length, epochs: 60, decay: 0.003 })
  return { ranker, gate }
}

type Model = ReturnType<typeof train>

function report(lessons: Lesson[], modelFor: (lesson: Lesson) => Model): void {
  for (const set of new Set(lessons.map(lesson => lesson.set))) {
    const own = lessons.filter(lesson => lesson.set === set)
    const outcomes = own.map(lesson => {
      const { ranker, gate } = modelFor(lesson)
      const rows = rowsOf([lesson], ranker).map(({ x, right }) => ({ p: logistic(dot(gate, x)), right }))
      const best = rows.sort((a, b) => b.p - a.p)[0] ?? { p: 0, right: false }
      return { part: lesson.part, ...best }
    })
    const of = (name: Lesson['part']) => outcomes.filter(one => one.part === name)
    const share = (list: { p: number; right: boolean }[], is: (one: { p: number; right: boolean }) => boolean) =>
      (list.filter(is).length / Math.max(list.length, 1)).toFixed(3)
    const [there, removed, absent] = [of('there'), of('removed'), of('absent')]
    console.log(`${set}: ${there.length} there, first sentence right ${share(there, one => one.right)}`)
    const none = [...removed, ...absent]
    console.log(
      `  AUC ${auc(
        there.map(one => one.p),
        none.map(one => one.p),
      ).toFixed(
        3,
      )}, calibration error ${calibrationError(outcomes.map(({ p, right }) => ({ p, y: right ? 1 : 0 }))).toFixed(3)}`,
    )
    for (const least of [0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6])
      console.log(
        `  from ${least}: yes ${share(there, one => one.p >= least)} (right ${share(there, one => one.p >= least && one.right)}), no ${share(removed, one => one.p < least)} removed, ${share(absent, one => one.p < least)} absent`,
      )
  }
}

if (!existsSync(join(DATA, 'xquad-ru-second-quarter.json'))) {
  console.log('skipped: the data to train on is not here')
  process.exit(0)
}
const lessons = [
  ...(await everydayLessons('first')),
  ...(await everydayLessons('second')),
  ...(await squadLessons('ru', 'xquad-ru-second-quarter.json', () => true)),
  ...(await squadLessons('en', 'xquad-en-half.json', article => article % 2 === 1)),
]
const halves = [0, 1].map(half => train(lessons.filter(lesson => lesson.half !== half)))
console.log('each article by weights that were fitted on the other half of them')
report(lessons, lesson => halves[lesson.half]!)
if (process.argv.includes('--write')) {
  const { ranker, gate } = train(lessons)
  const set = (name: string, values: number[]) =>
    `export const ${name} = [${values.map(value => Number(value.toFixed(4))).join(', ')}]\n`
  const file = join(ROOT, 'server/features/ask/local/judged-weights.ts')
  writeFileSync(
    file,
    [
      '/** Made by `npm run train -- judged --write`; its head says from what. */\n',
      set('JUDGED', ranker),
      set('JUDGED_GATE', gate),
    ].join('\n'),
  )
  console.log(`written to ${file}\n${readFileSync(file, 'utf8')}`)
}
process.exit(0)
