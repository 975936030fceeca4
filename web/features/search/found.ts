import { useInfiniteQuery } from '@tanstack/react-query'
import { get, query } from '../../api/call.ts'
import type { FileObject } from '../../api/shapes.ts'
import { asked, filtersOf } from '../../files/search.ts'
import type { SearchSearch } from './address.ts'

export interface Hit {
  object: FileObject
  score: number
  reason: 'words' | 'spelling' | 'meaning' | 'filter'
  snippet: string
  highlights: [number, number][]
  char_start: number | null
  char_end: number | null
  page: number | null
  /** The attached file of a PDF in which it stands. */
  attachment: string | null
  /** Of a recording: when it is said. */
  start_s: number | null
  end_s: number | null
}

const PAGE = 20

/** The last answer stays until the next has come: the list does not flicker while one types. */
export function useFound({ q = '', mode, ...search }: SearchSearch) {
  const { status: _status, ...filters } = filtersOf(search)
  return useInfiniteQuery({
    queryKey: ['search', q, mode, filters],
    queryFn: ({ pageParam, signal }) =>
      get(`/v1/search${query({ q, mode, ...asked(filters), limit: PAGE, offset: pageParam })}`, signal),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, page) => sum + page.items.length, 0)
      return last.items.length > 0 && shown < last.total ? shown : undefined
    },
    enabled: q.trim() !== '',
    placeholderData: before => (q.trim() === '' ? undefined : before),
    gcTime: 60_000,
    retry: false,
  })
}
