import { KINDS, type Kind, type Status } from '../api/shapes.ts'

/** What of the library lives in the address. */

export const SORTS = [
  '-created_at',
  'created_at',
  '-document_date',
  'document_date',
  '-opened_at',
  '-updated_at',
  'updated_at',
  'name',
  '-name',
  '-size',
  'size',
] as const
export type Sort = (typeof SORTS)[number]

export const GROUPS = ['month', 'type', 'folder', 'organisation', 'person'] as const
export type ListGroup = (typeof GROUPS)[number]

/** What files are chosen by. */
export interface Filters {
  kind?: Kind
  status?: Status
  /** The type of the document. */
  type?: string
  tag?: string
  /** The id of the folder in which they lie. */
  folder?: string
  favorite?: true
  unfiled?: true
  since?: string
  until?: string
  person?: string
  organisation?: string
  min?: number
  max?: number
}

export interface LibrarySearch extends Filters {
  view?: 'list' | 'grid' | 'compact'
  sort?: Sort
  group?: ListGroup
  /** The chosen files, as long as they fit into an address. */
  sel?: string
  /** The file that is open in the viewer, and where in it. */
  file?: string
  page?: number
  /** The passage of its text to show: from-to. */
  at?: string
  /** The second of a recording. */
  t?: number
}

const one = <T extends string>(value: unknown, of: readonly T[]): T | undefined =>
  of.find(candidate => candidate === value)
const text = (value: unknown): string | undefined =>
  typeof value === 'number' ? String(value) : typeof value === 'string' && value !== '' ? value : undefined
const amount = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined
const day = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined
const id = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value) ? value : undefined
const flag = (value: unknown): true | undefined => (value === true ? true : undefined)

export const FILTERS = [
  ...(['kind', 'status', 'type', 'tag', 'favorite', 'unfiled', 'since', 'until', 'person'] as const),
  ...(['organisation', 'min', 'max', 'folder'] as const),
] satisfies (keyof Filters)[]

export function filtersOf(search: LibrarySearch): Filters {
  const { kind, status, type, tag, favorite, unfiled, since, until, person, organisation, min, max, folder } = search
  return { kind, status, type, tag, favorite, unfiled, since, until, person, organisation, min, max, folder }
}

export const NO_FILTERS: Record<keyof Filters, undefined> = Object.fromEntries(
  FILTERS.map(name => [name, undefined]),
) as Record<keyof Filters, undefined>

export const isFiltered = (filters: Filters): boolean => FILTERS.some(name => filters[name] !== undefined)

/** The same filters as the service names them. */
export const asked = ({ type, min, max, folder, ...rest }: Filters) => ({
  ...rest,
  collection_id: folder,
  doc_type: type,
  amount_min: min,
  amount_max: max,
})

export function readFilters(given: Record<string, unknown>): Filters {
  return {
    kind: one(given.kind, KINDS),
    status: one(given.status, ['pending', 'ready', 'failed'] as const),
    type: text(given.type ?? given.doc_type),
    tag: text(given.tag),
    favorite: flag(given.favorite),
    unfiled: flag(given.unfiled),
    since: day(given.since),
    until: day(given.until),
    person: text(given.person),
    organisation: text(given.organisation),
    folder: id(given.folder ?? given.collection_id),
    min: amount(given.min ?? given.amount_min),
    max: amount(given.max ?? given.amount_max),
  }
}

export function readLibrarySearch(given: Record<string, unknown>): LibrarySearch {
  return {
    ...readFilters(given),
    view: one(given.view, ['list', 'grid', 'compact'] as const),
    sort: one(given.sort, SORTS),
    group: one(given.group, GROUPS),
    sel: text(given.sel),
    file: text(given.file),
    page: typeof given.page === 'number' && given.page > 0 ? Math.floor(given.page) : undefined,
    at: typeof given.at === 'string' && /^\d+-\d+$/.test(given.at) ? given.at : undefined,
    t: typeof given.t === 'number' && given.t >= 0 ? given.t : undefined,
  }
}
