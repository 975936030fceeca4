import type { Needs } from '../../context.ts'
import { sharedReads } from '../../lib/shared-reads.ts'
import type { Corpus } from './counted/queries.ts'
import {
  type CorpusCount,
  type Count,
  frequencies,
  type Opening,
  opening,
  SAMPLE,
  type Statistics,
  statisticsOf,
  termsBegun,
} from './counted/queries.ts'
import { keysOf } from './profile.ts'
import { ENDINGS } from './ranking.ts'

/**
 * How common each word is among an owner's files. Counting costs as much as searching, and the answer changes slowly: it is
 * kept for a while, and counted again beside the searches rather than before them.
 */

interface Kept<T> {
  value: T
  /** After this it is counted again, and the old value serves meanwhile. */
  until: number
}

/** Rows of one key that are counted while somebody waits. */
const COUNT_NOW = 2000
const COUNT_LATER = 200_000
const MOST_KEPT = 200_000

const sizes = new Map<string, Kept<Statistics>>()
/** By the corpus and the key of the term. */
const counts = new Map<string, Kept<number>>()
const nameOf = ({ name }: Corpus, key: number) => `${name} ${key}`

/** The larger, the steadier: a second for a few rows, minutes for a hundred thousand. */
const lifeOf = ({ rows }: Statistics) => Math.min(300_000, 1000 + rows * 10)

const SHORT_LIFE = 5000

/** Words of a given part: what was moved out of it is to be gone soon, whatever its size. */
const wordLife = (corpus: Corpus, size: Statistics) =>
  corpus.within ? Math.min(SHORT_LIFE, lifeOf(size)) : lifeOf(size)

/** Of more rows than this a part is not listed file by file. */
const LARGE = 5000

export async function sizeOf(context: Needs<'db' | 'log'>, corpus: Corpus): Promise<Statistics> {
  const size = await keptSize(context, corpus)
  if (corpus.within) corpus.isLarge = size.rows > LARGE
  return size
}

async function keptSize(context: Needs<'db' | 'log'>, corpus: Corpus): Promise<Statistics> {
  const kept = sizes.get(corpus.name)
  if (!kept) return countSize(context, corpus)
  if (kept.until < Date.now()) {
    if (kept.value.rows < COUNT_NOW) return countSize(context, corpus)
    kept.until = Date.now() + 10_000
    countSize(context, corpus).catch(complain(context))
  }
  return kept.value
}

const counting = new Map<string, Promise<Statistics>>()

/** All rows of the corpus are counted: searches that come at once wait for the same count. */
function countSize(context: Needs<'db'>, corpus: Corpus): Promise<Statistics> {
  const running = counting.get(corpus.name)
  if (running) return running
  const count = async () => {
    const value = await statisticsOf(context.db, corpus)
    if (sizes.size > MOST_KEPT) sizes.clear()
    // The first texts among many names change every weight.
    const life = value.chunks < COUNT_NOW ? Math.min(SHORT_LIFE, lifeOf(value)) : lifeOf(value)
    sizes.set(corpus.name, { value, until: Date.now() + life })
    return value
  }
  const begun = count().finally(() => counting.delete(corpus.name))
  counting.set(corpus.name, begun)
  return begun
}

const complain = (context: Needs<'log'>) => (error: unknown) =>
  context.log.warn({ err: error }, 'search: counting failed, the old counts serve on')

type Counting = Needs<'db' | 'log'>

const countNow = ({ rows }: Statistics) => ({ most: COUNT_NOW, ofMany: rows < 10 * SAMPLE ? undefined : rows })

/** How many rows each term is in, by its key. */
export async function frequenciesOf(
  context: Counting,
  corpus: Corpus,
  terms: CorpusCount[],
  size: Statistics,
): Promise<Map<number, number>> {
  const missing = uncounted(corpus, terms)
  const counted = missing.length > 0 ? await frequencies(context.db, corpus, missing, countNow(size)) : []
  return take(context, corpus, { terms, missing, counted }, size)
}

/** The terms that the searched corpus contains. Without hidden files the corpus is all of the owner's files. */
export async function present(
  context: Counting,
  corpus: Corpus,
  terms: CorpusCount[],
  size: Statistics,
): Promise<Set<string>> {
  if (!corpus.hidden) return new Set(terms.map(({ term }) => term))
  const frequency = await frequenciesOf(context, corpus, terms, size)
  return new Set(terms.filter(({ key }) => (frequency.get(key) ?? 0) > 0).map(({ term }) => term))
}

