import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Needs } from '../../context.ts'
import { AppError } from '../../lib/errors.ts'
import { queueByKey } from '../../lib/queue-by-key.ts'
import { turns } from '../../lib/turns.ts'
import { BlobMissing } from '../../ports/blobs.ts'
import { DocumentRefused } from '../../ports/documents.ts'
import type { StoredObject } from '../objects/index.ts'
import { blobKey, findPreview, keepPreview, type Preview } from './queries.ts'
import { officeExtension, type Recipe, recipeFor, type Shape, XLSX } from './recipes.ts'

type Drawing = Needs<'db' | 'blobs' | 'documents'>
type Drawn = Pick<StoredObject, 'owner_id' | 'content_hash' | 'kind' | 'mime'>

const NONE = {
  en: 'This kind of file has no such picture.',
  ru: 'У файлов такого рода нет такой картинки.',
}

const noPreview = (words: { en: string; ru: string }) => new AppError('not_found', 'no_preview', words)

const busy = () =>
  new AppError(
    'unavailable',
    'busy',
    {
      en: 'Too many pictures are being drawn. Ask again in a moment.',
      ru: 'Рисуется слишком много картинок. Повторите чуть позже.',
    },
    { retryAfter: 2 },
  )

const WAIT_MS = 10_000
const PICTURES = new Set<Shape>(['thumbnail', 'preview-256', 'preview-1024'])

const stillDrawing = () =>
  new AppError(
    'unavailable',
    'busy',
    {
      en: 'The picture takes longer than ten seconds to draw. Ask again in a moment.',
      ru: 'Картинка рисуется дольше десяти секунд. Повторите чуть позже.',
    },
    { retryAfter: 5 },
  )

/** Nobody waits longer for a picture; what is drawn meanwhile is there for the next who asks, and so is the reason why not. */
async function inTime<T>(drawing: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(stillDrawing()), WAIT_MS)
  })
  drawing.catch(() => {})
  return Promise.race([drawing, late]).finally(() => clearTimeout(timer))
}

/** Nobody's two hundred documents make others wait, or be turned away. What waits for the office does not hold up pictures. */
const bounds = { limit: 3, spare: 1, each: 100, all: 400 }
const drawings = turns(bounds, busy)
const conversions = turns(bounds, busy)
const inOrder = queueByKey()

export interface OpenPreview {
  mime: string
  size: number
  etag: string
  open(): Promise<Readable>
}

/** A picture of the file, or the pages of it: the stored one, or drawn now and stored. */
export async function openPreview(context: Drawing, object: Drawn, shape: Shape): Promise<OpenPreview> {
  const recipe = recipeFor(object, shape)
  if (!recipe) throw noPreview(NONE)
  const drawing = storedOrMade(context, object, shape, recipe)
  const preview = await (PICTURES.has(shape) ? inTime(drawing) : drawing)
  const { key } = preview
  if (key === null) throw noPreview(preview.failure ?? NONE)
  const etag = `"${object.content_hash}-${shape}"`
  return { mime: preview.mime, size: preview.size, etag, open: () => context.blobs.get(key) }
}

async function storedOrMade(context: Drawing, object: Drawn, shape: Shape, recipe: Recipe): Promise<Preview> {
  const stored = await whole(context, object, shape)
  if (stored) return stored
  return inOrder(`${object.owner_id} ${object.content_hash} ${shape}`, async () => {
    const meanwhile = await whole(context, object, shape)
    return meanwhile ?? make(context, object, shape, recipe)
  })
}

/** What is in the table but not in the store is drawn again. */
async function whole(context: Drawing, object: Drawn, shape: Shape): Promise<Preview | undefined> {
  const found = await findPreview(context.db, object.owner_id, object.content_hash, shape)
  if (!found?.key) return found
  return (await context.blobs.size(found.key)) === found.size ? found : undefined
}

