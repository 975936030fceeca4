import { type Actor, type Needs, personOf } from '../../context.ts'
import { corpusOf } from './corpus.ts'
import { inLanguage } from './found/queries.ts'
import { FILES, fused } from './fusion.ts'
import type { LexicalHits, LexicalResult } from './lexical.ts'
import type { Question } from './parse.ts'
import { type SearchScope, seenObjects, seenOf } from './queries.ts'
import {
  ACROSS_FIRST,
  CHANCE,
  COMPARED,
  DEMAND,
  DOUBT,
  HIGHEST,
  MOSTLY,
  NEAREST_FILES,
  OWN_LANGUAGE,
  SENTENCE,
  SURELY,
} from './ranking.ts'
import { backgroundOf, nearnessScoreOf, zScoreOf } from './vectors/background.ts'
import { vectorsOf } from './vectors/cache.ts'
import { encoderFor, type VectorEncoding } from './vectors/encoder.ts'
import type { Brought, Near, OwnerVectors } from './vectors/nearest.ts'
import { vectorsBySeq } from './vectors/queries.ts'

/** A question as a vector, and the owner's vectors to compare it with. */
export interface Meaning {
  vector: Float32Array
  vectors: OwnerVectors
  /** What was brought for this question, where only bits are in memory. */
  brought?: Brought
  bring?(seqs: number[]): Promise<void>
  /** How many of them the caller may count, and what is left out. */
  count: number
  hidden: Set<string> | undefined
  /** How many standard deviations above chance a similarity is. */
  zScore(similarity: number): number
  /** The same, less what the text has in common with everything: by this, files are put in order. */
  nearnessScore(near: Pick<Near, 'similarity' | 'common'>): number
}

type Thinking = VectorEncoding & Needs<'log'>

/** A cold encoder takes most of a second; whoever searches should not wait much longer than that. */
const PATIENCE_MS = 2500

/** Undefined where there is no encoder, no vector yet, another language, no time or no room: then words alone decide. */
export async function meaningOf(context: Thinking, actor: Actor, question: Question): Promise<Meaning | undefined> {
  // A phrase is meant word for word, also one that is unwanted.
  if (question.phrases.length + question.withoutPhrases.length > 0 || question.plain === '') return undefined
  const late = new Promise<undefined>(resolve => setTimeout(() => resolve(undefined), PATIENCE_MS).unref())
  return Promise.race([late, think(context, actor, question)]).catch(error => {
    context.log.debug({ err: error }, 'search by words alone this time')
    return undefined
  })
}

async function think(context: Thinking, actor: Actor, question: Question): Promise<Meaning | undefined> {
  // Whoever asks pays for the question.
  const encoder = await encoderFor(context, personOf(actor))
  const background = await backgroundOf(context, encoder, { make: false })
  // Without a background no text has been through this model yet.
  if (!background) return undefined
  const [{ hidden }, [vector], vectors] = await Promise.all([
    corpusOf(context, actor),
    encoder.embed([question.plain], 'query', PATIENCE_MS),
    vectorsOf(context, actor.ownerId, encoder.model, background),
  ])
  if (!vectors) return undefined
  const count = vectors.count - (hidden ? vectors.countOf(hidden) : 0)
  if (!vector || count === 0) return undefined
  const [zScore, nearnessScore] = [zScoreOf(background, vector), nearnessScoreOf(background, vector)]
  const brought: Brought = new Map()
  const bring = async (seqs: number[]) => {
    const missing = seqs.filter(seq => !brought.has(seq))
    if (missing.length === 0) return
    for (const row of await vectorsBySeq(context.db, actor.ownerId, encoder.model.id, missing))
      brought.set(row.seq, row.vector)
  }
  return { vector, vectors, brought, bring, count, hidden, zScore, nearnessScore }
}

/** Chunks by their nearness, with what has to be brought for it. */
export async function nearestTo(meaning: Meaning, allowed?: Set<string>): Promise<Near[]> {
  const { vector, vectors, count, hidden, brought, bring } = meaning
  const chosen = vectors.likeliest(vector, rescored(count), { allowed, hidden })
  await bring?.(vectors.neededFor(chosen))
  return vectors.compared(vector, chosen, brought)
}

const rescored = (count: number) => Math.min(COMPARED.most, Math.max(COMPARED.least, Math.ceil(count / COMPARED.oneIn)))

/**
 * How far above chance a text without the words must be to be shown. A sentence gives the encoder much to go by; behind one or
 * two words people expect those words, misspelt or not, and behind a number nothing else. Where the words have answered most of
 * the question, little is missing.
 */
export function demandOf(question: Question, words: LexicalResult): number {
  const telling = words.terms.groups.length
  const answered = answeredBy(words)
  if (isSentence(question, words)) return answered >= MOSTLY ? DEMAND.answered : CHANCE
  if (question.codes.length > 0 && saidIn(question) <= 1) return Number.POSITIVE_INFINITY
  if (words.found.length > 0 && (telling <= 1 || answered >= MOSTLY)) return DEMAND.besideWords
  if (words.terms.groups.every(({ strange }) => strange)) return DEMAND.strange
  return telling <= 1 ? DEMAND.oneWord : telling === 2 ? DEMAND.twoWords : DEMAND.moreWords
}

const saidIn = (question: Question) => question.words.filter(({ word }) => /^\p{L}{2,}$/u.test(word)).length

function isSentence(question: Question, { terms }: LexicalResult): boolean {
  const said = saidIn(question)
  return said >= SENTENCE || (said > 3 && terms.groups.length > 3) || question.plain.endsWith('?')
}

/** The share of the question that the words of the best text answer. */
const answeredBy = ({ found, ideal }: LexicalResult) => (found[0]?.score ?? 0) / Math.max(ideal, 1e-9)

