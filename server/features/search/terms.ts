import type { Needs } from '../../context.ts'
import { isIdentifier, isStopWord, stemOf, type Word, wordsOf } from '../../lib/words.ts'
import { otherStems } from './forms.ts'
import type { Question } from './parse.ts'
import { keysOf } from './profile.ts'
import { type Statistics, stemsNear, stemsWithPrefix, type Term } from './queries.ts'
import { forgiven, otherLayout, shortened, slipsBetween, transliterated } from './slips.ts'
import { frequenciesOf, idf } from './statistics.ts'

/** A word of the question, or a stem that stands in for one. */
export interface Wanted extends Term {
  stem: string
  /** Which word of the question it answers. */
  group: number
  frequency: number
}

export interface Terms {
  list: Wanted[]
  groups: { word: Word; worth: number; frequency: number }[]
}

/** The bits of the mask of a candidate. */
export const MOST_TERMS = 50
const MOST_GROUPS = 32
const K1 = 1.2

/** Numbers and codes are seldom chance. */
const IDENTIFIER = 1.3
const CODE = 1.6
const UNFINISHED = 0.6
const MISSPELT = 0.8
const OTHER_FORM = 0.9

/** Each distinct stem of the question with what it is worth. Words that say nothing count only when there are no others. */
export async function termsOf(
  context: Needs<'db' | 'log'>,
  ownerId: string,
  question: Question,
  size: Statistics,
): Promise<Terms> {
  const keyOf = keysOf(ownerId)
  const telling = question.words.filter(({ word }) => !isStopWord(word))
  const used = distinct(telling.length > 0 ? telling : question.words).slice(0, 2 * MOST_GROUPS)
  const codes = question.codes.map(code => ({ word: code, stem: code, start: 0, end: 0 }))
  const all = distinct([...used, ...codes])
  const frequency = await frequenciesOf(
    context,
    ownerId,
    all.map(({ stem }) => keyOf(stem)),
    size,
  )
  const list = all
    .map((word, group): Wanted => {
      const key = keyOf(word.stem)
      const n = frequency.get(key)!
      return { stem: word.stem, key, group, frequency: n, weight: worthOf(word, n, size, group >= used.length) }
    })
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MOST_GROUPS)
  return {
    list,
    groups: all.map(word => {
      const n = frequency.get(keyOf(word.stem))!
      return { word, frequency: n, worth: worthOf(word, n, size, false) }
    }),
  }
}

function distinct(words: Word[]): Word[] {
  const seen = new Set<string>()
  return words.filter(({ stem }) => !seen.has(stem) && seen.add(stem))
}

const worthOf = ({ word }: Word, frequency: number, size: Statistics, code: boolean) =>
  idf(frequency, Math.max(size.chunks, frequency)) * (K1 + 1) * (code ? CODE : isIdentifier(word) ? IDENTIFIER : 1)

/** The stems that the unfinished last word may become. */
export async function endingsOf(context: Needs<'db'>, ownerId: string, { prefix }: Question): Promise<string[]> {
  if (!prefix || [...prefix].length < 2) return []
  return (await stemsWithPrefix(context.db, ownerId, prefix, 20)).map(({ stem }) => stem)
}

/** What they are worth in its place. */
export async function finish(
  context: Needs<'db' | 'log'>,
  ownerId: string,
  { prefix }: Question,
  endings: string[],
  terms: Terms,
  size: Statistics,
): Promise<Wanted[]> {
  if (endings.length === 0) return []
  const group = terms.groups.findIndex(({ word }) => word.word === prefix)
  const begun = endings.map(stem => ({ stem, group }))
  return standIns(context, ownerId, begun, UNFINISHED, terms, size)
}

/** Other forms of the words that the stemmer does not bring together, where the owner's files have them. */
export async function otherForms(
  context: Needs<'db' | 'log'>,
  ownerId: string,
  terms: Terms,
  size: Statistics,
): Promise<Wanted[]> {
  const forms = terms.groups.flatMap(({ word }, group) => otherStems(word).map(stem => ({ stem, group })))
  return standIns(context, ownerId, forms, OTHER_FORM, terms, size)
}

/** For words that nobody's text has: other layout, other alphabet, slips of the finger. */
export async function mend(
  context: Needs<'db' | 'log'>,
  ownerId: string,
  question: Question,
  words: { word: Word; group: number }[],
  terms: Terms,
  size: Statistics,
): Promise<Wanted[]> {
  const keyOf = keysOf(ownerId)
  const found: Wanted[] = []
  for (const { word, group } of words.slice(0, 6)) {
    const spellings = [...retyped(question.plain, word), ...transliterated(word.word)].map(stemOf)
    const near = forgiven(word.stem) > 0 ? shortened(word.stem).map(keyOf) : []
    const begun = word.stem.length > 5 ? [1, 2, 3].map(n => word.stem.slice(0, -n)).filter(s => s.length >= 4) : []
    const stems = (await stemsNear(context.db, ownerId, near, [...spellings, ...begun])).map(({ stem }) => stem)
    const likely = stems
      .map(stem => ({ stem, slips: spellings.includes(stem) ? 0 : slipsOf(word, stem) }))
      .filter(({ stem, slips }) => stem !== word.stem && slips <= forgiven(word.stem))
      .sort((a, b) => a.slips - b.slips)
    const best = likely.filter(({ slips }) => slips === likely[0]?.slips).slice(0, 8)
    const meant = best.map(b => ({ stem: b.stem, group }))
    found.push(...(await standIns(context, ownerId, meant, MISSPELT, terms, size)))
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

/** Against the stem, or the beginning of the word as long as the stem: the slip may be in the ending. */
function slipsOf({ word, stem }: Word, candidate: string): number {
  const most = forgiven(stem)
  return Math.min(slipsBetween(stem, candidate, most), word.startsWith(candidate) ? 1 : most + 1)
}

async function standIns(
  context: Needs<'db' | 'log'>,
  ownerId: string,
  stems: { stem: string; group: number }[],
  factor: number,
  terms: Terms,
  size: Statistics,
): Promise<Wanted[]> {
  const keyOf = keysOf(ownerId)
  const present = new Set(terms.list.map(({ stem }) => stem))
  const fresh = stems.filter(({ stem }) => !present.has(stem) && present.add(stem))
  if (fresh.length === 0) return []
  const keys = fresh.map(({ stem }) => keyOf(stem))
  const frequency = await frequenciesOf(context, ownerId, keys, size)
  return fresh
    .map(({ stem, group }): Wanted => {
      const n = frequency.get(keyOf(stem))!
      const weight = factor * worthOf({ word: stem, stem, start: 0, end: 0 }, n, size, false)
      return { stem, key: keyOf(stem), group, frequency: n, weight }
    })
    .filter(({ frequency }) => frequency > 0)
}
