import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import type { Actor, Context, Needs } from '../../context.ts'
import type { RunJob } from '../../jobs/declare.ts'
import { enqueueWith } from '../../jobs/queue.ts'
import { AppError } from '../../lib/errors.ts'
import type { Language } from '../../lib/language.ts'
import { DocumentRefused, type MergedPart } from '../../ports/documents.ts'
import { getObject, type StoredObject } from '../objects/index.ts'
import { standIn } from '../people/index.ts'
import { officeExtension } from '../previews/index.ts'
import { doTask, ownerActor, progressOf } from '../work/index.ts'
import { isPicture } from './formats.ts'
import { givenBy, givenIdsOf, givenTogether } from './given.ts'
import { assembleObjects } from './jobs.ts'
import { textOfContent } from './queries.ts'
import { type DocumentResult, keepOfGiven, keepResults, put, withBytes } from './results.ts'

export interface AssembleRequest {
  object_ids: string[]
  name?: string | null
  sort: 'date' | 'order'
}

const nothing = () =>
  new AppError('unsupported', 'no_pages', {
    en: 'None of these files can become pages. PDF files, office documents and pictures can.',
    ru: 'Ни один из этих файлов не может стать страницами. Могут PDF, офисные документы и картинки.',
  })

const severalOwners = () =>
  new AppError('conflict', 'several_owners', {
    en: 'These files belong to different people, and files of different people are not put into one. Choose files of one of them.',
    ru: 'Это файлы разных людей, а файлы разных людей в один не собираются. Выберите файлы кого-то одного.',
  })

const hasPages = ({ kind, mime }: Pick<StoredObject, 'kind' | 'mime'>) =>
  kind === 'pdf' || officeExtension(mime) !== undefined || (kind === 'image' && isPicture(mime))

/** Every id must be there for the caller; what cannot become pages is left out and named. */
export async function startAssembly(context: Context, actor: Actor, request: AssembleRequest) {
  const reader = await readerFor(context, actor, request.object_ids[0]!)
  const objects: StoredObject[] = []
  for (const id of request.object_ids) objects.push(await sourceObject(context, actor, reader, id))
  const usable = objects.filter(hasPages)
  if (usable.length === 0) throw nothing()
  const skipped = [...new Set(objects.filter(object => !hasPages(object)).map(object => object.id))]
  const sorted = request.sort === 'order' ? usable : usable.toSorted(byDate)
  const taskId = uuidv7()
  const hidden = objects.find(object => object.is_hidden)
  const first = objects[0]!
  const payload = {
    taskId,
    // Progress is reported under this file; under a hidden source only listeners with the zone open receive it.
    objectId: (hidden ?? first).id,
    folderOf: first.id,
    sources: sorted.map(({ id, content_hash, kind, mime, filename }) => ({
      id,
      hash: content_hash,
      kind,
      mime,
      filename,
    })),
    name: nameOf(request.name, sorted.length, actor.language),
    language: actor.language,
    hidden: hidden !== undefined,
    ...givenBy(reader),
  }
  await enqueueWith(context, { job: assembleObjects, ownerId: actor.ownerId, payload, id: taskId })
  return { count: sorted.length, taskId, skipped }
}

const readerFor = (context: Needs<'db'>, actor: Actor, id: string) =>
  standIn(context, actor, { as: 'viewer', named: { kind: 'object', id }, ownerOnly: false })

/** All are of the owner of the first: files of two are never put into one. */
async function sourceObject(context: Context, actor: Actor, reader: Actor, id: string): Promise<StoredObject> {
  try {
    return await getObject(context, reader, id)
  } catch (error) {
    // Either it is not there at all, or it is another's.
    await getObject(context, await readerFor(context, actor, id), id)
    throw error instanceof AppError && error.refusal === 'not_found' ? severalOwners() : error
  }
}

const byDate = (a: StoredObject, b: StoredObject) =>
  a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1)

