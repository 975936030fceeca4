import { KINDS, type Kind, type Status } from '../api/shapes.ts'

/** What of the library lives in the address. */

export const SORTS = [
  '-created_at',
  'created_at',
  '-updated_at',
  'updated_at',
  'name',
  '-name',
  '-size',
  'size',
] as const
export type Sort = (typeof SORTS)[number]

export interface LibrarySearch {
  view?: 'list' | 'grid'
  sort?: Sort
  kind?: Kind
  status?: Status
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
const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

export function readLibrarySearch(given: Record<string, unknown>): LibrarySearch {
  return {
    view: one(given.view, ['list', 'grid'] as const),
    sort: one(given.sort, SORTS),
    kind: one(given.kind, KINDS),
    status: one(given.status, ['pending', 'ready', 'failed'] as const),
    sel: text(given.sel),
    file: text(given.file),
    page: typeof given.page === 'number' && given.page > 0 ? Math.floor(given.page) : undefined,
    at: typeof given.at === 'string' && /^\d+-\d+$/.test(given.at) ? given.at : undefined,
    t: typeof given.t === 'number' && given.t >= 0 ? given.t : undefined,
  }
}
