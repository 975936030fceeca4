import { InvalidInput } from '../../lib/errors.ts'
import type { Words } from '../../lib/language.ts'
import type { OutlineItem, Pasted, PdfWork } from '../../ports/documents.ts'
import { arrangement, assertTurn, permutation } from './arrangement.ts'
import { assertPage, missing, parsePages, refuse } from './pages.ts'
import type { PdfOpRequest } from './schema.ts'

/** What each operation needs, checked against the file before anything is queued. */

function pagesOf({ pages }: PdfOpRequest, count: number): number[] {
  if (pages.trim() === '') throw missing('pages')
  return parsePages(pages, count, ['body', 'pages'])
}

/** Those that are named, or all. */
const anyPagesOf = (request: PdfOpRequest, count: number): number[] =>
  request.pages.trim() === '' ? Array.from({ length: count }, (_, n) => n + 1) : pagesOf(request, count)

function assertOneLine(text: string): void {
  if (/[\r\n\t]/.test(text))
    throw refuse(['body', 'text'], { en: 'the text is one line', ru: 'текст — это одна строка' }, text)
}

const MOST_ITEMS = 5000
const DEEPEST = 15

function assertOutline(items: OutlineItem[], count: number, above: (string | number)[] = ['body', 'items']): number {
  let all = items.length
  if (above.length > DEEPEST * 2)
    throw refuse(above, { en: 'bookmarks are nested too deeply', ru: 'закладки вложены слишком глубоко' })
  for (const [n, { page, items: kids }] of items.entries()) {
    assertPage(page, count, [...above, n, 'page'], page)
    all += assertOutline(kids, count, [...above, n, 'items'])
  }
  if (all > MOST_ITEMS)
    throw refuse(above, { en: `at most ${MOST_ITEMS} bookmarks`, ru: `закладок не больше ${MOST_ITEMS}` })
  return all
}

const EVERY: Words = {
  en: 'this would remove every page: leave at least one',
  ru: 'так не останется ни одной страницы: оставьте хотя бы одну',
}

const MOST_PARTS = 1000

function partsOf({ ranges, size }: PdfOpRequest, count: number): [number, number][] {
  if (ranges && ranges.length > 0)
    return ranges.map(([from, to], n) => {
      assertPage(from!, count, ['body', 'ranges', n, 0], from)
      assertPage(to!, count, ['body', 'ranges', n, 1], to)
      if (to! < from!)
        throw refuse(
          ['body', 'ranges', n],
          { en: 'the range ends before it begins', ru: 'диапазон кончается раньше, чем начинается' },
          [from, to],
        )
      return [from!, to!]
    })
  const parts: [number, number][] = []
  for (let from = 1; from <= count; from += size) parts.push([from, Math.min(count, from + size - 1)])
  if (parts.length > MOST_PARTS)
    throw refuse(
      ['body', 'size'],
      {
        en: `this would make ${parts.length} files, more than ${MOST_PARTS}: take more pages for each`,
        ru: `получилось бы ${parts.length} файлов, больше ${MOST_PARTS}: возьмите больше страниц на файл`,
      },
      size,
    )
  return parts
}

type Boxed = { page: number; x0: number; y0: number; x1: number; y1: number }

function assertBoxes(boxes: Boxed[] | undefined, field: string, count: number): void {
  if (!boxes || boxes.length === 0) throw missing(field)
  for (const [n, box] of boxes.entries()) {
    assertPage(box.page, count, ['body', field, n, 'page'], box.page)
    assertEdges(box, ['body', field, n])
  }
}

function assertEdges(box: Omit<Boxed, 'page'>, loc: (string | number)[]): void {
  for (const axis of ['x', 'y'] as const)
    if (box[`${axis}0`] >= box[`${axis}1`])
      throw refuse(
        [...loc, `${axis}1`],
        { en: `${axis}1 must be greater than ${axis}0`, ru: `${axis}1 должно быть больше ${axis}0` },
        box[`${axis}1`],
      )
}

function annotationsOf({ annotations }: PdfOpRequest, count: number) {
  assertBoxes(annotations, 'annotations', count)
  for (const [n, { type, color, text }] of annotations!.entries()) {
    if (!/^#[0-9a-f]{6}([0-9a-f]{2})?$/i.test(color))
      throw refuse(
        ['body', 'annotations', n, 'color'],
        { en: 'a colour reads like #FDE047', ru: 'цвет пишется так: #FDE047' },
        color,
      )
    if (type === 'text' && text.trim() === '')
      throw new InvalidInput([{ loc: ['body', 'annotations', n, 'text'], type: 'missing' }])
  }
  return annotations!
}

/** Annotations of the type `picture` show one: from the request, or a file of the person's own. */
export const wantsPicture = ({ annotations }: PdfOpRequest): boolean =>
  annotations?.some(({ type }) => type === 'picture') === true

const BEGINNINGS: [base64: string, mime: string][] = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
]

