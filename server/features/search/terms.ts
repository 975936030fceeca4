import type { Needs } from '../../context.ts'
import { transliterated } from '../../lib/alphabets.ts'
import { isIdentifier, isStopWord, termOf, type Word, wordsOf } from '../../lib/words.ts'
import { type Corpus, type CorpusCount, type Statistics, termsAsLong, termsNear } from './counted/queries.ts'
import { joinedDates, otherDates } from './dates.ts'
import { type KnownForms, otherTerms } from './forms.ts'
import type { Question } from './parse.ts'
import { keysOf } from './profile.ts'
import type { Term } from './queries.ts'
import {
  BRIEF,
  CODE,
  FOREIGN,
  IDENTIFIER,
  K1,
  KNOWN,
  MISSPELT,
  MOST_MENDED,
  OTHER_ALPHABET,
  OTHER_FORM,
  SHORT,
  SPELLINGS,
  UNFINISHED,
} from './ranking.ts'
import { forgiven, otherLayout, shortened, slipsBetween } from './slips.ts'
import { frequenciesOf, idf, present } from './statistics.ts'

/** A word of the question, or a term that stands in for one. */
export interface SearchTerm extends Term {
  term: string
  /** Which word of the question it answers. */
  group: number
  frequency: number
  /** Only begins like the unfinished last word. */
  begun?: true
  /** Another word, a slip of the finger away from the one that was typed. */
  guessed?: true
}

export interface Terms {
  list: SearchTerm[]
  /** `strange` is a word that neither the dictionary nor any file knows. */
  groups: { word: Word; worth: number; frequency: number; strange: boolean }[]
}

/** The terms of a question, and the numbers by which they are weighed. */
export interface Weighing {
  corpus: Corpus
  size: Statistics
  terms: Terms
}

/** The bits of the mask of a candidate. */
export const MOST_TERMS = 50
const MOST_GROUPS = 32

interface StandIn {
  term: string
  group: number
  /** Its weight relative to the word that it replaces, where it differs from the usual weight of its kind. */
  factor?: number
}

/** The distinct words of a question, before it is known what they are worth. */
export interface QueryTerms {
  words: Word[]
  /** Behind so many of them come codes. */
  plain: number
  /** Other forms that the stemmer does not bring together; looked for where the owner's files have them. */
  forms: StandIn[]
  terms: CorpusCount[]
  /** Words that the dictionary does not know. */
  strange: Set<string>
}

/** Words that say nothing count only when there are no others. */
export function askedOf(ownerId: string, question: Question, known: KnownForms): QueryTerms {
  const keyOf = keysOf(ownerId)
  const telling = question.words.filter(({ word }) => !isStopWord(word))
  const used = distinct(telling.length > 0 ? telling : question.words).slice(0, 2 * MOST_GROUPS)
  const days = joinedDates(question.plain)
  const codes = question.codes
    .filter(code => !days.has(code))
    .map(code => ({ word: code, term: code, start: 0, end: 0 }))
  const words = distinct([...used, ...codes])
  const dates = otherDates(question.plain)
  const brief = telling.length <= BRIEF
  const forms = words.flatMap((word, group) => [
    ...otherTerms(word, known).map(term => ({ term, group })),
    ...asTyped(question, word).map(term => ({ term, group })),
    ...dates.filter(({ of }) => of === word.term).map(({ term }) => ({ term, group })),
    ...(brief ? inOtherAlphabet(word).map(term => ({ term, group, factor: OTHER_ALPHABET })) : []),
  ])
  const terms = [
    ...words.map(({ term }) => ({ term, key: keyOf(term) })),
    // Which files have a term that is a stop word too is not kept: such a one has to be counted.
    ...forms.map(({ term }) => ({ term, key: keyOf(term), guess: !isStopWord(term) })),
  ]
  const strange = new Set(words.map(({ word }) => word).filter(word => known.get(word)?.length === 0))
  return { words, plain: used.length, forms, terms, strange }
}

/** Texts that were read before accents were taken off have the word with them. */
function asTyped({ plain }: Question, { word, start, end }: Word): string[] {
  const typed = plain.slice(start, end).normalize('NFKC').toLowerCase().replaceAll('ё', 'е')
  return typed === word || typed === '' ? [] : [termOf(typed)]
}

/** Files are often named in the other alphabet: of a word or two these spellings are looked for beside. */
const inOtherAlphabet = ({ word }: Word) =>
  word.length < 4 || isIdentifier(word) ? [] : [...new Set(transliterated(word).slice(0, SPELLINGS).map(termOf))]

/** Each with what it is worth. */
export function termsOf(ownerId: string, asked: QueryTerms, frequency: Map<number, number>, size: Statistics): Terms {
  const keyOf = keysOf(ownerId)
  const list = asked.words
    .map((word, group): SearchTerm => {
      const key = keyOf(word.term)
      const n = frequency.get(key)!
      return { term: word.term, key, group, frequency: n, weight: worthOf(word, n, size, group >= asked.plain) }
    })
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MOST_GROUPS)
  return {
    list: [...list, ...standIns({ ownerId, asked: list, frequency, size }, asked.forms, OTHER_FORM)],
    groups: asked.words.map(word => {
      const n = frequency.get(keyOf(word.term))!
      return {
        word,
        frequency: n,
        worth: worthOf(word, n, size, false),
        strange: n === 0 && asked.strange.has(word.word),
      }
    }),
  }
}

function distinct(words: Word[]): Word[] {
  const seen = new Set<string>()
  return words.filter(({ term }) => !seen.has(term) && seen.add(term))
}

