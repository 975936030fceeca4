import type { z } from 'zod'
import type { Actor, Needs } from '../../context.ts'
import { isId, isPlainText, readCursor, writeCursor } from '../../lib/cursor.ts'
import { AppError } from '../../lib/errors.ts'
import { getCollection, getTheme } from '../collections/index.ts'
import {
  askedOf,
  COUNTED,
  countAll,
  countFolder,
  countMatching,
  findPlace,
  type Listed,
  type ListFilter,
  listObjects,
  type PageRequest,
  type PlacedObject,
} from './listing/queries.ts'
import type { StoredObject } from './queries.ts'
import { DOC_TYPES, type filterQuery } from './schema.ts'

export interface ObjectPage {
  items: StoredObject[]
  total: number
  /** False where more was found than is counted. */
  exact: boolean
  nextCursor: string | null
}

interface Cursor {
  sort: string
  value: string
  id: string
  total: number
  exact?: boolean
}

const DEFAULT_LIMIT = 100

export function assertDocType(docType: string): void {
  if ((DOC_TYPES as readonly string[]).includes(docType)) return
  throw new AppError('senseless', 'unknown_doc_type', {
    en: `There is no doc_type "${docType.slice(0, 50)}". Known: ${DOC_TYPES.join(', ')}.`,
    ru: `Нет типа документа «${docType.slice(0, 50)}». Известны: ${DOC_TYPES.join(', ')}.`,
  })
}

/** A filter as the interface writes it. */
export const filterOf = (asked: z.output<typeof filterQuery>): ListFilter => ({
  collectionId: asked.collection_id,
  themeId: asked.theme_id,
  kind: asked.kind,
  docType: asked.doc_type,
  status: asked.status,
  category: asked.category,
  tag: asked.tag,
  favorite: asked.favorite,
  unfiled: asked.unfiled,
  since: asked.since,
  until: asked.until,
  person: asked.person,
  organisation: asked.organisation,
  amountMin: asked.amount_min,
  amountMax: asked.amount_max,
  hiddenOnly: asked.hidden === 'only',
})

/** Folder and theme must be there for the caller, and the type must be one. */
export async function assertFilter(context: Needs<'db'>, actor: Actor, filter: ListFilter): Promise<void> {
  if (filter.collectionId) await getCollection(context, actor, filter.collectionId)
  if (filter.themeId) await getTheme(context, actor, filter.themeId)
  if (filter.docType) assertDocType(filter.docType)
}

export async function listPage(
  context: Needs<'db'>,
  actor: Actor,
  filter: ListFilter,
  page: AskedPage,
): Promise<ObjectPage> {
  await assertFilter(context, actor, filter)
  // When its owner has opened a file is nobody else's business.
  const sort = actor.guest ? page.sort?.replace('opened_at', 'created_at') : page.sort
  return readPage(context, actor, 'listed', { filter, page: { ...page, sort: sort ?? '-created_at' } })
}

export const trashPage = (context: Needs<'db'>, actor: Actor, page: AskedPage) =>
  readPage(context, actor, 'listed trash', { filter: {}, page: { ...page, sort: '-deleted_at' } })

interface AskedPage {
  sort?: string
  limit?: number
  cursor?: string
  offset?: number
}

interface Total {
  total: number
  exact: boolean
  /** Every file of the owner is among them: nothing is hidden. */
  complete: boolean
}

/** Without filters and by folder it is kept; else it is counted up to a bound. */
export async function countPage(context: Needs<'db'>, actor: Actor, shelf: Listed, filter: ListFilter): Promise<Total> {
  const [only, ...more] = askedOf(filter)
  if (!only && !actor.bound) {
    const { seen, everything } = await countAll(context.db, actor, shelf)
    return { total: seen, exact: true, complete: seen === everything }
  }
  if (more.length === 0 && filter.collectionId)
    return { total: await countFolder(context.db, actor, filter.collectionId), exact: true, complete: false }
  const counted = await countMatching(context.db, actor, shelf, filter)
  return { total: Math.min(counted, COUNTED), exact: counted <= COUNTED, complete: false }
}

/** The first page counts; the cursor carries the count on, so that later pages cost only themselves. */
async function readPage(
  context: Needs<'db'>,
  actor: Actor,
  shelf: Listed,
  { filter, page }: { filter: ListFilter; page: AskedPage & { sort: string } },
): Promise<ObjectPage> {
  const cursor = page.cursor ? readCursor<Cursor>(page.cursor, isPlace(page.sort)) : undefined
  const limit = page.limit ?? DEFAULT_LIMIT
  const sort = page.sort.replace('-', '') as PageRequest['sort']
  const request: PageRequest = {
    sort,
    descending: page.sort.startsWith('-'),
    limit: limit + 1,
    after: cursor,
    offset: page.offset,
  }
  const counting = cursor
    ? { total: cursor.total, exact: cursor.exact ?? true, complete: false }
    : countPage(context, actor, shelf, filter)
  const [found, { total, exact }] =
    !cursor && page.offset
      ? await readFar(context, actor, { shelf, filter, request, total: await counting })
      : await Promise.all([listObjects(context.db, actor, shelf, { filter, page: request }), counting])
  const shown = found.slice(0, limit)
  const last = found.length > limit ? shown.at(-1) : undefined
  const items = shown.map(({ place: _place, ...object }) => object)
  return {
    items,
    total,
    exact,
    nextCursor: last ? writeCursor({ sort: page.sort, value: last.place, id: last.id, total, exact }) : null,
  }
}

/** A page far from the beginning is read from the nearer end. */
async function readFar(
  context: Needs<'db'>,
  actor: Actor,
  { shelf, filter, request, total }: { shelf: Listed; filter: ListFilter; request: PageRequest; total: Total },
): Promise<[PlacedObject[], Total]> {
  const offset = request.offset!
  const left = total.total - offset
  const turned = { ...request, descending: !request.descending }
  if (total.exact && left <= 0) return [[], total]
  const fromEnd = total.exact && left < offset
  if (!(total.complete && shelf === 'listed')) {
    if (!fromEnd) return [await listObjects(context.db, actor, shelf, { filter, page: request }), total]
    const limit = Math.min(request.limit, left)
    const found = await listObjects(context.db, actor, shelf, {
      filter,
      page: { ...turned, limit, offset: left - limit },
    })
    return [found.reverse(), total]
  }
  // The row before the page, by the index alone.
  const after = fromEnd
    ? await findPlace(context.db, actor, turned, left)
    : await findPlace(context.db, actor, request, offset - 1)
  return [await listObjects(context.db, actor, shelf, { filter, page: { ...request, offset: 0, after } }), total]
}

const isMoment = (value: string) => /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value))
const isDay = (value: string) => /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))

/** What a value of each order looks like; all others are moments. */
const VALUES: Record<string, (value: string) => boolean> = {
  name: () => true,
  size: value => /^\d{1,16}$/.test(value),
  opened_at: value => value === '-infinity' || isMoment(value),
  document_date: isDay,
}

const isPlace =
  (wanted: string) =>
  ({ sort, value, id, total }: Cursor): boolean =>
    sort === wanted &&
    isPlainText(value) &&
    isId(id) &&
    Number.isSafeInteger(total) &&
    total >= 0 &&
    (VALUES[sort.replace('-', '')] ?? isMoment)(value)
