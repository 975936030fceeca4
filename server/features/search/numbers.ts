import type { Actor, Needs } from '../../context.ts'
import { isIdentifier, termOf } from '../../lib/words.ts'
import { corpusOf } from './corpus.ts'
import { termsNear } from './counted/queries.ts'
import { isDate, waysToWrite } from './dates.ts'
import { type LexicalResult, lexical } from './lexical.ts'
import type { Question } from './parse.ts'
import { keysOf } from './profile.ts'
import type { SearchScope } from './queries.ts'
import { present, sizeOf } from './statistics.ts'

/**
 * A number is the same however it is written: 7707083893 and 7707 083 893, 8 916 555-44-33 and +79165554433, 45000 and 45 000. The
 * index has its parts as they stand in the text; here the asked one is put together and taken apart again in the ways that the
 * owner's files know.
 */

/** Fewer characters are the beginning of anything. */
const LEAST = 4
const LONGEST = 34
/** From here on it may be parted anywhere; parts of fewer are in any text. */
const LONG = 7
/** So many ways of writing it are looked for. */
const WAYS = 8

/** A question that consists of a number, a code or a date only, in one or more parts. */
export const isNumber = ({ words, phrases, withoutPhrases, plain }: Question) =>
  phrases.length + withoutPhrases.length === 0 &&
  words.some(({ word }) => isIdentifier(word)) &&
  (words.every(({ word }) => !/\p{L}{3}/u.test(word)) || isDate(plain))

const LATIN = 'abcehkmoptxy'
const CYRILLIC = 'авсенкмортху'

/** Letters that look alike in both alphabets, as on number plates. */
function lookalikes(code: string): string[] {
  const swap = (from: string, to: string) => code.replaceAll(/\p{L}/gu, letter => to[from.indexOf(letter)] ?? letter)
  return [swap(LATIN, CYRILLIC), swap(CYRILLIC, LATIN)]
}

/** A Russian telephone number is called with 8, with 7 or without either. */
function prefixes(digits: string): string[] {
  const bare = /^[78]?(\d{10})$/.exec(digits)?.[1]
  return bare ? [bare, `7${bare}`, `8${bare}`] : []
}

/** The lengths of the parts in which numbers are commonly written. */
const PATTERNS = [
  [3, 3, 2, 2],
  [1, 3, 3, 2, 2],
  [3, 7],
  [1, 3, 7],
  [3, 3, 4],
  [1, 3, 3, 4],
  [4, 6],
  [2, 2, 6],
]

const sumOf = (sizes: number[]) => sizes.reduce((sum, size) => sum + size, 0)

function groups(code: string, size: number, first: number): string[] {
  const parts = first > 0 ? [code.slice(0, first)] : []
  for (let at = first; at < code.length; at += size) parts.push(code.slice(at, at + size))
  return parts
}

function usual(code: string): string[][] {
  const fitting = PATTERNS.filter(sizes => sumOf(sizes) === code.length)
  const parted = fitting.map(sizes =>
    sizes.map((size, n) => code.slice(sumOf(sizes.slice(0, n)), sumOf(sizes.slice(0, n)) + size)),
  )
  return [[code], ...parted, groups(code, 4, 0), groups(code, 3, code.length % 3)]
}

/** Taken apart into words that the files have, in as few as possible. */
function known(code: string, terms: Set<string>): string[][] {
  const ways: string[][][] = [[[]]]
  for (let end = 1; end <= code.length; end++) {
    const here: string[][] = []
    for (let start = 0; start < end; start++) {
      const part = code.slice(start, end)
      if (part.length === 1 || terms.has(part)) for (const way of ways[start]!) here.push([...way, part])
    }
    ways.push(here.sort((a, b) => a.length - b.length).slice(0, WAYS))
  }
  return ways[code.length]!
}

const substrings = (code: string) =>
  Array.from({ length: code.length }, (_, start) =>
    Array.from({ length: code.length - start - 1 }, (_, n) => code.slice(start, start + n + 2)),
  ).flat()

/** Files that have the same number, otherwise written. */
async function sameNumber(
  context: Needs<'db' | 'log' | 'compute' | 'signals'>,
  actor: Actor,
  question: Question,
  scope: SearchScope,
): Promise<LexicalResult[]> {
  const found: LexicalResult[] = []
  for (const way of await waysOf(context, actor, question))
    found.push(await lexical(context, actor, { question: writtenAs(question, way), scope }))
  return found.filter(result => result.found.length > 0)
}

/** As it is asked for, where that is in parts, and otherwise. */
async function waysOf(
  context: Needs<'db' | 'log' | 'compute' | 'signals'>,
  actor: Actor,
  { words, plain }: Question,
): Promise<string[][]> {
  const asked = words.map(({ word }) => word)
  const dates = waysToWrite(plain)
  if (dates.length > 0) return dates
  const code = asked.join('')
  if (code.length < LEAST || code.length > LONGEST) return []
  const codes = [...new Set([code, ...prefixes(code), ...lookalikes(code)])]
  const there = await termsNear(context.db, actor.ownerId, [], [...new Set(codes.flatMap(substrings))])
  const corpus = await corpusOf(context, actor)
  const keyOf = keysOf(actor.ownerId)
  const terms = await present(
    context,
    corpus,
    there.map(({ term }) => ({ term, key: keyOf(term) })),
    await sizeOf(context, corpus),
  )
  const long = code.length >= LONG ? codes.flatMap(one => known(one, terms)) : []
  const ways = [asked, ...codes.flatMap(usual), ...long].filter(way =>
    way.every(part => part.length === 1 || terms.has(part)),
  )
  return [...new Map(ways.map(way => [way.join(' '), way])).values()]
    .filter(way => way.length > 1 || way[0] !== asked.join(' '))
    .slice(0, WAYS)
}

const writtenAs = (question: Question, way: string[]): Question => ({
  ...question,
  words: way.map(word => ({ word, term: termOf(word), start: 0, end: 0 })),
  codes: [],
  phrases: [way],
  prefix: undefined,
  plain: way.join(' '),
})

/**
 * For a number nothing else is shown: first the files that have it exactly as written, then those that write it in
 * another way.
 */
export async function lookForNumber(
  context: Needs<'db' | 'log' | 'compute' | 'signals'>,
  actor: Actor,
  question: Question,
  scope: SearchScope,
): Promise<LexicalResult> {
  const words = await lexical(context, actor, { question, scope })
  const same = await sameNumber(context, actor, question, scope)
  if (same.length === 0) return words
  const others = same.flatMap(({ found }) => found)
  // For a number written in several parts, files with all parts in order come before files with some of them.
  const order = question.words.length === 1 ? [...words.found, ...others] : [...others, ...words.found]
  const seen = new Set<string>()
  const distinct = order.filter(({ objectId }) => !seen.has(objectId) && seen.add(objectId))
  const most = Math.max(...order.map(({ score }) => score))
  const lists = [words, ...same]
  return {
    ...words,
    found: distinct.map((entry, n) => ({ ...entry, score: most / (n + 1) })),
    terms: { ...words.terms, list: lists.flatMap(({ terms }) => terms.list) },
    texts: new Map(lists.flatMap(({ texts }) => [...texts])),
  }
}
