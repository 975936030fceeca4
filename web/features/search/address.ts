import { type LibrarySearch, readLibrarySearch } from '../../files/search.ts'

export const MODES = ['hybrid', 'text', 'semantic'] as const
export type SearchPageMode = (typeof MODES)[number]

/** What of a search lives in the address. `kind` is the library's own. */
export interface SearchSearch extends LibrarySearch {
  q?: string
  type?: string
  mode?: SearchPageMode
}

export function readSearchSearch(given: Record<string, unknown>): SearchSearch {
  return {
    ...readLibrarySearch(given),
    q: given.q === undefined || given.q === '' ? undefined : String(given.q).slice(0, 2000),
    type: typeof given.type === 'string' && given.type !== '' ? given.type : undefined,
    mode: MODES.find(mode => mode === given.mode),
  }
}
