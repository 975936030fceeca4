import { get } from '../../api/call.ts'
import { addFile, refreshListings } from '../../files/files.ts'

let arrived: string[] = []

/** A few new files are asked for one by one; many together, as the list that they are in. */
export function show(objectId: string): void {
  arrived.push(objectId)
  if (arrived.length > 1) return
  setTimeout(async () => {
    const ids = arrived
    arrived = []
    if (ids.length > 3) return refreshListings()
    for (const id of ids)
      try {
        addFile(await get(`/v1/objects/${id}`))
      } catch {
        // It is stored; the list will show it when it is asked next.
      }
  }, 300)
}
