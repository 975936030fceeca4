import { codePointCounter } from '../../../lib/code-points.ts'
import { loadRussian } from '../../../lib/russian.ts'
import type { Retrieved } from '../../search/index.ts'
import { isCyrillic, profileOf, type QuestionProfile, worthIn } from '../question.ts'
import { acrossFeatures, acrossScores, nearestOf, sharesOf, type Vectors, wordsToCompare } from './across.ts'
import { ACROSS } from './across-weights.ts'
import { bindingOf } from './binding.ts'
import { type Candidate, candidatesOf, withMeaning } from './candidates.ts'
import { gateFeatures, gateMeaning } from './gate.ts'
import { chancesOf, dot, logistic, softmax } from './ranker.ts'
import { GATE, MEANING_GATE, MEANING_RANKER, RANKER } from './weights.ts'

/** Sentences of the user's own files that answer, chosen without any model at an endpoint. */

/** Words of a text exactly as they stand there. Offsets are in code points of the whole text. */
export interface Quote {
  passage: Retrieved
  charStart: number
  charEnd: number
  text: string
  /** Against the other sentences that were looked at. */
  chance: number
}

export interface LocalAnswer {
  quotes: Quote[]
  /** How likely it is that the files answer at all. */
  confidence: number
  /** The answer stands in another language than the question. */
  across: boolean
}

export interface Found {
  passages: Retrieved[]
  words: { stem: string; frequency: number; there: boolean }[]
  windows: number
}

/** What an encoder makes of texts; both are undefined where none works. */
export interface Compare {
  /** How much nearer to the question than chance each sentence is. */
  sentences(question: string, sentences: string[]): Promise<(number | null)[] | undefined>
  words(words: string[]): Promise<Vectors | undefined>
}

/** From here on the files answer; below it nothing is quoted. */
export const ENOUGH = 0.2
/** In another language less can be compared: more is asked for. */
const ENOUGH_ACROSS = 0.3
/** From here on it is said without reserve. */
export const SURE = 0.5
const MOST_QUOTES = 3
/** A sentence far less likely than the best one says nothing more. */
const LEAST_CHANCE = 0.01
const SHORTLIST = 16

/** The likeliest by their words, which are then compared by meaning: that takes about ten milliseconds each. */
export const shortlist = (candidates: Candidate[], ranker = RANKER): Candidate[] => {
  const chances = chancesOf(candidates, ranker)
  const order = candidates.map((_, at) => at).sort((a, b) => chances[b]! - chances[a]!)
  const kept = new Set(order.slice(0, SHORTLIST))
  return candidates.filter((_, at) => kept.has(at))
}

/** Without `compare` by words alone. */
export async function answerLocally(question: string, all: Found, compare?: Compare): Promise<LocalAnswer> {
  if (isCyrillic(question)) await loadRussian().catch(() => {})
  const known = new Set(all.words.filter(({ there }) => there).map(({ stem }) => stem))
  const bound = bindingOf(question, stem => known.has(stem))
  const found = { ...all, passages: all.passages.filter(bound) }
  const answer = await chooseAnswer(question, found, compare)
  const first = all.passages[0]
  // The nearest passage is about another year or number: what is left of the rest has to answer without reserve.
  return first && !bound(first) && answer.confidence < SURE
    ? { ...answer, quotes: [], confidence: Math.min(answer.confidence, ENOUGH / 2) }
    : answer
}

async function chooseAnswer(question: string, found: Found, compare?: Compare): Promise<LocalAnswer> {
  const worth = worthIn(found.windows)
  const frequency = new Map(found.words.map(word => [word.stem, word.frequency]))
  const profile = profileOf(question, stem => worth(frequency.get(stem) ?? 0))
  const foreign = found.passages.filter(({ text }) => isCyrillic(text) !== isCyrillic(question))
  const same = found.passages.filter(passage => !foreign.includes(passage))
  const asking: Asking = { question, profile, unknown: unknownShare(profile, found), compare }
  const near = await chooseSame(asking, same)
  const across = foreign.some(({ surprise }) => surprise !== null) ? await chooseAcross(asking, foreign) : undefined
  if (!across || across.confidence <= near.confidence) return near
  if (across.confidence >= ENOUGH_ACROSS) return across
  // Too little to be shown; how likely it is can be told all the same.
  return near.confidence >= ENOUGH ? near : { ...near, quotes: [], confidence: across.confidence }
}

