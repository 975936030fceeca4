import { type Actor, type Needs, personOf } from '../../context.ts'
import type { encodeAs } from '../../lib/encodings.ts'
import { AppError, fileTooLarge, notFound } from '../../lib/errors.ts'
import { computation } from '../../ports/compute.ts'
import { firstBytes, getObject, type StoredObject, saveContent } from '../objects/index.ts'
import { deleteDraft, deletePublished, findDraft, type TextDraft, upsertDraft } from './queries.ts'

/** A file whose first megabytes are UTF-8 is UTF-8. */
const LOOKED_AT = 8 * 1024 * 1024
const HEAD_BYTES = 256 * 1024

const encoding = computation<typeof encodeAs>(import.meta.url, '../../lib/encodings.ts', 'encodeAs', 20_000)

const notText = () =>
  new AppError('unsupported', 'not_text', {
    en: 'Only text files can be edited here. Convert the file to text first.',
    ru: 'Здесь можно править только текстовые файлы. Сначала преобразуйте файл в текст.',
  })

const stale = (version: number) =>
  new AppError('stale', 'draft_stale', {
    en: `The file was changed after this draft was begun and is at version ${version}. The draft is kept: compare, and save it again with base_version=${version}.`,
    ru: `Файл изменили после начала черновика: сейчас версия ${version}. Черновик сохранён: сравните и сохраните его снова с base_version=${version}.`,
  })

export async function saveDraft(
  context: Needs<'db'>,
  actor: Actor,
  id: string,
  draft: Pick<TextDraft, 'base_version' | 'text'>,
): Promise<TextDraft> {
  const object = await getObject(context, actor, id)
  if (object.kind !== 'text') throw notText()
  return upsertDraft(context.db, actor, id, draft)
}

export async function getDraft(context: Needs<'db'>, actor: Actor, id: string): Promise<TextDraft> {
  await getObject(context, actor, id)
  const draft = await findDraft(context.db, actor, id)
  if (!draft) throw notFound('draft')
  return draft
}

export async function dropDraft(context: Needs<'db'>, actor: Actor, id: string): Promise<void> {
  await getObject(context, actor, id)
  if (!(await deleteDraft(context.db, actor, id))) throw notFound('draft')
}

/** The text becomes the file, in the encoding that the file has. When the file has moved on, the draft stays. */
export async function publishDraft(
  context: Needs<'config' | 'db' | 'signals' | 'blobs' | 'tables' | 'compute'>,
  actor: Actor,
  id: string,
): Promise<StoredObject> {
  const draft = await getDraft(context, actor, id)
  const object = await getObject(context, actor, id)
  if (object.kind !== 'text') throw notText()
  if (object.version !== draft.base_version) throw stale(object.version)
  const head = await firstBytes(context, object, LOOKED_AT)
  const bytes = Buffer.from(await context.compute.run(encoding, { text: draft.text, head }, personOf(actor)))
  if (bytes.length > context.config.MAX_UPLOAD_BYTES) throw fileTooLarge(context.config.MAX_UPLOAD_BYTES)
  return saveContent(context, actor, id, {
    bytes,
    // Looking at all of a long text to see that it is one would hold the service.
    head: bytes.subarray(0, HEAD_BYTES),
    baseVersion: draft.base_version,
    author: personOf(actor),
    moved: stale,
    also: tx => deletePublished(tx.db, actor, id, draft),
  })
}
