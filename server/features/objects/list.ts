import type { Actor, Needs } from '../../context.ts'
import type { Shelf } from '../../db/visibility.ts'
import { AppError, invalid } from '../../lib/errors.ts'
import { getCollection, getTheme } from '../collections/index.ts'
import { countObjects, type ListFilter, listObjects, type PageRequest, type StoredObject } from './queries.ts'
import { DOC_TYPES } from './schema.ts'

export interface ObjectPage {
  items: StoredObject[]
  total: number
  nextCursor: string | null
}

interface Cursor {
  sort: string
  value: string
  id: string
  total: number
}

const DEFAULT_LIMIT = 100

export function assertDocType(docType: string): void {
  if ((DOC_TYPES as readonly string[]).includes(docType)) return
  throw new AppError('senseless', 'unknown_doc_type', {
    en: `There is no doc_type "${docType.slice(0, 50)}". Known: ${DOC_TYPES.join(', ')}.`,
    ru: `Нет типа документа «${docType.slice(0, 50)}». Известны: ${DOC_TYPES.join(', ')}.`,
  })
}

export async function listPage(
  context: Needs<'db'>,
  actor: Actor,
  filter: ListFilter,
  page: { sort?: string; limit?: number; cursor?: string },
): Promise<ObjectPage> {
  if (filter.collectionId) await getCollection(context, actor, filter.collectionId)
  if (filter.themeId) await getTheme(context, actor, filter.themeId)
  if (filter.docType) assertDocType(filter.docType)
  return readPage(context, actor, 'listed', filter, { ...page, sort: page.sort ?? '-created_at' })
}

export const trashPage = (context: Needs<'db'>, actor: Actor, page: { limit?: number; cursor?: string }) =>
  readPage(context, actor, 'listed trash', {}, { ...page, sort: '-deleted_at' })

/** The first page counts; the cursor carries the count on, so that later pages cost only themselves. */
async function readPage(
  context: Needs<'db'>,
  actor: Actor,
  shelf: Shelf,
  filter: ListFilter,
  page: { sort: string; limit?: number; cursor?: string },
): Promise<ObjectPage> {
  const cursor = page.cursor ? readCursor(page.cursor, page.sort) : undefined
  const limit = page.limit ?? DEFAULT_LIMIT
  const sort = page.sort.replace('-', '') as PageRequest['sort']
  const [found, total] = await Promise.all([
    listObjects(context.db, actor, shelf, filter, {
      sort,
      descending: page.sort.startsWith('-'),
      limit: limit + 1,
      after: cursor,
    }),
    cursor?.total ?? countObjects(context.db, actor, shelf, filter),
  ])
  const items = found.slice(0, limit)
  const last = found.length > limit ? items.at(-1) : undefined
  return { items, total, nextCursor: last ? writeCursor(page.sort, sort, last, total) : null }
}

function writeCursor(directed: string, sort: PageRequest['sort'], last: StoredObject, total: number): string {
  const value = sort === 'name' ? last.filename : last[sort]
  const cursor: Cursor = {
    sort: directed,
    value: value instanceof Date ? value.toISOString() : String(value),
    id: last.id,
    total,
  }
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/
const isMoment = (value: string) => /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value))

function readCursor(text: string, sort: string): Cursor {
  try {
    const cursor = JSON.parse(Buffer.from(text, 'base64url').toString()) as Cursor
    const { value, id, total } = cursor
    if (
      cursor.sort === sort &&
      typeof value === 'string' &&
      !value.includes('\0') &&
      UUID.test(id) &&
      Number.isSafeInteger(total) &&
      total >= 0 &&
      (sort.endsWith('name') || (sort.endsWith('size') ? /^\d{1,16}$/.test(value) : isMoment(value)))
    )
      return cursor
  } catch {
    // Falls through to the one answer for every cursor that we did not make.
  }
  throw invalid(
    ['query', 'cursor'],
    'value_error',
    {
      en: 'The cursor does not belong to this list. Begin again without it.',
      ru: 'Курсор не от этого списка. Начните без него.',
    },
    text,
  )
}
