import type { Db, Needs } from '../../context.ts'
import { jobInsert } from '../../jobs/queue.ts'
import { embedObject } from './jobs.ts'
import { isKept, type PreparedText } from './prepared.ts'
import { headingsOf, keysOf, packed, titleProfile } from './profile.ts'
import { shortened } from './slips.ts'
import { isKnown, learn } from './store/known.ts'
import * as queries from './store/queries.ts'

/** Rows of one statement. */
const BATCH = 200
const TERMS_BATCH = 500

/** The object as it has just been saved: its name and description go into the index too. */
export interface SavedObject extends Describable {
  ownerId: string
  id: string
  version: number
}

/**
 * Puts a reading in place of the one before, in the transaction that saves it: the old and the new are never both found.
 * The statement that saves it `holdsTerms`.
 */
export async function indexText(
  context: Needs<'db' | 'signals'>,
  object: SavedObject,
  prepared: PreparedText | null,
): Promise<void> {
  const { ownerId, id } = object
  const chunks = prepared?.chunks ?? []
  const made = (from: number) =>
    chunks
      .slice(from, from + BATCH)
      .map(({ start, end, ...chunk }) => ({ ...chunk, text: prepared!.text.slice(start, end) }))
  const { titleChunk, maker } = makeTitleChunk(ownerId, id, object, prepared?.headings ?? [])
  const terms = [...new Set([...(prepared?.terms ?? []), ...termsToKeep(maker.counts.keys())])]
  const asked = terms.filter(term => !isKnown(ownerId, term))
  const { added, forgotten } = await queries.replaceEntry(context.db, object, {
    chunks: made(0),
    titleChunk: { ...titleChunk, headings: prepared?.headings ?? [] },
    terms: withNear(ownerId, asked.slice(0, TERMS_BATCH)),
    next: chunks.length > 0 ? jobInsert(embedObject, ownerId, { objectId: id }) : undefined,
  })
  added.push(...(await insertTerms(context.db, ownerId, asked.slice(TERMS_BATCH))))
  if (!learn(ownerId, forgotten, without(asked, added))) {
    const more = await insertTerms(context.db, ownerId, terms)
    learn(ownerId, forgotten, without(terms, [...added, ...more]))
  }
  for (let from = BATCH; from < chunks.length; from += BATCH) await queries.insertChunks(context.db, object, made(from))
  if (chunks.length > 0) context.signals.raise(`jobs:${embedObject.queue}`)
}

async function insertTerms(db: Db, ownerId: string, terms: string[]): Promise<string[]> {
  const added: string[] = []
  for (let from = 0; from < terms.length; from += TERMS_BATCH)
    for (const term of await queries.insertTerms(db, ownerId, withNear(ownerId, terms.slice(from, from + TERMS_BATCH))))
      added.push(term)
  return added
}

/** What is added here is there for others only when the transaction has ended. */
function without(terms: string[], added: string[]): string[] {
  const fresh = new Set(added)
  return terms.filter(term => !fresh.has(term))
}

/** Brings the newest marked files up to date, at most so many; answers how many. */
export const refreshTitleChunks = (context: Needs<'db'>, ownerId: string, most: number): Promise<number> =>
  context.db.transaction().execute(async db => {
    const stale = await queries.takeStale(db, ownerId, most)
    if (stale.length > 0) await writeTitleChunks(db, ownerId, stale)
    return stale.length
  })

async function writeTitleChunks(db: Db, ownerId: string, rows: queries.StaleFile[]): Promise<void> {
  const made = rows.map(row => makeTitleChunk(ownerId, row.object_id, row, row.headings ?? headingsOf(row.opening)))
  const terms = new Set(made.flatMap(({ maker }) => [...maker.counts.keys()]))
  await queries.writeTitleChunks(
    db,
    ownerId,
    made.map(({ titleChunk }) => titleChunk),
    withNear(ownerId, termsToKeep(terms)),
  )
}

interface Describable {
  filename: string
  enrichment: Record<string, unknown> | null
  corrections: Record<string, unknown> | null
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const textsOf = (value: unknown) => (Array.isArray(value) ? value.filter(item => typeof item === 'string') : [])

function makeTitleChunk(ownerId: string, objectId: string, file: Describable, headings: string[]) {
  const known = file.enrichment && { ...file.enrichment, ...file.corrections }
  const keywords = textsOf(known?.keywords)
  const maker = titleProfile({
    filename: file.filename,
    title: textOf(known?.title),
    keywords,
    headings: known ? headings : [],
  })
  const titleChunk: queries.NewTitleChunk = {
    objectId,
    docType: textOf(known?.doc_type),
    tags: keywords.map(keyword => keyword.toLowerCase()),
    headings: null,
    profile: packed(maker.make(keysOf(ownerId))),
  }
  return { titleChunk, maker }
}

const termsToKeep = (terms: Iterable<string>): string[] => [...terms].filter(isKept)

function withNear(ownerId: string, terms: string[]): queries.NewTerm[] {
  const keyOf = keysOf(ownerId)
  return terms.map(term => ({ term, near: term.length < 4 ? [] : shortened(term).map(keyOf) }))
}
