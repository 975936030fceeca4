import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import type { Actor, Context, Needs } from '../../context.ts'
import { Hopeless, type Run } from '../../jobs/declare.ts'
import { enqueue } from '../../jobs/queue.ts'
import { AppError } from '../../lib/errors.ts'
import { ComputeExceeded, computation } from '../../ports/compute.ts'
import type { Bounds } from '../../ports/documents.ts'
import { getObject } from '../objects/index.ts'
import { assertAffordable, reserved } from '../usage/index.ts'
import { doTask, ownerActor, progressOf } from '../work/index.ts'
import { formatOf, possible, type Route } from './formats.ts'
import { convertObject } from './jobs.ts'
import { noted } from './naming.ts'
import { keepResults, put, withBytes } from './results.ts'
import type { Rewriting, rewriteText, ToRewrite } from './rewrite.ts'

export async function formatsOf(context: Context, actor: Actor, id: string): Promise<string[]> {
  const object = await getObject(context, actor, id)
  return Object.keys(await possible(object, context.documents.has))
}

const impossible = (fmt: string, formats: string[]) => {
  const list = formats.join(', ')
  return new AppError('unsupported', 'cannot_convert', {
    en: list ? `This file cannot become ${fmt}. It can become: ${list}.` : 'This file cannot be converted.',
    ru: list ? `Этот файл нельзя превратить в ${fmt}. Можно в: ${list}.` : 'Этот файл нельзя преобразовать.',
  })
}

export async function startConversion(context: Context, actor: Actor, id: string, given: string) {
  const object = await getObject(context, actor, id)
  const fmt = formatOf(given)
  const formats = await possible(object, context.documents.has)
  if (!Object.hasOwn(formats, fmt)) throw impossible(given, Object.keys(formats))
  await assertAffordable(context, chargeOf(actor.ownerId, id), ONE)
  const taskId = uuidv7()
  const payload = {
    taskId,
    objectId: id,
    hash: object.content_hash,
    mime: object.mime,
    kind: object.kind,
    fmt,
    language: actor.language,
    hidden: object.is_hidden,
  }
  await enqueue(context, convertObject, actor.ownerId, payload, { id: taskId })
  return { taskId, fmt }
}

const ONE = { units: 1 }
const chargeOf = (ownerId: string, objectId: string) =>
  ({ ownerId, meter: 'conversion', operation: 'convert', objectId, local: true }) as const

interface Payload {
  objectId: string
  hash: string
  mime: string
  kind: string
  fmt: string
  language: 'ru' | 'en'
  hidden: boolean
}

export async function performConversion(context: Context, payload: Payload, run: Run) {
  const { objectId, language, hidden } = payload
  const actor = await ownerActor(context, run.ownerId, language)
  const spare: string[] = []
  const done = await doTask(context, run, { name: convertObject.name, objectId, hidden, language }, async () => {
    const bounds = { signal: run.signal, progress: progressOf(context, run, objectId) }
    const charged = await reserved(context, chargeOf(run.ownerId, objectId), ONE, () =>
      context.documents.withFolder(folder =>
        withBytes(context, run.ownerId, payload.hash, async path => {
          const files = await convertFile(context, { ...payload, owner: run.ownerId }, path, folder, bounds)
          const stored = []
          for (const file of files) stored.push(await put(context, actor, file))
          return stored
        }),
      ),
    )
    const made = charged.value
    return async tx => {
      await charged.settle(tx, ONE)
      const origin = { beside: objectId, sources: [objectId], hidden }
      const kept = await keepResults(tx, actor, origin, filename => {
        if (filename === null) throw new Hopeless('the file has gone')
        const word = { en: 'p.', ru: 'стр.' }[language]
        return made.map((result, n) => ({
          ...result,
          filename: noted(filename, made.length > 1 ? `${word} ${n + 1}` : '', payload.fmt),
        }))
      })
      spare.push(...kept.spare)
      return { objectIds: kept.ids }
    }
  })
  for (const key of spare) await context.blobs.remove(key)
  return done
}

