import type { Actor, Needs } from '../../context.ts'
import { isStopWord, wordsOf } from '../../lib/words.ts'
import { type NamedFile, namedFiles } from './found/queries.ts'
import { placeOf, readTexts } from './found-texts.ts'
import { fused, PASSAGES } from './fusion.ts'
import { idealOf, matchWords } from './lexical.ts'
import { type Meaning, meaningOf, nearestTo } from './meaning.ts'
import type { Question } from './parse.ts'
import { codesOf } from './profile.ts'
import { chunksIn, type FoundPassage, type SearchCandidate, type SearchScope, seenObjects, seenOf } from './queries.ts'
import {
  BEFORE,
  BEGINNINGS,
  CHANCE,
  MOST_OPENINGS,
  NAMED,
  NEAREST,
  OPENINGS,
  SECOND_LOOK,
  SURE,
  TITLE_WEIGHT,
  WHOLE,
} from './ranking.ts'
import { secondLook } from './rerank.ts'
import { titlesKept } from './titles.ts'
import type { VectorEncoding } from './vectors/encoder.ts'

/** Chunks of texts for whoever answers a question, the likeliest first; several may be of one file. */

export type RetrievalScope = Pick<SearchScope, 'objectIds' | 'collectionId' | 'folders' | 'docTypes'>

export interface RetrievalRequest {
  text: string
  /** Words of what was said before, which help to find but were not asked for now. */
  context?: string
  scope: RetrievalScope
  limit: number
}

export interface Retrieved {
  object: NamedFile
  ord: number
  text: string
  charStart: number
  charEnd: number
  page: number | null
  score: number
  /** How many standard deviations nearer in meaning than chance; null where that is not known. */
  zScore: number | null
  /** It is of somebody else, who has given it. */
  given?: boolean
  /** How its file begins, where this is not its beginning: who and what it is about. */
  opening?: string
}

export interface Retrieval {
  passages: Retrieved[]
  /** The question's words: in how many chunks of the owner's each is, and whether any that may be seen and is in scope has it. */
  words: { term: string; frequency: number; there: boolean }[]
  /** How many chunks the owner has. */
  chunks: number
}

export type Retrieving = VectorEncoding & Needs<'compute' | 'log'>

/** So much of a file's beginning tells whom it is about. */
const OPENING = 1500

interface Place {
  object_id: string
  ord: number
  score: number
}

export async function retrieve(context: Retrieving, actor: Actor, request: RetrievalRequest): Promise<Retrieval> {
  const question = plainQuestion(request.text)
  // What a request names may be a chat attachment; nothing else brings one up.
  const scope: SearchScope = { shelf: request.scope.objectIds ? 'active' : 'listed', ...request.scope }
  await titlesKept(context, actor.ownerId)
  const thinking = meaningOf(context, actor, plainQuestion(joined(request)))
  const [{ rows, terms, missing, size }, before, few, openings] = await Promise.all([
    matchWords(context, actor, question, scope),
    wordsBefore(context, actor, request, scope),
    chunksIn(context.db, actor, scope, { limit: WHOLE + 1 }),
    scope.objectIds ? chunksIn(context.db, actor, scope, { limit: MOST_OPENINGS, first: OPENINGS }) : [],
  ])
  const meaning = await thinking
  const near = meaning ? await nearestChunks(context, actor, scope, meaning) : []
  const lexical = placesOf(rows, before)
  const named = few.length <= WHOLE ? few : openings
  const places = distinct([...lexical, ...near.map(unscored), ...named.map(unscored)])
  const read = await readPlaces(context, actor, question, places)
  const ranks = read.map(({ object_id, ord }) => ({ objectId: object_id, ord }))
  await meaning?.bring?.(meaning.vectors.neededAt(ranks))
  const ranked = inOrder(read, idealOf(terms), meaning).slice(0, request.limit)
  const objects = await namedFiles(context.db, actor, scope.shelf, [...new Set(ranked.map(entry => entry.object_id))])
  const byId = new Map(objects.map(object => [object.id, object]))
  const beginnings = await readBeginnings(context, actor.ownerId, ranked)
  return {
    passages: ranked.flatMap(({ object_id, ord, score, zScore, passage }) => {
      const object = byId.get(object_id)
      if (!object || object.status === 'pending') return []
      const { text, page, char_start, char_end } = passage
      const opening = ord > 0 ? beginnings.get(placeOf({ object_id, ord: 0 }))?.text.slice(0, OPENING) : undefined
      return [{ object, ord, text, page, charStart: char_start, charEnd: char_end, score, zScore, opening }]
    }),
    words: terms.groups.map(({ word, frequency }) => ({ term: word.term, frequency, there: !missing.includes(word) })),
    chunks: size.chunks,
  }
}

/** A question is a sentence: quotes and hyphens in it are no operators. */
function plainQuestion(text: string): Question {
  const plain = text.replaceAll(/\s+/g, ' ').trim()
  return {
    words: wordsOf(plain),
    codes: [...new Set(codesOf(plain))],
    phrases: [],
    withoutWords: [],
    withoutPhrases: [],
    filters: [],
    hints: [],
    plain,
  }
}

