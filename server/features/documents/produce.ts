import { writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Context, Db, Needs } from '../../context.ts'
import { AppError } from '../../lib/errors.ts'
import { ComputeExceeded, computation } from '../../ports/compute.ts'
import { type Bounds, DocumentRefused } from '../../ports/documents.ts'
import { notProcessed } from '../objects/index.ts'
import { type ConversionRoute, possible } from './formats.ts'
import { officeLosses, sheetLosses, textLosses } from './losses.ts'
import { textOfContent } from './queries.ts'
import type { Lost, Rewriting, rewriteText, ToRewrite } from './rewrite.ts'

/** The files that a conversion gives, by whatever way leads there. */

export interface ConversionWork {
  /** Whose file it is. */
  owner: string
  /** Who has asked for it, whose work it is. */
  worker: string
  objectId: string
  hash: string
  kind: string
  mime: string
  fmt: string
  /** The number of one sheet, from 1; without it all of them. */
  sheet?: number
  /** Of the longer side of a picture. */
  size?: number
  path: string
  folder: string
}

interface Produced {
  files: string[]
  /** Where it is another than was asked for. */
  extension?: string
  report?: Record<string, unknown>
}

export const impossible = (fmt: string, formats: string[]) => {
  const list = formats.join(', ')
  return new AppError('unsupported', 'cannot_convert', {
    en: list ? `This file cannot become ${fmt}. It can become: ${list}.` : 'This file cannot be converted.',
    ru: list ? `Этот файл нельзя превратить в ${fmt}. Можно в: ${list}.` : 'Этот файл нельзя преобразовать.',
  })
}

type Progressing = Bounds & { progress?: (done: number) => void }

export async function produce(context: Context, work: ConversionWork, bounds: Progressing): Promise<Produced> {
  const { documents } = context
  const { path, folder } = work
  const file = { kind: work.kind, mime: work.mime, filename: '' } as Parameters<typeof possible>[0]
  const route = (await possible(file, documents.has))[work.fmt]
  if (!route) throw impossible(work.fmt, [])
  const to = join(folder, `result.${work.fmt}`)
  const made = { files: [to] }
  const office = (from: string, format: string) => documents.office.convert(path, { from, format, to }, bounds)
  switch (route.by) {
    case 'sheets':
      return sheetsOf(context, work, route.from, bounds)
    case 'office':
      return { ...made, report: { not_kept: officeLosses(work.fmt, await office(route.from, route.as)) } }
    case 'picture':
      return {
        ...made,
        report: {
          not_kept: await documents.pictures.convert(
            path,
            { mime: work.mime, format: work.fmt, to, size: work.size },
            bounds,
          ),
        },
      }
    case 'picture-page': {
      const words = await mayHaveWords(context.db, work)
      const count = await documents.pictures.page(path, work.mime, to, { ...bounds, words })
      return { ...made, report: { words: count } }
    }
    case 'media':
      return { ...made, report: { not_kept: await documents.media.convert(path, work.fmt, to, bounds) } }
    case 'page': {
      const source = join(folder, 'page.html')
      const { lost_pictures, attachments } = await documents.page(path, work.mime, source, bounds)
      await documents.office.convert(source, { from: 'html', format: route.as, to }, bounds)
      const not_kept = [...(lost_pictures > 0 ? ['pictures'] : []), ...(attachments > 0 ? ['attachments'] : [])]
      return { ...made, report: { not_kept, lost_pictures, attachments } }
    }
    case 'pdf-docx':
      return { ...made, report: await docxOf(context, route.as, { ...work, to }, bounds) }
    case 'pdf-pages':
      return {
        files: await pageImages(context, path, { folder, format: route.format }, bounds),
        report: { not_kept: ['text'] },
      }
    default: {
      const lost = await convertText(context, route, { ...work, to }, bounds)
      return { ...made, report: textLosses(route, work.fmt, lost) }
    }
  }
}

/** Where it was read, and nothing was found in it, there is nothing to look for again. */
async function mayHaveWords(db: Db, { owner, objectId, hash }: ConversionWork): Promise<boolean> {
  const read = await textOfContent(db, owner, objectId, hash)
  return read === undefined || read.text !== ''
}

/** The text as it was read, a form feed between pages; false when there is none. */
async function writeRead(context: Needs<'db' | 'compute'>, work: ConversionWork, to: string): Promise<boolean> {
  const read = await textOfContent(context.db, work.owner, work.objectId, work.hash)
  if (!read?.text_fallback || read.text === '') return false
  const source = join(work.folder, 'read.json')
  await writeFile(source, JSON.stringify({ text: read.text, pages: read.pages }))
  await rewrite(context, work.worker, { path: source, to, how: 'read to pages', marked: false })
  return true
}

