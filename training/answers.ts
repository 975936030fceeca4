import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Corpus, part, readCorpus } from '../bench/answers/corpus.ts'
import { auc, calibrationError } from '../bench/answers/measure.ts'
import { vectorsFor } from '../bench/answers/vectors.ts'
import { chooseEmbedder } from '../server/adapters/embedder/choose.ts'
import { FEATURES, MEANING_FEATURES } from '../server/features/ask/local/candidates.ts'
import { GATE_FEATURES, GATE_MEANING_FEATURES } from '../server/features/ask/local/gate.ts'
import { dot, logistic } from '../server/features/ask/local/ranker.ts'
import { type Background, SENTENCES } from '../server/features/search/vectors/background.ts'
import { meanOf } from '../server/features/search/vectors/codes.ts'
import { aSandbox } from '../test/support/sandbox.ts'
import { ROOT } from '../test/support/server.ts'
import {
  contains,
  type Exam,
  type Example,
  examOf,
  type Inputs,
  meaningInputs,
  PARTS,
  sentenceVectors,
  thinking,
  wordsInputs,
} from './parts/exams.ts'
import { type Labelled, type Shape, trainGate, trainRanker } from './parts/learn.ts'

/**
 * Trains the small models of local answers: which sentences answer a question (softmax over the sentences of the best
 * passages), and whether anything there answers at all (a logistic); `across.ts` does the same for passages in the other
 * language. Some hundred numbers, fitted on SQuAD 1.1 dev without the paragraphs of XQuAD, and on every fourth article of XQuAD in Russian
 * (both CC BY-SA 4.0: Rajpurkar et al. 2016, Artetxe et al. 2020). Each half of the articles is held back in turn and the figures
 * on it printed; with --write the weights of all go into server/features/ask/local/weights.ts. `--every=2` takes every second
 * English question; without it every fourth.
 */

const DATA = join(ROOT, '../shared/data')
const EVERY = Number(process.argv.find(arg => arg.startsWith('--every='))?.slice(8) ?? 4)

type Keep = (example: Example) => boolean

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

const rankerOf = (exams: Exam[], keep: Keep, shape: Shape) =>
  trainRanker(
    exams.flatMap(({ there, weight }) =>
      there.filter(keep).map(({ candidates, right }) => ({ features: candidates.map(c => c.features), right, weight })),
    ),
    shape,
  )

const share = (flags: boolean[]) => (flags.filter(Boolean).length / Math.max(flags.length, 1)).toFixed(3)

interface Model {
  ranker: number[]
  gates: { name: string; weights: number[]; inputs: Inputs }[]
}

