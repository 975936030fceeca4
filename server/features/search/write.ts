import type { Db, Needs } from '../../context.ts'
import { jobInsert } from '../../jobs/queue.ts'
import { embedObject } from './jobs.ts'
import { isKept, type PreparedText } from './prepared.ts'
import { headingsOf, headProfile, keysOf, packed } from './profile.ts'
import { shortened } from './slips.ts'
import { isKnown, learn } from './store/known.ts'
import * as queries from './store/queries.ts'

/** Rows of one statement. */
const BATCH = 200
const STEMS_BATCH = 500

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
  const chunks = prepared?.chunks ?? []
  const made = (from: number) =>
    chunks
      .slice(from, from + BATCH)
      .map(({ start, end, ...chunk }) => ({ ...chunk, text: prepared!.text.slice(start, end) }))
  const { head, maker } = makeHead(ownerId, id, object, prepared?.headings ?? [])
  const stems = [...new Set([...(prepared?.stems ?? []), ...stemsToKeep(maker.counts.keys())])]
  const asked = stems.filter(stem => !isKnown(ownerId, stem))
  const { added, forgotten } = await queries.replaceEntry(context.db, object, {
    chunks: made(0),
    head: { ...head, headings: prepared?.headings ?? [] },
    stems: withNear(ownerId, asked.slice(0, STEMS_BATCH)),
    next: chunks.length > 0 ? jobInsert(embedObject, ownerId, { objectId: id }) : undefined,
  })
  added.push(...(await insertStems(context.db, ownerId, asked.slice(STEMS_BATCH))))
  if (!learn(ownerId, forgotten, without(asked, added))) {
    const more = await insertStems(context.db, ownerId, stems)
    learn(ownerId, forgotten, without(stems, [...added, ...more]))
  }
  for (let from = BATCH; from < chunks.length; from += BATCH) await queries.insertChunks(context.db, object, made(from))
  if (chunks.length > 0) context.signals.raise(`jobs:${embedObject.queue}`)
}

async function insertStems(db: Db, ownerId: string, stems: string[]): Promise<string[]> {
  const added: string[] = []
  for (let from = 0; from < stems.length; from += STEMS_BATCH)
    for (const stem of await queries.insertStems(db, ownerId, withNear(ownerId, stems.slice(from, from + STEMS_BATCH))))
      added.push(stem)
  return added
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
    profile: packed(maker.make(keysOf(ownerId))),
  }
  return { head, maker }
}

const stemsToKeep = (stems: Iterable<string>): string[] => [...stems].filter(isKept)

function withNear(ownerId: string, stems: string[]): queries.NewStem[] {
  const keyOf = keysOf(ownerId)
  return stems.map(stem => ({ stem, near: stem.length < 4 ? [] : shortened(stem).map(keyOf) }))
}