function nameOf(given: string | null | undefined, count: number, language: Language): string {
  const name = given?.trim() || { en: `Assembled from ${count}`, ru: `Собрано из ${count}` }[language]
  return /\.pdf$/i.test(name) ? name : `${[...name].slice(0, 251).join('')}.pdf`
}

interface Source {
  id: string
  hash: string
  kind: string
  mime: string
  filename: string
}

interface Payload {
  objectId: string
  folderOf: string
  sources: Source[]
  name: string
  language: Language
  hidden: boolean
  givenBy?: string
}

export async function performAssembly(context: Context, payload: Payload, run: RunJob) {
  const { objectId, language, hidden } = payload
  const actor = await ownerActor(context, run.ownerId, language)
  const spare: string[] = []
  const givenIds = givenIdsOf(payload)
  const accepted = { name: assembleObjects.name, objectId, givenIds, hidden, language }
  const done = await doTask(context, run, accepted, async () => {
    const reportProgress = progressOf(context, run, givenIds ? null : objectId)
    const owner = givenIds ? (await givenTogether(context, actor, payload.sources)).reader.ownerId : run.ownerId
    const { made, left } = await context.documents.withFolder(async folder => {
      const { parts, left: refused } = await partsOf(context, { ...payload, owner }, run, { folder, reportProgress })
      const file = await context.documents.pdf.merge(parts, folder, { signal: run.signal })
      return { made: await put(context, actor, file), left: refused }
    })
    return async tx => {
      const kept = await keepAssembled(tx, actor, payload, made)
      spare.push(...kept.spare)
      return { objectIds: kept.ids, report: { skipped: left } }
    }
  })
  for (const key of spare) await context.blobs.remove(key)
  return done
}

async function keepAssembled(context: Context, actor: Actor, payload: Payload, made: DocumentResult) {
  const { sources, name, hidden } = payload
  const named = () => [{ ...made, filename: name }]
  if (!payload.givenBy) {
    const origin = { beside: payload.folderOf, sources: sources.map(({ id }) => id), hidden }
    return keepResults(context, actor, origin, named)
  }
  const { origin } = await givenTogether(context, actor, sources)
  return keepOfGiven(context, actor, { filename: name, origin }, named)
}

interface Assembling extends Payload {
  /** Whose files they are. */
  owner: string
}

/** One file after the other, so that two hundred cost no more memory than one. What cannot be opened is left out. */
async function partsOf(
  context: Context,
  payload: Assembling,
  run: RunJob,
  { folder, reportProgress }: { folder: string; reportProgress: (done: number) => void },
) {
  const parts: MergedPart[] = []
  const left: { object_id: string; reason: string }[] = []
  for (const [n, source] of payload.sources.entries()) {
    const to = join(folder, `source-${n}.pdf`)
    try {
      const { owner } = payload
      await withBytes(context, owner, source.hash, path => toPages(context, { ...source, owner }, { path, to }, run))
      const { pages } = await context.documents.pdf.look(to, undefined, { signal: run.signal })
      parts.push({ path: to, pages, title: source.filename })
    } catch (error) {
      if (!(error instanceof DocumentRefused || error instanceof AppError)) throw error
      left.push({ object_id: source.id, reason: error.words[payload.language] })
    }
    reportProgress(((n + 1) / payload.sources.length) * 0.9)
  }
  if (parts.length === 0) throw nothing()
  return { parts, left }
}

async function toPages(
  context: Context,
  source: Source & { owner: string },
  { path, to }: { path: string; to: string },
  { signal }: RunJob,
): Promise<void> {
  const { documents } = context
  const extension = officeExtension(source.mime)
  if (source.kind === 'pdf') await copyFile(path, to)
  else if (extension)
    await documents.office.convert(path, { from: extension, format: 'pdf', to }, { signal, owner: source.owner })
  else {
    // Of a picture in which no words were read none are looked for again.
    const read = await textOfContent(context.db, source.owner, source.id, source.hash)
    await documents.pictures.page(path, source.mime, to, { signal, words: read !== undefined && read.text !== '' })
  }
}
