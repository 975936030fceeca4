import type { Db, Needs } from '../../context.ts'
import { jobInsert } from '../../jobs/queue.ts'
import { isStopWord } from '../../lib/words.ts'
import { type Chunk, chunksOf, type Page } from './chunks.ts'
import { embedObject } from './jobs.ts'
import { allHeadings, bodyProfile, headingsOf, headProfile, keysOf, type ProfileMaker } from './profile.ts'
import { shortened } from './slips.ts'
import { isKnown, learn } from './store/known.ts'
import * as queries from './store/queries.ts'

/** A text taken apart for the index, before the transaction that saves it: this is the long part of the work. */
export interface PreparedText {
  chunks: (Chunk & { maker: ProfileMaker })[]
  stems: Set<string>
  headings: string[]
}

/** Where the format says that a heading is. */
interface Marked {
  char_start: number
  char_end: number
}

const AT_ONCE_MS = 15
const BATCH = 200

const breathe = () => new Promise<void>(resolve => setImmediate(resolve))

/** Gives way to others every few milliseconds: a book has ten thousand windows. */
export async function prepareText(text: string, pages: Page[], marked: Marked[] = []): Promise<PreparedText> {
  const prepared: PreparedText = { chunks: [], stems: new Set(), headings: allHeadings(text, marked) }
  let began = performance.now()
  for (const chunk of chunksOf(text, pages)) {
    const maker = bodyProfile(chunk.text)
    prepared.chunks.push({ ...chunk, maker })
    for (const stem of maker.counts.keys()) prepared.stems.add(stem)
    if (performance.now() - began > AT_ONCE_MS) {
      await breathe()
      began = performance.now()
    }
  }
  return prepared
}

/** The object as it has just been saved: its name and description go into the index too. */
export interface SavedObject extends Describable {
  ownerId: string
  id: string
  version: number
}

/**
 * Puts a reading in place of the one before, in the transaction that saves it: the old and the new are never both found.
 * The statement that saves it `holdsStems`.
 */
export async function indexText(
  context: Needs<'db' | 'signals'>,
  object: SavedObject,
  prepared: PreparedText | null,
): Promise<void> {
  const { ownerId, id } = object
  const keyOf = keysOf(ownerId)
  const chunks = prepared?.chunks ?? []
  const made = (from: number) =>
    chunks.slice(from, from + BATCH).map(({ maker, ...chunk }) => ({ ...chunk, profile: maker.make(keyOf) }))
  const { head, maker } = makeHead(ownerId, id, object, prepared?.headings ?? [])
  const stems = stemsToKeep(new Set([...(prepared?.stems ?? []), ...maker.counts.keys()]))
  const asked = stems.filter(stem => !isKnown(ownerId, stem))
  const { added, forgotten } = await queries.replaceEntry(context.db, object, {
    chunks: made(0),
    head: { ...head, headings: prepared?.headings ?? [] },
    stems: withNear(ownerId, asked),
    next: chunks.length > 0 ? jobInsert(embedObject, ownerId, { objectId: id }) : undefined,
  })
  if (!learn(ownerId, forgotten, without(asked, added))) {
    const more = await queries.insertStems(context.db, ownerId, withNear(ownerId, stems))
    learn(ownerId, forgotten, without(stems, [...added, ...more]))
  }
  for (let from = BATCH; from < chunks.length; from += BATCH) await queries.insertChunks(context.db, object, made(from))
  if (chunks.length > 0) context.signals.raise(`jobs:${embedObject.lane}`)
}

/** What is added here is there for others only when the transaction has ended. */
function without(stems: string[], added: string[]): string[] {
  const fresh = new Set(added)
  return stems.filter(stem => !fresh.has(stem))
}

/** How many heads one search brings up to date before it looks; what is left is done by the next, and by reading itself. */
const MOST_STALE = 300

/** True when something had changed. */
export async function refreshHeads(context: Needs<'db'>, ownerId: string): Promise<boolean> {
  if (!(await queries.anyStale(context.db, ownerId))) return false
  if ((await refreshSome(context, ownerId)) < MOST_STALE && (await queries.anyStale(context.db, ownerId))) {
    await queries.awaitWriters(context.db, ownerId)
    await refreshSome(context, ownerId)
  }
  return true
}

const refreshSome = (context: Needs<'db'>, ownerId: string): Promise<number> =>
  context.db.transaction().execute(async db => {
    const heads = await queries.takeStale(db, ownerId, MOST_STALE)
    if (heads.length > 0) await writeHeads(db, ownerId, heads)
    return heads.length
  })

async function writeHeads(db: Db, ownerId: string, rows: queries.HeadRow[]): Promise<void> {
  const made = rows.map(row => makeHead(ownerId, row.object_id, row, row.headings ?? headingsOf(row.opening)))
  const stems = new Set(made.flatMap(({ maker }) => [...maker.counts.keys()]))
  await queries.writeHeads(
    db,
    ownerId,
    made.map(({ head }) => head),
    withNear(ownerId, stemsToKeep(stems)),
  )
}

interface Describable {
  filename: string
  enrichment: Record<string, unknown> | null
  corrections: Record<string, unknown> | null
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const textsOf = (value: unknown) => (Array.isArray(value) ? value.filter(item => typeof item === 'string') : [])

function makeHead(ownerId: string, objectId: string, file: Describable, headings: string[]) {
  const known = file.enrichment && { ...file.enrichment, ...file.corrections }
  const keywords = textsOf(known?.keywords)
  const maker = headProfile({
    filename: file.filename,
    title: textOf(known?.title),
    keywords,
    headings: known ? headings : [],
  })
  const head: queries.NewHead = {
    objectId,
    docType: textOf(known?.doc_type),
    tags: keywords.map(keyword => keyword.toLowerCase()),
    headings: null,
    profile: maker.make(keysOf(ownerId)),
  }
  return { head, maker }
}

const stemsToKeep = (stems: Set<string>): string[] =>
  [...stems].filter(stem => stem.length >= 2 && stem.length <= 40 && !isStopWord(stem))

function withNear(ownerId: string, stems: string[]): queries.NewStem[] {
  const keyOf = keysOf(ownerId)
  return stems.map(stem => ({ stem, near: stem.length < 4 ? [] : shortened(stem).map(keyOf) }))
}