interface Asking {
  question: string
  profile: QuestionProfile
  /** The share of the question's worth in words that no file has. */
  unknown: number
  compare?: Compare
}

async function chooseSame(asking: Asking, passages: Retrieved[]): Promise<LocalAnswer> {
  const all = candidatesOf(asking.profile, passages)
  if (all.length === 0) return { quotes: [], confidence: 0, across: false }
  const known = passages.some(({ surprise }) => surprise !== null)
  const few = known ? shortlist(all) : all
  const nearness = known ? await nearnessOf(asking, few, passages) : undefined
  const candidates = nearness ? withMeaning(few, passages, nearness) : all
  const chances = chancesOf(candidates, nearness ? MEANING_RANKER : RANKER)
  const input = { question: asking.profile, passages, candidates, chances, unknown: asking.unknown }
  const evidence = nearness
    ? dot(MEANING_GATE, [...gateFeatures(input), ...gateMeaning(input)])
    : dot(GATE, gateFeatures(input))
  return { quotes: best(candidates, passages, chances), confidence: logistic(evidence), across: false }
}

const nearnessOf = ({ question, compare }: Asking, candidates: Candidate[], passages: Retrieved[]) =>
  compare?.sentences(
    question,
    candidates.map(({ passage, start, end }) => passages[passage]!.text.slice(start, end)),
  )

function unknownShare(profile: QuestionProfile, { words }: Found): number {
  const known = new Set(words.filter(({ there }) => there).map(({ stem }) => stem))
  let unknown = 0
  for (const [stem, worth] of profile.worth) if (!known.has(stem)) unknown += worth
  return unknown / profile.total
}

/** Nearest sentences of the nearest passages in the other language. */
async function chooseAcross(asking: Asking, all: Retrieved[]): Promise<LocalAnswer | undefined> {
  const { profile, compare } = asking
  const passages = nearestOf(all)
  const candidates = candidatesOf(profile, passages).slice(0, SHORTLIST)
  const nearness = await nearnessOf(asking, candidates, passages)
  const vectors = await compare?.words(wordsToCompare(profile, passages))
  if (!nearness || !vectors) return undefined
  const compared = { passages, nearness, ...sharesOf(profile, passages, candidates, vectors) }
  const chances = softmax(acrossScores(candidates, compared))
  const confidence = logistic(dot(ACROSS, acrossFeatures(profile, compared)))
  return { quotes: best(candidates, passages, chances), confidence, across: true }
}

/** The likeliest, each only once, in the order of their files and of the text. */
function best(candidates: Candidate[], passages: Retrieved[], chances: number[]): Quote[] {
  const order = chances.map((chance, at) => ({ chance, at })).sort((a, b) => b.chance - a.chance)
  const least = (order[0]?.chance ?? 0) * LEAST_CHANCE
  const chosen: Quote[] = []
  for (const { chance, at } of order) {
    if (chosen.length >= MOST_QUOTES || chance < least) break
    const { passage, start, end } = candidates[at]!
    const quote = quoteOf(passages[passage]!, start, end, chance)
    if (!chosen.some(({ text }) => text === quote.text)) chosen.push(quote)
  }
  const files = [...new Set(chosen.map(({ passage }) => passage.object.id))]
  return chosen.sort(
    (a, b) => files.indexOf(a.passage.object.id) - files.indexOf(b.passage.object.id) || a.charStart - b.charStart,
  )
}

/** A UTF-16 range of a passage as a range of the whole text. */
export function quoteOf(passage: Retrieved, start: number, end: number, chance = 1): Quote {
  const points = codePointCounter(passage.text)
  const charStart = passage.charStart + points(start)
  const charEnd = passage.charStart + points(end)
  return { passage, charStart, charEnd, text: passage.text.slice(start, end), chance }
}
