import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ACROSS } from '../bench/answers/across.ts'
import { auc } from '../bench/answers/measure.ts'
import { vectorsFor } from '../bench/answers/vectors.ts'
import { chooseEmbedder } from '../server/adapters/embedder/choose.ts'
import {
  ACROSS_FEATURES,
  acrossFeatures,
  acrossScores,
  nearestOf,
  sharesOf,
  wordsToCompare,
} from '../server/features/ask/local/across.ts'
import { candidatesOf } from '../server/features/ask/local/candidates.ts'
import { dot, logistic } from '../server/features/ask/local/ranker.ts'
import { sentencesIn } from '../server/features/ask/local/sentences.ts'
import { isCyrillic, profileOf, worthIn } from '../server/features/ask/question.ts'
import { type Background, SENTENCES, zScoreOf } from '../server/features/search/vectors/background.ts'
import { meanOf } from '../server/features/search/vectors/codes.ts'
import { wordsOf } from '../server/lib/words.ts'
import type { Embedder } from '../server/ports/embedder.ts'
import { aSandbox } from '../test/support/sandbox.ts'
import { ROOT } from '../test/support/server.ts'
import { type Labelled, trainGate } from './parts/learn.ts'

/**
 * Trains the gate for questions in one language about texts in the other: nine numbers, fitted on forty questions that were
 * written for it (`bench/answers/across.ts`), with their text there, taken away, and taken away with its whole topic; and on questions of
 * SQuAD and XQuAD about what none of the texts says. Half of the topics are held back in turn and the figures on them printed; with
 * --write the weights of all go into server/features/ask/local/across-weights.ts.
 */

const DATA = join(ROOT, '../shared/data')
const SENTENCES_LOOKED_AT = 16
const FEWEST_CHUNKS = 200

interface Text {
  text: string
  vector: Float32Array
}

interface Example {
  topic: number
  part: 'there' | 'removed' | 'topic gone' | 'absent'
  x: number[]
  /** Whether three sentences hold the answer. */
  matches: boolean
}

interface Raw {
  data: { title: string; paragraphs: { context: string; qas: { question: string }[] }[] }[]
}

const every = <T>(list: T[], most: number) => list.filter((_, n) => n % Math.ceil(list.length / most) === 0)

/** Paragraphs and questions of others: nothing in our texts answers these. Both sets are of the same articles: each here of its own. */
function fromData(file: string, without: string[] = []): { titles: string[]; texts: string[]; questions: string[] } {
  const path = join(DATA, file)
  if (!existsSync(path)) return { titles: [], texts: [], questions: [] }
  const { data } = JSON.parse(readFileSync(path, 'utf8')) as Raw
  const articles = data.filter(({ title }) => !without.includes(title))
  const paragraphs = articles.flatMap(entry => entry.paragraphs)
  const questions = paragraphs.flatMap(({ qas }) => qas.map(({ question }) => question))
  const titles = articles.map(({ title }) => title)
  return { titles, texts: every(paragraphs, 60).map(({ context }) => context), questions: every(questions, 90) }
}

async function textsOf(embedder: Embedder, texts: string[]): Promise<Text[]> {
  const vectors = await vectorsFor(embedder, texts, 'passage')
  return texts.flatMap((text, i) => (vectors[i] ? [{ text, vector: vectors[i] }] : []))
}

/** What the encoder makes of every question, sentence and word. */
type Known = Map<string, Float32Array | null>

async function knownOf(embedder: Embedder, questions: string[], texts: string[]): Promise<Known> {
  const sentences = texts.flatMap(text => sentencesIn(text).map(sentence => sentence.text))
  const words = [...questions, ...texts].flatMap(text => wordsOf(text).map(({ word }) => word))
  const all = [...new Set([...questions, ...sentences, ...words])]
  const vectors = await vectorsFor(embedder, all, 'query')
  return new Map(all.map((text, i) => [text, vectors[i]!]))
}

