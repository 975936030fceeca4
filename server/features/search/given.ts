import type { Actor } from '../../context.ts'
import { MOST_OWNERS } from '../tools/index.ts'
import { type SearchItem, type Searching, type SearchRequest, type SearchResult, search } from './find.ts'
import { type Retrieval, type RetrievalRequest, type Retrieving, retrieve } from './retrieve.ts'
import type { Hint } from './scope.ts'

/** So many of them at a time: each takes a connection to the database. */
const AT_ONCE = 3

/** Oneself first, which makes the vector of the question that all others use; then the others, some at a time. */
async function ofEach<T>(actors: Actor[], find: (actor: Actor) => Promise<T>): Promise<T[]> {
  const [own, ...others] = actors
  const found: T[] = [await find(own!)]
  const left = others.entries()
  // Each takes the next that nobody has taken yet.
  const worker = async () => {
    for (const [n, other] of left) found[n + 1] = await find(other)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return found
}

/** One's own files and those that others have given: found owner by owner, and put in one order by their scores. */
export async function searchGiven(
  context: Searching,
  actor: Actor,
  givers: Actor[],
  request: SearchRequest,
): Promise<SearchResult> {
  if (givers.length === 0 || request.themeId) return search(context, actor, request)
  const searched = givers.slice(0, MOST_OWNERS)
  const results = await eachOf(context, [actor, ...searched], request)
  const left = givers.length - searched.length
  const hints: Hint[] = left > 0 ? [{ code: 'owners_left_out', operator: '', value: String(left) }] : []
  return merged(results, request, hints)
}

async function eachOf(context: Searching, actors: Actor[], request: SearchRequest): Promise<SearchResult[]> {
  const all = { ...request, offset: 0, limit: request.offset + request.limit }
  const results = await ofEach(actors, one => search(context, one, all))
  const modes = new Set(results.filter(({ total }) => total > 0).map(({ mode }) => mode))
  // Scores of words alone and scores that meaning has a part in are of two kinds.
  return modes.size > 1 && request.mode !== 'text' ? eachOf(context, actors, { ...request, mode: 'text' }) : results
}

const byScore = (a: SearchItem, b: SearchItem) => b.score - a.score || (a.object.id < b.object.id ? 1 : -1)

function merged(results: SearchResult[], { offset, limit }: SearchRequest, hints: Hint[]): SearchResult {
  const [own] = results
  const items = results.flatMap(result => result.items).sort(byScore)
  return {
    items: items.slice(offset, offset + limit),
    total: results.reduce((sum, { total }) => sum + total, 0),
    mode: results.find(({ total }) => total > 0)?.mode ?? own!.mode,
    facets: { kind: summed(results, 'kind'), doc_type: summed(results, 'doc_type') },
    // A folder that one of them has is a folder.
    hints: [
      ...own!.hints.filter(hint =>
        results.every(result => result.hints.some(other => other.code === hint.code && other.value === hint.value)),
      ),
      ...hints,
    ],
  }
}

function summed(results: SearchResult[], facet: 'kind' | 'doc_type') {
  const counts = new Map<string, number>()
  for (const { value, count } of results.flatMap(({ facets }) => facets[facet]))
    counts.set(value, (counts.get(value) ?? 0) + count)
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count)
}

/** The same for whoever answers a question: the likeliest passages of all, and the words as all of the texts have them. */
export async function retrieveGiven(
  context: Retrieving,
  actor: Actor,
  givers: Actor[],
  request: RetrievalRequest,
): Promise<Retrieval> {
  const found = await ofEach([actor, ...givers.slice(0, MOST_OWNERS)], one => retrieve(context, one, request))
  const [own, ...others] = found as [Retrieval, ...Retrieval[]]
  if (others.length === 0) return own
  const given = others.flatMap(({ passages }) => passages.map(passage => ({ ...passage, given: true })))
  const all = [own, ...others]
  return {
    passages: [...own.passages, ...given].sort((a, b) => b.score - a.score).slice(0, request.limit),
    words: own.words.map(({ stem }) => {
      const same = all.flatMap(({ words }) => words.filter(word => word.stem === stem))
      return {
        stem,
        frequency: same.reduce((sum, { frequency }) => sum + frequency, 0),
        there: same.some(({ there }) => there),
      }
    }),
    windows: all.reduce((sum, { windows }) => sum + windows, 0),
  }
}
