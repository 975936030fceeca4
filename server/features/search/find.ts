import type { Actor, Needs } from '../../context.ts'
import { AppError } from '../../lib/errors.ts'
import { finderOf } from '../../lib/words.ts'
import type { StoredObject } from '../objects/index.ts'
import { secondsOf } from '../transcripts/index.ts'
import { objectsOf } from './found/queries.ts'
import { type LexicalHits, type LexicalResult, lexical } from './lexical.ts'
import { demandOf, fuseAcross, meaningOf, nearestFiles } from './meaning.ts'
import { isNumber, lookForNumber } from './numbers.ts'
import { parseQuestion, type Question } from './parse.ts'
import { isMarkdown, withoutMarkdown } from './plain.ts'
import { attachmentsAt, type FoundPassage, listed, passages, type SearchScope } from './queries.ts'
import { CHANCE } from './ranking.ts'
import { type Hint, type Limits, scopeOf } from './scope.ts'
import { highlightsOf, snippetOf, type Worth } from './snippet.ts'
import { titlesKept } from './titles.ts'
import type { VectorEncoding } from './vectors/encoder.ts'

export type SearchMode = 'hybrid' | 'text' | 'semantic'

export interface SearchRequest extends Limits {
  text: string
  mode: SearchMode
  limit: number
  offset: number
}

export const REASONS = ['words', 'spelling', 'meaning', 'filter'] as const

export interface SearchItem {
  object: StoredObject
  score: number
  /** Why it is here: it has a word of the question, one that is spelt alike, a like meaning, or only fits the operators. */
  reason: (typeof REASONS)[number]
  snippet: string
  highlights: [number, number][]
  char_start: number | null
  char_end: number | null
  ord: number | null
  page: number | null
  /** The name of the attached file of a PDF in which it stands. */
  attachment: string | null
  /** When it was said, of recordings. */
  start_s: number | null
  end_s: number | null
}

export interface SearchResult {
  items: SearchItem[]
  total: number
  mode: SearchMode
  facets: { kind: Facet[]; doc_type: Facet[] }
  hints: Hint[]
}

interface Facet {
  value: string
  count: number
}

const MOST_LISTED = 2000

export type Searching = VectorEncoding & Needs<'log' | 'compute'>

export async function search(context: Searching, actor: Actor, request: SearchRequest): Promise<SearchResult> {
  const ranking = await rankFiles(context, actor, request)
  const page = ranking.found.slice(request.offset, request.offset + request.limit)
  const { found, mode, hints } = ranking
  return {
    items: await showFound(context, actor, ranking, page),
    total: found.length,
    mode,
    facets: facetsOf(found),
    hints,
  }
}

/** All that was found of one owner, in its order; nothing of it is read yet. */
export interface SearchRanking extends Ranked {
  shelf: SearchScope['shelf']
  listed: boolean
  hints: Hint[]
}

export async function rankFiles(
  context: Searching,
  actor: Actor,
  request: Omit<SearchRequest, 'limit' | 'offset'>,
): Promise<SearchRanking> {
  if (request.text.trim() === '') throw blank()
  const question = parseQuestion(request.text)
  const { scope, hints } = await scopeOf(context, actor, request, question)
  const { mode } = request
  const exact = await rank(context, actor, { question, scope, mode })
  const loosened = exact.found.length === 0 && onlyQuotes(question)
  const ranked = loosened ? await rank(context, actor, { question: { ...question, phrases: [] }, scope, mode }) : exact
  return {
    ...ranked,
    shelf: scope.shelf,
    listed: question.words.length === 0,
    hints: [...hints, ...question.hints.map(hintOf), ...(loosened ? question.phrases.map(notFound) : [])],
  }
}

/** The files and passages of a page, as they are shown. */
export const showFound = async (
  context: Searching,
  actor: Actor,
  ranking: SearchRanking,
  page: LexicalHits[],
): Promise<SearchItem[]> => placed(context, actor, await present(context, actor, page, ranking))

export const facetsOf = (found: LexicalHits[]): SearchResult['facets'] => ({
  kind: facetOf(found, ({ kind }) => kind),
  doc_type: facetOf(found, ({ docType }) => docType || 'other'),
})

/** Words around a phrase that make a sentence of it. */
const AROUND = 3

/**
 * In a sentence quotes may only set off a name, and a text in the other language cannot have it word for word: where no file
 * does, the words and the meaning decide.
 */
const onlyQuotes = ({ phrases, words, loose }: Question) =>
  phrases.length > 0 && (loose || words.length - phrases.flat().length >= AROUND)

const notFound = (phrase: string[]): Hint => ({ code: 'phrase_not_found', operator: '"', value: phrase.join(' ') })

type Unplaced = Omit<SearchItem, 'start_s' | 'end_s' | 'attachment'>
type Untimed = Omit<SearchItem, 'start_s' | 'end_s'>

/** Where more is to be said of a place than its page: the attached file, the second. */
async function placed(context: Needs<'db'>, actor: Actor, items: Unplaced[]): Promise<SearchItem[]> {
  const paged = items.flatMap(({ object, page }) => (object.kind === 'pdf' && page ? [{ id: object.id, page }] : []))
  const found = paged.length > 0 ? await attachmentsAt(context.db, actor.ownerId, paged) : []
  const names = new Map(found.map(({ object_id, attachment }) => [object_id, attachment]))
  const named = items.map(item => ({ ...item, attachment: names.get(item.object.id) ?? null }))
  return withTimes(context, actor, named)
}