function pictureOf(request: PdfOpRequest): Pasted | undefined {
  const { picture = '' } = request
  if (picture === '' || !wantsPicture(request)) return undefined
  const [, mime] = BEGINNINGS.find(([beginning]) => picture.startsWith(beginning)) ?? []
  if (!mime || !/^[A-Za-z0-9+/]+={0,2}$/.test(picture))
    throw refuse(['body', 'picture'], { en: 'give a PNG or JPEG in Base64', ru: 'нужен PNG или JPEG в Base64' })
  return { mime, base64: picture }
}

function passwordOf({ password }: PdfOpRequest): string {
  if (password === '') throw missing('password')
  if (/[\r\n]/.test(password))
    throw refuse(['body', 'password'], { en: 'a password is one line', ru: 'пароль — это одна строка' })
  return password
}

function propertiesOf({ title, author, subject, keywords }: PdfOpRequest) {
  const given = { title, author, subject, keywords }
  if (Object.values(given).every(value => value === undefined))
    throw refuse(['body'], {
      en: 'give at least one of title, author, subject, keywords',
      ru: 'укажите хотя бы одно из title, author, subject, keywords',
    })
  return given
}

function removed(pages: number[], count: number): number[] {
  if (pages.length === count) throw refuse(['body', 'pages'], EVERY)
  return pages
}

/** The work that a request asks for; `source` is put in by whoever knows where it lies. */
export function workOf(op: PdfWork['op'], request: PdfOpRequest, count: number): PdfWork {
  switch (op) {
    case 'compress':
    case 'unlock':
    case 'searchable':
      return { op }
    case 'split':
      return { op, parts: partsOf(request, count) }
    case 'delete':
      return { op, pages: removed(pagesOf(request, count), count) }
    case 'rotate': {
      const pages = pagesOf(request, count)
      const { angle } = request
      if (angle === null || angle === undefined) throw missing('angle')
      return { op, pages, angle: assertTurn(angle, ['body', 'angle']) }
    }
    case 'reorder':
      return { op, order: permutation(request, count) }
    case 'arrange':
      return { op, sheets: arrangement(request, count) }
    case 'protect':
      return { op, newPassword: passwordOf(request) }
    case 'watermark': {
      if (request.text.trim() === '') throw missing('text')
      assertOneLine(request.text)
      const { text, opacity = 0.3, font_size = 48, angle } = request
      return { op, text, opacity, fontSize: font_size, angle: angle ?? 45 }
    }
    case 'insert': {
      if (request.at === undefined) throw missing('at')
      if (request.at > count + 1)
        throw refuse(
          ['body', 'at'],
          {
            en: `${request.at}: the document has ${count} pages, so ${count + 1} is the last place`,
            ru: `${request.at}: последнее место — ${count + 1}, потому что страниц ${count}`,
          },
          request.at,
        )
      return { op, source: '', at: request.at }
    }
    case 'replace':
      return { op, source: '', pages: pagesOf(request, count) }
    case 'properties':
      return { op, properties: propertiesOf(request) }
    case 'annotate':
      return { op, annotations: annotationsOf(request, count), picture: pictureOf(request) }
    case 'redact':
      assertBoxes(request.boxes, 'boxes', count)
      return { op, boxes: request.boxes!, keep: request.keep }
    case 'compare':
      return { op, source: '' }
    default:
      return addedWork(op, request, count)
  }
}

type Added = Extract<PdfWork['op'], 'flatten' | 'fill' | 'number' | 'crop' | 'outline'>

function addedWork(op: Added, request: PdfOpRequest, count: number): PdfWork {
  switch (op) {
    case 'flatten':
      return { op }
    case 'fill':
      if (!request.fields || Object.keys(request.fields).length === 0) throw missing('fields')
      return { op, fields: request.fields }
    case 'number': {
      const { position, start, font_size = 10 } = request
      const shown = request.text.trim() === '' ? '{n}' : request.text
      assertOneLine(shown)
      return { op, position, start, text: shown, fontSize: font_size, pages: anyPagesOf(request, count) }
    }
    case 'crop': {
      if (!request.box) throw missing('box')
      assertEdges(request.box, ['body', 'box'])
      return { op, box: request.box, pages: anyPagesOf(request, count) }
    }
    case 'outline':
      if (!request.items) throw missing('items')
      assertOutline(request.items, count)
      return { op, items: request.items }
  }
}

/** What they make is no next version of the file. */
const SEVERAL = new Set<PdfWork['op']>(['split', 'compare'])

/** What can be said before the file is opened. */
export function assertGiven(op: PdfWork['op'], request: PdfOpRequest): void {
  if (op === 'protect' || op === 'unlock') passwordOf(request)
  if ((op === 'insert' || op === 'replace') && !request.source_object_id) throw missing('source_object_id')
  if (op === 'annotate' && wantsPicture(request) && !request.picture && !request.source_object_id)
    throw missing('picture')
  if (op === 'compare' && !request.other_object_id && !request.other_revision_id) throw missing('other_object_id')
  if (request.replace && SEVERAL.has(op))
    throw refuse(
      ['body', 'replace'],
      { en: `what ${op} makes cannot take the place of the file`, ru: `результат ${op} не может занять место файла` },
      true,
    )
  if (/[\r\n]/.test(request.password)) passwordOf(request)
}