type Progressing = Bounds & { progress?: (done: number) => void }

async function convertFile(
  context: Context,
  payload: Payload & { owner: string },
  path: string,
  folder: string,
  bounds: Progressing,
): Promise<string[]> {
  const { documents } = context
  const file = { kind: payload.kind, mime: payload.mime, filename: '' } as Parameters<typeof possible>[0]
  const route = (await possible(file, documents.has))[payload.fmt]
  if (!route) throw impossible(payload.fmt, [])
  const to = join(folder, `result.${payload.fmt}`)
  switch (route.by) {
    case 'office':
      await documents.office.convert(path, route.from, route.as, to, bounds)
      return [to]
    case 'picture':
      await documents.pictures.convert(path, payload.mime, payload.fmt, to, bounds)
      return [to]
    case 'picture-page':
      await documents.pictures.page(path, payload.mime, to, bounds)
      return [to]
    case 'media':
      await documents.media.convert(path, payload.fmt, to, bounds)
      return [to]
    case 'pdf-pages':
      return pageImages(context, path, folder, route.format, bounds)
    default:
      await convertText(context, route, path, { folder, to, mime: payload.mime, owner: payload.owner }, bounds)
      return [to]
  }
}

const MOST_PAGES = 200
const PAGE_PIXELS = 2000

async function pageImages(context: Context, path: string, folder: string, format: 'png' | 'jpeg', bounds: Progressing) {
  const { pdf } = context.documents
  const { pages } = await pdf.look(path, undefined, bounds)
  if (pages > MOST_PAGES)
    throw new AppError('too_large', 'too_many_pages', {
      en: `The document has ${pages} pages; at most ${MOST_PAGES} become pictures at once. Split it first.`,
      ru: `В документе ${pages} страниц; картинками за раз становятся не больше ${MOST_PAGES}. Сначала разделите его.`,
    })
  const files: string[] = []
  for (let page = 1; page <= pages; page++) {
    const file = join(folder, `page-${page}.${format === 'png' ? 'png' : 'jpg'}`)
    await pdf.draw(path, { page, size: PAGE_PIXELS, format }, file, bounds)
    files.push(file)
    bounds.progress?.(page / pages)
  }
  return files
}

const tooLong = () =>
  new AppError('too_large', 'text_too_large', {
    en: 'The text is too large to be converted. Split it first.',
    ru: 'Текст слишком большой для преобразования. Сначала разделите его.',
  })

const rewriting = computation<typeof rewriteText>(import.meta.url, './rewrite.ts', 'rewriteText', 30_000)

async function rewrite(context: Needs<'compute'>, owner: string, input: ToRewrite): Promise<void> {
  const outcome = await context.compute.run(rewriting, input, owner).catch(error => {
    throw error instanceof ComputeExceeded ? tooLong() : error
  })
  if (outcome !== 'done') throw tooLong()
}

async function convertText(
  context: Context,
  route: Route & { by: 'text' | 'markup' | 'pdf-text' },
  path: string,
  { folder, to, mime, owner }: { folder: string; to: string; mime: string; owner: string },
  bounds: Bounds,
): Promise<void> {
  const { pdf, office } = context.documents
  const write = (how: Rewriting, from: string, target: string, marked = false) =>
    rewrite(context, owner, { path: from, to: target, how, marked })
  if (route.by === 'markup') return write('markdown to html', path, to)
  if (route.by === 'text') {
    const source = join(folder, `source.${route.from}`)
    await write(mime === 'text/markdown' ? 'markdown to html' : 'plain', path, source, route.from === 'html')
    return office.convert(source, route.from, route.as, to, bounds)
  }
  const plain = join(folder, 'text.txt')
  await pdf.text(path, plain, bounds)
  if (route.as === 'txt') return write('pages to text', plain, to)
  if (route.as === 'md') return write('pages to markdown', plain, to)
  const source = join(folder, 'source.html')
  await write('pages to html', plain, source, true)
  return office.convert(source, 'html', route.as, to, bounds)
}
