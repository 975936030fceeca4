import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import type { Actor, Context } from '../../context.ts'
import type { Run } from '../../jobs/declare.ts'
import { enqueue } from '../../jobs/queue.ts'
import { AppError } from '../../lib/errors.ts'
import type { Language } from '../../lib/language.ts'
import { DocumentRefused, type MergedPart } from '../../ports/documents.ts'
import { getObject, type StoredObject } from '../objects/index.ts'
import { officeExtension } from '../previews/index.ts'
import { doTask, ownerActor, progressOf } from '../work/index.ts'
import { isPicture } from './formats.ts'
import { assembleObjects } from './jobs.ts'
import { textOfContent } from './queries.ts'
import { keepResults, put, withBytes } from './results.ts'

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

const hasPages = ({ kind, mime }: Pick<StoredObject, 'kind' | 'mime'>) =>
  kind === 'pdf' || officeExtension(mime) !== undefined || (kind === 'image' && isPicture(mime))

/** Every id must be there for the caller; what cannot become pages is left out and named. */
export async function startAssembly(context: Context, actor: Actor, request: AssembleRequest) {
  const objects: StoredObject[] = []
  for (const id of request.object_ids) objects.push(await getObject(context, actor, id))
  const usable = objects.filter(hasPages)
  if (usable.length === 0) throw nothing()
  const skipped = [...new Set(objects.filter(object => !hasPages(object)).map(object => object.id))]
  const sorted = request.sort === 'order' ? usable : usable.toSorted(byDate)
  const taskId = uuidv7()
  const hidden = objects.find(object => object.is_hidden)
  const first = objects[0]!
  const payload = {
    taskId,
    // What is told on the way is told of this one: of a hidden one only where hidden things are told.
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
  }
  await enqueue(context, assembleObjects, actor.ownerId, payload, { id: taskId })
  return { count: sorted.length, taskId, skipped }
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
}

export async function performAssembly(context: Context, payload: Payload, run: Run) {
  const { objectId, language, hidden } = payload
  const actor = await ownerActor(context, run.ownerId, language)
  const spare: string[] = []
  const accepted = { name: assembleObjects.name, objectId, hidden, language }
  const done = await doTask(context, run, accepted, async () => {
    const tell = progressOf(context, run, objectId)
    const { made, left } = await context.documents.withFolder(async folder => {
      const { parts, left: refused } = await partsOf(context, payload, folder, run, tell)
      const file = await context.documents.pdf.merge(parts, folder, { signal: run.signal })
      return { made: await put(context, actor, file), left: refused }
    })
    return async tx => {
      const origin = { beside: payload.folderOf, sources: payload.sources.map(({ id }) => id), hidden }
      const kept = await keepResults(tx, actor, origin, () => [{ ...made, filename: payload.name }])
      spare.push(...kept.spare)
      return { objectIds: kept.ids, report: { skipped: left } }
    }
  })
  for (const key of spare) await context.blobs.remove(key)
  return done
}

/** One file after the other, so that two hundred cost no more memory than one. What cannot be opened is left out. */
async function partsOf(context: Context, payload: Payload, folder: string, run: Run, tell: (done: number) => void) {
  const parts: MergedPart[] = []
  const left: { object_id: string; reason: string }[] = []
  for (const [n, source] of payload.sources.entries()) {
    const to = join(folder, `source-${n}.pdf`)
    try {
      await withBytes(context, run.ownerId, source.hash, path => toPages(context, source, { path, to }, run))
      const { pages } = await context.documents.pdf.look(to, undefined, { signal: run.signal })
      parts.push({ path: to, pages, title: source.filename })
    } catch (error) {
      if (!(error instanceof DocumentRefused || error instanceof AppError)) throw error
      left.push({ object_id: source.id, reason: error.words[payload.language] })
    }
    tell(((n + 1) / payload.sources.length) * 0.9)
  }
  if (parts.length === 0) throw nothing()
  return { parts, left }
}

async function toPages(
  context: Context,
  source: Source,
  { path, to }: { path: string; to: string },
  { ownerId, signal }: Run,
): Promise<void> {
  const { documents } = context
  const extension = officeExtension(source.mime)
  if (source.kind === 'pdf') await copyFile(path, to)
  else if (extension) await documents.office.convert(path, extension, 'pdf', to, { signal })
  else {
    // Of a picture in which no words were read none are looked for again.
    const read = await textOfContent(context.db, ownerId, source.id, source.hash)
    await documents.pictures.page(path, source.mime, to, { signal, words: read !== undefined && read.text !== '' })
  }
}
