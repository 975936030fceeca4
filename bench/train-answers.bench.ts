import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chooseEmbedder } from '../server/adapters/embedder/choose.ts'
import { shortlist } from '../server/features/ask/local/answer.ts'
import {
  type Candidate,
  candidatesOf,
  FEATURES,
  MEANING_FEATURES,
  type Passage,
  withMeaning,
} from '../server/features/ask/local/candidates.ts'
import {
  ACROSS_FEATURES,
  acrossFeatures,
  GATE_FEATURES,
  GATE_MEANING_FEATURES,
  gateFeatures,
  gateMeaning,
} from '../server/features/ask/local/gate.ts'
import { profileOf, type QuestionProfile, worthIn } from '../server/features/ask/local/question.ts'
import { chancesOf, dot, logistic } from '../server/features/ask/local/ranker.ts'
import { type Background, SENTENCES } from '../server/features/search/vectors/background.ts'
import { meanOf } from '../server/features/search/vectors/codes.ts'
import type { Embedder } from '../server/ports/embedder.ts'
import { ROOT } from '../test/support/server.ts'
import {
  type Asked,
  type Corpus,
  find,
  type Paragraph,
  part,
  readCorpus,
  dot as similarity,
  vectorsFor,
} from './answers/corpus.ts'
import { auc, calibrationError, type Labelled, trainGate, trainRanker } from './answers/learn.ts'

/**
 * Trains the small models of local answers: which sentences answer a question (softmax over the sentences of the best
 * passages), whether anything there answers at all (a logistic), and the same for passages in the other language, by meaning
 * alone. About a hundred numbers, fitted on SQuAD 1.1 dev without the articles of XQuAD, and on every fourth article of XQuAD in Russian
 * (both CC BY-SA 4.0: Rajpurkar et al. 2016, Artetxe et al. 2020). Each half of the articles is held back in turn and the figures
 * on it printed; with --write the weights of all go into server/features/ask/local/weights.ts.
 */

const DATA = join(ROOT, '../shared/data')

interface Example {
  asked: Asked
  article: number
  question: QuestionProfile
  passages: (Passage & { id: number })[]
  candidates: Candidate[]
  /** Which candidates hold the answer. */
  right: number[]
  unknown: number
  surprise?: (similarity: number) => number
  /** How near the sentences are in meaning, once that is known. */
  nearness: (number | null)[]
}

type Without = (paragraph: Paragraph, id: number) => boolean

function exampleOf(corpus: Corpus, asked: Asked, without: Without, background: Background | undefined): Example {
  const { passages, frequencyOf, windows, surprise } = find(corpus, asked, without, background)
  const worth = worthIn(windows)
  const question = profileOf(asked.question, stem => worth(frequencyOf(stem)))
  const article = corpus.paragraphs[asked.gold]!.article
  let unknown = 0
  for (const [stem, value] of question.worth) if (frequencyOf(stem) === 0) unknown += value / question.total
  const candidates = candidatesOf(question, passages)
  return rightOf({ asked, article, question, passages, candidates, right: [], unknown, surprise, nearness: [] })
}

function rightOf(example: Example): Example {
  const { asked, passages, candidates } = example
  const right = candidates.flatMap(({ passage, start, end }, at) => {
    const isGold = passages[passage]!.id === asked.gold
    return isGold && asked.answers.some(answer => answer.start >= start && answer.start < end) ? [at] : []
  })
  return { ...example, right }
}

const PARTS = ['there', 'removed', 'absent'] as const

interface Exam extends Record<(typeof PARTS)[number], Example[]> {
  name: string
  weight: number
}

/** Questions with the answer there, with its paragraph taken away, and with the whole article taken away. */
function examOf(name: string, corpus: Corpus, background: Background | undefined, weight = 1): Exam {
  const take = (without: (asked: Asked) => Without) =>
    corpus.asked.map(asked => exampleOf(corpus, asked, without(asked), background))
  const articleOf = (asked: Asked) => corpus.paragraphs[asked.gold]!.article
  return {
    name,
    weight,
    there: take(() => () => false),
    removed: take(asked => (_p, id) => id === asked.gold),
    absent: take(asked => p => p.article === articleOf(asked)),
  }
}

const textOf = ({ passages }: Example, { passage, start, end }: Candidate) => passages[passage]!.text.slice(start, end)

