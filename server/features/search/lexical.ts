import type { Actor, Needs } from '../../context.ts'
import { termOf, type Word } from '../../lib/words.ts'
import { corpusOf } from './corpus.ts'
import type { Corpus, Statistics } from './counted/queries.ts'
import { effortFor, ownersIn } from './effort.ts'
import { knownForms } from './forms.ts'
import { placeOf, readTexts } from './found-texts.ts'
import { hasBit, withGuesses } from './guesses.ts'
import type { Question } from './parse.ts'
import { keepPhrases } from './phrases.ts'
import { keysOf } from './profile.ts'
import { candidates, type FoundPassage, type SearchCandidate, type SearchScope } from './queries.ts'
import { BOTH, TITLE_WEIGHT } from './ranking.ts'
import { secondLook } from './rerank.ts'
import { openingOf, sizeOf } from './statistics.ts'
import { askedOf, finish, MOST_TERMS, mend, type SearchTerm, type Terms, termsOf } from './terms.ts'
import { titlesKept } from './titles.ts'

/** A file that the words lead to. */
export interface LexicalHits {
  objectId: string
  score: number
  /** The best chunk; undefined when only the name or the description has the words. */
  ord?: number
  kind: string
  docType: string | null
  /** What the question's words are worth that its text has in one place, where that has been looked at. */
  together?: number
  /** It has none of the words, only others that are spelt alike. */
  guessed?: boolean
  /** Meaning alone has found it. */
  meant?: boolean
}

export interface LexicalResult {
  found: LexicalHits[]
  terms: Terms
  ideal: number
  /** Texts that were read on the way. */
  texts: Map<string, FoundPassage>
}

interface LexicalQuestion {
  question: Question
  scope: SearchScope
  /** Whether to score that words occur together in one place; a search by words alone does not need it. */
  together?: boolean
}

export async function lexical(
  context: Needs<'db' | 'log' | 'compute' | 'signals'>,
  actor: Actor,
  { question, scope, together = false }: LexicalQuestion,
): Promise<LexicalResult> {
  const { rows: matching, terms } = await matchWords(context, actor, question, scope)
  const texts = new Map<string, FoundPassage>()
  const rows =
    question.phrases.length > 0 || question.withoutPhrases.length > 0
      ? await keepPhrases(context, actor.ownerId, question, { rows: matching, texts })
      : matching
  const found = await secondStage(context, actor.ownerId, byObject(rows), {
    question,
    texts,
    terms,
    together,
    files: effortFor(terms, ownersIn(question, scope)).files,
  })
  return { found, terms, ideal: idealOf(terms), texts }
}

/** The most that any text could score: what the question's words are worth together. */
export const idealOf = ({ groups }: Terms): number => groups.reduce((sum, { worth }) => sum + worth, 0)

/** Chunks and title chunks that have any of the words, or what stands in for a word that nothing has; and which words these are. */
export async function matchWords(
  context: Needs<'db' | 'log' | 'compute' | 'signals'>,
  actor: Actor,
  question: Question,
  scope: SearchScope,
): Promise<{ rows: SearchCandidate[]; terms: Terms; missing: Word[]; size: Statistics }> {
  const corpus = await corpusOf(context, actor)
  const { terms, unfinished, size } = await wordsToFind(context, corpus, question)
  const { chunks } = effortFor(terms, ownersIn(question, scope))
  const look = (list: SearchTerm[]) => firstStage(context, actor, { question, scope, corpus, list, chunks, size })
  let list = [...terms.list, ...unfinished].slice(0, MOST_TERMS)
  let rows = await look(list)
  const missing = unanswered(terms, list, rows, chunks)
  if (missing.length > 0) {
    const mended = await mend(context, { corpus, size, terms: { ...terms, list } }, question, missing)
    if (mended.length > 0) {
      list = [...list, ...mended].slice(0, MOST_TERMS)
      rows = await look(list)
    }
  }
  return { rows: withGuesses(list, rows), terms: { ...terms, list }, missing: missing.map(({ word }) => word), size }
}

async function wordsToFind(context: Needs<'db' | 'log' | 'compute' | 'signals'>, corpus: Corpus, question: Question) {
  const { ownerId } = corpus
  const size = await sizeOf(context, corpus)
  const asked = askedOf(ownerId, question, await knownForms(context, ownerId, question.words))
  const known = { prefix: question.prefix ?? '', terms: asked.terms }
  let opening = await openingOf(context, corpus, known, size)
  // Seldom; and then words may be there that were not a moment ago.
  if (opening.stale) {
    await titlesKept(context, ownerId)
    opening = await openingOf(context, corpus, known, size)
  }
  const terms = termsOf(ownerId, asked, opening.frequency, size)
  return { size, terms, unfinished: await finish(context, { corpus, size, terms }, question.prefix, opening.endings) }
}

interface FirstStage {
  question: Question
  scope: SearchScope
  corpus: Corpus
  list: SearchTerm[]
  chunks: number
  size: Statistics
}

