import { client } from '../api/client.ts'
import type { Listed } from '../features/library/files.ts'

const MOST = 8

/** Files by name, among those that the page already has; a search of everything is the search page's. */
export function useFoundFiles(text: string): Listed[] {
  const wanted = text.trim().toLowerCase()
  if (wanted.length < 2) return []
  const found = new Map<string, Listed>()
  for (const [, data] of client.getQueriesData<{ pages: { items: Listed[] }[] }>({ queryKey: ['files'] }))
    for (const page of data?.pages ?? [])
      for (const item of page.items) {
        if (item.filename.toLowerCase().includes(wanted)) found.set(item.id, item)
        if (found.size >= MOST) return [...found.values()]
      }
  return [...found.values()]
}