const worthOf = ({ word }: Word, frequency: number, size: Statistics, code: boolean) =>
  idf(frequency, Math.max(size.chunks, frequency)) * (K1 + 1) * (code ? CODE : isIdentifier(word) ? IDENTIFIER : 1)

const keyed = (ownerId: string, terms: string[]) => {
  const keyOf = keysOf(ownerId)
  return terms.map(term => ({ term, key: keyOf(term) }))
}

/** The terms that the unfinished last word may become, with what they are worth in its place. */
export async function finish(
  context: Needs<'db' | 'log'>,
  { corpus, size, terms }: Weighing,
  prefix: string | undefined,
  endings: string[],
): Promise<SearchTerm[]> {
  const group = terms.groups.findIndex(({ word }) => word.word === prefix)
  if (endings.length === 0 || (terms.groups[group]?.frequency ?? 0) >= KNOWN) return []
  const { ownerId } = corpus
  const begun = endings.map(term => ({ term, group }))
  const frequency = await frequenciesOf(context, corpus, keyed(ownerId, endings), size)
  return standIns({ ownerId, asked: terms.list, frequency, size }, begun, UNFINISHED).map(term => ({
    ...term,
    begun: true,
  }))
}

/** Who misspells most of a sentence? It is in a language that the files are not in, and any likeness is chance. */
const isForeign = (missing: number, all: number) => missing > FOREIGN.missing && missing > FOREIGN.share * all

/** For words that nobody's text has: other layout, other alphabet, slips of the finger. */
export async function mend(
  context: Needs<'db' | 'log'>,
  { corpus, size, terms }: Weighing,
  question: Question,
  words: { word: Word; group: number }[],
): Promise<SearchTerm[]> {
  const { ownerId } = corpus
  const keyOf = keysOf(ownerId)
  const found: SearchTerm[] = []
  const own = !isForeign(words.length, terms.groups.length)
  for (const { word, group } of words.slice(0, MOST_MENDED)) {
    // Another figure is another number.
    const forgiving = own && !isIdentifier(word.word)
    const spellings = [...new Set([...retyped(question.plain, word), ...transliterated(word.word)].map(termOf))]
    const near = forgiving && forgiven(word.term) > 0 ? shortened(word.term).map(keyOf) : []
    const begun =
      forgiving && word.term.length > 5 ? [1, 2, 3].map(n => word.term.slice(0, -n)).filter(s => s.length >= 4) : []
    const known = (await termsNear(context.db, ownerId, near, [...spellings, ...begun])).map(({ term }) => term)
    const likelyOf = async (among: string[]) => {
      const likely = among
        .map(term => ({ term, slips: spellings.includes(term) ? 0 : slipsOf(word, term) }))
        .filter(({ term, slips }) => term !== word.term && slips <= forgiven(word.term))
        .sort((a, b) => a.slips - b.slips)
      const there = await present(
        context,
        corpus,
        keyed(
          ownerId,
          likely.map(({ term }) => term),
        ),
        size,
      )
      return likely.filter(({ term }) => there.has(term))
    }
    const first = await likelyOf(known)
    const likely =
      first.length === 0 && forgiving && forgiven(word.term) > 1
        ? await likelyOf((await termsAsLong(context.db, ownerId, word.term, 2)).map(({ term }) => term))
        : first
    const best = likely.filter(({ slips }) => slips === likely[0]?.slips).slice(0, 8)
    const meant = best.map(b => ({ term: b.term, group }))
    const frequency = await frequenciesOf(
      context,
      corpus,
      keyed(
        ownerId,
        meant.map(({ term }) => term),
      ),
      size,
    )
    const guessed = best[0]?.slips ? { guessed: true as const } : {}
    found.push(
      ...standIns({ ownerId, asked: terms.list, frequency, size }, meant, MISSPELT).map(term => ({
        ...term,
        ...guessed,
      })),
    )
  }
  return found
}

/** What the same keys give in the other layout. Some letters lie where the other has signs, so the signs around are struck too. */
function retyped(plain: string, { start, end }: Word): string[] {
  const from = plain.lastIndexOf(' ', start) + 1
  const blank = plain.indexOf(' ', end)
  const run = plain.slice(from, blank < 0 ? plain.length : blank)
  return [plain.slice(start, end), run, run.replace(/[.,;]+$/, '')]
    .map(otherLayout)
    .flatMap(text => (text ? wordsOf(text) : []))
    .map(({ word }) => word)
}

/** Against the term, or the beginning of the word as long as the term: the slip may be in the ending. */
function slipsOf({ word, term }: Word, candidate: string): number {
  const most = forgiven(term)
  // In a short word the first letter is seldom the wrong one: "tune" is not June.
  if (term.length < SHORT && candidate[0] !== term[0]) return most + 1
  return Math.min(slipsBetween(term, candidate, most), word.startsWith(candidate) ? 1 : most + 1)
}

/** What stands in for words of the question, where it is in any row and not asked for itself. */
function standIns(
  {
    ownerId,
    asked,
    frequency,
    size,
  }: { ownerId: string; asked: SearchTerm[]; frequency: Map<number, number>; size: Statistics },
  terms: StandIn[],
  usual: number,
): SearchTerm[] {
  const keyOf = keysOf(ownerId)
  const present = new Set(asked.map(({ term }) => term))
  return terms
    .filter(({ term }) => !present.has(term) && present.add(term))
    .map(({ term, group, factor = usual }): SearchTerm => {
      const n = frequency.get(keyOf(term))!
      const weight = factor * worthOf({ word: term, term, start: 0, end: 0 }, n, size, false)
      return { term, key: keyOf(term), group, frequency: n, weight }
    })
    .filter(({ frequency }) => frequency > 0)
}