/** Too many rows for the common words alone: the rare ones choose, and rows that have every word join them. */
async function firstStage(
  context: Needs<'db'>,
  actor: Actor,
  { question, scope, corpus, list, chunks, size }: FirstStage,
): Promise<SearchCandidate[]> {
  const present = list.filter(({ frequency }) => frequency > 0)
  if (present.length === 0) return []
  const rarest = [...present].sort((a, b) => a.frequency - b.frequency)
  const some: SearchTerm[] = []
  let rows = 0
  for (const term of rarest) {
    if (some.length > 0 && rows + term.frequency > chunks) break
    some.push(term)
    rows += term.frequency
  }
  const keyOf = keysOf(actor.ownerId)
  const always = question.phrases.flat().map(word => keyOf(termOf(word)))
  const match = {
    corpus,
    terms: present,
    some: some.map(({ key }) => key),
    // Rows that have every word are among those of a rare word, if all of these are taken.
    every: rows > chunks && some.length < present.length ? everyKey(present) : undefined,
    always,
    averageLength: size.length || 1,
    // What was counted at another moment may say of fewer rows than have the word.
    common: { rows, of: Math.max(rows, size.rows) },
  }
  const narrow = await candidates(context.db, actor, scope, { ...match, limit: chunks })
  // The bound is applied before it is asked who may see a row and whether it lies in the folder: try without it.
  const short = rows > chunks && narrow.length < chunks / 10
  return short ? candidates(context.db, actor, scope, { ...match, limit: 50 * chunks }) : narrow
}

/** One key of each group: stand-ins are alternatives, not demands. */
const everyKey = (terms: SearchTerm[]) => [...new Map(terms.map(term => [term.group, term.key])).values()]

/** Words of the question that no row has. Common ones may be missing from the rows and yet be there. */
function unanswered(terms: Terms, list: SearchTerm[], rows: SearchCandidate[], chunks: number) {
  const present = list.filter(({ frequency }) => frequency > 0)
  const answered = new Set<number>()
  present.forEach((term, i) => {
    if (term.frequency > chunks || rows.some(({ mask }) => hasBit(mask, i))) answered.add(term.group)
  })
  return terms.groups.map(({ word }, group) => ({ word, group })).filter(({ group }) => !answered.has(group))
}

/** The best chunk of each file, and what its title chunk adds. */
function byObject(
  rows: SearchCandidate[],
): (LexicalHits & { others: { ord: number; score: number }[]; titleScore: number })[] {
  const found = new Map<string, LexicalHits & { others: { ord: number; score: number }[]; titleScore: number }>()
  for (const row of rows) {
    const entry = found.get(row.object_id) ?? {
      objectId: row.object_id,
      score: 0,
      kind: row.kind,
      docType: row.doc_type,
      others: [],
      titleScore: 0,
      guessed: true,
    }
    entry.guessed &&= row.guessed === true
    found.set(row.object_id, entry)
    if (row.ord < 0) entry.titleScore = TITLE_WEIGHT * row.score
    else entry.others.push({ ord: row.ord, score: row.score })
  }
  for (const entry of found.values()) {
    entry.others.sort((a, b) => b.score - a.score || a.ord - b.ord)
    entry.ord = entry.others[0]?.ord
    entry.score = (entry.others[0]?.score ?? 0) + entry.titleScore
  }
  return [...found.values()].sort(byScore)
}

const byScore = (a: LexicalHits, b: LexicalHits) => b.score - a.score || (a.objectId < b.objectId ? 1 : -1)

interface SecondStage {
  question: Question
  texts: Map<string, FoundPassage>
  terms: Terms
  together: boolean
  /** So many of the best are read. */
  files: number
}

/** The texts of the best, compared by pieces and pairs of words; the rest keep their places behind. */
async function secondStage(
  context: Needs<'db'>,
  ownerId: string,
  found: ReturnType<typeof byObject>,
  { question, texts, terms, together, files }: SecondStage,
): Promise<LexicalHits[]> {
  const first = found.slice(0, files)
  const places = first.flatMap(({ objectId, others }, n) =>
    others.slice(0, n < BOTH * files ? 2 : 1).map(({ ord, score }) => ({ object_id: objectId, ord, score })),
  )
  await readTexts(context, ownerId, places, texts)
  const read = places.filter(place => texts.has(placeOf(place)))
  const looks = secondLook(
    question.words,
    read.map(place => texts.get(placeOf(place))!.text),
    together ? terms.list.filter(({ begun }) => !begun) : [],
  )
  const best = new Map<string, { ord: number; score: number; together: number }>()
  read.forEach(({ object_id, ord, score }, i) => {
    const look = looks[i]!
    const total = score + look.added
    if (total > (best.get(object_id)?.score ?? -1)) best.set(object_id, { ord, score: total, together: look.together })
  })
  for (const entry of first) {
    const better = best.get(entry.objectId)
    if (!better) continue
    entry.ord = better.ord
    entry.score = better.score + entry.titleScore
    entry.together = better.together
  }
  // Behind the second look nothing may overtake it: those were not looked at.
  const floor = Math.min(...first.map(({ score }) => score))
  const rest = found.slice(files).map(entry => ({ ...entry, score: Math.min(entry.score, floor) }))
  return [...first.sort(byScore), ...rest].map(({ others: _others, titleScore: _titleScore, ...entry }) => entry)
}
