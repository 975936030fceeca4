import { codePointCounter } from '../../../lib/code-points.ts'
import { loadRussian } from '../../../lib/russian.ts'
import type { Retrieved } from '../../search/index.ts'
import { profileOf, type QuestionProfile, worthIn } from '../question.ts'
import { readingOf } from '../verify/reading.ts'
import { bindingOf, type Missing } from './binding.ts'
import { type Choosing, type ChosenSentences, type Compare, choose } from './choose.ts'
import { JUDGED_FEATURES } from './judged.ts'
import { JUDGED, JUDGED_GATE } from './judged-weights.ts'
import { type NearMiss, nearMissOf } from './near.ts'
import { partsOf } from './parts.ts'
import { dot, logistic } from './ranker.ts'
import { wantedBy } from './wanted.ts'

export type { Compare }

/** Sentences of the user's own files that answer, chosen without any model at an endpoint. */

/** Words of a text exactly as they stand there. Offsets are in code points of the whole text. */
export interface Quote {
  passage: Retrieved
  charStart: number
  charEnd: number
  text: string
  /** As a person reads it: a row of a table with its header. */
  reading?: string
  /** Against the other sentences that were looked at. */
  chance: number
}

export interface LocalAnswer {
  quotes: Quote[]
  /** How likely it is that the files answer at all. */
  confidence: number
  /** The answer stands in another language than the question. */
  across: boolean
  /** Parts of the question that nothing answers. */
  open?: string[]
  /** What the files have instead of what was asked for. */
  instead?: NearMiss
}

export interface FoundQuotes {
  passages: Retrieved[]
  words: { term: string; frequency: number; there: boolean }[]
  chunks: number
}

/** From here on the files answer; below it nothing is quoted, since three of four such answers would be wrong. */
const ENOUGH = { same: 0.25, across: 0.3 }
/** The same where no judge has read the sentences; in another language less can be compared, so more is asked for. */
const ENOUGH_ALONE = { same: 0.2, across: 0.3 }
/** From here on it is said without reserve. */
export const SURE = 0.5
/** Pairs that the judge reads for one answer. */
export const MOST_PAIRS = 24

const NOTHING: LocalAnswer = { quotes: [], confidence: 0, across: false }

/** Without `compare` by words alone. `before`: the question before it, where this one leans on it. */
export async function answerLocally(
  question: string,
  found: FoundQuotes,
  compare?: Compare,
  before?: string,
): Promise<LocalAnswer> {
  if (/\p{Script=Cyrillic}/u.test(question + found.passages.map(({ text }) => text).join(' ')))
    await loadRussian().catch(() => {})
  const parts = partsOf(question)
  if (parts.length === 1) return answerOne(question, found, { compare, before, pairs: MOST_PAIRS })
  const answers: LocalAnswer[] = []
  for (const part of parts)
    answers.push(
      await answerOne(part, found, {
        compare,
        before,
        pairs: Math.floor(MOST_PAIRS / parts.length),
        whole: question,
      }),
    )
  return together(parts, answers)
}

/** Each part with its own sentence; what stays open is said. */
function together(parts: string[], answers: LocalAnswer[]): LocalAnswer {
  const quotes: Quote[] = []
  for (const quote of answers.flatMap(answer => answer.quotes))
    if (!quotes.some(other => isSamePlace(other, quote))) quotes.push(quote)
  const open = parts.filter((_, at) => answers[at]!.quotes.length === 0)
  const answered = answers.filter(answer => answer.quotes.length > 0)
  const mean = (list: LocalAnswer[]) => list.reduce((sum, { confidence }) => sum + confidence, 0) / list.length
  return {
    quotes,
    confidence: mean(answered.length > 0 ? answered : answers),
    across: answered.some(({ across }) => across),
    ...(open.length > 0 ? { open } : {}),
    instead: answers.find(({ instead }) => instead)?.instead,
  }
}

const isSamePlace = (a: Quote, b: Quote) =>
  a.passage.object.id === b.passage.object.id && a.charStart < b.charEnd && b.charStart < a.charEnd

interface How {
  compare?: Compare
  pairs: number
  /** The question of which this is a part: what it asks for by name holds for all of it. */
  whole?: string
  before?: string
}

export interface AnswerSearch {
  asked: Choosing
  lists: ChosenSentences[]
  missing: Map<Retrieved, Missing | undefined>
}

