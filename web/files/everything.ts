import { get, query } from '../api/call.ts'
import { store } from '../lib/store.ts'
import { showError, whenLetIn } from './change.ts'
import { selectFar } from './chosen.ts'
import { inPlace, type ListingKey, type Picked } from './files.ts'
import { selection } from './selection.ts'

/** All files of a list, also those that have not come: a few words on each are read page by page, and then all are chosen. */

const PAGE = 500

/** How far the reading has come. */
export const picking = store<{ done: number; total: number } | undefined>(undefined)

export const stopPicking = (): void => picking.set(undefined)

export async function selectEverything(
  { place, sort, at: _at, ...filters }: ListingKey,
  total: number,
  loaded: Picked[],
): Promise<void> {
  const before = selection.get().ids
  // Files of others, which are listed before one's own, are in none of the pages that are fetched here.
  const found = new Map<string, Picked>(loaded.map(file => [file.id, file]))
  const inTrash = place.kind === 'trash'
  const pageFrom = (cursor: string) =>
    inTrash
      ? get(`/v1/trash${query({ limit: PAGE, cursor })}`)
      : get(`/v1/objects/lines${query({ sort, ...inPlace(place, filters), limit: PAGE, cursor })}`)
  // Whoever chooses something else meanwhile, or leaves the list, means that.
  const isWanted = () => picking.get() !== undefined && selection.get().ids === before
  picking.set({ done: found.size, total })
  try {
    for (let cursor: string | null = ''; cursor !== null && isWanted(); ) {
      const from: string = cursor
      const page = await whenLetIn<Awaited<ReturnType<typeof pageFrom>>>(() => pageFrom(from))
      for (const file of page.items) found.set(file.id, file)
      if (isWanted()) picking.set({ done: found.size, total: Math.max(page.total, found.size) })
      cursor = page.next_cursor
    }
    if (isWanted()) selectFar(found)
  } catch (error) {
    showError(error)
  }
  stopPicking()
}
