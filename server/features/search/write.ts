import type { Db, Needs } from '../../context.ts'
import { enqueue } from '../../jobs/queue.ts'
import { isStopWord } from '../../lib/words.ts'
import { type Chunk, chunksOf, type Page } from './chunks.ts'
import { embedObject } from './jobs.ts'
import { allHeadings, bodyProfile, headingsOf, headProfile, keysOf, type ProfileMaker } from './profile.ts'
import { shortened } from './slips.ts'
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

/**
 * Puts a reading in place of the one before, in the transaction that saves it: the old and the new are never both found. Call
 * it after the object's row has been written, since its name and description go into the index too.
 */
export async function indexText(
  context: Needs<'db' | 'signals'>,
  object: { ownerId: string; id: string; version: number },
  prepared: PreparedText | null,
): Promise<void> {
  const { db } = context
  const keyOf = keysOf(object.ownerId)
  await queries.removeChunks(db, object.ownerId, object.id)
  const chunks = prepared?.chunks ?? []
  for (let from = 0; from < chunks.length; from += BATCH) {
    const batch = chunks
      .slice(from, from + BATCH)
      .map(({ maker, ...chunk }) => ({ ...chunk, profile: maker.make(keyOf) }))
    await queries.insertChunks(db, object, batch)
  }
  const head = await queries.readHead(db, object.ownerId, object.id)
  const named = head ? await writeHeads(db, object.ownerId, [head], prepared?.headings ?? []) : new Set<string>()
  await rememberStems(db, object.ownerId, new Set([...(prepared?.stems ?? []), ...named]))
  if (chunks.length > 0) await enqueue(context, embedObject, object.ownerId, { objectId: object.id })
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
    if (heads.length > 0) await rememberStems(db, ownerId, await writeHeads(db, ownerId, heads))
    return heads.length
  })

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const textsOf = (value: unknown) => (Array.isArray(value) ? value.filter(item => typeof item === 'string') : [])

/** Answers the stems that the heads have. */
async function writeHeads(
  db: Db,
  ownerId: string,
  heads: queries.HeadRow[],
  headings?: string[],
): Promise<Set<string>> {
  const keyOf = keysOf(ownerId)
  const stems = new Set<string>()
  const made = heads.map(head => {
    const known = head.enrichment && { ...head.enrichment, ...head.corrections }
    const keywords = textsOf(known?.keywords)
    const found = headings ?? head.headings ?? headingsOf(head.opening)
    const maker = headProfile({
      filename: head.filename,
      title: textOf(known?.title),
      keywords,
      headings: known ? found : [],
    })
    for (const stem of maker.counts.keys()) stems.add(stem)
    return {
      objectId: head.object_id,
      docType: textOf(known?.doc_type),
      tags: keywords.map(keyword => keyword.toLowerCase()),
      headings: headings ?? null,
      profile: maker.make(keyOf),
    }
  })
  await queries.writeHeads(db, ownerId, made)
  return stems
}

async function rememberStems(db: Db, ownerId: string, stems: Set<string>): Promise<void> {
  const keyOf = keysOf(ownerId)
  const fresh = [...stems]
    .filter(stem => stem.length >= 2 && stem.length <= 40 && !isStopWord(stem))
    .map(stem => ({ stem, near: stem.length < 4 ? [] : shortened(stem).map(keyOf) }))
  if (fresh.length === 0) return
  await queries.holdStems(db, ownerId)
  await queries.addStems(db, ownerId, fresh)
}