/** Each example by the model that has not seen its article. Exams of one name are told of together. */
function report(exams: Exam[], modelFor: (example: Example) => Model) {
  for (const name of new Set(exams.map(exam => exam.name))) {
    const same = exams.filter(exam => exam.name === name)
    const there = same.flatMap(exam => exam.there)
    if (there.length < 50) continue
    const gold = [1, 3].map(n => `${n}: ${share(there.map(e => contains(e, modelFor(e).ranker, n)))}`).join(', ')
    const found = share(there.map(e => e.passages.some(({ chunk }) => chunk.file === e.asked.gold)))
    const listed = share(there.map(e => e.right.length > 0))
    console.log(`${name} (${there.length}): passage found ${found}, sentence listed ${listed}, contains gold ${gold}`)
    for (const [at, gate] of modelFor(there[0]!).gates.entries()) {
      const p = (part: (typeof PARTS)[number]) =>
        same
          .flatMap(exam => exam[part])
          .map(e => {
            const { weights, inputs } = modelFor(e).gates[at]!
            return logistic(dot(weights, inputs(e)))
          })
      const [yes, removed, absent] = [p('there'), p('removed'), p('absent')]
      const rows = [...yes.map(v => ({ p: v, y: 1 })), ...removed.map(v => ({ p: v, y: 0 }))]
      console.log(
        `   ${gate.name}: AUC removed ${auc(yes, removed).toFixed(4)}, absent ${auc(yes, absent).toFixed(4)}, ECE ${calibrationError(rows).toFixed(3)}; ` +
          [0.15, 0.25, 0.5]
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

const thinned = (corpus: Corpus, every: number) => ({
  ...corpus,
  asked: corpus.asked.filter((_, i) => i % every === 0),
})

const ranking = (size: number): Shape => ({ size, epochs: 16, decay: 0.001 })
const gating = (size: number): Shape => ({ size, epochs: 32, decay: 0.001 })

async function main(): Promise<void> {
  if (!existsSync(join(DATA, 'xquad-ru-quarter.json'))) {
    console.log('skipped: the data to train on is not here')
    return
  }
  const embedder = await chooseEmbedder(await aSandbox(), '', join(ROOT, 'models'))
  const vectors = (await vectorsFor(embedder, SENTENCES, 'passage')).filter(vector => vector !== null)
  const background = { mean: meanOf(vectors), vectors }
  const russian = await readCorpus(join(DATA, 'xquad-ru-quarter.json'), embedder)
  const english = await readCorpus(join(DATA, 'squad1.1-dev-minus-xquad.json'), embedder, EVERY)
  const sentences = await sentenceVectors([english, russian], embedder)
  await embedder.close()
  const examsOf = (known: Background | undefined) => [
    ...Array.from({ length: 8 }, (_, n) =>
      examOf(
        'en, about 230 paragraphs',
        part(english, ({ article, at }) => (at * 7 + article * 3 + n) % 8 === 0),
        known,
      ),
    ),
    examOf(`en, ${english.chunks.length} chunks`, thinned(english, 8), known, 0.5),
    examOf(`ru, ${russian.chunks.length} chunks`, russian, known, 4),
    ...Array.from({ length: 12 }, (_, n) => examOf('en, desks', desk(english, 3 * n), known, 0.7)),
  ]
  const everything: Keep = () => true
  const byWords = examsOf(undefined)
  const short = rankerOf(byWords, everything, ranking(FEATURES.length))
  const byMeaning = examsOf(background).map(exam => thinking(exam, short, sentences))

  const train = (keep: Keep) => {
    const words = rankerOf(byWords, keep, ranking(FEATURES.length))
    const meaning = rankerOf(byMeaning, keep, ranking(FEATURES.length + MEANING_FEATURES.length))
    return {
      words,
      meaning,
      wordsGate: trainGate(rowsOf(byWords, wordsInputs(words), keep), gating(GATE_FEATURES.length)),
      meaningGate: trainGate(
        rowsOf(byMeaning, meaningInputs(meaning), keep),
        gating(GATE_FEATURES.length + GATE_MEANING_FEATURES.length),
      ),
    }
  }
  const halves = [0, 1].map(half => train(({ asked }) => asked.article % 2 !== half))
  const unseen = ({ asked }: Example) => halves[asked.article % 2]!
  console.log('each article by a model that was trained on the other half of them\nby words:')
  report(byWords, example => {
    const { words, wordsGate } = unseen(example)
    return { ranker: words, gates: [{ name: 'gate', weights: wordsGate, inputs: wordsInputs(words) }] }
  })
  console.log('by words and meaning:')
  report(byMeaning, example => {
    const { meaning, meaningGate } = unseen(example)
    return { ranker: meaning, gates: [{ name: 'gate', weights: meaningGate, inputs: meaningInputs(meaning) }] }
  })
  if (!process.argv.includes('--write')) return
  const all = train(everything)
  const numbers = (values: number[]) => values.map(value => Number(value.toFixed(4))).join(', ')
  const set = (name: string, values: number[]) => `export const ${name} = [${numbers(values)}]\n`
  writeFileSync(
    join(ROOT, 'server/features/ask/local/weights.ts'),
    [
      '/** Made by `npm run train -- answers --write`; its head says from what. */\n',
      set('RANKER', all.words),
      set('GATE', all.wordsGate),
      set('MEANING_RANKER', all.meaning),
      set('MEANING_GATE', all.meaningGate),
    ].join('\n'),
  )
  console.log('written to server/features/ask/local/weights.ts')
}

await main()