/** Of what lies in recordings, the seconds in which it is said. */
async function withTimes(context: Needs<'db'>, actor: Actor, items: Untimed[]): Promise<SearchItem[]> {
  const said = items.flatMap(({ object, char_start, char_end }, index) =>
    (object.kind === 'audio' || object.kind === 'video') && char_start !== null && char_end !== null
      ? [{ index, objectId: object.id, charStart: char_start, charEnd: char_end }]
      : [],
  )
  const times = await secondsOf(context, actor.ownerId, said)
  const byItem = new Map(said.map(({ index }, at) => [index, times[at]]))
  return items.map((item, index) => {
    const time = byItem.get(index)
    return { ...item, start_s: time?.start_s ?? null, end_s: time?.end_s ?? null }
  })
}

const blank = () =>
  new AppError('senseless', 'blank_query', {
    en: 'The query has only blanks. Write a word to look for.',
    ru: 'В запросе одни пробелы. Напишите, что искать.',
  })

const hintOf = (word: string): Hint =>
  word.endsWith(':')
    ? { code: 'value_missing', operator: word.slice(0, -1), value: '' }
    : { code: 'unknown_operator', operator: word, value: '' }

interface Ranked extends Pick<LexicalResult, 'found' | 'terms' | 'texts'> {
  mode: SearchMode
}

const NO_TERMS = { list: [], groups: [] }

async function rank(
  context: Searching,
  actor: Actor,
  { question, scope, mode }: { question: Question; scope: SearchScope; mode: SearchMode },
): Promise<Ranked> {
  if (question.words.length === 0) {
    await titlesKept(context, actor.ownerId)
    return filtered(context, actor, question, scope)
  }
  if (mode !== 'semantic' && isNumber(question))
    return { ...(await lookForNumber(context, actor, question, scope)), mode: 'text' }
  const thinking = mode === 'text' ? undefined : meaningOf(context, actor, question)
  const words = await lexical(context, actor, { question, scope, together: mode === 'hybrid' })
  const meaning = await thinking
  if (!meaning) return { ...words, mode: 'text' }
  const demand = mode === 'semantic' ? CHANCE : demandOf(question, words)
  const near = await nearestFiles(context, actor, scope, { ...meaning, demand })
  if (mode === 'semantic') {
    const said = new Map(words.found.map(({ objectId, guessed }) => [objectId, { guessed, meant: false }]))
    const scored = near.map(entry => ({
      ...entry,
      score: meaning.nearnessScore(entry.near),
      ...said.get(entry.objectId),
    }))
    return { ...words, found: scored, mode }
  }
  return { ...words, found: await fuseAcross(context, actor, { question, words, near, meaning }), mode }
}

/** Operators without a word list what they choose. */
async function filtered(context: Needs<'db'>, actor: Actor, question: Question, scope: SearchScope): Promise<Ranked> {
  const asked = question.filters.length > 0 || question.withoutWords.length > 0
  const rows = asked ? await listed(context.db, actor, scope, MOST_LISTED) : []
  const found = rows.map(row => ({ objectId: row.object_id, score: 0, kind: row.kind, docType: row.doc_type }))
  return { found, terms: NO_TERMS, texts: new Map(), mode: 'text' }
}

function facetOf(found: LexicalHits[], keyOf: (entry: LexicalHits) => string): Facet[] {
  const counts = new Map<string, number>()
  for (const entry of found) counts.set(keyOf(entry), (counts.get(keyOf(entry)) ?? 0) + 1)
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count)
}

async function present(
  context: Needs<'db'>,
  actor: Actor,
  page: LexicalHits[],
  {
    terms,
    texts,
    shelf,
    listed,
  }: Pick<LexicalResult, 'terms' | 'texts'> & Pick<SearchScope, 'shelf'> & { listed: boolean },
): Promise<Unplaced[]> {
  if (page.length === 0) return []
  // What was found by its name alone shows how its text begins.
  const missing = page
    .map(({ objectId, ord }) => ({ object_id: objectId, ord: ord ?? 0 }))
    .filter(({ object_id, ord }) => !texts.has(`${object_id} ${ord}`))
  const [objects, more] = await Promise.all([
    objectsOf(
      context.db,
      actor,
      shelf,
      page.map(({ objectId }) => objectId),
    ),
    missing.length > 0 ? passages(context.db, actor.ownerId, missing) : [],
  ])
  for (const passage of more) texts.set(`${passage.object_id} ${passage.ord}`, passage)
  const byId = new Map(objects.map(object => [object.id, object]))
  const worth = worthIn(terms)
  return page.flatMap(({ objectId, score, ord, meant, guessed }) => {
    const object = byId.get(objectId)
    if (!object) return []
    const passage = object.status === 'pending' ? undefined : texts.get(`${objectId} ${ord ?? 0}`)
    const reason = listed ? 'filter' : meant ? 'meaning' : guessed ? 'spelling' : 'words'
    return [{ object, score, reason, ...excerpt(object, passage, worth) }]
  })
}

function worthIn(terms: LexicalResult['terms']): Worth {
  const worth = new Map(terms.list.filter(({ weight }) => weight > 0).map(({ term, weight }) => [term, weight]))
  const asked = new Set(worth.keys())
  return { terms: asked, of: ({ term }) => worth.get(term) ?? 0, find: finderOf(asked) }
}

/** A piece of the text, without the signs of Markdown, and where it lies; the name itself when there is no text to show. */
function excerpt(object: StoredObject, passage: FoundPassage | undefined, worth: Worth) {
  if (!passage)
    return {
      snippet: object.filename,
      highlights: highlightsOf(object.filename, worth),
      char_start: null,
      char_end: null,
      ord: null,
      page: null,
    }
  const plain = isMarkdown(object) ? withoutMarkdown(passage.text) : undefined
  const { text, highlights, from, to } = snippetOf(passage.text, worth, plain)
  return {
    snippet: text,
    highlights,
    char_start: passage.char_start + from,
    char_end: passage.char_start + to,
    ord: passage.ord,
    page: passage.page,
  }
}
