import type { Retrieved } from '../../search/index.ts'
import { isCyrillic } from '../question.ts'
import { readingOf } from '../verify/reading.ts'
import { acrossFeatures, acrossScores, nearestOf, type SentenceVectors, sharesOf, wordsToCompare } from './across.ts'
import { ACROSS } from './across-weights.ts'
import { type Binding, headOf } from './binding.ts'
import { candidatesOf, type SentenceCandidate, withMeaning } from './candidates.ts'
import { gateFeatures, gateMeaning } from './gate.ts'
import { inTheSpellingOf, type JudgedQuestion, type Looked, lookAgain } from './judged.ts'
import { chancesOf, dot, softmax } from './ranker.ts'
import { sentencesIn } from './sentences.ts'
import { isOtherTime } from './times.ts'
import { matchesWanted } from './wanted.ts'
import { GATE, MEANING_GATE, MEANING_RANKER, RANKER } from './weights.ts'

/** The likeliest sentences of the passages: those in the language of the question, and those in the other one. */

/** What an encoder and a judge make of texts; undefined where none works. */
export interface Compare {
  /** How much nearer to the question than chance each sentence is. */
  sentences(question: string, sentences: string[]): Promise<(number | null)[] | undefined>
  words(words: string[]): Promise<SentenceVectors | undefined>
  /** How sure a judge is that each sentence, with what stands before it, answers the question. */
  answers?(pairs: { first: string; second: string[] }[]): Promise<number[] | undefined>
}

export interface Choosing extends JudgedQuestion {
  binding: Binding
  /** The share of the question's worth in words that no file has. */
  unknown: number
  compare?: Compare
  /** How many pairs the judge may be asked. */
  pairs: number
}

/** Sentences in one language, likeliest first, and how likely it is that they answer at all by the first look alone. */
export interface ChosenSentences {
  passages: Retrieved[]
  looked: Looked[]
  /** Before the logistic. */
  evidence: number
  across: boolean
  isJudged: boolean
}

interface First {
  passages: Retrieved[]
  candidates: SentenceCandidate[]
  chances: number[]
  evidence: number
  across: boolean
}

/** Of what the judge reads, where there are passages in the other language, too. */
const SAME_SHARE = 0.6
const NEAREST_ACROSS = 4
/** What a standard deviation of nearness is worth beside the words. */
const MEANT = 0.5

const SHORTLIST = 16
/** Of so many it is asked by rule whether they may answer at all. */
const LOOKED_AT = 48

/** The likeliest by their words, which are then compared by meaning: that takes about ten milliseconds each. */
export const shortlist = (
  candidates: SentenceCandidate[],
  ranker = RANKER,
  may: (candidate: SentenceCandidate) => boolean = () => true,
): SentenceCandidate[] => {
  const chances = chancesOf(candidates, ranker)
  const order = candidates.map((_, at) => at).sort((a, b) => chances[b]! - chances[a]!)
  const kept = new Set(
    order
      .slice(0, LOOKED_AT)
      .filter(at => may(candidates[at]!))
      .slice(0, SHORTLIST),
  )
  return candidates.filter((_, at) => kept.has(at))
}

export async function choose(asked: Choosing, all: Retrieved[]): Promise<ChosenSentences[]> {
  const foreign = all.filter(({ text }) => isCyrillic(text) !== isCyrillic(asked.question))
  const same = all.filter(passage => !foreign.includes(passage))
  return (await byJudge(asked, same, foreign)) ?? (await byWordsAndMeaning(asked, same, foreign))
}

/** The judge reads the likeliest of both languages; undefined where there is none. */
async function byJudge(
  asked: Choosing,
  same: Retrieved[],
  foreign: Retrieved[],
): Promise<ChosenSentences[] | undefined> {
  if (!asked.compare?.answers) return undefined
  const near = nearestOf(foreign, NEAREST_ACROSS)
  const most = { same: near.length > 0 ? Math.ceil(asked.pairs * SAME_SHARE) : asked.pairs, across: 0 }
  most.across = asked.pairs - most.same
  const firsts = [
    toBeJudged(asked, same, { most: most.same, across: false }),
    toBeJudged(asked, near, { most: most.across, across: true }),
  ].filter(first => first !== undefined)
  const judged = await judgedOf(asked, firsts)
  return (
    judged && firsts.map((first, at) => ({ ...first, looked: lookAgain(asked, first, judged[at]), isJudged: true }))
  )
}