async function make(context: Drawing, object: Drawn, shape: Shape, recipe: Recipe): Promise<Preview> {
  const made = await drawAndPut(context, object, recipe).catch(error => {
    if (error instanceof DocumentRefused) return failed(error)
    if (error instanceof BlobMissing) throw noPreview(NONE)
    throw error
  })
  const kept = await keepPreview(context.db, object, shape, made)
  const useless = kept ? kept.before : made.key
  if (useless) await context.blobs.remove(useless)
  if (!kept) throw noPreview(NONE)
  return made
}

const failed = (error: DocumentRefused): Preview => ({ key: null, mime: '', size: 0, failure: error.words })

async function drawAndPut(context: Drawing, object: Drawn, recipe: Recipe): Promise<Preview> {
  // The pages of a document are made once and drawn in any size.
  const source = recipe.from === 'office-pdf' ? await pagesOf(context, object) : await bytesOf(context, object)
  const inTurn = recipe.from === 'office' || recipe.from === 'old-sheets' ? conversions : drawings
  return inTurn(object.owner_id, () =>
    context.documents.withFolder(folder =>
      context.blobs.withFile(source, async path => {
        const { file, mime } = await draw(context, { ...object, path }, recipe, folder)
        const { key, size } = await context.blobs.put(
          object.owner_id,
          (await context.documents.openMade(file)).createReadStream(),
        )
        return { key, mime, size, failure: null }
      }),
    ),
  )
}

async function bytesOf(context: Drawing, object: Drawn): Promise<string> {
  const blob = await blobKey(context.db, object.owner_id, object.content_hash)
  if (!blob) throw noPreview(NONE)
  return blob.key
}

async function pagesOf(context: Drawing, object: Drawn): Promise<string> {
  const pages = await storedOrMade(context, object, 'pdf', { from: 'office' })
  if (pages.key === null) throw noPreview(pages.failure ?? NONE)
  return pages.key
}

async function draw(context: Drawing, object: Drawn & { path: string }, recipe: Recipe, folder: string) {
  const { mime, owner_id, path } = object
  const { documents } = context
  switch (recipe.from) {
    case 'office': {
      const file = join(folder, 'pages.pdf')
      await documents.office.convert(
        path,
        { from: officeExtension(mime)!, format: 'pdf', to: file },
        { owner: owner_id },
      )
      return { file, mime: 'application/pdf' }
    }
    case 'sound': {
      const file = join(folder, 'peaks.json')
      await documents.media.peaks(path, file)
      return { file, mime: 'application/json' }
    }
    case 'sheets':
    case 'old-sheets': {
      const file = join(folder, 'cells.json')
      await writeCells(context, { mime, owner_id, from: recipe.from }, path, file)
      return { file, mime: 'application/json' }
    }
    case 'picture': {
      const file = join(folder, 'small.webp')
      await documents.pictures.preview(path, { mime, size: recipe.size, to: file })
      return { file, mime: 'image/webp' }
    }
    case 'film': {
      const file = join(folder, 'frame.jpg')
      await documents.media.frame(path, recipe.size, file)
      return { file, mime: 'image/jpeg' }
    }
    case 'cover': {
      const file = join(folder, 'cover.jpg')
      await documents.media.cover(path, recipe.size, file)
      return { file, mime: 'image/jpeg' }
    }
    case 'beginning': {
      const { size, format } = recipe
      const file = join(folder, `page.${format}`)
      await documents.firstPage({ path, mime, size, format }, file)
      return { file, mime: `image/${format}` }
    }
    default: {
      const file = join(folder, recipe.format === 'png' ? 'page.png' : 'page.jpg')
      await documents.pdf.drawCover(path, { size: recipe.size, format: recipe.format }, file)
      return { file, mime: `image/${recipe.format}` }
    }
  }
}

async function writeCells(
  { documents }: Drawing,
  { mime, owner_id, from }: Pick<Drawn, 'mime' | 'owner_id'> & { from: 'sheets' | 'old-sheets' },
  path: string,
  to: string,
) {
  if (from === 'sheets') return documents.cells(path, mime, to)
  const newer = `${to}.xlsx`
  await documents.office.convert(path, { from: 'xls', format: 'xlsx', to: newer }, { owner: owner_id })
  return documents.cells(newer, XLSX, to)
}
