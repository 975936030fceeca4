import type { Actor, Needs } from '../../context.ts'
import type { Found, LexicalResult } from './lexical.ts'
import type { Question } from './parse.ts'
import { type Scope, seenObjects, seenOf } from './queries.ts'
import { backgroundOf, standingOf, surpriseOf } from './vectors/background.ts'
import { vectorsOf } from './vectors/cache.ts'
import { type Encoding, encoderFor } from './vectors/encoder.ts'
import type { Near, OwnerVectors } from './vectors/nearest.ts'

/** A question as a vector, and the owner's vectors to compare it with. */
export interface Meaning {
  vector: Float32Array
  vectors: OwnerVectors
  /** How far above chance a similarity is. */
  surprise(similarity: number): number
  /** The same, less what the text has in common with everything: by this, files are put in order. */
  standing(near: Pick<Near, 'similarity' | 'common'>): number
}

type Thinking = Encoding & Needs<'log'>

/** A cold encoder takes most of a second; whoever searches should not wait much longer than that. */
const PATIENCE_MS = 2500

/** Undefined where there is no encoder, no vector yet, another language, or no time: then words alone decide. */
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
  const encoder = await encoderFor(context, actor.ownerId)
  const background = await backgroundOf(context, encoder, { make: false })
  // Without a background no text has been through this model yet.
  if (!background) return undefined
  const [[vector], vectors] = await Promise.all([
    encoder.embed([question.plain], 'query', PATIENCE_MS),
    vectorsOf(context, actor.ownerId, encoder.model, background),
  ])
  if (!vector || vectors.count === 0) return undefined
  return { vector, vectors, surprise: surpriseOf(background, vector), standing: standingOf(background, vector) }
}

/** Bits choose this share of the windows, within bounds: measured for recall. */
export const rescored = (count: number) => Math.min(2000, Math.max(400, Math.ceil(count / 20)))
const OBJECTS = 120
/** From here on a similarity may be more than chance; the right text of a whole question lies above it 97 times of 100. */
export const CHANCE = 1.5

/** So many words, or a question mark, make a sentence. */
const SENTENCE = 5
/** What a text must have to stand beside those that have a word of a brief question. */
const BESIDE = 6

/**
 * How far above chance a text without the words must be to be shown. A sentence gives the encoder much to go by; behind one or
 * two words people expect those words, misspelt or not, and behind a number nothing else. Where the words have answered most of
 * the question, little is missing.
 */
export function demandOf(question: Question, words: LexicalResult): number {
  const telling = words.terms.groups.length
  const said = question.words.filter(({ word }) => /^\p{L}{2,}$/u.test(word)).length
  const sentence = said >= SENTENCE || (said > 3 && telling > 3) || question.plain.endsWith('?')
  const answered = (words.found[0]?.score ?? 0) / Math.max(words.ideal, 1e-9)
  if (sentence) return answered >= 0.6 ? 3 : CHANCE
  if (question.codes.length > 0 && said <= 1) return Number.POSITIVE_INFINITY
  if (words.found.length > 0 && (telling <= 1 || answered >= 0.6)) return BESIDE
  return telling <= 1 ? 3.2 : telling === 2 ? 3 : 2.4
}

/** Files whose text means what is asked, the nearest first; all of them may be seen and lie where the question looks. */
export async function nearestFiles(
  context: Needs<'db'>,
  actor: Actor,
  scope: Scope,
  meaning: Meaning & { demand: number },
): Promise<(Found & { near: Near })[]> {
  const narrow = Object.entries(scope).some(([name, value]) => name !== 'shelf' && value !== undefined)
  const first = narrow ? [] : await seen(context, actor, scope, bestOfEach(meaning))
  if (!narrow && (first.length >= OBJECTS / 4 || meaning.vectors.count <= OBJECTS)) return first
  // Most of the nearest may not be seen, or lie elsewhere: look among those that may and do.
  const allowed = new Set((await seenObjects(context.db, actor, scope)).map(({ id }) => id))
  return seen(context, actor, scope, bestOfEach(meaning, allowed))
}

