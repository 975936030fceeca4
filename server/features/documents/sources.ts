import type { Actor, Context } from '../../context.ts'
import { AppError, notFound } from '../../lib/errors.ts'
import type { PdfWork } from '../../ports/documents.ts'
import { getObject, getRevision, type StoredObject } from '../objects/index.ts'
import { refuse } from './pages.ts'
import { wantsPicture } from './rules.ts'
import type { PdfOpRequest } from './schema.ts'

/** Which files an operation takes. */

const notPdf = () =>
  new AppError('unsupported', 'not_pdf', {
    en: 'This works on PDF files only. Convert the file to PDF first.',
    ru: 'Это работает только с файлами PDF. Сначала преобразуйте файл в PDF.',
  })

export async function pdfObject(context: Context, actor: Actor, id: string): Promise<StoredObject> {
  const object = await getObject(context, actor, id)
  if (object.kind !== 'pdf') throw notPdf()
  return object
}

export const SOURCED: Partial<Record<PdfWork['op'], 'source_object_id' | 'other_object_id'>> = {
  insert: 'source_object_id',
  replace: 'source_object_id',
  compare: 'other_object_id',
  annotate: 'source_object_id',
}

/** What is worked on, and what goes into it; of two versions of a file the earlier one is compared with the present one. */
export async function sidesOf(
  context: Context,
  actor: Actor,
  file: StoredObject,
  { op, request }: { op: PdfWork['op']; request: PdfOpRequest },
) {
  if (op !== 'compare' || !request.other_revision_id)
    return { object: file, source: await sourceOf(context, actor, op, request) }
  const { kind, mime, content_hash } = await earlierOf(context, actor, file.id, request.other_revision_id)
  if (kind !== 'pdf') throw notPdf()
  return { object: { ...file, mime, content_hash }, source: file }
}

/** Of a shared file only the current version can be read. */
const earlierOf = (context: Context, actor: Actor, id: string, revisionId: string) => {
  if (actor.guest) throw notFound('revision')
  return getRevision(context, actor, id, revisionId)
}

async function sourceOf(context: Context, actor: Actor, op: PdfWork['op'], request: PdfOpRequest) {
  const field = SOURCED[op]
  const id = field && request[field]
  if (op === 'annotate')
    return id && !request.picture && wantsPicture(request) ? picture(context, actor, id) : undefined
  return id ? pdfObject(context, actor, id) : undefined
}

async function picture(context: Context, actor: Actor, id: string): Promise<StoredObject> {
  const object = await getObject(context, actor, id)
  if (object.mime === 'image/png' || object.mime === 'image/jpeg') return object
  throw refuse(['body', 'source_object_id'], {
    en: 'choose a PNG or JPEG picture',
    ru: 'выберите картинку PNG или JPEG',
  })
}
