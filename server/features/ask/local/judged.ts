import { termOf, wordsOf } from '../../../lib/words.ts'
import type { Retrieved } from '../../search/index.ts'
import type { QuestionProfile } from '../question.ts'
import { thingOf } from '../verify/lexicon.ts'
import { isSameName } from '../verify/names.ts'
import { type ClaimReading, readingOf } from '../verify/reading.ts'
import { meterOf } from './alike.ts'
import { headOf } from './binding.ts'
import { coverage, meaningOf, type SentenceCandidate, shareMet } from './candidates.ts'
import { type ExpectedAnswer, matchesWanted } from './wanted.ts'

/** The second look at the likeliest sentences: what a judge makes of them, what kind of thing they hold, and whose file they are in. */

export const JUDGED_FEATURES = [
  'chance',
  'judged',
  'behind the best judged',
  'holds what is wanted',
  'lacks what is wanted',
  'met with the name of the file',
  'named by the file',
  'row of a table',
  'says nothing new',
  'names met',
  'things met',
  'passage meaning',
  'passage rank',
] as const

export interface JudgedQuestion {
  question: string
  profile: QuestionProfile
  reading: ClaimReading
  wanted: ExpectedAnswer
}

/** A sentence with what is known of it at a second look. */
export interface Looked {
  candidate: SentenceCandidate
  /** By the first ranker, against the others. */
  chance: number
  /** What the judge makes of it; undefined where there is none. */
  judged?: number
  features: number[]
  matches: number
}

/** A question in the spelling of the text: the judge does not know names in the other alphabet. */
export function inTheSpellingOf({ reading }: JudgedQuestion, text: string): string {
  const words = wordsOf(text)
  return reading.names
    .map(name => ({ name, there: words.find(({ word }) => isSameName(name.word, word)) }))
    .sort((a, b) => b.name.start - a.name.start)
    .reduce(
      (asked, { name, there }) =>
        there ? asked.slice(0, name.start) + text.slice(there.start, there.end) + asked.slice(name.end) : asked,
      reading.text,
    )
}

/** Logits, cut where they say no more. */
const logit = (share: number) => Math.max(-6, Math.min(6, Math.log((share + 1e-4) / (1 - share + 1e-4))))

export function lookAgain(
  asked: JudgedQuestion,
  { passages, candidates, chances }: { passages: Retrieved[]; candidates: SentenceCandidate[]; chances: number[] },
  judged?: number[],
): Looked[] {
  const meter = meterOf([...asked.profile.worth.keys()])
  const heads = new Map(passages.map(passage => [passage, wordsOf(headOf(passage))]))
  const known = judged?.map(logit) ?? []
  const best = Math.max(...known, -6)
  return candidates.map((candidate, at) => {
    const head = heads.get(passages[candidate.passage]!)!
    const words = wordsOf(candidate.text)
    const reading = readingOf(candidate.text)
    const matches = matchesWanted(asked.wanted, asked.reading, reading)
    const share = judged?.[at]
    const value = share === undefined ? best - 2 : logit(share)
    const terms = new Set(words.map(({ term }) => term))
    const headTerms = new Set(head.map(({ term }) => term))
    const fresh = words.some(({ term }) => !asked.profile.terms.has(term) && !headTerms.has(term))
    return {
      candidate,
      chance: chances[at]!,
      judged: share,
      matches,
      features: [
        Math.log(Math.max(chances[at]!, 1e-4)) / 4,
        known.length > 0 ? value / 4 : 0,
        known.length > 0 ? (best - value) / 4 : 0,
        matches > 0 ? 1 : 0,
        matches < 0 ? 1 : 0,
        shareMet(asked.profile, meter([...words, ...head])),
        coverage(asked.profile, headTerms),
        candidate.isRow ? 1 : 0,
        fresh ? 0 : 1,
        namesMet(asked, terms, reading),
        thingsMet(asked, candidate.text),
        meaningOf(passages[candidate.passage]!.zScore),
        1 / (1 + candidate.passage),
      ],
    }
  })
}

function namesMet({ reading }: JudgedQuestion, _terms: Set<string>, there: ClaimReading): number {
  if (reading.names.length === 0) return 0
  const met = reading.names.filter(name => there.words.some(({ word }) => isSameName(name.word, word)))
  return met.length / reading.names.length
}

/** Words for the same thing in either language. */
function thingsMet({ profile }: JudgedQuestion, text: string): number {
  const asked = new Set(profile.words.flatMap(word => thingOf(word) ?? []))
  if (asked.size === 0) return 0
  const there = new Set(wordsOf(text).flatMap(({ word }) => thingOf({ word, term: termOf(word) }) ?? []))
  return [...asked].filter(thing => there.has(thing)).length / asked.size
}