function exampleOf(
  known: Known,
  background: Background,
  asked: { question: string; answer?: string },
  library: Text[],
): Pick<Example, 'x' | 'matches'> {
  const vector = known.get(asked.question)!
  const zScore = zScoreOf(background, vector)
  const worth = worthIn(FEWEST_CHUNKS)
  const profile = profileOf(asked.question, () => worth(0))
  const foreign = library.filter(({ text }) => isCyrillic(text) !== isCyrillic(asked.question))
  const passages = nearestOf(foreign.map(entry => ({ ...entry, score: 0, zScore: zScore(dot(vector, entry.vector)) })))
  const candidates = candidatesOf(profile, passages).slice(0, SENTENCES_LOOKED_AT)
  const texts = candidates.map(({ passage, start, end }) => passages[passage]!.text.slice(start, end))
  const nearness = texts.map(text => {
    const near = known.get(text)
    return near ? zScore(dot(vector, near)) : null
  })
  const words = new Map(wordsToCompare(profile, passages).map(word => [word, known.get(word) ?? null]))
  const compared = { passages, nearness, ...sharesOf(profile, passages, candidates, words) }
  const scores = acrossScores(candidates, compared)
  const order = scores.map((score, at) => ({ score, at })).sort((a, b) => b.score - a.score)
  const matches = order.slice(0, 3).some(({ at }) => asked.answer !== undefined && texts[at]!.includes(asked.answer))
  return { x: acrossFeatures(profile, compared), matches }
}

async function examples(embedder: Embedder, background: Background): Promise<Example[]> {
  const russian = fromData('xquad-ru-quarter.json')
  const english = fromData('squad1.1-dev-minus-xquad.json', russian.titles)
  const own = await textsOf(
    embedder,
    ACROSS.map(({ text }) => text),
  )
  const others = await textsOf(embedder, [...russian.texts, ...english.texts])
  const absent = [...russian.questions, ...english.questions]
  const known = await knownOf(
    embedder,
    [...ACROSS.map(({ question }) => question), ...absent],
    [...own, ...others].map(({ text }) => text),
  )
  const found: Example[] = []
  for (const [n, asked] of ACROSS.entries()) {
    const topic = n >> 1
    const without = (gone: (at: number) => boolean) =>
      exampleOf(known, background, asked, [...own.filter((_, at) => !gone(at)), ...others])
    found.push({ topic, part: 'there', ...without(() => false) })
    found.push({ topic, part: 'removed', ...without(at => at === n) })
    found.push({ topic, part: 'topic gone', ...without(at => at >> 1 === topic) })
  }
  for (const [n, question] of absent.entries())
    found.push({ topic: n, part: 'absent', ...exampleOf(known, background, { question }, [...own, ...others]) })
  return found
}

const WEIGHTS = { there: 3, removed: 2, 'topic gone': 1, absent: 1 }
const rowOf = ({ part, x }: Example): Labelled => ({ x, y: part === 'there' ? 1 : 0, weight: WEIGHTS[part] })
const train = (list: Example[]) =>
  trainGate(list.map(rowOf), { size: ACROSS_FEATURES.length, epochs: 400, decay: 0.003 })

function report(all: Example[], probability: (example: Example) => number): void {
  const of = (part: Example['part']) => all.filter(example => example.part === part)
  const there = of('there')
  const sure = there.map(probability)
  console.log(
    `three sentences hold the answer: ${(there.filter(({ matches }) => matches).length / there.length).toFixed(3)}`,
  )
  for (const part of ['removed', 'topic gone', 'absent'] as const) {
    const unsure = of(part).map(probability)
    if (unsure.length === 0) continue
    const refused = [0.3, 0.4, 0.5, 0.6].map(
      least =>
        `from ${least}: kept ${(sure.filter(p => p >= least).length / sure.length).toFixed(2)}, refused ${(unsure.filter(p => p < least).length / unsure.length).toFixed(2)}`,
    )
    console.log(`${part} (${unsure.length}): AUC ${auc(sure, unsure).toFixed(3)}; ${refused.join('; ')}`)
  }
}

const embedder = await chooseEmbedder(await aSandbox(), '', join(ROOT, 'models'))
const vectors = (await vectorsFor(embedder, SENTENCES, 'passage')).filter(vector => vector !== null)
const all = await examples(embedder, { mean: meanOf(vectors), vectors })
await embedder.close()
const halves = [0, 1].map(half => train(all.filter(({ topic }) => topic % 2 !== half)))
console.log('each topic by weights that were fitted on the other half of them')
report(all, ({ topic, x }) => logistic(dot(halves[topic % 2]!, x)))
if (process.argv.includes('--write')) {
  const weights = train(all).map(value => Number(value.toFixed(4)))
  writeFileSync(
    join(ROOT, 'server/features/ask/local/across-weights.ts'),
    `/** Made by \`npm run train -- across --write\`; its head says from what. */\n\nexport const ACROSS = [${weights.join(', ')}]\n`,
  )
  console.log('written to server/features/ask/local/across-weights.ts')
}
