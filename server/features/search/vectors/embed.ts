import { type Context, inTransaction } from '../../../context.ts'
import type { RunJob } from '../../../jobs/declare.ts'
import { enqueue } from '../../../jobs/queue.ts'
import { EmbedderOff } from '../../../ports/embedder.ts'
import { embedObject } from '../jobs.ts'
import { backgroundOf } from './background.ts'
import { encodeVector } from './codes.ts'
import { type Encoder, encoderFor } from './encoder.ts'
import { overOwners } from './owners.ts'
import { chunksFrom, countRefusal, lacking, markEmbedded, saveVectors, versionOf } from './queries.ts'

const BATCH = 8
/** About ten seconds of work; then others have their turn. */
const BATCHES = 8
const PATIENCE_MS = 120_000

interface Turn {
  objectId: string
  from?: { version: number; ord: number }
}

/** Makes the vectors of one file, a batch at a time; what is there already is not made again. */
export async function makeVectors(context: Context, { objectId, from }: Turn, run: RunJob): Promise<unknown> {
  const encoder = await encoderFor(context, run.ownerId, 'passage').catch(offIsFine)
  if (!encoder) return { off: true }
  await backgroundOf(context, encoder, { make: true })
  const object = await versionOf(context.db, run.ownerId, objectId)
  if (!object) return { gone: true }
  const known = { ownerId: run.ownerId, id: objectId, version: object.version }
  // A text that has been read anew meanwhile is gone through from its beginning.
  let ord = from?.version === object.version ? from.ord : 0
  for (let batch = 0; batch < BATCHES && !run.signal.aborted; batch++) {
    const chunks = await chunksFrom(context.db, known, { ord, model: encoder.model.id, limit: BATCH })
    const texts = chunks.flatMap(chunk => (chunk.text === null ? [] : { ord: chunk.ord, text: chunk.text }))
    if (texts.length > 0) await embedBatch(context, encoder, known, texts)
    if (chunks.length < BATCH) {
      await markEmbedded(context.db, known, encoder.model.id)
      return { done: true }
    }
    ord = chunks.at(-1)!.ord + 1
  }
  run.signal.throwIfAborted()
  // A long text goes back to the end of the queue, so that a book does not delay other people's letters.
  await enqueue(context, embedObject, run.ownerId, { objectId, from: { version: object.version, ord } })
  return { more: true }
}

interface Known {
  ownerId: string
  id: string
  version: number
}

interface Text {
  ord: number
  text: string
}

async function embedBatch(context: Context, encoder: Encoder, object: Known, texts: Text[]): Promise<void> {
  const save = (made: { ord: number; vector: Float32Array | null }[]) =>
    saveVectors(
      context.db,
      object,
      encoder.model,
      made.map(({ ord, vector }) => ({ ord, vector: vector && encodeVector(vector) })),
    )
  const vectors = await encode(encoder, texts, object.id).catch(stopsOnly(EmbedderOff))
  if (vectors) return save(texts.map(({ ord }, i) => ({ ord, vector: vectors[i] ?? null })))
  // One of them may be more than the encoder can bear: the others must not wait for it for ever.
  for (const text of texts) await save([{ ord: text.ord, vector: await encodeAlone(context, encoder, object, text) }])
}

const encode = (encoder: Encoder, texts: { text: string }[], objectId?: string) =>
  encoder.embed(
    texts.map(({ text }) => text),
    'passage',
    PATIENCE_MS,
    objectId,
  )

/** Lets errors of this kind through; whoever waits goes on without an answer after any other. */
const stopsOnly = (kind: typeof EmbedderOff) => (error: unknown) => {
  if (error instanceof kind) throw error
  return undefined
}

const TRIES = 3
const HARMLESS = { text: 'Река разлилась весной и затопила луга на левом берегу.' }

/** Null, and then found by words alone, when the encoder has failed at this text and at nothing else, several times. */
async function encodeAlone(context: Context, encoder: Encoder, object: Known, text: Text) {
  for (;;) {
    try {
      return (await encode(encoder, [text], object.id))[0] ?? null
    } catch (error) {
      if (error instanceof EmbedderOff) throw error
      // No text is to blame where the encoder fails at anything: then the job fails, and is tried again later.
      await encode(encoder, [HARMLESS])
      const reason = (error as Error).message.slice(0, 500)
      const tries = await countRefusal(context.db, object, text.ord, { model: encoder.model.id, reason })
      if (tries < TRIES) continue
      context.log.warn({ objectId: object.id, ord: text.ord, reason }, 'a passage that the encoder fails at')
      return null
    }
  }
}

/** Without an encoder there is nothing to try again; the round picks the file up when there is one. */
function offIsFine(error: unknown): undefined {
  if (error instanceof EmbedderOff) return undefined
  throw error
}

const OBJECTS = 500

/** Files that the model in use has not been through: it was changed, or was off when they came. */
export async function catchUpVectors(context: Context, _payload: unknown, run: RunJob): Promise<{ queued: number }> {
  return { queued: await overOwners(context, run, ownerId => queueLacking(context, ownerId)) }
}

async function queueLacking(context: Context, ownerId: string): Promise<number> {
  const encoder = await encoderFor(context, ownerId, 'passage').catch(offIsFine)
  if (!encoder) return 0
  const objects = await lacking(context.db, ownerId, {
    model: encoder.model.id,
    job: embedObject,
    limit: OBJECTS,
  })
  if (objects.length > 0)
    await inTransaction(context, async tx => {
      for (const { id } of objects) await enqueue(tx, embedObject, ownerId, { objectId: id })
    })
  return objects.length
}