/** Looked through at most for endings, where words of hidden files stand between. */
const MOST_BEGUN = 640

/** Words that occur only in hidden files are left out and do not count towards the limit. */
async function endingsIn(context: Counting, corpus: Corpus, prefix: string, size: Statistics): Promise<string[]> {
  const keyOf = keysOf(corpus.ownerId)
  const found: string[] = []
  for (let offset = 0, page = ENDINGS; offset < MOST_BEGUN; offset += page, page *= 2) {
    const terms = await termsBegun(context.db, corpus.ownerId, prefix, { limit: page, offset })
    const there = await present(
      context,
      corpus,
      terms.map(({ term }) => ({ term, key: keyOf(term) })),
      size,
    )
    found.push(...terms.map(({ term }) => term).filter(term => there.has(term)))
    if (found.length >= ENDINGS || terms.length < page) break
  }
  return found.slice(0, ENDINGS)
}

const sharedOpening = sharedReads<Opening>()

/** The same, together with what else has to be known before a search. */
export async function openingOf(
  context: Counting,
  corpus: Corpus,
  { prefix, terms }: { prefix: string; terms: CorpusCount[] },
  size: Statistics,
): Promise<{ stale: boolean; endings: string[]; frequency: Map<number, number> }> {
  const missing = uncounted(corpus, terms)
  const endings = [...prefix].length < 2 ? 0 : ENDINGS
  const known = { prefix, endings, terms: missing, ...countNow(size) }
  const found = await sharedOpening(`${corpus.name} ${prefix} ${missing.map(({ key }) => key).join(' ')}`, () =>
    opening(context.db, corpus, known),
  )
  const frequency = take(context, corpus, { terms, missing, counted: found.counted }, size)
  if (corpus.hidden && endings > 0)
    return { ...found, endings: await endingsIn(context, corpus, prefix, size), frequency }
  return { ...found, frequency }
}

/** A word that nothing had may have come this moment, and would not be looked for: nothing is never taken from memory. */
function uncounted(corpus: Corpus, terms: CorpusCount[]): CorpusCount[] {
  const now = Date.now()
  return terms.filter(({ key }) => {
    const kept = counts.get(nameOf(corpus, key))
    return !kept?.value || (kept.until < now && kept.value < COUNT_NOW)
  })
}

function take(
  context: Counting,
  corpus: Corpus,
  { terms, missing, counted }: { terms: CorpusCount[]; missing: CorpusCount[]; counted: Count[] },
  size: Statistics,
): Map<number, number> {
  const found = new Map(counted.map(({ key, n }) => [key, n]))
  const now = Date.now()
  for (const { key } of missing) {
    const n = found.get(key) ?? 0
    const name = nameOf(corpus, key)
    if (n === 0) counts.delete(name)
    else if (n < COUNT_NOW) keep(name, n, wordLife(corpus, size))
    // What was counted up to the bound or estimated is counted again, to the end, beside the searches; once for all of them.
    else if ((counts.get(name)?.until ?? 0) <= now) keep(name, n, -1)
  }
  const old = terms.filter(({ key }) => (counts.get(nameOf(corpus, key))?.until ?? now) < now)
  if (old.length > 0) countLater(context, corpus, old, size)
  return new Map(terms.map(({ key }) => [key, counts.get(nameOf(corpus, key))?.value ?? 0]))
}

function countLater(context: Needs<'db' | 'log'>, corpus: Corpus, terms: CorpusCount[], size: Statistics): void {
  // Not again while it is being counted.
  for (const { key } of terms) counts.get(nameOf(corpus, key))!.until = Date.now() + 60_000
  frequencies(context.db, corpus, terms, { most: COUNT_LATER })
    .then(counted => {
      for (const { key, n } of counted) keep(nameOf(corpus, key), n, wordLife(corpus, size))
    })
    .catch(complain(context))
}

function keep(name: string, value: number, life: number): void {
  if (counts.size > MOST_KEPT) counts.clear()
  counts.set(name, { value, until: Date.now() + life })
}

/** What finding a word that is in `frequency` of `rows` is worth. */
export const idf = (frequency: number, rows: number) =>
  Math.log(1 + (Math.max(rows - frequency, 0) + 0.5) / (frequency + 0.5))