/** Every sheet of a workbook; several of them in an archive, so that none is lost. */
async function sheetsOf(context: Context, work: ConversionWork, from: string, bounds: Bounds): Promise<Produced> {
  const { documents } = context
  const found = await documents.office.sheets(work.path, from, work.folder, { ...bounds, sheet: work.sheet })
  const files = found.map(path => ({ path, name: basename(path).replace(/^in-/, '') }))
  const sheets = files.map(({ name }) => name.replace(/\.csv$/, ''))
  const report = { sheets, not_kept: sheetLosses }
  if (files.length === 1) return { files: [files[0]!.path], report }
  const to = join(work.folder, 'sheets.zip')
  await documents.pack(files, to, bounds)
  return { files: [to], extension: 'zip', report }
}

const MOST_PAGES = 200
const PAGE_PIXELS = 2000

async function pageImages(
  context: Context,
  path: string,
  { folder, format }: { folder: string; format: 'png' | 'jpeg' },
  bounds: Progressing,
) {
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

/** A few scanned pages are read within it. */
const LONGEST_WAIT_S = 120

const rewriting = computation<typeof rewriteText>(import.meta.url, './rewrite.ts', 'rewriteText', 30_000)

async function rewrite(context: Needs<'compute'>, worker: string, input: ToRewrite): Promise<Lost> {
  const outcome = await context.compute.run(rewriting, input, worker).catch(error => {
    throw error instanceof ComputeExceeded ? tooLong() : error
  })
  if (outcome === 'too large') throw tooLong()
  return outcome
}

const isRead = async (context: Needs<'db'>, { owner, objectId, hash }: ConversionWork) =>
  (await textOfContent(context.db, owner, objectId, hash)) !== undefined

/** What was recognised on scanned pages stands in no file but our own: a scan that has just come is waited for. */
async function textOfPages(context: Context, work: ConversionWork, to: string, bounds: Bounds): Promise<void> {
  if (await writeRead(context, work, to)) return
  try {
    await context.documents.pdf.text(work.path, to, bounds)
  } catch (error) {
    if (!(error instanceof DocumentRefused) || error.code !== 'unable' || (await isRead(context, work))) throw error
    for (let waited = 0; !(await isRead(context, work)); waited++) {
      if (waited >= LONGEST_WAIT_S) throw notProcessed()
      await setTimeout(1000, undefined, { signal: bounds.signal })
    }
    if (!(await writeRead(context, work, to))) throw error
  }
}

async function convertText(
  context: Context,
  route: ConversionRoute & { by: 'text' | 'markup' | 'pdf-text' },
  work: ConversionWork & { to: string },
  bounds: Bounds,
): Promise<Lost & { beside?: string[] }> {
  const { office } = context.documents
  const { path, folder, to, mime, worker } = work
  const write = (how: Rewriting, from: string, target: string, marked = false) =>
    rewrite(context, worker, { path: from, to: target, how, marked })
  if (route.by === 'markup') return write('markdown to html', path, to)
  if (route.by === 'text') {
    const source = join(folder, `source.${route.from}`)
    const how = mime === 'text/markdown' ? 'markdown to html' : mime === 'text/html' ? 'html' : 'plain'
    const lost = await write(how, path, source, route.from === 'html')
    await office.convert(source, { from: route.from, format: route.as, to }, bounds)
    return lost
  }
  const plain = join(folder, 'text.txt')
  await textOfPages(context, work, plain, bounds)
  const lost = await write(route.as === 'txt' ? 'pages to text' : 'pages to markdown', plain, to)
  return { ...lost, beside: await context.documents.pdf.beside(path, bounds) }
}

/** Pages with text keep their shape; of pictures of pages there are only the words that were read. */
async function docxOf(
  context: Context,
  as: string,
  work: ConversionWork & { to: string },
  bounds: Progressing,
): Promise<Record<string, unknown>> {
  const { documents, db } = context
  const { path, folder, to, owner, worker } = work
  const plain = join(folder, 'text.txt')
  await textOfPages(context, work, plain, bounds)
  const read = await textOfContent(db, owner, work.objectId, work.hash)
  if (!read?.text_fallback) return documents.pdf.docx(path, to, bounds)
  const source = join(folder, 'source.html')
  await rewrite(context, worker, { path: plain, to: source, how: 'pages to html', marked: true })
  await documents.office.convert(source, { from: 'html', format: as, to }, bounds)
  return { not_kept: ['fonts', 'page_layout', 'tables', 'pictures'] }
}