/** Sentences in the nearest passages come before others that have as many of the words. */
function toBeJudged(
  asked: Choosing,
  passages: Retrieved[],
  { most, across }: { most: number; across: boolean },
): First | undefined {
  const all = candidatesOf(asked.profile, passages)
  const scores = all.map(
    ({ features, passage }) => dot(RANKER, features) + MEANT * Math.max(0, passages[passage]!.zScore ?? 0),
  )
  const may = mayAnswer(asked, passages)
  const order = scores.map((_, at) => at).sort((a, b) => scores[b]! - scores[a]!)
  const kept = order.filter(at => may(all[at]!)).slice(0, most)
  if (kept.length === 0) return undefined
  const candidates = kept.map(at => all[at]!)
  const chances = softmax(kept.map(at => scores[at]!))
  const input = { question: asked.profile, passages, candidates, chances, unknown: asked.unknown }
  return { passages, candidates, chances, evidence: dot(GATE, gateFeatures(input)), across }
}

async function byWordsAndMeaning(asked: Choosing, same: Retrieved[], foreign: Retrieved[]): Promise<ChosenSentences[]> {
  const firsts = [await firstSame(asked, same), await firstAcross(asked, foreign)]
  return firsts
    .filter(first => first !== undefined)
    .map(first => ({ ...first, looked: lookAgain(asked, first), isJudged: false }))
}

/** Rules: what was asked for must be there, and what kind of thing. */
function mayAnswer(
  { question, binding, wanted, reading }: Choosing,
  passages: Retrieved[],
): (candidate: SentenceCandidate) => boolean {
  const prose = new Map<Retrieved, string>()
  const proseOf = (passage: Retrieved) => {
    let text = prose.get(passage)
    if (text === undefined) {
      text = [passage.opening ?? '', passage.text].map(withoutRecords).join('\n')
      prose.set(passage, text)
    }
    return text
  }
  return candidate => {
    const passage = passages[candidate.passage]!
    if (binding.isElsewhere(candidate, passage, proseOf(passage))) return false
    const said = readingOf(candidate.text)
    if (isOtherTime(wanted, question, candidate.text, said.figures.days.length > 0)) return false
    return matchesWanted(wanted, reading, said) >= 0
  }
}

const withoutRecords = (text: string) =>
  sentencesIn(text)
    .filter(({ isRecord }) => !isRecord)
    .map(sentence => sentence.text)
    .join('\n')

async function firstSame(asked: Choosing, passages: Retrieved[]): Promise<First | undefined> {
  const all = candidatesOf(asked.profile, passages)
  const few = shortlist(all, RANKER, mayAnswer(asked, passages))
  if (few.length === 0) return undefined
  const known = passages.some(({ zScore }) => zScore !== null)
  const nearness = known ? await nearnessOf(asked, few) : undefined
  const candidates = nearness ? withMeaning(few, passages, nearness) : few
  const chances = chancesOf(candidates, nearness ? MEANING_RANKER : RANKER)
  const input = { question: asked.profile, passages, candidates, chances, unknown: asked.unknown }
  const evidence = nearness
    ? dot(MEANING_GATE, [...gateFeatures(input), ...gateMeaning(input)])
    : dot(GATE, gateFeatures(input))
  return { passages, candidates, chances, evidence, across: false }
}

const nearnessOf = ({ question, compare }: Choosing, candidates: SentenceCandidate[]) =>
  compare?.sentences(
    question,
    candidates.map(({ text }) => text),
  )

/** Sentences of the nearest passages in the other language. */
async function firstAcross(asked: Choosing, all: Retrieved[]): Promise<First | undefined> {
  const { profile, compare } = asked
  if (!all.some(({ zScore }) => zScore !== null)) return undefined
  const passages = nearestOf(all)
  const may = mayAnswer(asked, passages)
  const candidates = candidatesOf(profile, passages).filter(may).slice(0, SHORTLIST)
  const nearness = candidates.length > 0 ? await nearnessOf(asked, candidates) : undefined
  const vectors = nearness && (await compare?.words(wordsToCompare(profile, passages)))
  if (!nearness || !vectors) return undefined
  const compared = { passages, nearness, ...sharesOf(profile, passages, candidates, vectors) }
  const chances = softmax(acrossScores(candidates, compared))
  return { passages, candidates, chances, evidence: dot(ACROSS, acrossFeatures(profile, compared)), across: true }
}

/** By list and candidate; undefined as a whole where the judge does not answer. */
async function judgedOf(asked: Choosing, firsts: First[]): Promise<number[][] | undefined> {
  const pairs = firsts.flatMap(({ passages, candidates }) =>
    candidates.map(({ text, before, passage }) => {
      const head = headOf(passages[passage]!).split('\n').at(-1)!
      const context = [head, before].filter(Boolean).join('. ')
      return { first: inTheSpellingOf(asked, `${context} ${text}`), second: [context, text] }
    }),
  )
  if (pairs.length === 0) return firsts.map(() => [])
  const values = await asked.compare?.answers?.(pairs)
  if (!values) return undefined
  const left = [...values]
  return firsts.map(({ candidates }) => left.splice(0, candidates.length))
}