/** Files whose text means what is asked, the nearest first; all of them may be seen and lie where the question looks. */
export async function nearestFiles(
  context: Needs<'db'>,
  actor: Actor,
  scope: SearchScope,
  meaning: Meaning & { demand: number },
): Promise<(LexicalHits & { near: Near })[]> {
  const narrow = Object.entries(scope).some(
    ([name, value]) => name !== 'shelf' && name !== 'owners' && value !== undefined,
  )
  const first = narrow ? [] : await seen(context, actor, scope, await bestOfEach(meaning))
  if (!narrow && (first.length >= NEAREST_FILES / 4 || meaning.count <= NEAREST_FILES)) return first
  // Most of the nearest may not be seen, or lie elsewhere: look among those that may and do.
  const allowed = new Set((await seenObjects(context.db, actor, scope)).map(({ id }) => id))
  return seen(context, actor, scope, await bestOfEach(meaning, allowed))
}

async function bestOfEach(meaning: Meaning & { demand: number }, allowed?: Set<string>): Promise<Near[]> {
  const { nearnessScore, demand } = meaning
  const near = (await nearestTo(meaning, allowed)).map(one => ({ one, above: nearnessScore(one) }))
  const best = new Map<string, Near>()
  for (const { one, above } of near.sort((a, b) => b.above - a.above))
    if (above >= demand && !best.has(one.objectId)) best.set(one.objectId, one)
  return [...best.values()].slice(0, NEAREST_FILES)
}

async function seen(context: Needs<'db'>, actor: Actor, scope: SearchScope, nearest: Near[]) {
  if (nearest.length === 0) return []
  const rows = new Map((await seenOf(context.db, actor, scope, nearest)).map(row => [row.object_id, row]))
  return nearest.flatMap(near => {
    const row = rows.get(near.objectId)
    if (!row) return []
    return [
      { objectId: near.objectId, score: 0, ord: near.ord, kind: row.kind, docType: row.doc_type, meant: true, near },
    ]
  })
}

/**
 * One order out of two. Words count by the share of the question that they answer, not by how well they rank among themselves:
 * a question in the other language finds a year or a name and little else, and then meaning decides.
 */
export function fuse(
  words: LexicalResult,
  near: (LexicalHits & { near: Near })[],
  meaning: Meaning,
  ahead?: { ids: Set<string>; by: number },
): LexicalHits[] {
  const nearest = nearestOf(words, near, meaning)
  for (const [id, entry] of nearest) if (ahead?.ids.has(id) && entry.nearnessScore > 0) entry.nearnessScore += ahead.by
  const known = new Set(words.found.map(({ objectId }) => objectId))
  const all = [
    ...words.found.map(found => ({ ...found, ord: found.ord ?? nearest.get(found.objectId)?.ord })),
    ...near.filter(({ objectId }) => !known.has(objectId)).map(({ near: _near, ...found }) => found),
  ]
  const first = new Set(words.found.slice(0, NEAREST_FILES).map(({ objectId }) => objectId))
  const evidence = all.map(({ objectId, score, together }) => ({
    words: score,
    meaning: nearest.get(objectId)?.nearnessScore,
    byWords: first.has(objectId) || (known.has(objectId) && nearest.has(objectId)),
    together,
  }))
  const scores = fused(evidence, { words: words.ideal, meaning: HIGHEST }, FILES)
  return all
    .map(({ together: _together, ...found }, at) => ({ ...found, score: scores[at]! }))
    .sort((a, b) => b.score - a.score || (a.objectId < b.objectId ? 1 : -1))
}

const other = (text: string) => (/[а-яё]/i.test(text) ? 'en' : /[a-z]/i.test(text) ? 'ru' : undefined)

interface ToFuse {
  question: Question
  words: LexicalResult
  near: (LexicalHits & { near: Near })[]
  meaning: Meaning
}

/**
 * The same, for a library of both languages: where hardly any word of a sentence is found, texts in the other language are
 * put ahead by what they lack for being in another.
 */
export async function fuseAcross(
  context: Needs<'db'>,
  actor: Actor,
  { question, words, near, meaning }: ToFuse,
): Promise<LexicalHits[]> {
  const found = words.found.slice(0, NEAREST_FILES).map(({ objectId }) => objectId)
  await meaning.bring?.(meaning.vectors.neededForBest(meaning.vector, found))
  const order = fuse(words, near, meaning)
  const doubt = Math.min(1, (DOUBT - answeredBy(words)) / (DOUBT - SURELY))
  const language = other(question.plain)
  if (doubt <= 0 || !language || !isSentence(question, words)) return order
  const first = order.slice(0, ACROSS_FIRST).map(({ objectId }) => objectId)
  const ids = new Set((await inLanguage(context.db, actor.ownerId, first, language)).map(({ id }) => id))
  if (ids.size === 0 || ids.size === first.length) return order
  return fuse(words, near, meaning, { ids, by: OWN_LANGUAGE * doubt })
}

/** The nearest chunk of each file that either way has found. */
function nearestOf(words: LexicalResult, near: (LexicalHits & { near: Near })[], meaning: Meaning) {
  const { vector, vectors, brought, nearnessScore } = meaning
  const nearest = new Map<string, { nearnessScore: number; ord: number }>()
  const add = (best: Near | undefined) => {
    if (best) nearest.set(best.objectId, { nearnessScore: nearnessScore(best), ord: best.ord })
  }
  for (const found of near) add(found.near)
  for (const { objectId } of words.found.slice(0, NEAREST_FILES))
    if (!nearest.has(objectId)) add(vectors.best(vector, objectId, brought))
  return nearest
}
