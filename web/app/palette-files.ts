import { useQuery } from '@tanstack/react-query'
import { get, query } from '../api/call.ts'
import { client } from '../api/client.ts'
import type { Listed } from '../files/files.ts'
import { useSettled } from '../lib/settled.ts'

const MOST = 8
/** Long enough that a fast typist asks once. */
const PAUSE_MS = 180

type Found = Pick<Listed, 'id' | 'filename' | 'kind'>

/** Files by name at once, among those that the page already has; then by their words, from the service. */
export function useFoundFiles(text: string): Found[] {
  const wanted = useSettled(text.trim(), PAUSE_MS)
  const asked = useQuery({
    queryKey: ['palette', wanted],
    queryFn: async ({ signal }) =>
      (await get(`/v1/search${query({ q: wanted, mode: 'text', limit: MOST })}`, signal)).items,
    enabled: wanted.length > 1,
    retry: false,
    staleTime: 10_000,
  })
  if (text.trim().length < 2) return []
  const found = new Map(atHand(text.trim().toLowerCase()).map(file => [file.id, file]))
  for (const { object } of asked.data ?? []) found.set(object.id, object)
  return [...found.values()].slice(0, MOST)
}

function atHand(wanted: string): Found[] {
  const found: Found[] = []
  for (const [, data] of client.getQueriesData<{ pages: { items: Listed[] }[] }>({ queryKey: ['files'] }))
    for (const page of data?.pages ?? [])
      for (const item of page.items) {
        if (item.filename.toLowerCase().includes(wanted)) found.push(item)
        if (found.length >= MOST) return found
      }
  return found
}