const joined = ({ text, context }: RetrievalRequest) => (context ? `${context} ${text}` : text)

/** Rows that the words of the conversation lead to, weaker than those of the question itself. */
async function wordsBefore(context: Retrieving, actor: Actor, { context: said }: RetrievalRequest, scope: SearchScope) {
  if (!said || wordsOf(said).every(({ word }) => isStopWord(word))) return []
  const { rows } = await matchWords(context, actor, plainQuestion(said), scope)
  return rows.map(row => ({ ...row, score: BEFORE * row.score }))
}

const unscored = ({ object_id, ord }: { object_id: string; ord: number }): Place => ({ object_id, ord, score: 0 })

/** Each chunk with what its file's name and description add. */
function placesOf(rows: SearchCandidate[], before: SearchCandidate[]): Place[] {
  const titleScores = new Map<string, number>()
  const chunks = new Map<string, Place>()
  for (const { object_id, ord, score } of [...rows, ...before]) {
    if (ord < 0) titleScores.set(object_id, (titleScores.get(object_id) ?? 0) + TITLE_WEIGHT * score)
    else {
      const place = chunks.get(placeOf({ object_id, ord })) ?? { object_id, ord, score: 0 }
      chunks.set(placeOf(place), { ...place, score: place.score + score })
    }
  }
  const found = [...chunks.values()].map(place => ({
    ...place,
    score: place.score + (titleScores.get(place.object_id) ?? 0),
  }))
  const known = new Set(found.map(({ object_id }) => object_id))
  const named = [...titleScores]
    .filter(([id]) => !known.has(id))
    .sort((a, b) => b[1] - a[1])
    .slice(0, NAMED)
    .flatMap(([object_id, score]) => Array.from({ length: BEGINNINGS }, (_, ord) => ({ object_id, ord, score })))
  return [...found, ...named].sort((a, b) => b.score - a.score || compare(a, b)).slice(0, SECOND_LOOK)
}

const compare = (a: Place, b: Place) =>
  a.object_id === b.object_id ? a.ord - b.ord : a.object_id < b.object_id ? 1 : -1

const distinct = (places: Place[]) =>
  [...new Map(places.toReversed().map(place => [placeOf(place), place])).values()].toReversed()

/** Chunks near in meaning that may be seen and lie in scope. */
async function nearestChunks(context: Retrieving, actor: Actor, scope: SearchScope, meaning: Meaning) {
  const { zScore } = meaning
  const look = async (most: number, allowed?: Set<string>) => {
    const near = (await nearestTo(meaning, allowed))
      .filter(({ similarity }) => zScore(similarity) >= CHANCE)
      .slice(0, most)
    const seen = near.length > 0 ? await seenOf(context.db, actor, scope, near) : []
    return { seen, all: near.length < most }
  }
  const narrow = scope.objectIds || scope.collectionId || scope.folders || scope.docTypes
  const first = narrow ? undefined : await look(NEAREST)
  if (first && (first.all || first.seen.length >= NEAREST / 2)) return first.seen
  // Most of the nearest may not be seen, or lie elsewhere: look among those that may and do.
  const allowed = new Set((await seenObjects(context.db, actor, scope)).map(({ id }) => id))
  return (await look(NEAREST, allowed)).seen
}

interface Read extends Place {
  passage: FoundPassage
}

/** The texts, and what a second look at them adds. */
async function readPlaces(context: Retrieving, actor: Actor, question: Question, places: Place[]): Promise<Read[]> {
  const texts = new Map<string, FoundPassage>()
  await readTexts(context, actor.ownerId, places, texts)
  const read = places.flatMap(place => {
    const passage = texts.get(placeOf(place))
    return passage ? [{ ...place, passage }] : []
  })
  const looks = secondLook(
    question.words,
    read.map(({ passage }) => passage.text),
  )
  return read.map((entry, i) => ({ ...entry, score: entry.score + looks[i]!.added }))
}

async function readBeginnings(context: Needs<'db'>, ownerId: string, ranked: Read[]) {
  const texts = new Map<string, FoundPassage>(ranked.map(entry => [placeOf(entry), entry.passage]))
  const files = new Set(ranked.flatMap(({ object_id, ord }) => (ord > 0 ? [object_id] : [])))
  await readTexts(
    context,
    ownerId,
    [...files].map(object_id => ({ object_id, ord: 0 })),
    texts,
  )
  return texts
}

/** One order out of words and meaning, by the formula of files (`fusion.ts`). */
function inOrder(read: Read[], ideal: number, meaning: Meaning | undefined): (Read & { zScore: number | null })[] {
  const known = read.map(entry => {
    const near = meaning?.vectors.at(meaning.vector, entry.object_id, entry.ord, meaning.brought)
    return { ...entry, zScore: near && meaning ? meaning.zScore(near.similarity) : null }
  })
  const evidence = known.map(({ score, zScore }) => ({
    words: score,
    meaning: zScore ?? undefined,
    byWords: score > 0,
  }))
  const scores = fused(evidence, { words: ideal, meaning: SURE }, PASSAGES)
  return known.map((entry, at) => ({ ...entry, score: scores[at]! })).sort((a, b) => b.score - a.score || compare(a, b))
}