/** What is to be known before one question is answered. */
export async function lookFor(
  own: string,
  found: FoundQuotes,
  { compare, pairs, whole, before }: How,
): Promise<AnswerSearch> {
  const question = before ? `${before} ${own}` : own
  const known = new Set(found.words.filter(({ there }) => there).map(({ term }) => term))
  const wanted = wantedBy(own)
  const isKnown = (term: string) => known.has(term)
  const alone = bindingOf(own, isKnown, wanted)
  const { days, numbers, names } = alone.asked
  const rest = [before, whole].filter(Boolean).join(' ')
  const binding = rest && days.length + numbers.length + names.length === 0 ? bindingOf(rest, isKnown, wanted) : alone
  const profile = profileIn(question, found)
  const reading = readingOf(question)
  const unknown = unknownShare(profile, known)
  // Two questions in one are not what the judge was taught.
  const comparing = before && compare ? { ...compare, answers: undefined } : compare
  const asked: Choosing = { question, profile, reading, wanted, binding, unknown, compare: comparing, pairs }
  const missing = new Map(found.passages.map(passage => [passage, binding.misses(passage)]))
  const there = found.passages.filter(passage => missing.get(passage) === undefined)
  return { asked, missing, lists: await choose(asked, there) }
}

async function answerOne(question: string, found: FoundQuotes, how: How): Promise<LocalAnswer> {
  const { asked, missing, lists } = await lookFor(question, found, how)
  const best = bestOf(asked, lists)
  // Where the nearest passage is about another year or person, others must answer without reserve.
  const isNearestOther = found.passages[0] !== undefined && missing.get(found.passages[0]) !== undefined
  if (best && best.quotes.length > 0 && (!isNearestOther || best.confidence >= SURE)) return best
  const instead = nearMissOf(found.passages, missing)
  return { ...NOTHING, confidence: best?.confidence ?? 0, across: best?.across ?? false, instead }
}

function profileIn(question: string, found: FoundQuotes): QuestionProfile {
  const worth = worthIn(found.chunks)
  const frequency = new Map(found.words.map(word => [word.term, word.frequency]))
  return profileOf(question, term => worth(frequency.get(term) ?? 0))
}

function unknownShare(profile: QuestionProfile, known: Set<string>): number {
  let unknown = 0
  for (const [term, worth] of profile.worth) if (!known.has(term)) unknown += worth
  return unknown / profile.total
}

export const GATE_JUDGED_FEATURES = [
  'one',
  'first look',
  'in the other language',
  'judged',
  'best judged',
  'holds what is wanted',
  'met with the name of the file',
  'unknown words',
  'in Russian',
  'named by the file',
  'names met',
  'lead',
] as const

/** What speaks for the best sentence of a list, for a trained logistic. */
export function judgedInputs({ profile, unknown }: Choosing, chosen: ChosenSentences, ranker = JUDGED): number[] {
  const { looked, evidence, across } = chosen
  const scores = looked.map(({ features }) => dot(ranker, features)).sort((a, b) => b - a)
  const first = firstOf(chosen, ranker)
  const of = (name: (typeof JUDGED_FEATURES)[number]) => first.features[JUDGED_FEATURES.indexOf(name)]!
  return [
    1,
    evidence / 4,
    across ? 1 : 0,
    of('judged'),
    Math.max(...looked.map(({ features }) => features[1]!)),
    first.matches,
    of('met with the name of the file'),
    unknown,
    profile.isCyrillic ? 1 : 0,
    of('named by the file'),
    of('names met'),
    scores.length > 1 ? Math.min(scores[0]! - scores[1]!, 3) : 1,
  ]
}

const firstOf = ({ looked, isJudged }: ChosenSentences, ranker = JUDGED) => {
  const value = (one: (typeof looked)[number]) => (isJudged ? dot(ranker, one.features) : one.chance)
  return looked.reduce((best, one) => (value(one) > value(best) ? one : best))
}

function bestOf(asked: Choosing, lists: ChosenSentences[]): LocalAnswer | undefined {
  const answers = lists.map((chosen): LocalAnswer => {
    const { passages, evidence, across, isJudged } = chosen
    const { candidate, chance } = firstOf(chosen)
    const confidence = logistic(isJudged ? dot(JUDGED_GATE, judgedInputs(asked, chosen)) : evidence)
    const enough = (isJudged ? ENOUGH : ENOUGH_ALONE)[across ? 'across' : 'same']
    if (confidence < enough) return { quotes: [], confidence, across }
    const quote = quoteOf(passages[candidate.passage]!, candidate.leansFrom ?? candidate.start, candidate.end, chance)
    return { quotes: [candidate.isRow ? { ...quote, reading: candidate.text } : quote], confidence, across }
  })
  const answering = answers.filter(({ quotes }) => quotes.length > 0)
  return (answering.length > 0 ? answering : answers).sort((a, b) => b.confidence - a.confidence)[0]
}

/** A UTF-16 range of a passage as a range of the whole text. */
export function quoteOf(passage: Retrieved, start: number, end: number, chance = 1): Quote {
  const points = codePointCounter(passage.text)
  const charStart = passage.charStart + points(start)
  const charEnd = passage.charStart + points(end)
  return { passage, charStart, charEnd, text: passage.text.slice(start, end), chance }
}