/** The likeliest sentences of each example, with what the encoder makes of them. */
async function thinking(exams: Exam[], ranker: number[], embedder: Embedder): Promise<Exam[]> {
  const shorter = exams.map(exam => mapped(exam, e => rightOf({ ...e, candidates: shortlist(e.candidates, ranker) })))
  // All sentences, not only the likeliest: the list stays the same when the features change, and its vectors are kept.
  const all = exams.flatMap(exam => PARTS.flatMap(name => exam[name]))
  const texts = [...new Set(all.flatMap(e => e.candidates.map(candidate => textOf(e, candidate))))].sort()
  console.log(`${texts.length} sentences to the encoder`)
  const made = await vectorsFor(embedder, texts)
  const vectors = new Map(texts.map((text, i) => [text, made[i]!]))
  return shorter.map(exam =>
    mapped(exam, e => {
      const nearness = e.candidates.map(candidate => {
        const vector = vectors.get(textOf(e, candidate))
        return vector && e.asked.vector && e.surprise ? e.surprise(similarity(vector, e.asked.vector)) : null
      })
      return { ...e, nearness, candidates: withMeaning(e.candidates, e.passages, nearness) }
    }),
  )
}

const mapped = (exam: Exam, change: (example: Example) => Example): Exam => ({
  ...exam,
  there: exam.there.map(change),
  removed: exam.removed.map(change),
  absent: exam.absent.map(change),
})

type Inputs = (example: Example) => number[]
type Keep = (example: Example) => boolean

const wordsInputs =
  (ranker: number[]): Inputs =>
  example =>
    gateFeatures({ ...example, chances: chancesOf(example.candidates, ranker) })

const meaningInputs =
  (ranker: number[]): Inputs =>
  example => {
    const input = { ...example, chances: chancesOf(example.candidates, ranker) }
    return [...gateFeatures(input), ...gateMeaning(input)]
  }

const acrossInputs: Inputs = ({ question, passages, nearness }) =>
  acrossFeatures(
    question,
    passages,
    nearness.reduce<number | null>((a, b) => Math.max(a ?? 0, b ?? 0), null),
  )

function rowsOf(exams: Exam[], inputs: Inputs, keep: Keep): Labelled[] {
  return exams.flatMap(exam =>
    PARTS.flatMap(name =>
      exam[name]
        .filter(keep)
        // As many that answer as that do not.
        .map(example => ({
          x: inputs(example),
          y: name === 'there' ? 1 : 0,
          weight: exam.weight * (name === 'there' ? 2 : 1),
        })),
    ),
  )
}

const rankerOf = (exams: Exam[], keep: Keep, size: number) =>
  trainRanker(
    exams.flatMap(({ there, weight }) =>
      there.filter(keep).map(({ candidates, right }) => ({ features: candidates.map(c => c.features), right, weight })),
    ),
    size,
  )

