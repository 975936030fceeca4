import { open } from 'node:fs/promises'
import { type Actor, type Context, personOf } from '../../context.ts'
import { AppError } from '../../lib/errors.ts'
import type { StoredBlob } from '../../ports/blobs.ts'
import { editObject, keepStored, saveStored } from '../objects/index.ts'
import { changedMeanwhile, type GivenSource, givenSources } from './given.ts'
import { blobKey, placeFor, type ResultFolder } from './queries.ts'

const HEAD_BYTES = 256 * 1024

export interface DocumentResult {
  stored: StoredBlob
  head: Buffer
}

/** A finished file into the store; not yet an object. */
export async function put(context: Context, actor: Actor, path: string): Promise<DocumentResult> {
  const file = await context.documents.openMade(path)
  try {
    const stream = file.createReadStream({ start: 0, autoClose: false })
    const stored = await context.blobs.put(actor.ownerId, stream, { own: actor.ownBucket })
    const head = Buffer.alloc(Math.min(HEAD_BYTES, stored.size))
    await file.read(head, 0, head.length, 0)
    return { stored, head }
  } finally {
    await file.close()
  }
}

/** What was put into the store when the work was asked for. */
export const madeBefore = (context: Context, stored: StoredBlob): Promise<DocumentResult> =>
  context.blobs.withFile(stored.key, async path => {
    const file = await open(path)
    try {
      const head = Buffer.alloc(Math.min(HEAD_BYTES, stored.size))
      await file.read(head, 0, head.length, 0)
      return { stored, head }
    } finally {
      await file.close()
    }
  })

/** What results are made of. */
export interface ResultOrigin {
  /** The file that they lie beside. */
  beside: string
  /** Every file whose content is in them. */
  sources: string[]
  /** Whether one of these was hidden when the work was accepted. */
  hidden: boolean
}

/**
 * Ordinary new objects, in the transaction of the task's record; answers the copies that nobody needs. Every operation passes
 * here: what is made of anything hidden is hidden. `named` gets the name of the file that they lie beside, null when it has gone.
 */
export async function keepResults(
  context: Context,
  actor: Actor,
  { beside, sources, hidden }: ResultOrigin,
  named: Named,
): Promise<{ ids: string[]; spare: string[] }> {
  return keepAt(
    context,
    actor,
    (await placeFor(context.db, actor.ownerId, { beside, sources, wasHidden: hidden }))!,
    named,
  )
}

type Named = (filename: string | null) => (DocumentResult & { filename: string })[]

/**
 * The same for one source file. If that file was shared by somebody else, the result goes to the top level of the
 * caller's own library and is marked as containing another person's words.
 */
export async function keepBeside(
  context: Context,
  actor: Actor,
  source: GivenSource & { sourceId?: string | null; hidden: boolean },
  named: Named,
): Promise<{ ids: string[]; spare: string[] }> {
  const { objectId, sourceId, hidden } = source
  if (!source.givenBy) {
    const sources = sourceId ? [objectId, sourceId] : [objectId]
    return keepResults(context, actor, { beside: objectId, sources, hidden }, named)
  }
  const { object } = await givenSources(context, actor, source)
  return keepOfGiven(context, actor, object, named)
}

/** At the top of the caller's own. Whoever asks has looked in the same transaction whether it is given. */
export function keepOfGiven(
  context: Context,
  actor: Actor,
  { filename, origin }: Pick<ResultFolder, 'filename' | 'origin'>,
  named: Named,
) {
  const from = origin === 'owner' ? 'link' : origin
  return keepAt(context, actor, { filename, collection_id: null, is_hidden: false, origin: from }, named)
}

async function keepAt(context: Context, actor: Actor, place: ResultFolder, named: Named) {
  const ids: string[] = []
  const spare: string[] = []
  for (const { stored, head, filename } of named(place.filename)) {
    const upload = {
      filename,
      head,
      chatOnly: false,
      origin: place.origin,
      collectionId: place.collection_id ?? undefined,
    }
    const kept = await keepStored(context, actor, upload, stored)
    if (place.is_hidden) await editObject(context, actor, kept.id, { is_hidden: true })
    if (kept.spare) spare.push(kept.spare)
    ids.push(kept.id)
  }
  return { ids, spare }
}

/** The result as the next version of the file that it was made of; what it was becomes a revision. */
export const replaceContent = (
  context: Context,
  actor: Actor,
  id: string,
  made: DocumentResult & { baseVersion: number },
) =>
  saveStored(context, actor, id, {
    stored: made.stored,
    head: made.head,
    baseVersion: made.baseVersion,
    author: personOf(actor),
    moved: changedMeanwhile,
  })

export async function withBytes<T>(
  context: Context,
  ownerId: string,
  hash: string,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const blob = await blobKey(context.db, ownerId, hash)
  if (!blob) throw fileGone()
  return context.blobs.withFile(blob.key, use)
}

const fileGone = () =>
  new AppError('not_found', 'not_found', {
    en: 'The file was removed before the work began.',
    ru: 'Файл удалили прежде, чем работа началась.',
  })
