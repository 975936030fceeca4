import { useInfiniteQuery } from '@tanstack/react-query'
import { get, query } from '../../api/call.ts'
import type { Schemas } from '../../api/openapi.ts'
import { asked, filtersOf } from '../../files/search.ts'
import type { SearchSearch } from './address.ts'

export type Hit = Schemas['SearchOut']['items'][number]

const PAGE = 20

/** The last answer stays until the next has come: the list does not flicker while one types. */
export function useFound({ q = '', mode, ...search }: SearchSearch) {
  const { status: _status, ...filters } = asked(filtersOf(search))
  return useInfiniteQuery({
    queryKey: ['search', q, mode, filters],
    queryFn: ({ pageParam, signal }) =>
      get(`/v1/search${query({ q, mode, ...filters, limit: PAGE, offset: pageParam })}`, signal),
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
