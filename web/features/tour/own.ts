import { useQuery } from '@tanstack/react-query'
import { get } from '../../api/call.ts'

const AGAIN_MS = 4000

interface Own {
  id: string
  title: string
  kind: string
}

/** Somebody's own first file, once it is read: better to be shown around with than any sample; null where there is none. */
export function useOwnFile(samples: string[]): Own | null | undefined {
  const { data } = useQuery({
    queryKey: ['tour-own', samples.length],
    queryFn: async ({ signal }): Promise<Own | null> => {
      const { items } = await get<'GET /v1/objects'>('/v1/objects?status=ready&sort=created_at&limit=10', signal)
      const own = items.find(({ id }) => !samples.includes(id))
      return own ? { id: own.id, title: own.enrichment?.title || own.filename, kind: own.kind } : null
    },
    refetchInterval: ({ state }) => (state.data ? false : AGAIN_MS),
  })
  return data
}

/** A word of the title that says something. */
export const wordOf = (title: string): string =>
  title.split(/[^\p{L}\d]+/u).reduce((best, word) => (word.length > best.length ? word : best), '') || title