function contains(example: Example, ranker: number[], sentences: number): boolean {
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

const share = (flags: boolean[]) => (flags.filter(Boolean).length / Math.max(flags.length, 1)).toFixed(3)

interface Model {
  ranker: number[]
  gates: { name: string; weights: number[]; inputs: Inputs }[]
}

/** Each example by the model that has not seen its article. */
function report(exams: Exam[], modelFor: (example: Example) => Model) {
  for (const exam of exams) {
    const { there } = exam
    if (there.length < 50) continue
    const gold = [1, 3].map(n => `${n}: ${share(there.map(e => contains(e, modelFor(e).ranker, n)))}`).join(', ')
    console.log(`${exam.name} (${there.length}): contains gold ${gold}`)
    for (const [at, { name }] of modelFor(there[0]!).gates.entries()) {
      const p = (examples: Example[]) =>
        examples.map(e => {
          const { weights, inputs } = modelFor(e).gates[at]!
          return logistic(dot(weights, inputs(e)))
        })
      const [yes, removed, absent] = [p(exam.there), p(exam.removed), p(exam.absent)]
      const rows = [...yes.map(v => ({ p: v, y: 1 })), ...removed.map(v => ({ p: v, y: 0 }))]
      console.log(
        `   ${name}: AUC removed ${auc(yes, removed).toFixed(3)}, absent ${auc(yes, absent).toFixed(3)}, ECE ${calibrationError(rows).toFixed(3)}; ` +
          [0.2, 0.3, 0.5]
            .map(
              t =>
                `from ${t}: kept ${share(yes.map(v => v >= t))}, refused ${share(removed.map(v => v < t))} and ${share(absent.map(v => v < t))}`,
            )
            .join('; '),
      )
    }
  }
}

/** A library that fits one desk: five paragraphs of each of three articles. */
const desk = (corpus: Corpus, from: number) =>
  part(corpus, ({ article, at }) => article >= from && article < from + 3 && at < 5)

async function main(): Promise<void> {
  if (!existsSync(join(DATA, 'xquad-ru-quarter.json'))) {
    console.log('skipped: the data to train on is not here')
    return
  }
  const embedder = await chooseEmbedder('', join(ROOT, 'models'))
  const vectors = (await vectorsFor(embedder, SENTENCES)).filter(vector => vector !== null)
  const background = { mean: meanOf(vectors), vectors }
  const english = await readCorpus(join(DATA, 'squad1.1-dev-minus-xquad.json'), embedder, 4)
  const russian = await readCorpus(join(DATA, 'xquad-ru-quarter.json'), embedder, 1)
  const thinned = (corpus: Corpus, every: number) => ({
    ...corpus,
    asked: corpus.asked.filter((_, i) => i % every === 0),
  })
  const examsOf = (known: Background | undefined) => [
    ...[0, 3, 5].map(n =>
      examOf(
        'en, about 230 paragraphs',
        part(english, ({ article, at }) => (at * 7 + article * 3 + n) % 8 === 0),
        known,
      ),
    ),
    examOf(`en, ${english.paragraphs.length} paragraphs`, thinned(english, 4), known, 0.5),
    examOf(`ru, ${russian.paragraphs.length} paragraphs`, russian, known, 2.5),
    ...Array.from({ length: 12 }, (_, n) => examOf(`en, desk ${n + 1}`, desk(english, 3 * n), known, 0.7)),
  ]
  const byWords = examsOf(undefined)
  const everything: Keep = () => true
  const byMeaning = await thinking(examsOf(background), rankerOf(byWords, everything, FEATURES.length), embedder)
  await embedder.close()

  const train = (keep: Keep) => {
    const words = rankerOf(byWords, keep, FEATURES.length)
    const meaning = rankerOf(byMeaning, keep, FEATURES.length + MEANING_FEATURES.length)
    const large = byMeaning.filter(({ name }) => !name.includes('desk'))
    return {
      words,
      meaning,
      wordsGate: trainGate(rowsOf(byWords, wordsInputs(words), keep), GATE_FEATURES.length),
      meaningGate: trainGate(
        rowsOf(byMeaning, meaningInputs(meaning), keep),
        GATE_FEATURES.length + GATE_MEANING_FEATURES.length,
      ),
      across: trainGate(rowsOf(large, acrossInputs, keep), ACROSS_FEATURES.length),
    }
  }
  const halves = [0, 1].map(half => train(({ article }) => article % 2 !== half))
  const unseen = ({ article }: Example) => halves[article % 2]!
  console.log('each article by a model that was trained on the other half of them\nby words:')
  report(byWords, example => {
    const { words, wordsGate } = unseen(example)
    return { ranker: words, gates: [{ name: 'gate', weights: wordsGate, inputs: wordsInputs(words) }] }
  })
  console.log('by words and meaning:')
  report(byMeaning, example => {
    const { meaning, meaningGate, across } = unseen(example)
    const gates = [
      { name: 'gate', weights: meaningGate, inputs: meaningInputs(meaning) },
      { name: 'meaning alone', weights: across, inputs: acrossInputs },
    ]
    return { ranker: meaning, gates }
  })
  if (!process.argv.includes('--write')) return
  const all = train(everything)
  const numbers = (values: number[]) => values.map(value => Number(value.toFixed(4))).join(', ')
  const set = (name: string, values: number[]) => `export const ${name} = [${numbers(values)}]\n`
  writeFileSync(
    join(ROOT, 'server/features/ask/local/weights.ts'),
    [
      '/** Made by `npm run bench -- train-answers --write`; its head says from what. */\n',
      set('RANKER', all.words),
      set('GATE', all.wordsGate),
      set('MEANING_RANKER', all.meaning),
      set('MEANING_GATE', all.meaningGate),
      set('ACROSS', all.across),
    ].join('\n'),
  )
  console.log('written to server/features/ask/local/weights.ts')
}

await main()
