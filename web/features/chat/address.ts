import { type LibrarySearch, readLibrarySearch } from '../../files/search.ts'

/** Which conversation is open lives in the address, and with whom. */
export interface ChatSearch extends LibrarySearch {
  session?: string
  who?: 'files' | 'agent'
  /** What stands in the box, not asked yet. */
  q?: string
}

export const readChatSearch = (given: Record<string, unknown>): ChatSearch => ({
  ...readLibrarySearch(given),
  session: typeof given.session === 'string' && given.session !== '' ? given.session : undefined,
  q: typeof given.q === 'string' && given.q !== '' ? given.q.slice(0, 2000) : undefined,
  who: given.who === 'files' || given.who === 'agent' ? given.who : undefined,
})
