import type { Actor } from '../../context.ts'
import { MOST_OWNERS } from '../tools/index.ts'
import {
  facetsOf,
  rankFiles,
  type Searching,
  type SearchRanking,
  type SearchRequest,
  type SearchResult,
  search,
  showFound,
} from './find.ts'
import type { LexicalHits } from './lexical.ts'
import { type Retrieval, type RetrievalRequest, type Retrieving, retrieve } from './retrieve.ts'
import type { Hint } from './scope.ts'

/** So many of them at a time: each takes a connection to the database. */
const AT_ONCE = 3

type Find<T> = (actor: Actor, n: number) => Promise<T>

/** Each worker takes the next owner that no other has taken. */
async function ofEach<T>(actors: Iterable<[number, Actor]>, find: Find<T>, found: T[] = []): Promise<T[]> {
  const left = actors[Symbol.iterator]()
  const worker = async () => {
    for (let next = left.next(); !next.done; next = left.next()) {
      const [n, actor] = next.value
      found[n] = await find(actor, n)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return found
}

/** Oneself first, which makes the vector of the question that all others use; then the others, some at a time. */
async function oneselfFirst<T>([own, ...others]: Actor[], find: Find<T>): Promise<T[]> {
  const first = [await find(own!, 0)]
  return ofEach(
    others.map((other, n): [number, Actor] => [n + 1, other]),
    find,
    first,
  )
}

/**
 * One's own files and those that others have given: ranked owner by owner and put in one order by their scores. Only what stands on the
 * page is read, of whichever owner it is.
 */
export async function searchGiven(
  context: Searching,
  actor: Actor,
  givers: Actor[],
  request: SearchRequest,
): Promise<SearchResult> {
  if (givers.length === 0 || request.themeId) return search(context, actor, request)
  const actors = [actor, ...givers.slice(0, MOST_OWNERS)]
  const rankings = await rankEach(context, actors, request)
  const all = rankings.flatMap(({ found }, owner) => found.map(entry => ({ ...entry, owner })))
  const page = all.sort(byScore).slice(request.offset, request.offset + request.limit)
  const shown = await ofEach(actors.entries(), async (one, n) => {
    const ofOne = page.filter(({ owner }) => owner === n)
    return ofOne.length > 0 ? showFound(context, one, rankings[n]!, ofOne) : []
  })
  const byId = new Map(shown.flat().map(item => [item.object.id, item]))
  const left = givers.length - (actors.length - 1)
  const [own] = rankings
  return {
    items: page.flatMap(({ objectId }) => byId.get(objectId) ?? []),
    total: all.length,
    mode: rankings.find(({ found }) => found.length > 0)?.mode ?? own!.mode,
    facets: facetsOf(all),
    // A folder that one of them has is a folder.
    hints: [
      ...own!.hints.filter(hint =>
        rankings.every(({ hints }) => hints.some(other => other.code === hint.code && other.value === hint.value)),
      ),
      ...(left > 0 ? [{ code: 'owners_left_out', operator: '', value: String(left) } satisfies Hint] : []),
    ],
  }
}

async function rankEach(context: Searching, actors: Actor[], request: SearchRequest): Promise<SearchRanking[]> {
  // One's own files as always; those of the others together as much.
  const owners = actors.length - 1
  const rank: Find<SearchRanking> = (one, n) => rankFiles(context, one, n === 0 ? request : { ...request, owners })
  const rankings = await (request.mode === 'text' ? ofEach(actors.entries(), rank) : oneselfFirst(actors, rank))
  const modes = new Set(rankings.filter(({ found }) => found.length > 0).map(({ mode }) => mode))
  // Scores of words alone and scores that meaning has a part in are of two kinds.
  return modes.size > 1 && request.mode !== 'text' ? rankEach(context, actors, { ...request, mode: 'text' }) : rankings
}

const byScore = (a: LexicalHits, b: LexicalHits) => b.score - a.score || (a.objectId < b.objectId ? 1 : -1)

/** The same for whoever answers a question: the likeliest passages of all, and the words as all of the texts have them. */
export async function retrieveGiven(
  context: Retrieving,
  actor: Actor,
  givers: Actor[],
  request: RetrievalRequest,
): Promise<Retrieval> {
  const found = await oneselfFirst([actor, ...givers.slice(0, MOST_OWNERS)], one => retrieve(context, one, request))
  const [own, ...others] = found as [Retrieval, ...Retrieval[]]
  if (others.length === 0) return own
  const given = others.flatMap(({ passages }) => passages.map(passage => ({ ...passage, given: true })))
  const all = [own, ...others]
  return {
    passages: [...own.passages, ...given].sort((a, b) => b.score - a.score).slice(0, request.limit),
    words: own.words.map(({ term }) => {
      const same = all.flatMap(({ words }) => words.filter(word => word.term === term))
      return {
        term,
        frequency: same.reduce((sum, { frequency }) => sum + frequency, 0),
        there: same.some(({ there }) => there),
      }
    }),
    chunks: all.reduce((sum, { chunks }) => sum + chunks, 0),
  }
}