function bestOfEach(meaning: Meaning & { demand: number }, allowed?: Set<string>): Near[] {
  const { vector, vectors, standing, demand } = meaning
  const near = vectors.nearest(vector, rescored(vectors.count), allowed).map(one => ({ one, above: standing(one) }))
  const best = new Map<string, Near>()
  for (const { one, above } of near.sort((a, b) => b.above - a.above))
    if (above >= demand && !best.has(one.objectId)) best.set(one.objectId, one)
  return [...best.values()].slice(0, OBJECTS)
}

async function seen(context: Needs<'db'>, actor: Actor, scope: Scope, nearest: Near[]) {
  if (nearest.length === 0) return []
  const rows = new Map((await seenOf(context.db, actor, scope, nearest)).map(row => [row.object_id, row]))
  return nearest.flatMap(near => {
    const row = rows.get(near.objectId)
    if (!row) return []
    return [{ objectId: near.objectId, score: 0, ord: near.ord, kind: row.kind, docType: row.doc_type, near }]
  })
}

/** What meaning adds to words where passages are chosen for an answer (`retrieve.ts`), both between 0 and 1. */
export const MEANING = 0.7
/** The surprise that counts as 1 there, unless the nearest is nearer still. */
export const SURE = 4.2

/** The standing that counts as 1 among files, unless the nearest stands higher. Learnt on development data, as the next. */
const HIGHEST = 8
/** A few words of many say less than their share: the text next to the right one has them too. */
const SHARE = 1.4

/**
 * One order out of two. Words count by the share of the question that they answer, not by how well they rank among themselves:
 * a question in the other language finds a year or a name and little else, and then meaning decides.
 */
export function fuse(words: LexicalResult, near: (Found & { near: Near })[], meaning: Meaning): Found[] {
  const most = Math.max(words.found[0]?.score ?? 0, words.ideal, 1e-9)
  const nearest = nearestOf(words, near, meaning)
  const highest = Math.max(HIGHEST, ...[...nearest.values()].map(({ standing }) => standing))
  const known = new Set(words.found.map(({ objectId }) => objectId))
  const all = [
    ...words.found.map(found => ({ ...found, ord: found.ord ?? nearest.get(found.objectId)?.ord })),
    ...near.filter(({ objectId }) => !known.has(objectId)).map(({ near: _near, ...found }) => found),
  ]
  const assumed = middleOf(words.found.flatMap(({ objectId }) => nearest.get(objectId)?.standing ?? []))
  const unread = new Set(words.found.slice(0, OBJECTS).map(({ objectId }) => objectId))
  return all
    .map(found => {
      const standing = nearest.get(found.objectId)?.standing ?? (unread.has(found.objectId) ? assumed : 0)
      return { ...found, score: (found.score / most) ** SHARE + Math.max(0, standing) / highest }
    })
    .sort((a, b) => b.score - a.score || (a.objectId < b.objectId ? 1 : -1))
}

/**
 * What a text without a vector is taken for among those that the words have found: the middle one. Its vector may be under way,
 * or its language be one that the encoder does not know; counted as nothing, any other with a word of the question would pass it.
 */
export const middleOf = (known: number[]) => known.toSorted((a, b) => a - b)[(known.length - 1) >> 1] ?? 0

/** The nearest window of each file that either way has found. */
function nearestOf(words: LexicalResult, near: (Found & { near: Near })[], { vector, vectors, standing }: Meaning) {
  const nearest = new Map<string, { standing: number; ord: number }>()
  const add = (best: Near | undefined) => {
    if (best) nearest.set(best.objectId, { standing: standing(best), ord: best.ord })
  }
  for (const found of near) add(found.near)
  for (const { objectId } of words.found.slice(0, OBJECTS))
    if (!nearest.has(objectId)) add(vectors.best(vector, objectId))
  return nearest
}
